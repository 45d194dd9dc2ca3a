import test from 'ava';
import { bindSso } from '../../command-api/sign-in/sso-bindings.ts';
import { SCOPES } from '../../domain/api-key/events.ts';
import { ROLE_SCOPES } from '../../domain/member/types.ts';
import type { AccessHolder } from '../../query-api/access-review/schema.ts';
import { auditProjection } from '../../projectors/audit/projection.ts';
import { errorOf } from '../support/answers.ts';
import type { Client } from '../support/api.ts';
import { DAY } from '../support/clock.ts';
import { fetchDescribed } from '../support/described.ts';
import { startMembers } from '../support/members.ts';
import { runOps } from '../support/run-ops.ts';
import { startProjections } from '../support/running-projections.ts';
import { serverSettings } from '../support/servers.ts';
import { newEmail } from '../support/sign-in.ts';

const PATH = '/v1/admin/access-review';
const world = await startMembers();
const { api, runtime, clock, newTeam, newClient } = world;
const { pool } = runtime;
const projections = await startProjections(runtime, [auditProjection]);
test.after.always(async () => {
  await projections.stop();
  await api.stop();
});
test.afterEach.always(clock.reset);

type Review = { as_of: string; total: number; limit: number; offset: number; data: AccessHolder[] };

async function reviewOf(client: Client, query = ''): Promise<Review> {
  const { status, body } = await client('GET', `${PATH}${query}`);
  if (status !== 200) throw new Error(`the review answered ${status}`);
  return body as Review;
}
const kindsOf = ({ data }: Review): string[] => data.map(({ kind }) => kind);
const without = <T extends object>(holder: T | undefined, ...names: (keyof T)[]): Partial<T> =>
  Object.fromEntries(
    Object.entries(holder ?? {}).filter(([name]) => !names.includes(name as keyof T)),
  ) as Partial<T>;

const bind = (tenantId: string, domain: string): Promise<void> =>
  bindSso(runtime, {
    ...{ domain, tenantId, issuer: 'https://login.example', clientId: 'triage', clientSecret: 'secret' },
    ...{ allowedHosts: [], privateNetwork: false, boundAt: clock.at },
  });

/** As `ops analytics grant` leaves it. */
const grant = (login: string, tenantId: string | null) =>
  pool.query('INSERT INTO analytics_source.logins (login, tenant_id, granted_at) VALUES ($1, $2, $3)', [
    ...[login, tenantId, clock.at],
  ]);

test.serial('it tells logins that read rows from those that read counts', async (t) => {
  const { tenantId, key } = await newTeam();
  await grant('counts_team', tenantId);
  await grant('rows_team', tenantId);
  await pool.query(
    `INSERT INTO facts_source.recipients (recipient_id, tenant_id, name, login, exact_times, inner_key, outer_key, granted_at)
     VALUES (gen_random_uuid(), $1, 'rows_team', 'rows_team', false, $2, $2, $3)`,
    [tenantId, Buffer.alloc(64, 1), clock.at],
  );
  const { data } = await reviewOf(key);
  const kinds = data.filter(({ id }) => id.endsWith('_team')).map(({ id, kind }) => [id, kind]);
  t.deepEqual(
    kinds.filter(([id]) => id === 'counts_team' || id === 'rows_team'),
    [
      ['counts_team', 'analytics_login'],
      ['rows_team', 'facts_login'],
    ],
  );
});

test.serial('it shows what opens the tenant, who made it, and when it was last used', async (t) => {
  const { tenantId, owner, key, invite, join } = await newTeam();
  const { body: account } = await key('GET', '/v1/account');
  const { key_id } = account as { key_id: string };
  await key('POST', '/v1/admin/keys', { name: '=Ward 9', scopes: ['sessions:read'], test: true });
  const viewer = await join('viewer');
  const leaver = await join('admin');
  await owner.browser('DELETE', `/v1/admin/team/${leaver.memberId}`);
  const asked = newEmail();
  await invite(asked, 'billing');
  await bind(tenantId, 'review.example');
  await grant('review_team', tenantId);
  await projections.caughtUp();

  const review = await reviewOf(key);
  t.like(review, { as_of: clock.at.toISOString(), total: 8, limit: 2_000, offset: 0 });
  const kinds = [
    'api_key',
    'api_key',
    'member',
    'member',
    'member',
    'invitation',
    'sso_binding',
    'analytics_login',
  ];
  t.deepEqual(kindsOf(review), kinds);
  const byId = new Map(review.data.map((holder) => [holder.id, holder]));
  const common = { status: 'active', role: null, reads_every_tenant: false, expires_at: null };
  const times = ['created_at'] as const;
  t.deepEqual(without(byId.get(key_id), 'hint', ...times), {
    ...common,
    ...{ kind: 'api_key', id: key_id, name: 'test', test: false, scopes: [...SCOPES] },
    ...{ created_by: { type: 'operator', id: 'cli' }, last_used_at: clock.at.toISOString() },
  });
  const ward = review.data.find(({ name }) => name === '=Ward 9');
  t.regex(ward?.hint ?? '', /^svc_test_.{4}….{4}$/);
  t.deepEqual(without(ward, 'id', 'hint', ...times), {
    ...common,
    ...{ kind: 'api_key', name: '=Ward 9', test: true, scopes: ['sessions:read'] },
    ...{ created_by: { type: 'api_key', id: key_id }, last_used_at: null },
  });
  t.deepEqual(without(byId.get(viewer.memberId), 'name', ...times), {
    ...common,
    ...{ kind: 'member', id: viewer.memberId, hint: viewer.email, test: false },
    ...{ role: 'viewer', scopes: SCOPES.filter((scope) => ROLE_SCOPES.viewer.includes(scope)) },
    ...{ created_by: { type: 'api_key', id: key_id }, last_used_at: null },
  });
  t.like(byId.get(leaver.memberId), { kind: 'member', status: 'switched_off', role: 'admin', scopes: [] });
  const invitation = review.data.find(({ hint }) => hint === asked);
  t.like(invitation, { kind: 'invitation', status: 'active', role: 'billing' });
  t.is(invitation?.expires_at, clock.after(7 * DAY).toISOString());
  t.like(byId.get('review.example'), {
    kind: 'sso_binding',
    name: 'https://login.example',
    status: 'active',
  });
  t.like(byId.get('review_team'), { kind: 'analytics_login', reads_every_tenant: false });

  clock.at = clock.after(8 * DAY);
  await pool.query(
    `UPDATE read.tenants SET feature_flags = '{"single_sign_on": false}' WHERE tenant_id = $1`,
    [tenantId],
  );
  const { data: later } = await reviewOf(key);
  t.is(later.find(({ hint }) => hint === asked)?.status, 'expired');
  t.is(later.find(({ kind }) => kind === 'sso_binding')?.status, 'switched_off');
});

