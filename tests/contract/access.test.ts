import test, { type ExecutionContext } from 'ava';
import { SCOPES, type Scope } from '../../domain/api-key/events.ts';
import { ROLES, ROLE_SCOPES, type Role } from '../../domain/member/types.ts';
import type { ErrorCode } from '../../shared/http/errors.ts';
import { ALLOWED_ORIGIN } from '../support/sign-in.ts';
import { bearer, faultsOf, harmlessOf, MALFORMED, nameOf, NOBODY, sampleOf } from './calls.ts';
import type { Call, Reply, Who } from './calls.ts';
import { isRefused } from './expect.ts';
import { table, type Row } from './table.ts';
import { startInstallation, usualCredential } from './installation.ts';

/**
 * Who may call what. Calls that must be refused are complete, so that nothing but the caller is wrong with them; calls
 * that must be let through have no effect: they name what does not exist, or break off at their input.
 */
const world = await startInstallation();
const { send } = world;
const tenant = await world.newTenant();
const only = new Map<Scope, Who>();
const lacking = new Map<Scope, Who>();
for (const scope of SCOPES) {
  only.set(scope, await world.newKey(tenant.id, { scopes: [scope] }));
  lacking.set(scope, await world.newKey(tenant.id, { scopes: SCOPES.filter((other) => other !== scope) }));
}
const exchanged = await world.exchange(tenant.live);
test.after.always(world.stop);

const isPublic = ({ access }: Row): boolean => access === 'public' || access === 'probe';
const needsRole = ({ roles }: Row): boolean => (roles ?? []).length > 0;
const needsSession = (row: Row): boolean => row.access === 'session' || needsRole(row);
/** The key is exchanged as it is shown: a cookie is none. */
const needsKey = (row: Row): boolean => nameOf(row) === 'POST /v1/admin/auth';
const scopeOf = ({ access }: Row): Scope | null => SCOPES.find((scope) => scope === access) ?? null;

async function refused(
  t: ExecutionContext,
  row: Row,
  options: { who: Who; call?: Call; code: ErrorCode },
): Promise<void> {
  const reply = await send(row, options.who, options.call ?? sampleOf(row));
  isRefused(t, row, { reply, code: options.code });
}

async function letThrough(t: ExecutionContext, row: Row, who: Who): Promise<Reply> {
  const reply = await send(row, who, harmlessOf(row));
  t.false([401, 403].includes(reply.status), `${reply.status} ${reply.text.slice(0, 300)}`);
  t.true(reply.status < 500 || reply.status === 501, reply.text);
  t.deepEqual(faultsOf(row, reply), []);
  return reply;
}

const forbidden = { code: 'forbidden' } as const;
const unauthorized = { code: 'unauthorized' } as const;
/** A call that would do its work, and one that its input would stop: the caller is judged before either. */
const bothCalls = (row: Row): Call[] => [sampleOf(row), { ...sampleOf(row), headers: MALFORMED }];

const NONSENSE: Who[] = [
  NOBODY,
  { authorization: 'nonsense' },
  bearer(`svc_live_${'x'.repeat(43)}`),
  { cookie: 'svc_session=nonsense' },
];

for (const row of table.filter((one) => !isPublic(one))) {
  const name = nameOf(row);
  const scope = scopeOf(row);

  test.serial(`${name} needs a credential`, async (t) => {
    for (const who of NONSENSE)
      for (const call of bothCalls(row)) await refused(t, row, { who, call, ...unauthorized });
  });

  test.serial(`${name} takes a key for what its scopes say`, async (t) => {
    const wrong = needsSession(row) ? tenant.live : scope === null ? null : lacking.get(scope)!;
    if (wrong !== null)
      for (const call of bothCalls(row)) await refused(t, row, { who: wrong, call, ...forbidden });
    if (needsSession(row)) return;
    const right = scope === null ? [...only.values()] : [only.get(scope)!];
    for (const who of right) await letThrough(t, row, who);
  });

  const mayCall = (role: Role): boolean =>
    (scope === null || ROLE_SCOPES[role].includes(scope)) && (!needsRole(row) || row.roles!.includes(role));

  test.serial(`${name} takes a dashboard session for what its role says`, async (t) => {
    for (const role of ROLES) {
      const { who } = tenant.members[role];
      if (needsKey(row)) await refused(t, row, { who, ...unauthorized });
      else if (mayCall(role)) await letThrough(t, row, who);
      else for (const call of bothCalls(row)) await refused(t, row, { who, call, ...forbidden });
    }
  });

  test.serial(
    `${name} takes a session that a key was exchanged for as that key, without a role`,
    async (t) => {
      if (needsKey(row)) await refused(t, row, { who: exchanged, ...unauthorized });
      else if (needsRole(row)) await refused(t, row, { who: exchanged, ...forbidden });
      else await letThrough(t, row, exchanged);
    },
  );

  if (row.method === 'GET') continue;
  test.serial(`${name} needs the CSRF token of a cookie's own session`, async (t) => {
    const { cookie = '' } = tenant.members.owner.who;
    const foreign = tenant.members.admin.who['x-csrf-token'] ?? '';
    const shown: Who[] = [{ cookie }, { cookie, 'x-csrf-token': foreign }];
    // The exchange looks at no cookie at all.
    const refusal = needsKey(row) ? unauthorized : forbidden;
    for (const who of shown) await refused(t, row, { who, call: sampleOf(row), ...refusal });
  });
}

for (const row of table) {
  test.serial(`${nameOf(row)} takes no cookies from pages of a foreign origin`, async (t) => {
    const { who } = tenant.members.owner;
    const from = (origin: string): Call => ({ ...sampleOf(row), headers: { origin } });
    await refused(t, row, { who, call: from('https://elsewhere.example'), ...forbidden });
    await refused(t, row, { who, call: from('null'), ...forbidden });
    if (needsKey(row)) return;
    const harmless = harmlessOf(row);
    const allowed = await send(row, who, {
      ...harmless,
      headers: { ...harmless.headers, origin: ALLOWED_ORIGIN },
    });
    t.false([401, 403].includes(allowed.status), allowed.text);
    t.is(allowed.headers.get('access-control-allow-origin'), ALLOWED_ORIGIN);
  });
}

for (const row of table.filter(isPublic)) {
  test.serial(`${nameOf(row)} is open to everybody`, async (t) => {
    t.is(usualCredential(row), 'nobody');
    await letThrough(t, row, NOBODY);
    await letThrough(t, row, { authorization: 'nonsense' });
  });
}
