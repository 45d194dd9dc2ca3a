import type { LogEvent, Projection } from '../../shared/projection/projection.ts';
import { balanceChanges, changesOf } from './balance-changes.ts';

/** `initial_balance` of a new value holds what the batch added up to its last grant. */
const BOOK = `
  ${balanceChanges.insertInto('balances AS b')}
  ON CONFLICT (tenant_id) DO UPDATE
  SET granted = b.granted + excluded.granted,
      charged = b.charged + excluded.charged,
      initial_balance = CASE WHEN excluded.last_topup_at IS NULL THEN b.initial_balance
                             ELSE b.granted - b.charged + excluded.initial_balance END,
      last_topup_at = coalesce(excluded.last_topup_at, b.last_topup_at)`;

/**
 * Each tenant's balance: grants minus charges. The money that a command held in flight is let go in the transaction
 * that books its charge, so that no admission sees it twice or not at all.
 */
export const balancesProjection: Projection = {
  name: 'balances',
  version: 1,
  handles: 'all',
  writtenThrough: false,
  tables: [{ name: 'balances' }],
  project: async (events, tx, context) => {
    const changes = changesOf(events);
    if (changes.length > 0) {
      await tx.query({
        name: 'book-balances',
        text: BOOK,
        values: balanceChanges.values(changes),
      });
    }
    if (!context.live) return;
    await tx.query({
      name: 'release-intents',
      text: 'DELETE FROM ops.intents WHERE command_id = ANY ($1::uuid[])',
      values: [commandIds(events)],
    });
  },
};

/** A free create holds an intent as well, as its claim on the tier's concurrency: so all commands count. */
const commandIds = (events: readonly LogEvent[]): string[] => [
  ...new Set(events.map(({ metadata }) => metadata.command_id)),
];
