import { inTransaction } from '../../shared/postgres/pool.ts';
import { eraseAnswers } from '../../shared/read-models/erase-sessions.ts';
import { writeSessionRows } from '../../shared/read-models/session-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { BeforeWriteThrough } from './write-through.ts';

/**
 * Destroys the keys of the answers that a rectification cleared, with the new row in the same transaction: the old one
 * is sealed under one of them.
 */
export const destroyCleared =
  (deps: Pick<CommandDeps, 'poolOf' | 'ledger'>): BeforeWriteThrough =>
  async ({ facts, row }) => {
    const erasures = facts.flatMap(({ event, eventId: erasureId, at }) => {
      if (event.type !== 'session-rectified') return [];
      const { session_id: subjectId, tenant_id: tenantId } = row;
      const keyIds = event.data.destroyed_keys;
      return [{ type: 'answers', subjectId, tenantId, erasureId, cause: 'cleared', keyIds, at } as const];
    });
    const pool = deps.poolOf(row.tenant_id);
    await inTransaction(pool, async (tx) => {
      await writeSessionRows(tx, [row]);
      await eraseAnswers(tx, erasures);
    });
    const noted = erasures.filter(({ keyIds }) => keyIds.length > 0).map(({ erasureId }) => erasureId);
    // The reactor that looks after the ledger writes it where this could not.
    if (noted.length > 0) await deps.ledger.record(pool, noted).catch(() => undefined);
  };
