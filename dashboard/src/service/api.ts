import { createTriageClient, type TriageClient } from '../../../client/client.ts';

export type Api = TriageClient;

/** What a script sends back of its own session; the session's own cookie no script can read. */
const CSRF = /(?:^|; )svc_csrf=([^;]*)/;
/** Its cookie lives and dies with the session's: without it nobody is signed in. */
export const hasSession = (): boolean => csrfToken() !== null;

const csrfToken = (): string | null => CSRF.exec(document.cookie)?.[1] ?? null;

const READS = new Set(['GET', 'HEAD']);

/** Calls that sign in or out: a 401 is their answer, and no session that has ended. */
const SIGN_IN = /^\/v1\/(auth\/|admin\/auth\/)/;

async function send(request: Request): Promise<Response> {
  const token = READS.has(request.method) ? null : csrfToken();
  if (token !== null) request.headers.set('X-CSRF-Token', token);
  return fetch(request);
}

/**
 * The typed client over the cookie session. Where a call finds the session over, `signInAgain` asks the member to sign in
 * and the call is sent once more: a 401 means that nothing was done. Where nobody signs in, the 401 is the answer.
 */
export const createApi = (options: { signInAgain: () => Promise<boolean> }): Api =>
  createTriageClient({
    baseUrl: location.origin,
    apiKey: null,
    fetch: async (request) => {
      const again = request.clone();
      const response = await send(request);
      if (response.status !== 401 || SIGN_IN.test(new URL(request.url).pathname)) return response;
      return (await options.signInAgain()) ? send(again) : response;
    },
  });
