import { Client, type ServiceError } from '@grpc/grpc-js';
import { channelTo } from '../../shared/event-log/channel.ts';
import { parseConnection } from '../../shared/event-log/connection-string.ts';
import { LogUnavailableError } from '../../shared/event-log/event-log.ts';
import { limitedRead } from '../../shared/event-log/limited-read.ts';
import { SERVER_FEATURES, STREAMS, type SupportedMethods } from '../event-store/protocol.ts';
import { POSITIONS_WITHOUT_GAPS } from '../event-store/services/server-features.ts';
import { bytesField, messageField, numberField } from '../event-store/wire/protobuf.ts';
import { createRepeatedRead, type Waiting } from '../log/repeat-reads.ts';
import { parseMessage, type LoggedEvent } from './log-message.ts';
import { BackupRefusal } from './manifest.ts';

/** The log as the bytes with which the embedded event store answers; the driver would give them parsed. */
export type RawLog = {
  /** The newest event; null in an empty log. */
  last(): Promise<LoggedEvent | null>;
  /**
   * So many events, from the one at this position on; the first one has position 1. Goes on after a passing failure
   * (`createRepeatedRead`). Throws LogUnavailableError.
   */
  from(position: number, count: number): AsyncIterable<Buffer>;
  close(): void;
};

/** Field numbers of event_store.client.streams.ReadReq. */
const FIELD = {
  options: 1,
  all: 2,
  direction: 3,
  count: 5,
  noFilter: 8,
  uuid: 9,
  position: 1,
  end: 3,
  commit: 1,
  prepare: 2,
  string: 2,
};
const BACKWARDS = 1;
const EMPTY = Buffer.alloc(0);

const placeField = (from: number | 'end'): Buffer =>
  from === 'end'
    ? bytesField(FIELD.end, EMPTY)
    : messageField(FIELD.position, numberField(FIELD.commit, from), numberField(FIELD.prepare, from));

const readRequest = (from: number | 'end', count: number): Buffer =>
  messageField(
    FIELD.options,
    messageField(FIELD.all, placeField(from)),
    numberField(FIELD.direction, from === 'end' ? BACKWARDS : 0),
    numberField(FIELD.count, count),
    bytesField(FIELD.noFilter, EMPTY),
    messageField(FIELD.uuid, bytesField(FIELD.string, EMPTY)),
  );

const asItIs = (bytes: Buffer): Buffer => bytes;

const FEATURES_LIMIT_MS = 10_000;

/** Whether the server says of itself that it is the embedded one. Throws LogUnavailableError. */
async function isEmbedded(client: Client): Promise<boolean> {
  const { path, responseDeserialize } = SERVER_FEATURES.getSupportedMethods;
  try {
    const answer = await new Promise<SupportedMethods>((resolve, reject) => {
      client.makeUnaryRequest(
        path,
        asItIs,
        (bytes) => responseDeserialize(bytes) as unknown as SupportedMethods,
        EMPTY,
        { deadline: Date.now() + FEATURES_LIMIT_MS },
        (error, methods) =>
          methods === undefined ? reject(error ?? new Error('no answer')) : resolve(methods),
      );
    });
    return answer
      .getMethodsList()
      .some((method) => method.getFeaturesList().includes(POSITIONS_WITHOUT_GAPS));
  } catch (error) {
    throw new LogUnavailableError({ cause: error as ServiceError });
  }
}

/**
 * Opens the embedded event store at a connection string. Throws BackupRefusal for another one: positions of an
 * EventStoreDB are places in its files, which only its own backup keeps. Throws LogUnavailableError.
 */
export async function openRawLog(connectionString: string, waiting: Partial<Waiting> = {}): Promise<RawLog> {
  const foreign = new BackupRefusal(
    'the event store is not the one of this project: back it up by its own means, and give --without-log here',
  );
  if (parseConnection(connectionString).isCluster) throw foreign;
  const { address, credentials } = channelTo(connectionString);
  const client = new Client(address, credentials, { 'grpc.max_receive_message_length': -1 });

  async function* read(from: number | 'end', count: number): AsyncIterable<Buffer> {
    const call = client.makeServerStreamRequest(STREAMS.read.path, asItIs, asItIs, readRequest(from, count));
    try {
      for await (const message of limitedRead<Buffer>(call)) yield message;
    } catch (error) {
      throw new LogUnavailableError({ cause: error as ServiceError });
    }
  }
  const repeated = createRepeatedRead(waiting);
  const newest = async (): Promise<LoggedEvent | null> => {
    for await (const message of repeated(() => read('end', 1))) return parseMessage(message);
    return null;
  };
  try {
    if (!(await isEmbedded(client))) throw foreign;
    return {
      last: newest,
      from: (position, count) => repeated((_last, given) => read(position + given, count - given), count),
      close: () => client.close(),
    };
  } catch (error) {
    client.close();
    throw error;
  }
}
