import { col, orNull, rowSet, type RowOf } from '../../shared/postgres/columns.ts';
import type { LogEvent } from '../../shared/projection/projection.ts';

/** What a batch of events changes in the balance of one tenant, in tokens. */
export const balanceChanges = rowSet({
  tenant_id: col.uuid,
  granted: col.bigint,
  charged: col.bigint,
  /** Grants minus charges from the beginning of the batch to its last grant, that one included. */
  initial_balance: col.bigint,
  /** When the last grant was. */
  last_topup_at: orNull(col.time),
});
type BalanceChange = RowOf<typeof balanceChanges.columns>;

/** Tokens that an event grants; its schema has been run when it was written. */
export const grantOf = ({ stored }: LogEvent): number =>
  stored.type === 'tokens-granted' && typeof stored.data.tokens === 'number' ? stored.data.tokens : 0;

/** The changes of a batch, in log order, one entry for each tenant whose balance moves. */
export function changesOf(events: readonly LogEvent[]): BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  for (const event of events) {
    const granted = grantOf(event);
    const { tokens_charged: charged, tenant_id, occurred_at: at } = event.metadata;
    if (granted === 0 && charged === 0) continue;
    const before = changes.get(tenant_id) ?? {
      tenant_id,
      granted: 0,
      charged: 0,
      initial_balance: 0,
      last_topup_at: null,
    };
    const after = { ...before, granted: before.granted + granted, charged: before.charged + charged };
    if (granted > 0) {
      after.initial_balance = after.granted - after.charged;
      after.last_topup_at = at;
    }
    changes.set(tenant_id, after);
  }
  return [...changes.values()];
}
