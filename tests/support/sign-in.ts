import { registerMember } from '../../command-api/members/registrations.ts';
import type { Role } from '../../domain/member/index.ts';
import { limitAttempts, type AttemptLimit } from '../../shared/sign-in/limits.ts';
import { hashPassword } from '../../command-api/sign-in/passwords.ts';
import { startApi, type Answer, type TestApi } from './api.ts';
import { newBrowser, type Browser } from './browser.ts';
import { newClock } from './clock.ts';
import { codeIn, readMailbox, tokenIn } from './mailbox.ts';
import { accessesOf } from './operational-rows.ts';

export const PASSWORD = 'seven quiet herons at dusk';
export const ALLOWED_ORIGIN = 'https://dashboard.example';
export const ENV = { TRUSTED_PROXIES: '127.0.0.1/32', CORS_ORIGINS: ALLOWED_ORIGIN, SIGN_IN_FLOOR_MS: '0' };

/** The one clock of a file that signs members in. */
export const clock = newClock('2026-03-02T08:00:00.000Z');

export type TestMember = { memberId: string; tenantId: string; email: string; role: Role };

let people = 0;
export const newEmail = (domain = 'clinic.example'): string => `person-${(people += 1)}@${domain}`;

/** Members of the team of an API, and how they sign in. */
export function createSignIn(api: TestApi) {
  const { runtime, baseUrl } = api;
  const mailbox = readMailbox(api.stack.dataDir);
  const { mailAfter } = mailbox;

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
          deadline: null,
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
    ...mailbox,
    forgot,
    linkFor,
    useUp,
    newMember,
    logIn,
    challenge,
    enterCode,
    signedIn,
    /** What a subject's audit trail is to be told. */
    actionsOf: (subjectId: string) => accessesOf(runtime.pool, subjectId),
    browser: (ip?: string) => newBrowser(baseUrl, ip),
  };
}

export const challengeOf = ({ body }: Answer): string => (body as { challenge_id: string }).challenge_id;
export const wrongCode = (code: string, step = 1): string =>
  String((Number(code) + step) % 1_000_000).padStart(6, '0');

/** What a browser sees of who it is signed in as. */
export const account = (from: Browser): Promise<Answer> => from.send('GET', '/v1/account');

/** An API under the clock above, and its members. */
export async function startSignIn(env: Record<string, string> = {}) {
  const api = await startApi({ now: clock.now, env: { ...ENV, ...env } });
  return { api, ...createSignIn(api) };
}
