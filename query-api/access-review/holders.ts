import { SCOPES } from '../../domain/api-key/events.ts';
import { compare } from '../../shared/collections/compare.ts';
import type { ApiKeyView } from '../../shared/api-keys/api-key-schema.ts';
import { readApiKeys } from '../../shared/api-keys/read-api-keys.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { loadTeam, type LoadedMember } from '../../shared/members/team-member.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { HOLDER_KINDS, type AccessHolder } from './schema.ts';

/**
 * Everything that opens a tenant now or could be accepted, and members who were deactivated, in the order of a review.
 * A test credential sees test keys only. Bounded as the lists of keys and members are.
 */
export async function accessHolders(
  deps: Pick<QueryDeps, 'poolOf' | 'dataKeys'>,
  { tenantId, test }: Pick<Caller, 'tenantId' | 'test'>,
  now: Date,
): Promise<AccessHolder[]> {
  const pool = deps.poolOf(tenantId);
  const tenant = await deps.dataKeys.tenantKeys(pool, tenantId);
  const [keys, team, invitedBy, bindings, logins] = await Promise.all([
    readApiKeys(pool, { tenantId, test }, tenant),
    loadTeam({ sql: pool, dataKeys: deps.dataKeys }, tenantId),
    readInvitedBy(pool, tenantId),
    readBindings(pool, tenantId),
    readLogins(pool, tenantId),
  ]);
  return [
    ...keys.map((key) => ofKey(key, now)),
    ...team.map((loaded) => ofMember(loaded, invitedBy.get(loaded.row.member_id) ?? null, now)),
    ...bindings,
    ...logins,
  ].sort(inOrder);
}

const inOrder = (one: AccessHolder, other: AccessHolder): number =>
  compare(HOLDER_KINDS.indexOf(one.kind), HOLDER_KINDS.indexOf(other.kind)) ||
  compare(one.created_at, other.created_at) ||
  compare(one.id, other.id);

/** What most kinds have in common. */
const PLAIN = {
  status: 'active',
  test: false,
  role: null,
  scopes: [],
  reads_every_tenant: false,
  last_used_at: null,
  expires_at: null,
} as const satisfies Partial<AccessHolder>;

/** Bindings and logins are made by operators' commands alone, which name no person. */
const OPERATOR = { type: 'operator', id: 'cli' } as const;

/** Times of a row are UTC in milliseconds: as texts they compare as they follow each other. */
const statusUntil = (expiresAt: string | null, now: Date): AccessHolder['status'] =>
  expiresAt !== null && expiresAt <= now.toISOString() ? 'expired' : 'active';

const ofKey = (key: ApiKeyView, now: Date): AccessHolder => ({
  ...PLAIN,
  kind: 'api_key',
  id: key.key_id,
  name: key.name,
  hint: `${key.key_prefix}…${key.key_suffix}`,
  status: statusUntil(key.expires_at, now),
  test: key.key_prefix.startsWith('svc_test_'),
  scopes: key.scopes,
  created_at: key.created_at,
  created_by: key.created_by,
  last_used_at: key.last_used_at,
  expires_at: key.expires_at,
});

function ofMember(
  { row, member }: LoadedMember,
  invitedBy: AccessHolder['created_by'],
  now: Date,
): AccessHolder {
  const isGone = row.status === 'deactivated';
  return {
    ...PLAIN,
    kind: row.accepted_at === null ? 'invitation' : 'member',
    id: member.member_id,
    name: member.name,
    hint: member.email,
    status: isGone ? 'switched_off' : statusUntil(row.invite_expires_at, now),
    role: member.role,
    scopes: isGone ? [] : SCOPES.filter((scope) => row.scopes.includes(scope)),
    created_at: member.created_at,
    created_by: invitedBy,
    last_used_at: member.last_login_at,
    expires_at: row.invite_expires_at,
  };
}

/** Who invited each member last, or registered; from the audit trail, which follows with the lag of the projections. */
async function readInvitedBy(sql: Sql, tenantId: string) {
  const { rows } = await sql.query<{ member_id: string; type: string; id: string }>({
    name: 'members-invited-by',
    text: `SELECT DISTINCT ON (subject_id) subject_id AS member_id, actor_type AS type, actor_id AS id
           FROM read.audit_rows WHERE tenant_id = $1 AND action IN ('member.invited', 'member.registered')
           ORDER BY subject_id, seq DESC`,
    values: [tenantId],
  });
  return new Map(rows.map(({ member_id, ...actor }) => [member_id, actor]));
}

async function readBindings(sql: Sql, tenantId: string): Promise<AccessHolder[]> {
  const { rows } = await sql.query<{ domain: string; issuer: string; bound_at: Date; is_off: boolean }>({
    name: 'bindings-of-tenant',
    text: `SELECT b.domain, b.issuer, b.bound_at,
             coalesce(t.feature_flags ->> 'single_sign_on' = 'false', false) AS is_off
           FROM ops.sso_bindings b JOIN read.tenants t USING (tenant_id) WHERE b.tenant_id = $1`,
    values: [tenantId],
  });
  return rows.map(({ domain, issuer, bound_at, is_off }) => ({
    ...PLAIN,
    kind: 'sso_binding',
    id: domain,
    name: issuer,
    hint: '',
    status: is_off ? 'switched_off' : 'active',
    created_at: bound_at.toISOString(),
    created_by: OPERATOR,
  }));
}

async function readLogins(sql: Sql, tenantId: string): Promise<AccessHolder[]> {
  const { rows } = await sql.query<{
    login: string;
    reads_every_tenant: boolean;
    reads_facts: boolean;
    granted_at: Date;
  }>({
    name: 'analyst-logins-of-tenant',
    text: 'SELECT login, reads_every_tenant, reads_facts, granted_at FROM ops.analyst_logins($1)',
    values: [tenantId],
  });
  return rows.map(({ login, reads_every_tenant, reads_facts, granted_at }) => ({
    ...PLAIN,
    kind: reads_facts ? 'facts_login' : 'analytics_login',
    id: login,
    name: '',
    hint: '',
    reads_every_tenant,
    created_at: granted_at.toISOString(),
    created_by: OPERATOR,
  }));
}
