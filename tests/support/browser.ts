import { randomBytes } from 'node:crypto';
import { send, type Answer } from './api.ts';

export const newIp = (): string => `10.${[...randomBytes(3)].join('.')}`;

export type Cookie = { value: string; attributes: string[] };
export type Browser = {
  cookies: Map<string, string>;
  ip: string;
  /** Sends its cookies and, unless told otherwise, their CSRF token. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/** The cookies that an answer sets, by name. */
export const cookiesOf = ({ headers }: { headers: Headers }): Map<string, Cookie> =>
  new Map(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const mark = pair.indexOf('=');
      return [pair.slice(0, mark), { value: pair.slice(mark + 1), attributes: attributes.sort() }];
    }),
  );

/** A browser with an address of its own, which keeps cookies and follows no redirect. */
export function newBrowser(baseUrl: string, ip = newIp()): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    ip,
    send: async (method, path, body, headers = {}) => {
      const csrf = cookies.get('svc_csrf');
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const own = {
        'x-forwarded-for': ip,
        ...(cookies.size > 0 && { cookie }),
        ...(csrf !== undefined && { 'x-csrf-token': csrf }),
      };
      const answer = await send(baseUrl, method, path, { body, headers: { ...own, ...headers } });
      for (const [name, { value, attributes }] of cookiesOf(answer)) {
        if (attributes.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}
