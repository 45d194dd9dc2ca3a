import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '../../domain/kernel/errors.ts';
import { eventIdOf } from '../../shared/event-log/codec.ts';
import { eachRow } from '../../shared/lifecycle/long-runs.ts';
import { destroySubjectKeys } from '../../shared/read-models/erase-sessions.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { eraseMember } from '../members/erase-member.ts';
import { executeOnTenant } from '../tenants/operations.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';
import type { Reactor } from './reactor.ts';

/** How long somebody who registered has to verify the address. */
export const UNVERIFIED_MS = 7 * 86_400_000;
const INTERVAL_MS = 600_000;
const BATCH_ROWS = 100;
/** Batches in one run; the rest waits for the next one. */
const MAX_BATCHES = 10;
const NAME = 'unverified-tenants';

type Deps = Pick<CommandDeps, 'pool' | 'poolOf' | 'log' | 'codec' | 'dataKeys' | 'random' | 'now' | 'newId'>;
type Candidate = { tenant_id: string; member_ids: string[] };

/**
 * Closes registered tenants whose address was not verified within 7 days: erases the owner, so that the address is free
 * again, and destroys the tenant's name. A tenant with a verified member or a key, or one that an operator has changed,
 * stays. The log decides, so a tenant that is verified at the same moment stays too.
 */
export function createUnverifiedTenants(deps: Deps): Reactor {
  return {
    name: NAME,
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const now = deps.now();
      let closed = 0;
      const limits = { rows: BATCH_ROWS, times: MAX_BATCHES, signal };
      for await (const candidate of eachRow<Candidate>(limits, (after) => findCandidates(deps, now, after))) {
        if (await close(deps, candidate, now)) closed += 1;
      }
      return closed;
    },
  };
}

/** Revision 1 of a tenant is the last event of its registration. */
async function findCandidates({ pool }: Deps, now: Date, after: Candidate | undefined): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>(
    `SELECT t.tenant_id, m.member_ids
     FROM read.tenants t
     CROSS JOIN LATERAL (
       SELECT array_agg(m.member_id) AS member_ids, bool_or(m.email_verified_at IS NOT NULL) AS is_verified,
         bool_or(m.accepted_at IS NOT NULL AND m.role = 'owner') AS is_registered
       FROM read.members m WHERE m.tenant_id = t.tenant_id) AS m
     WHERE t.tier = 'free_trial' AND t.revision <= 1 AND t.created_at <= $1
       AND m.is_registered AND NOT m.is_verified
       AND NOT EXISTS (SELECT 1 FROM read.api_keys k WHERE k.tenant_id = t.tenant_id)
       AND ($2::uuid IS NULL OR t.tenant_id > $2)
     ORDER BY t.tenant_id LIMIT $3`,
    [new Date(now.getTime() - UNVERIFIED_MS), after?.tenant_id ?? null, BATCH_ROWS],
  );
  return rows;
}

/** False where the log shows that the tenant is in use. The ids of its commands follow from the tenant. */
async function close(
  deps: Deps,
  { tenant_id: tenantId, member_ids }: Candidate,
  now: Date,
): Promise<boolean> {
  const originOf = (subjectId: string): CommandOrigin => {
    const commandId = uuidV5(NAME, subjectId);
    const actor = { type: 'system', id: NAME } as const;
    return { commandId, tenantId, actor, requestId: commandId, ip: null, now, deadline: null, test: false };
  };
  try {
    for (const memberId of member_ids) {
      await eraseMember(deps, memberId, { cause: 'never_verified', origin: originOf(memberId) });
    }
    await executeOnTenant(deps, { kind: 'close', reason: 'never_verified' }, originOf(tenantId));
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
  await destroySubjectKeys(deps.pool, [
    {
      type: 'tenant',
      subjectId: tenantId,
      tenantId,
      erasureId: eventIdOf(originOf(tenantId).commandId, 0),
      cause: 'never_verified',
      at: now.toISOString(),
    },
  ]);
  return true;
}
