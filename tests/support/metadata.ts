import { randomUUID } from 'node:crypto';
import type { EncodedEvent, NewMetadata } from '../../shared/event-log/stored-event.ts';

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

/** The same as it is encoded: whole, for what is appended past the codec. */
export const encodedMetadataFor = (
  tenantId: string,
  occurredAt: Date,
  changes: Partial<EncodedEvent['metadata']> = {},
): EncodedEvent['metadata'] => ({
  ...metadataFor(tenantId, occurredAt),
  ip: null,
  on_behalf_of: undefined,
  command_id: randomUUID(),
  schema_version: 1,
  tokens_charged: 0,
  ...changes,
});
