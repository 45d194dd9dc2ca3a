import { useState } from 'react';

/**
 * The token of a link in a mail, `#token=…`. It is taken out of the address at once, so that it stands neither in the
 * history nor on the screen.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'));
  if (token !== null && location.hash !== '') history.replaceState(history.state, '', location.pathname);
  return token;
}
