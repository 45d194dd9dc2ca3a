import type { Projection } from '../../shared/projection/projection.ts';
import { column } from '../../shared/read-models/follow-rows.ts';
import { grantOf } from '../balances/balance-changes.ts';

/** When each tenant was granted how much: with the usage records, its balance at any moment follows. */
export const tokenGrantsProjection: Projection = {
  name: 'token-grants',
  version: 1,
  handles: ['tokens-granted'],
  writtenThrough: false,
  tables: [{ name: 'token_grants' }],
  project: async (events, tx) => {
    const grants = events.map((event) => ({
      grant_id: event.stored.eventId,
      tenant_id: event.metadata.tenant_id,
      tokens: grantOf(event),
      at: event.metadata.occurred_at,
    }));
    await tx.query({
      name: 'add-token-grants',
      text: `INSERT INTO token_grants (grant_id, tenant_id, tokens, at)
        SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::timestamptz[])`,
      values: [
        column(grants, 'grant_id'),
        column(grants, 'tenant_id'),
        column(grants, 'tokens'),
        column(grants, 'at'),
      ],
    });
  },
};
