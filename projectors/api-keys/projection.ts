import { apiKeyEvents, type ApiKeyEvent } from '../../domain/api-key/events.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { applyApiKeyEvents, openApiKeyName, type ApiKeyRow } from '../../shared/read-models/api-key-rows.ts';
import { requireNoGap } from '../gap-error.ts';

/** Which keys open what. Commands write the same rows right after their append. */
export const apiKeysProjection: Projection = {
  name: 'api-keys',
  version: 1,
  handles: apiKeyEvents.map((definition) => definition.type),
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
  project: async (events, tx, context) => {
    const opened = (await context.open(events)) as DecodedEvent<ApiKeyEvent>[];
    requireNoGap(
      await applyApiKeyEvents(tx, opened, {
        keysOf: (tenantId) => context.tenantKeys(tenantId),
        random: context.random,
      }),
    );
  },
};
