import type { LogEvent } from '../../shared/projection/projection.ts';

/** What a batch of events changes in the balance of one tenant, in tokens. */
export type BalanceChange = {
  tenantId: string;
  granted: number;
  charged: number;
  /** Grants minus charges from the beginning of the batch to its last grant, that one included. */
  uptoLastGrant: number;
  lastGrantAt: string | null;
};

/** Tokens that an event grants; its schema has been run when it was written. */
export const grantOf = ({ stored }: LogEvent): number =>
  stored.type === 'tokens-granted' && typeof stored.data.tokens === 'number' ? stored.data.tokens : 0;

/** The changes of a batch, in log order, one entry for each tenant whose balance moves. */
export function changesOf(events: readonly LogEvent[]): BalanceChange[] {
  const changes = new Map<string, BalanceChange>();
  for (const event of events) {
    const granted = grantOf(event);
    const { tokens_charged: charged, tenant_id: tenantId, occurred_at: at } = event.metadata;
    if (granted === 0 && charged === 0) continue;
    const before = changes.get(tenantId) ?? {
      tenantId,
      granted: 0,
      charged: 0,
      uptoLastGrant: 0,
      lastGrantAt: null,
    };
    const after = { ...before, granted: before.granted + granted, charged: before.charged + charged };
    if (granted > 0) {
      after.uptoLastGrant = after.granted - after.charged;
      after.lastGrantAt = at;
    }
    changes.set(tenantId, after);
  }
  return [...changes.values()];
}
