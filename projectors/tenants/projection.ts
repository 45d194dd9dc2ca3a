import { tenantEvents, type TenantEvent } from '../../domain/tenant/events.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { applyTenantEvents, openTenantName, type TenantRow } from '../../shared/read-models/tenant-rows.ts';
import { requireNoGap } from '../gap-error.ts';

/** Each tenant's tier, limits and settings. Commands write the same rows right after their append. */
export const tenantsProjection: Projection = {
  name: 'tenants',
  version: 1,
  handles: tenantEvents.map((definition) => definition.type),
  writtenThrough: true,
  tables: [
    {
      name: 'tenants',
      streamId: 'tenant_id',
      sealed: {
        columns: ['name_sealed'],
        open: (rows, context) =>
          Promise.all(
            (rows as unknown as TenantRow[]).map(async (row) =>
              openTenantName(row, await context.tenantKeys(row.tenant_id)),
            ),
          ),
      },
    },
  ],
  project: async (events, tx, context) => {
    const opened = (await context.open(events)) as DecodedEvent<TenantEvent>[];
    requireNoGap(
      await applyTenantEvents(tx, opened, {
        keysOf: (tenantId) => context.tenantKeys(tenantId),
        random: context.random,
      }),
    );
  },
};
