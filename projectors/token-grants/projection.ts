import { col, rowSet } from '../../shared/postgres/columns.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { grantOf } from '../balances/balance-changes.ts';

const grants = rowSet({ grant_id: col.uuid, tenant_id: col.uuid, tokens: col.bigint, at: col.time });
const ADD_GRANTS = grants.insertInto('token_grants');

/** When each tenant was granted how much: with the usage records, its balance at any moment follows. */
export const tokenGrantsProjection: Projection = {
  name: 'token-grants',
  version: 1,
  handles: ['tokens-granted'],
  writtenThrough: false,
  tables: [{ name: 'token_grants' }],
  project: async (events, tx) => {
    await tx.query({
      name: 'add-token-grants',
      text: ADD_GRANTS,
      values: grants.values(
        events.map((event) => ({
          grant_id: event.stored.eventId,
          tenant_id: event.metadata.tenant_id,
          tokens: grantOf(event),
          at: event.metadata.occurred_at,
        })),
      ),
    });
  },
};
