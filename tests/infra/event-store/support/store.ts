import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent, type JSONEventType } from '@eventstore/db-client';
import { startEventStore, type EventStoreOptions } from '../../../../infra/event-store/server.ts';
import { parseConnection } from '../../../../shared/event-log/connection-string.ts';
import { leaveOutAddressNames } from '../../../../shared/event-log/tls-server-name.ts';
import { collect } from '../../../support/collect.ts';
import { storeAccess } from '../../../support/store-secrets.ts';

/** What the suites need of ava: `import test from 'ava'` fits. */
type TestFile = { after: { always: (stop: () => Promise<void>) => void } };

export type TestStore = {
  /** A client of the store under test; disposed of after the file's tests. */
  client: EventStoreDBClient;
  connectionString: string;
  /** Whether the store under test is the embedded one, not the one that EVENTSTORE_URL names. */
  isEmbedded: boolean;
};

/**
 * The client appends with BatchAppend, and with Append where a call carries credentials of its own: those of the connection
 * string, or any where it has none and they are not sent.
 */
export const appendWays = (connectionString: string) => {
  const { name, password } = parseConnection(connectionString).user ?? { name: 'nobody', password: 'none' };
  return [
    { way: 'batch append', options: {} },
    { way: 'append', options: { credentials: { username: name, password } } },
  ];
};

/** Largest append of the store under test, EventStoreDB's default. */
export const MAX_APPEND_BYTES = 1024 * 1024;

/**
 * The store that a contract file tests: the server that EVENTSTORE_URL names, else an embedded one on a
 * directory of its own. A named server is shared, so tests use names from `uniqueName` only.
 */
export async function acquireStore(
  test: TestFile,
  options: Pick<EventStoreOptions, 'maxLiveBacklog'> = {},
): Promise<TestStore> {
  leaveOutAddressNames(); // the driver is used without shared/event-log here, and by an address
  const given = process.env['EVENTSTORE_URL'];
  if (given !== undefined && given !== '') {
    const client = EventStoreDBClient.connectionString(given);
    test.after.always(() => client.dispose());
    return { client, connectionString: given, isEmbedded: false };
  }
  const directory = await mkdtemp(path.join(os.tmpdir(), 'event-store-test-'));
  const store = await startEventStore({
    directory,
    host: '127.0.0.1',
    port: 0,
    access: await storeAccess(),
    now: () => new Date(),
    ...options,
  });
  const client = EventStoreDBClient.connectionString(store.connectionString);
  test.after.always(async () => {
    // The store first: a subscription that a failed test left open would keep the client's dispose waiting.
    await store.stop();
    await client.dispose();
    await rm(directory, { recursive: true, force: true });
  });
  return { client, connectionString: store.connectionString, isEmbedded: true };
}

/** A name that no other test and no earlier run has used. */
export const uniqueName = (prefix: string): string => `${prefix}-${randomUUID()}`;

export type NumberedEvent = JSONEventType<string, { n: number }>;

/** Events numbered from `from` on, all of one type. */
export const numbered = (count: number, { from = 0, type = 'numbered' } = {}) =>
  Array.from({ length: count }, (_, at) => jsonEvent<NumberedEvent>({ type, data: { n: from + at } }));

/** Number of a numbered event. */
export const numberOf = (event: { data: unknown } | undefined): number =>
  (event?.data as { n: number } | undefined)?.n ?? NaN;

/** The numbers of a stream's visible events, in the order of reading. */
export async function readNumbers(
  client: EventStoreDBClient,
  name: string,
  options: Parameters<EventStoreDBClient['readStream']>[1] = {},
): Promise<number[]> {
  return (await collect(client.readStream(name, options))).map(({ event }) => numberOf(event));
}

/** The error that a promise rejects with; fails where it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a rejection');
}

/** The error of a certain class that a promise rejects with; fails where it is another or none. */
export async function rejectionOf<T>(
  errorClass: abstract new (...args: never[]) => T,
  promise: Promise<unknown>,
): Promise<T> {
  const error = await rejection(promise);
  if (error instanceof errorClass) return error;
  throw new Error(`expected ${errorClass.name}, got ${String(error)}`, { cause: error });
}
