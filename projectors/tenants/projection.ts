import { tenantEvents, type TenantEvent } from '../../domain/tenant/events.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import { destroySubjectKeys, type SubjectErasure } from '../../shared/read-models/erase-sessions.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { applyTenantEvents, openTenantName, type TenantRow } from '../../shared/read-models/tenant-rows.ts';
import { applyInOrder } from '../apply-in-order.ts';

/** Tenants that these events close. */
const closures = (facts: readonly DecodedEvent<TenantEvent>[]): SubjectErasure[] =>
  facts.flatMap(({ event, stream, eventId, at, metadata }) =>
    event.type === 'tenant-closed'
      ? [
          {
            type: 'tenant',
            subjectId: streamSubject(stream),
            tenantId: metadata.tenant_id,
            erasureId: eventId,
            cause: event.data.reason,
            at,
          },
        ]
      : [],
  );

/** Each tenant's tier, limits and settings. Commands write the same rows right after their append. */
export const tenantsProjection: Projection = {
  name: 'tenants',
  version: 1,
  handles: tenantEvents.map((definition) => definition.type),
  streams: 'tenant',
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
              // The keys of a tenant that was closed are destroyed.
              row.name_sealed === null ? null : openTenantName(row, await context.tenantKeys(row.tenant_id)),
            ),
          ),
      },
    },
  ],
  project: async (events, tx, context) => {
    const sealing = {
      keysOf: (tenantId: string) => context.tenantKeys(tenantId),
      random: context.random,
    };
    const opened = await applyInOrder<TenantEvent>(events, context, (facts) =>
      applyTenantEvents(tx, facts, sealing),
    );
    await destroySubjectKeys(tx, closures(opened));
  },
};
