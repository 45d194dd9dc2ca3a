import { DiscardPolicy, nanos, RetentionPolicy, StorageType, type NatsConnection } from 'nats';

/** The contract: a ring of 100 entries a tenant, kept for 24 hours. */
export const MAX_REQUEST_ENTRIES = 100;
const MAX_AGE_MS = 24 * 3_600_000;
/** About 6,000 full rings; above it the oldest entries of all go first. */
const MAX_BYTES = 256 * 1_024 * 1_024;

export const REQUEST_STREAM = 'requests';
/** For each question to JetStream of those who write. */
export const JETSTREAM_TIMEOUT_MS = 1_000;

export const requestSubject = (tenantId: string): string => `requests.${tenantId}`;

/** Makes the stream where it is missing: on a new server, and after JetStream lost its store. */
export async function ensureRequestStream(connection: NatsConnection): Promise<void> {
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: JETSTREAM_TIMEOUT_MS });
  await manager.streams.add({
    name: REQUEST_STREAM,
    subjects: [requestSubject('*')],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_msgs_per_subject: MAX_REQUEST_ENTRIES,
    max_age: nanos(MAX_AGE_MS),
    max_bytes: MAX_BYTES,
  });
}
