import { v5 as uuidV5 } from 'uuid';
import type { LedgerEntry } from '../../shared/erasure/ledger.ts';
import type { NewMetadata } from '../../shared/event-log/stored-event.ts';

/** `applied`: erased once more; `stands`: nothing of it is there; `unknown`: never was, as far as this backup knows. */
export type Outcome = 'applied' | 'stands' | 'unknown';

/** The command that erases once more, under an id that follows from the erasure's: a repeat finds its own event. */
export const reapplyingId = ({ erasure_id }: LedgerEntry): string => uuidV5('reapplied', erasure_id);

export const ledgerMetadata = (
  entry: LedgerEntry,
  { now, test }: { now: Date; test: boolean },
): NewMetadata => ({
  tenant_id: entry.tenant_id,
  actor: { type: 'system', id: 'erasure-ledger' },
  request_id: reapplyingId(entry),
  ip: null,
  causation_id: entry.erasure_id,
  engine_version: null,
  occurred_at: now.toISOString(),
  test,
});