test.serial('the order is the same on every page, and each call is audited', async (t) => {
  const { tenantId, key, owner, join } = await newTeam();
  for (const role of ['developer', 'viewer', 'billing'] as const) await join(role);
  for (const name of ['One', 'Two']) await key('POST', '/v1/admin/keys', { name, scopes: ['sessions:read'] });
  const whole = await reviewOf(owner.browser);
  const pages = [];
  for (let offset = 0; offset < whole.total; offset += 3) {
    pages.push(...(await reviewOf(owner.browser, `?limit=3&offset=${offset}`)).data);
  }
  t.is(whole.total, 7);
  t.deepEqual(pages, whole.data);
  const { rows } = await pool.query(
    `SELECT actor_type, actor_id, subject_type, subject_id, count(*)::int AS times FROM ops.access_intake
     WHERE tenant_id = $1 AND action = 'access.reviewed' GROUP BY 1, 2, 3, 4`,
    [tenantId],
  );
  const actor = { actor_type: 'member', actor_id: owner.memberId };
  t.deepEqual(rows, [{ ...actor, subject_type: 'tenant', subject_id: tenantId, times: 4 }]);
});

test.serial('it needs admin:read, shows its own tenant, and test keys the test keys alone', async (t) => {
  const { tenantId, key } = await newTeam();
  const other = await newTeam();
  await bind(other.tenantId, 'other.example');
  await grant('other_team', other.tenantId);
  await grant('everybodys_team', null);
  const reader = await newClient(tenantId, { scopes: ['sessions:read'] });
  t.deepEqual(errorOf(await reader('GET', PATH)), [403, 'forbidden']);
  const sandbox = await newClient(tenantId, { test: true });
  t.deepEqual(kindsOf(await reviewOf(sandbox)), ['api_key', 'member', 'analytics_login']);
  t.true((await reviewOf(sandbox)).data[0]?.test);
  const live = await reviewOf(key);
  t.deepEqual(kindsOf(live), ['api_key', 'api_key', 'api_key', 'member', 'analytics_login']);
  t.like(live.data.at(-1), { id: 'everybodys_team', reads_every_tenant: true });
  await pool.query(`DELETE FROM analytics_source.logins WHERE login = 'everybodys_team'`);
});

test.serial('as CSV: a line of names, a line a holder, no formula', async (t) => {
  const { tenantId, key } = await newTeam();
  await key('POST', '/v1/admin/keys', { name: '=Ward, 9', scopes: ['sessions:read', 'webhooks:read'] });
  const authorization = `Bearer ${await api.newKey(tenantId)}`;
  const answer = await fetchDescribed(`${api.baseUrl}${PATH}?format=csv`, { headers: { authorization } });
  t.is(answer.headers.get('x-total-count'), '4');
  t.is(answer.headers.get('content-type'), 'text/csv');
  const lines = (await answer.text()).split('\r\n');
  t.is(
    lines[0],
    'kind,id,name,hint,status,test,role,scopes,reads_every_tenant,created_at,created_by_type,created_by_id,last_used_at,' +
      'expires_at',
  );
  t.is(lines.length, 6);
  t.regex(
    lines.find((line) => line.includes('Ward')) ?? '',
    /^api_key,[0-9a-f-]{36},"'=Ward, 9",svc_live_.*,active,false,,sessions:read;webhooks:read,false,/,
  );
});

test.serial('the operator has it too, and stands in the trail', async (t) => {
  const { tenantId, key } = await newTeam();
  const env = { ...serverSettings(api.stack), DATA_DIR: api.stack.dataDir };
  const { data } = await reviewOf(key);
  const told = await runOps(['access-review', tenantId], env);
  t.is(told.code, 0, told.stderr);
  const { holders } = JSON.parse(told.stdout) as { holders: AccessHolder[] };
  t.deepEqual(holders, data);
  const csv = await runOps(['access-review', tenantId, '--csv'], env);
  t.deepEqual([csv.code, csv.stdout.split('\r\n').length], [0, holders.length + 2]);
  const { rows } = await pool.query(
    `SELECT actor_type, actor_id FROM ops.access_intake
     WHERE tenant_id = $1 AND action = 'access.reviewed' AND actor_type = 'operator'`,
    [tenantId],
  );
  t.deepEqual(rows, Array(2).fill({ actor_type: 'operator', actor_id: 'cli' }));
  const nobody = await runOps(['access-review', '0198c0de-0000-7000-8000-000000000001'], env);
  t.deepEqual([nobody.code, nobody.stderr.trim()], [1, 'the tenant does not exist']);
});
