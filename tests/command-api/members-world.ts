import { randomUUID } from 'node:crypto';
import { registerOwner } from '../../command-api/members/operations.ts';
import type { Role } from '../../domain/member/index.ts';
import { listMailbox, type StoredMail } from '../../shared/mail/mailbox.ts';
import { mailboxDir } from '../../shared/mail/settings.ts';
import { clientOf, startApi, type Answer, type Client } from '../support/api.ts';
import { until } from '../support/until.ts';

export const START = Date.parse('2026-06-15T08:00:00.000Z');
export const DAY = 86_400_000;
export const PASSWORD = 'seven quiet herons at dusk';

export type Member = { member_id: string; email: string; name: string; role: Role; is_active: boolean };
export type Joined = { memberId: string; email: string; browser: Client };

/** The token in a link of a mail. */
export const tokenIn = (mail: StoredMail): string => /#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
export const rolePath = (memberId: string): string => `/v1/admin/team/${memberId}/role`;

/** An API with a clock of the tests' own and a mailbox, and the people who use it. */
export async function startMembers() {
  const clock = { at: new Date(START) };
  const api = await startApi({ now: () => clock.at, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  const { runtime, baseUrl } = api;
  const made = { addresses: 0, people: 0 };
  /** Another client each time, so that limits by address do not meet across tests. */
  const newIp = (): string => `203.0.113.${(made.addresses += 1)}`;
  const newEmail = (): string => `person-${(made.people += 1)}@klinika.example`;

  const send = async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    return { status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
  const anonymous: Client = (method, path, body, headers = {}) =>
    send(method, path, { body, headers: { 'x-forwarded-for': newIp(), ...headers } });

  /** A browser in which the member is signed in. */
  async function browserOf(tenantId: string, memberId: string): Promise<Client> {
    const sessionId = randomUUID();
    await runtime.poolOf(tenantId).query(
      `INSERT INTO ops.login_sessions (session_id, tenant_id, member_id, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5)`,
      [sessionId, tenantId, memberId, new Date(START), new Date(START + 365 * DAY)],
    );
    const csrf = await runtime.sessionTokens.csrfTokenOf(sessionId);
    return async (method, path, body, headers = {}) => {
      const token = await runtime.sessionTokens.issue({ sessionId, tenantId, test: null }, clock.at);
      const cookie = { cookie: `svc_session=${token}`, 'x-csrf-token': csrf };
      return send(method, path, { body, headers: { ...cookie, ...headers } });
    };
  }

  const mailsTo = async (email: string): Promise<StoredMail[]> =>
    (await listMailbox(mailboxDir(api.stack.dataDir))).filter(({ to }) => to === email);
  /** The newest mail to an address, once so many have come. */
  const mailTo = async (email: string, count = 1): Promise<StoredMail> => {
    await until('a mail', 5_000, async () => (await mailsTo(email)).length >= count);
    const [mail] = await mailsTo(email);
    if (!mail) throw new Error('no mail came');
    return mail;
  };

  /** A tenant with an owner, a key that may do everything, and what a test does with them. */
  async function newTeam() {
    const tenantId = await api.newTenant();
    const email = newEmail();
    const ownerId = await registerOwner(runtime, tenantId, { email, name: 'Owner', password: PASSWORD });
    const owner: Joined = { memberId: ownerId, email, browser: await browserOf(tenantId, ownerId) };
    const key = clientOf(baseUrl, await api.newKey(tenantId));
    /** The token of the link that the mail brings. */
    const invite = async (to: string, role: Role = 'developer'): Promise<string> => {
      const before = (await mailsTo(to)).length;
      const invited = await key('POST', '/v1/admin/team/invite', { email: to, role });
      if (invited.status !== 201) throw new Error(`inviting answered ${invited.status}`);
      return tokenIn(await mailTo(to, before + 1));
    };
    const join = async (role: Role): Promise<Joined> => {
      const to = newEmail();
      const token = await invite(to, role);
      const { body } = await anonymous('POST', '/v1/auth/accept-invite', { token, password: PASSWORD });
      const { member_id: memberId } = body as Member;
      return { memberId, email: to, browser: await browserOf(tenantId, memberId) };
    };
    const team = async (): Promise<Member[]> => (await key('GET', '/v1/admin/team')).body as Member[];
    return { tenantId, owner, key, invite, join, team };
  }

  return {
    api,
    baseUrl,
    runtime,
    clock,
    resetClock: () => {
      clock.at = new Date(START);
    },
    newIp,
    newEmail,
    anonymous,
    mailsTo,
    mailTo,
    newTeam,
    newKey: async (...of: Parameters<typeof api.newKey>): Promise<Client> =>
      clientOf(baseUrl, await api.newKey(...of)),
  };
}
