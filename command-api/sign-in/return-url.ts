import { PARAMETER_VALIDATION_MESSAGE, validationError } from '../../shared/http/errors.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/**
 * Where a sign-in leads back to: a path of ours, or a page of our origin, the dashboard's, or one that may call with
 * cookies; the dashboard where nothing is asked for. Throws 422 for any other, so that nobody is led to a foreign page
 * by a link to us.
 */
export function checkReturnUrl(
  deps: Pick<CommandDeps, 'signIn' | 'dashboardUrl'>,
  asked: string | undefined,
): string {
  const { publicUrl, returnOrigins } = deps.signIn;
  if (asked === undefined) return deps.dashboardUrl;
  // Read as a browser reads it: "//host", "/\host" and odd schemes show as what they are.
  const url = URL.canParse(asked, publicUrl) ? new URL(asked, publicUrl) : null;
  // `blob:` and the like have the origin of the URL inside them.
  const isAllowed =
    url !== null &&
    ['http:', 'https:'].includes(url.protocol) &&
    returnOrigins.includes(url.origin) &&
    url.username === '' &&
    url.password === '';
  if (!isAllowed) {
    throw validationError(
      [{ field: 'return_url', code: 'invalid_value', message: 'Must be a page of an allowed origin.' }],
      PARAMETER_VALIDATION_MESSAGE,
    );
  }
  return url.href;
}
