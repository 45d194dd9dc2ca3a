import { registerOwner } from '../../command-api/members/operations.ts';
import type { Role } from '../../domain/member/index.ts';
import { send, startApi, type Client } from './api.ts';
import { newIp } from './browser.ts';
import { DAY, newClock } from './clock.ts';
import { openLoginSession } from './login-sessions.ts';
import { readMailbox, tokenIn } from './mailbox.ts';
import { newEmail, PASSWORD } from './sign-in.ts';

export type Member = { member_id: string; email: string; name: string; role: Role; is_active: boolean };
export type Joined = { memberId: string; email: string; browser: Client };

export const rolePath = (memberId: string): string => `/v1/admin/team/${memberId}/role`;

/** An API with a clock of the tests' own and a mailbox, and teams whose members are invited and join. */
export async function startMembers() {
  const clock = newClock('2026-06-15T08:00:00.000Z');
  const api = await startApi({ now: clock.now, env: { TRUSTED_PROXIES: '127.0.0.1/32' } });
  const { runtime, baseUrl } = api;
  const mailbox = readMailbox(api.stack.dataDir);

  /** Another address each time, so that limits by address do not meet across tests. */
  const anonymous: Client = (method, path, body, headers = {}) =>
    send(baseUrl, method, path, { body, headers: { 'x-forwarded-for': newIp(), ...headers } });

  /** A browser in which the member is signed in. */
  async function browserOf(tenantId: string, memberId: string): Promise<Client> {
    const [from, to] = [clock.at, clock.after(365 * DAY)];
    const sessionHeaders = await openLoginSession(runtime, { tenantId, memberId, from, to });
    return async (method, path, body, headers = {}) =>
      send(baseUrl, method, path, { body, headers: { ...(await sessionHeaders(clock.at)), ...headers } });
  }

  /** A tenant with an owner, a key that may do everything, and what a test does with them. */
  async function newTeam() {
    const tenantId = await api.newTenant();
    const email = newEmail();
    const ownerId = await registerOwner(runtime, tenantId, { email, name: 'Owner', password: PASSWORD });
    const owner: Joined = { memberId: ownerId, email, browser: await browserOf(tenantId, ownerId) };
    const key = await api.newClient(tenantId);
    /** The token of the link that the mail brings. */
    const invite = async (to: string, role: Role = 'developer'): Promise<string> => {
      const { mail } = await mailbox.mailAfter(to, async () => {
        const invited = await key('POST', '/v1/admin/team/invite', { email: to, role });
        if (invited.status !== 201) throw new Error(`inviting answered ${invited.status}`);
      });
      return tokenIn(mail);
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
    runtime,
    clock,
    anonymous,
    ...mailbox,
    newTeam,
    newClient: api.newClient,
  };
}
