import { ErrorCode, NatsError, type NatsConnection } from 'nats';
import { Counter, type Registry } from 'prom-client';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { RandomBytes } from '../crypto/seal.ts';
import type { RequestRecord } from '../http/observe.ts';
import { sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import type { NatsLink } from '../nats/connection.ts';
import type { TenantPools } from '../postgres/tenant-pools.ts';
import { sealRequestEntry, toRequestEntry } from './entry.ts';
import { ensureRequestStream, JETSTREAM_TIMEOUT_MS, requestSubject } from './stream.ts';

/** Calls that wait to be written; what comes on top of them is lost. */
const MAX_QUEUED = 2_000;
const MAX_BATCH = 256;
/** Calls of so long go out together. */
const LINGER_MS = 50;
/** Nobody listens where the stream should: it is not there yet, or JetStream lost its store. */
const NO_STREAM: string = ErrorCode.NoResponders;

export type EntryWriterParts = {
  nats: Pick<NatsLink, 'isConnected' | 'connection'>;
  poolOf: TenantPools;
  dataKeys: DataKeys;
  random: RandomBytes;
  logger: Logger;
  registry: Registry;
};

type OwnedRecord = RequestRecord & { tenantId: string };
type Message = { subject: string; payload: Uint8Array };

export type EntryWriter = {
  /** Queues a call and returns at once; never fails. Without NATS the entry is lost, and nothing else is. */
  write: (record: OwnedRecord) => void;
  /** Resolves when what is queued was written or lost. */
  drained: () => Promise<void>;
};

/** Writes calls to the request inspector's stream, behind the calls' backs. */
export function createEntryWriter(parts: EntryWriterParts): EntryWriter {
  const { nats, logger } = parts;
  const queue: OwnedRecord[] = [];
  let draining: Promise<void> | null = null;
  let isLosing = false;
  const lost = new Counter({
    name: 'triage_request_entries_lost_total',
    help: 'Calls that the request inspector does not show, because NATS was away or slow.',
    registers: [parts.registry],
  });

  async function sealed(record: OwnedRecord): Promise<Message> {
    const { tenantId } = record;
    const keys = await parts.dataKeys.tenantKeys(parts.poolOf(tenantId), tenantId);
    const payload = sealRequestEntry(keys.seal, tenantId, toRequestEntry(record), parts.random);
    return { subject: requestSubject(tenantId), payload };
  }

  /** One tenant whose key cannot be had costs its own entries only. */
  const sealedOrLost = (record: OwnedRecord): Promise<Message | null> =>
    sealed(record).catch((error: unknown) => {
      lose(1, error);
      return null;
    });

  async function writeBatch(batch: OwnedRecord[]): Promise<void> {
    const connection = nats.isConnected() ? nats.connection() : null;
    if (connection === null) {
      lose(batch.length);
      return;
    }
    const messages = (await Promise.all(batch.map(sealedOrLost))).filter((message) => message !== null);
    try {
      await publish(connection, messages);
    } catch (error) {
      lose(messages.length, error);
    }
  }

  async function publish(connection: NatsConnection, messages: Message[]): Promise<void> {
    try {
      await publishAll(connection, messages);
    } catch (error) {
      if (!(error instanceof NatsError && error.code === NO_STREAM)) throw error;
      await ensureRequestStream(connection);
      await publishAll(connection, messages);
    }
    isLosing = false;
  }

  /** Says so once, until entries are written again. */
  function lose(count: number, error?: unknown): void {
    lost.inc(count);
    if (!isLosing)
      logger.warn(error === undefined ? {} : { err: error }, 'the request inspector loses entries');
    isLosing = true;
  }

  async function drain(): Promise<void> {
    await sleep(LINGER_MS);
    while (queue.length > 0) await writeBatch(queue.splice(0, MAX_BATCH));
    draining = null;
  }

  return {
    write: (record) => {
      if (queue.length >= MAX_QUEUED) {
        lose(1);
        return;
      }
      queue.push(record);
      draining ??= drain();
    },
    drained: () => draining ?? Promise.resolve(),
  };
}

/** The last one asks for an answer: it stands for all of them, since one connection keeps their order. */
async function publishAll(connection: NatsConnection, messages: Message[]): Promise<void> {
  const last = messages.at(-1);
  if (last === undefined) return;
  for (const { subject, payload } of messages.slice(0, -1)) connection.publish(subject, payload);
  await connection.jetstream().publish(last.subject, last.payload, { timeout: JETSTREAM_TIMEOUT_MS });
}
