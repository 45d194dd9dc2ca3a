import { randomBytes } from 'node:crypto';
import { registerMember } from '../../command-api/members/registrations.ts';
import type { Role } from '../../domain/member/index.ts';
import type { ApiProcess } from '../../shared/api/serve.ts';
import { listMailbox, type StoredMail } from '../../shared/mail/mailbox.ts';
import { mailboxDir } from '../../shared/mail/settings.ts';
import { limitAttempts, type AttemptLimit } from '../../shared/sign-in/limits.ts';
import { hashPassword } from '../../shared/sign-in/passwords.ts';
import type { Answer, TestApi } from '../support/api.ts';
import { until } from '../support/until.ts';

export const PASSWORD = 'seven quiet herons at dusk';
export const ALLOWED_ORIGIN = 'https://dashboard.example';
export const ENV = { TRUSTED_PROXIES: '127.0.0.1/32', CORS_ORIGINS: ALLOWED_ORIGIN, SIGN_IN_FLOOR_MS: '0' };

/** A clock that a test sets forward. */
export const clock = {
  at: new Date('2026-03-02T08:00:00.000Z'),
  now: (): Date => clock.at,
  forward: (seconds: number): void => {
    clock.at = new Date(clock.at.getTime() + seconds * 1_000);
  },
};
export const MINUTE = 60;
export const HOUR = 3_600;
export const DAY = 86_400;

export const newIp = (): string => `10.${[...randomBytes(3)].join('.')}`;

export type Cookie = { value: string; attributes: string[] };
export type Browser = {
  cookies: Map<string, string>;
  ip: string;
  /** Sends its cookies and, unless told otherwise, their CSRF token. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/** The cookies that an answer sets, by name. */
export const cookiesOf = ({ headers }: Answer): Map<string, Cookie> =>
  new Map(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const mark = pair.indexOf('=');
      return [pair.slice(0, mark), { value: pair.slice(mark + 1), attributes: attributes.sort() }];
    }),
  );

const isJson = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('application/json') === true;

/** A browser with an address of its own, which keeps cookies and follows no redirect. */
export function newBrowser(baseUrl: string, ip = newIp()): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    ip,
    send: async (method, path, body, headers = {}) => {
      const csrf = cookies.get('svc_csrf');
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          'x-forwarded-for': ip,
          ...(cookies.size === 0
            ? {}
            : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
          ...(csrf === undefined ? {} : { 'x-csrf-token': csrf }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const answer = {
        status: response.status,
        headers: response.headers,
        body: isJson(response) ? (JSON.parse(text) as unknown) : null,
      };
      for (const [name, { value, attributes }] of cookiesOf(answer)) {
        if (attributes.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
  };
}

export type TestMember = { memberId: string; tenantId: string; email: string; role: Role };

let people = 0;
export const newEmail = (domain = 'clinic.example'): string => `person-${(people += 1)}@${domain}`;

export function createSignInWorld(api: TestApi) {
  const { runtime, baseUrl } = api;
  const box = mailboxDir(api.stack.dataDir);

  const mailsTo = async (email: string): Promise<StoredMail[]> =>
    (await listMailbox(box)).filter(({ to }) => to === email);

  /** Runs something that sends a mail to that address, and waits for it. */
  async function mailAfter<T>(
    email: string,
    work: () => Promise<T>,
  ): Promise<{ mail: StoredMail; result: T }> {
    const before = (await mailsTo(email)).length;
    const result = await work();
    // A mail that is just being written is not there yet.
    const arrived = (): Promise<boolean> =>
      mailsTo(email).then(
        (mails) => mails.length > before,
        () => false,
      );
    await until('a mail', 5_000, arrived);
    const [mail] = await mailsTo(email);
    if (!mail) throw new Error('a mail is gone');
    return { mail, result };
  }

  async function newMember(
    options: {
      tenantId?: string;
      role?: Role;
      verified?: boolean;
      password?: string | null;
      email?: string;
    } = {},
  ): Promise<TestMember> {
    const { role = 'owner', verified = true, password = PASSWORD, email = newEmail() } = options;
    const tenantId = options.tenantId ?? (await api.newTenant());
    const memberId = runtime.newId();
    const passwordHash = password === null ? null : await hashPassword(password, runtime.random);
    const isNew = await registerMember(
      runtime,
      { memberId, role, email, name: 'A person', passwordHash, isVerified: verified },
      {
        origin: {
          commandId: runtime.newId(),
          tenantId,
          actor: { type: 'operator', id: 'test' },
          requestId: 'test',
          ip: null,
          now: clock.at,
          test: false,
        },
      },
    );
    if (!isNew) throw new Error('the address was taken');
    return { memberId, tenantId, email, role };
  }

  /** The first step: address and password. */
  const logIn = (browser: Browser, email: string, password = PASSWORD): Promise<Answer> =>
    browser.send('POST', '/v1/auth/login', { email, password });

  /** Up to the code in the mail. */
  async function challenge(
    browser: Browser,
    member: TestMember,
  ): Promise<{ challengeId: string; code: string }> {
    const { mail, result } = await mailAfter(member.email, () => logIn(browser, member.email));
    return { challengeId: challengeOf(result), code: codeIn(mail) };
  }

  const enterCode = (browser: Browser, challengeId: string, code: string): Promise<Answer> =>
    browser.send('POST', '/v1/auth/verify-code', { challenge_id: challengeId, code });

  /** A browser in which the member has signed in, step by step. */
  async function signedIn(member: TestMember): Promise<Browser> {
    const browser = newBrowser(baseUrl);
    const { challengeId, code } = await challenge(browser, member);
    const answer = await enterCode(browser, challengeId, code);
    if (answer.status !== 200) throw new Error(`signing in answered ${answer.status}`);
    return browser;
  }

  const actionsOf = async (subjectId: string): Promise<string[]> => {
    const { rows } = await runtime.pool.query<{ action: string }>(
      'SELECT action FROM ops.access_intake WHERE subject_id = $1 ORDER BY at, access_id',
      [subjectId],
    );
    return rows.map(({ action }) => action);
  };

  const forgot = (email: string): Promise<Answer> =>
    newBrowser(baseUrl).send('POST', '/v1/auth/forgot-password', { email });
  /** The token of a link that was mailed. */
  const linkFor = async ({ email }: TestMember): Promise<string> =>
    tokenIn((await mailAfter(email, () => forgot(email))).mail);

  /** Uses up attempts without the calls. */
  const useUp = async (limit: AttemptLimit, of: string, times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await limitAttempts(runtime, clock.at, [{ limit, of }]);
  };

  return {
    mailsTo,
    mailAfter,
    forgot,
    linkFor,
    useUp,
    newMember,
    logIn,
    challenge,
    enterCode,
    signedIn,
    actionsOf,
    browser: (ip?: string) => newBrowser(baseUrl, ip),
  };
}

export const challengeOf = ({ body }: Answer): string => (body as { challenge_id: string }).challenge_id;
export const codeIn = ({ text }: StoredMail): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';
const tokenIn = ({ text }: StoredMail): string => /#token=([\w-]+)/.exec(text)?.[1] ?? '';
export const wrongCode = (code: string, step = 1): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** A second process of both APIs over the same stack. */
export async function startSecondApi(api: TestApi): Promise<{ baseUrl: string; process: ApiProcess }> {
  const process = await api.beside('test-api-2', { now: clock.now, env: ENV });
  return { baseUrl: `http://127.0.0.1:${process.port()}`, process };
}
