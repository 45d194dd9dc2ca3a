import {
  AckPolicy,
  DeliverPolicy,
  nanos,
  NatsError,
  type ConsumerInfo,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { ApiError } from '../../shared/http/errors.ts';
import type { NatsLink } from '../../shared/nats/connection.ts';
import { MAX_REQUEST_ENTRIES, REQUEST_STREAM, requestSubject } from '../../shared/requests/stream.ts';

/** An entry as it is kept; `position` falls from one to the next and never changes. */
export type SealedEntry = { position: number; sealed: Uint8Array };

/**
 * Timeout of each request to JetStream. It is only for a slow server: one that is down is noticed by its
 * connection. With one second, requests failed because this process was too busy to read the answer.
 */
const READ_TIMEOUT_MS = 5_000;
/** A consumer whose reader was killed goes by itself. */
const CONSUMER_IDLE_MS = 10_000;
/** JetStream: "stream not found"; no process has written an entry yet. */
const STREAM_NOT_FOUND = 10_059;

/** All entries of a tenant, newest first. Throws 503 without NATS. */
export async function readSealedEntries(
  nats: Pick<NatsLink, 'isConnected' | 'connection'>,
  tenantId: string,
): Promise<SealedEntry[]> {
  const connection = nats.isConnected() ? nats.connection() : null;
  if (connection === null) throw unavailable();
  try {
    return newestFirst(await readMessages(connection, tenantId));
  } catch (error) {
    if (!(error instanceof NatsError)) throw error;
    if (error.api_error?.err_code === STREAM_NOT_FOUND) return [];
    throw unavailable(error);
  }
}

const unavailable = (cause?: unknown): ApiError =>
  new ApiError('service_unavailable', 'The request inspector cannot be read at the moment.', { cause });

/** A consumer that lives for one read. How many messages wait for it is how many entries there are. */
async function readMessages(connection: NatsConnection, tenantId: string): Promise<JsMsg[]> {
  const manager = await connection.jetstreamManager({ checkAPI: false, timeout: READ_TIMEOUT_MS });
  const consumer = await manager.consumers.add(REQUEST_STREAM, {
    filter_subject: requestSubject(tenantId),
    deliver_policy: DeliverPolicy.All,
    ack_policy: AckPolicy.None,
    mem_storage: true,
    inactive_threshold: nanos(CONSUMER_IDLE_MS),
  });
  try {
    return await fetchAll(connection, consumer);
  } finally {
    void manager.consumers.delete(REQUEST_STREAM, consumer.name).catch(() => undefined);
  }
}

async function fetchAll(connection: NatsConnection, consumer: ConsumerInfo): Promise<JsMsg[]> {
  const count = Math.min(consumer.num_pending, MAX_REQUEST_ENTRIES);
  if (count === 0) return [];
  const messages: JsMsg[] = [];
  const reading = connection.jetstream().consumers.getPullConsumerFor(consumer);
  const fetched = await reading.fetch({ max_messages: count, expires: READ_TIMEOUT_MS });
  for await (const message of fetched) messages.push(message);
  return messages;
}

/**
 * The time at which JetStream took an entry, in microseconds, is its position: unlike the stream's own numbers it says
 * nothing of how much other tenants call. Entries of one microsecond are told apart by the order of the stream.
 */
function newestFirst(messages: readonly JsMsg[]): SealedEntry[] {
  let above = Infinity;
  return messages.toReversed().map((message) => {
    above = Math.min(Math.floor(message.info.timestampNanos / 1_000), above - 1);
    return { position: above, sealed: message.data };
  });
}
