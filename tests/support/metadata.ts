import type { NewMetadata } from '../../shared/event-log/stored-event.ts';

/** Metadata of what a test appends for a tenant, by an operator and outside of any request unless told otherwise. */
export const metadataFor = (
  tenantId: string,
  occurredAt: Date,
  changes: Partial<NewMetadata> = {},
): NewMetadata => ({
  tenant_id: tenantId,
  actor: { type: 'operator', id: 'test' },
  request_id: 'test',
  causation_id: null,
  engine_version: null,
  occurred_at: occurredAt.toISOString(),
  test: false,
  ...changes,
});
