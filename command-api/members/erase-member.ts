import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { ErasureCause } from '../../domain/member/index.ts';
import { eventIdOf } from '../../shared/event-log/codec.ts';
import { inTransaction, type Sql } from '../../shared/postgres/pool.ts';
import { destroySubjectKeys } from '../../shared/read-models/erase-sessions.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { stateErased, type ErasureStatement } from '../../shared/erasure/certificates.ts';
import { operatorOrigin } from '../tenants/operations.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';
import { executeOnMember } from './aggregate.ts';

type ErasureDeps = Pick<CommandDeps, 'poolOf' | 'log' | 'codec' | 'dataKeys' | 'random' | 'now'>;

/** What signing in leaves behind; none of it is read again once the member is erased. */
const SIGN_IN_TABLES = [
  'login_sessions',
  'trusted_devices',
  'member_logins',
  'challenges',
  'password_resets',
] as const;

const REMAINS = [
  "The member's events in the log with type, ids, time and the sealed bytes, which no key opens any more.",
  'The row of the team, empty, and the rows of the audit trail, which hold the id and no personal data.',
  'Answers to calls that named the address, kept sealed for repeats of those calls, for 24 hours.',
];

/**
 * Destroys what is known of a member: address, name and password hash, and what signing in has left behind. The tenant is
 * the one that the origin names. Repeating it finishes what was broken off. Throws DomainError for a member who does not
 * exist, and for one who is still in the team.
 */
export async function eraseMember(
  deps: ErasureDeps,
  memberId: string,
  { cause, origin }: { cause: ErasureCause; origin: CommandOrigin },
): Promise<Record<string, number>> {
  await executeOnMember(deps, memberId, { command: { kind: 'erase', cause }, origin });
  const { tenantId, commandId, now } = origin;
  return inTransaction(deps.poolOf(tenantId), async (tx) => {
    const erasureId = eventIdOf(commandId, 0);
    const at = now.toISOString();
    await destroySubjectKeys(tx, [{ type: 'member', subjectId: memberId, tenantId, erasureId, cause, at }]);
    return removeSignIns(tx, memberId);
  });
}

/** How many rows were removed from which table. */
async function removeSignIns(tx: Sql, memberId: string): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const table of SIGN_IN_TABLES) {
    const { rowCount } = await tx.query(`DELETE FROM ops.${table} WHERE member_id = $1`, [memberId]);
    removed[table] = rowCount ?? 0;
  }
  return removed;
}

/**
 * For operators, whose connections see every tenant: erases a member who has left, whatever the tenant. A repeat states
 * what the first call stated.
 */
export async function eraseLeaver(
  deps: ErasureDeps & Pick<CommandDeps, 'pool' | 'newId' | 'backupRetentionDays'>,
  memberId: string,
): Promise<ErasureStatement> {
  const { rows } = await deps.pool.query<{ tenant_id: string }>(
    'SELECT tenant_id FROM read.members WHERE member_id = $1',
    [memberId],
  );
  const tenantId = rows[0]?.tenant_id;
  if (tenantId === undefined) throw new DomainError('not_found', 'The team member does not exist.');
  const origin = operatorOrigin(deps, tenantId);
  const removed = await eraseMember(deps, memberId, { cause: 'requested', origin });
  const keys = await deps.pool.query<{ key_id: string }>(
    `SELECT key_id FROM ops.data_keys
     WHERE subject_id = $1 AND tenant_id = $2 AND destroyed_at IS NOT NULL ORDER BY key_id`,
    [memberId, tenantId],
  );
  const first = await deps.pool.query<{ at: Date | null }>(
    'SELECT min(erased_at) AS at FROM ops.erasures WHERE tenant_id = $1 AND subject_id = $2',
    [tenantId, memberId],
  );
  return stateErased(deps, deps.pool, {
    // A member is erased once: every repeat finds the same certificate.
    certificateId: uuidV5('certificate', memberId),
    tenantId,
    subject: { type: 'member', id: memberId },
    at: first.rows[0]?.at ?? origin.now,
    keyIds: keys.rows.map((row) => row.key_id),
    rows: removed,
    remains: REMAINS,
  });
}
