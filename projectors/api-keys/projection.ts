import { apiKeyEvents, type ApiKeyEvent } from '../../domain/api-key/events.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { applyApiKeyEvents, openApiKeyName, type ApiKeyRow } from '../../shared/read-models/api-key-rows.ts';
import { applyInOrder } from '../apply-in-order.ts';
import { refoldDiscarded } from '../refold-discarded.ts';

/** Which keys open what. Commands write the same rows right after their append. */
export const apiKeysProjection: Projection = {
  name: 'api-keys',
  version: 2,
  handles: apiKeyEvents.map((definition) => definition.type),
  streams: 'apikey',
  writtenThrough: true,
  tables: [
    {
      name: 'api_keys',
      streamId: 'lineage_id',
      sealed: {
        columns: ['name_sealed'],
        open: (rows, context) =>
          Promise.all(
            (rows as unknown as ApiKeyRow[]).map(async (row) =>
              openApiKeyName(row, await context.tenantKeys(row.tenant_id)),
            ),
          ),
      },
    },
  ],
  project: async (given, tx, context) => {
    const closable = { table: 'api_keys', key: 'lineage_id' };
    const events = await refoldDiscarded(given, closable, { tx, context });
    const sealing = {
      keysOf: (tenantId: string) => context.tenantKeys(tenantId),
      random: context.random,
    };
    await applyInOrder<ApiKeyEvent>(events, context, (facts) => applyApiKeyEvents(tx, facts, sealing));
  },
};
