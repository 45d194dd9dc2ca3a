import {
  ANY,
  BACKWARDS,
  END,
  FORWARDS,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  jsonEvent,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { atMost, onAbort } from '../lifecycle/timing.ts';
import {
  connectionProblem,
  describeProblem,
  orStartupError,
  type ConnectionProblem,
} from './connection-problem.ts';
import { createLazyMacs } from './lazy-macs.ts';
import { limitedRead } from './limited-read.ts';
import type { LoadMacs } from './log-key.ts';
import {
  createForeignEnd,
  createOwnEvents,
  isOwn,
  placeOf,
  positionOf,
  toStored,
  type OnForeign,
  type Resolved,
} from './own-events.ts';
import { shareClient, type Listener } from './shared-client.ts';
import { createShownEvents, type OnParked, type ShownEvents } from './shown-events.ts';
import type { EncodedEvent, MacProblem, StoredEvent } from './stored-event.ts';
import { SKIPPED_STREAM } from './streams.ts';
import { subscribeToAll, type LogMessage } from './subscription.ts';

/** The revision that a stream must have for an append to be taken: the last event's, none, or whatever it has. */
export type ExpectedRevision = number | 'no_stream' | 'any';

/** Somebody else appended first. */
export class WrongRevisionError extends Error {
  constructor() {
    super('the stream has another revision than expected');
    this.name = 'WrongRevisionError';
  }
}

/** The events of one append are larger together than the log takes: it was refused, and a repeat will be as well. */
export class AppendTooLargeError extends Error {
  readonly limitBytes: number;
  constructor(limitBytes: number) {
    super('the append is larger than the log takes');
    this.name = 'AppendTooLargeError';
    this.limitBytes = limitBytes;
  }
}

/** The log did not answer in time or is out of reach. An append may or may not have happened. */
export class LogUnavailableError extends Error {
  /** Why, as far as the driver says. */
  readonly code: ConnectionProblem;
  constructor(options?: { cause: Error }) {
    const code = connectionProblem(options?.cause);
    super(describeProblem(code), options);
    this.name = 'LogUnavailableError';
    this.code = code;
  }
}

/** Whether a read failed because its stream was deleted for good. */
export const isTombstoned = (error: unknown): boolean =>
  error instanceof LogUnavailableError && error.cause instanceof StreamDeletedError;

/** Whether a read failed because an event of its stream was taken out of the store's files. What comes before it was read. */
export const isDamaged = (error: unknown): boolean =>
  error instanceof LogUnavailableError && error.code === 'event_missing';

const unavailable = (error: unknown): LogUnavailableError =>
  new LogUnavailableError(error instanceof Error ? { cause: error } : undefined);

export type Appended = { revision: number; position: bigint };

/**
 * Every event is appended with its MAC. All reads but `eventAt` show an event that an operator had skipped, and one whose MAC
 * does not verify, as its stand-in (`shown-events.ts`). What is said to throw LogUnavailableError also throws what loading the
 * key of the MACs throws (`log-key.ts`), as long as that has not succeeded once.
 */
export type EventLog = {
  /**
   * Loads the key of the MACs, which is made where there is none yet. For a start that shall end where the key is lost:
   * throws LogKeyError, LogUnavailableError.
   */
  prepare(): Promise<void>;
  /**
   * Appends all events or none. The MAC binds the revision, so `any` is for a log without MACs only. Throws
   * WrongRevisionError, AppendTooLargeError or LogUnavailableError.
   */
  append(stream: string, expected: ExpectedRevision, events: EncodedEvent[]): Promise<Appended>;
  /**
   * Forwards from a revision, at most `maxCount`; a stream that does not exist has no events. Throws LogUnavailableError.
   * Whoever reads the beginnings of many streams says how much: a server ends a connection on which many reads are left.
   */
  readStream(stream: string, fromRevision: number, maxCount?: number): AsyncIterable<StoredEvent>;
  /** The last events of a stream, newest first, at most `count`. */
  readTail(stream: string, count: number): AsyncIterable<StoredEvent>;
  /**
   * Every event of the service after a position (null: from the beginning) up to what stands there now. Events of the
   * server and of other applications are left out.
   */
  readAll(after: bigint | null): AsyncIterable<StoredEvent>;
  /**
   * The same after a position, then live. Ends only by the caller's signal or by throwing; a graceful end of the
   * server's side throws LogUnavailableError as well: every end is a drop, the caller resubscribes.
   */
  subscribe(after: bigint | null, signal: AbortSignal): AsyncIterable<LogMessage>;
  /** The event at a position as it is stored, whoever appended it; null where none begins there. Throws LogUnavailableError. */
  eventAt(position: bigint): Promise<StoredEvent | null>;
  /** What is wrong with the MAC of an event as it is stored; null where it is ours. Throws LogUnavailableError. */
  macProblemOf(stored: StoredEvent): Promise<MacProblem | null>;
  /** Position of the last event of all, whoever appended it; -1 where there is none. Throws LogUnavailableError. */
  lastPosition(): Promise<bigint>;
  /**
   * Calls the listener with each event that any subscription of this process receives, and with the position before it:
   * between the two there is no other event of the service. A follower that observes reads from the log only what no subscription
   * received. The listener must not throw. Ends with `close`.
   */
  observe(listener: Listener): void;
  /** Resolves where the log takes appends: asks by one that is refused and leaves nothing. Throws LogUnavailableError. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

const APPEND_DEADLINE_MS = 5_000;
/** A batch append has a deadline on the server only: a call whose answer never comes is given up here. */
const APPEND_GRACE_MS = 1_000;
const DISPOSE_LIMIT_MS = 500;
/** No stream gets so long: an append at this revision is refused, by the leader and on the way of every other append. */
const NO_REVISION = Number.MAX_SAFE_INTEGER;
const PING_STREAM = 'ping';
/** So long a read of a stream may show an event as broken that was skipped meanwhile. */
const SKIPS_KNOWN_MS = 5_000;

export type EventLogOptions = {
  /** Loads the key of the MACs. Without it, events get none, and all that stands in the log counts. */
  macs?: LoadMacs | undefined;
  /** Told of each event of another application that a read or a subscription passes over. */
  onForeign?: OnForeign | undefined;
  onParked?: OnParked | undefined;
};

export function createEventLog(
  connectionString: string,
  { macs: loadMacs, onForeign = () => undefined, onParked = () => undefined }: EventLogOptions = {},
): EventLog {
  const { client, listeners, giveBack } = orStartupError(() => shareClient(connectionString));
  const own = new Set<Listener>();

  const macs = createLazyMacs(loadMacs, {
    backwards: () => ownBackwards(client),
    at: (stream, revision) => storedAt(client, stream, revision),
  });
  const stored = createShownEvents({
    readRecords: (from) => readStored(client, SKIPPED_STREAM, { direction: FORWARDS, from }),
    problemOf: (event) => macs.loaded().problemOf(event),
    onParked,
  });
  const shown: ShownEvents = {
    ...stored,
    refresh: async (maxAgeMs) => {
      await macs.load();
      await stored.refresh(maxAgeMs);
    },
  };

  async function* readStreamEvents(stream: string, read: StreamRead): AsyncIterable<StoredEvent> {
    await shown.refresh(SKIPS_KNOWN_MS);
    for await (const event of readStored(client, stream, read)) yield shown.show(event);
  }

  const ownStored = createOwnEvents(onForeign);
  const reader: AllReader = {
    client,
    shown,
    listeners,
    ownEvent: (resolved) => {
      const event = ownStored(resolved);
      return event && shown.show(event);
    },
  };

  return {
    prepare: async () => void (await macs.load()),
    append: async (stream, expected, events) => {
      const proven = await macs.addTo(stream, expected, events);
      return appendTo(client, { stream, expected, events: proven.map(toJsonEvent) });
    },
    macProblemOf: async (event) => (await macs.load()).problemOf(event),
    readStream: (stream, fromRevision, maxCount) =>
      readStreamEvents(stream, {
        direction: FORWARDS,
        from: fromRevision,
        ...(maxCount === undefined ? {} : { maxCount }),
      }),
    readTail: (stream, count) =>
      readStreamEvents(stream, { direction: BACKWARDS, from: 'end', maxCount: count }),
    ...readingAll(reader),
    subscribe: (after, signal) => followAll(reader, after, signal),
    observe: (listener) => {
      own.add(listener);
      listeners.add(listener);
    },
    ping: async () => {
      const events = [jsonEvent({ type: 'ping', data: {} })];
      await appendTo(client, { stream: PING_STREAM, expected: NO_REVISION, events }).catch(
        (error: unknown) => {
          if (!(error instanceof WrongRevisionError)) throw error;
        },
      );
    },
    close: async () => {
      for (const listener of own) listeners.delete(listener);
      // The client would wait for ever for a read that was left before its end, so it gets only a moment. The timer
      // keeps the process alive meanwhile: without it, a process with nothing else to do would exit here as if it
      // had failed.
      await atMost(DISPOSE_LIMIT_MS, giveBack());
    },
  };
}

type StreamRead = {
  direction: typeof FORWARDS | typeof BACKWARDS;
  from: number | 'end';
  maxCount?: number;
};

/** Events of a stream as they are stored. */
async function* readStored(
  client: EventStoreDBClient,
  stream: string,
  options: StreamRead,
): AsyncIterable<StoredEvent> {
  try {
    const events = client.readStream(stream, {
      direction: options.direction,
      fromRevision: options.from === 'end' ? 'end' : BigInt(options.from),
      ...(options.maxCount === undefined ? {} : { maxCount: options.maxCount }),
    });
    for await (const resolved of limitedRead(events)) yield toStored(resolved);
  } catch (error) {
    if (error instanceof StreamNotFoundError) return;
    throw unavailable(error);
  }
}

/** The event at a place as it is stored; null where none is, or its stream was deleted for good. */
async function storedAt(
  client: EventStoreDBClient,
  stream: string,
  revision: number,
): Promise<StoredEvent | null> {
  try {
    const found = readStored(client, stream, { direction: FORWARDS, from: revision, maxCount: 1 });
    for await (const stored of found) return stored.revision === revision ? stored : null;
  } catch (error) {
    if (!isTombstoned(error)) throw error;
  }
  return null;
}

type Batch = { stream: string; expected: ExpectedRevision; events: ReturnType<typeof jsonEvent>[] };

async function appendTo(client: EventStoreDBClient, { stream, expected, events }: Batch): Promise<Appended> {
  try {
    const appending = client.appendToStream(stream, events, {
      expectedRevision: expectedRevision(expected),
      deadline: APPEND_DEADLINE_MS,
    });
    const result = await within(APPEND_DEADLINE_MS + APPEND_GRACE_MS, appending);
    return { revision: Number(result.nextExpectedRevision), position: result.position?.commit ?? 0n };
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) {
      throw new WrongRevisionError();
    }
    if (error instanceof MaxAppendSizeExceededError) throw new AppendTooLargeError(error.maxAppendSize);
    throw unavailable(error);
  }
}

/** The service's events as they are stored, newest first. */
async function* ownBackwards(client: EventStoreDBClient): AsyncIterable<StoredEvent> {
  try {
    const events = client.readAll({ direction: BACKWARDS, fromPosition: END });
    for await (const resolved of limitedRead(events)) if (isOwn(resolved)) yield toStored(resolved);
  } catch (error) {
    throw unavailable(error);
  }
}

/** What reads of $all and subscriptions to it are made with. */
type AllReader = {
  client: EventStoreDBClient;
  ownEvent: (resolved: Resolved) => StoredEvent | null;
  shown: ShownEvents;
  /** Told of what subscriptions bring. */
  listeners: ReadonlySet<Listener>;
};

/** Reads of $all: the driver's take no filter, so what is not ours is left out here. */
function readingAll({
  client,
  ownEvent,
  shown,
}: AllReader): Pick<EventLog, 'readAll' | 'eventAt' | 'lastPosition'> {
  const foreignEnd = createForeignEnd();
  return {
    readAll: async function* (after) {
      const from = foreignEnd.skipTo(after);
      let own: bigint | null = null;
      let last: bigint | null = null;
      await shown.refresh();
      try {
        const events = client.readAll({ fromPosition: placeOf(from) });
        for await (const resolved of limitedRead(events)) {
          last = positionOf(resolved);
          const stored = ownEvent(resolved);
          if (stored === null || (from !== null && stored.position <= from)) continue;
          own = stored.position;
          yield stored;
        }
      } catch (error) {
        throw unavailable(error);
      }
      foreignEnd.note({ after, own, last });
    },
    eventAt: async (position) => {
      const options = { fromPosition: placeOf(position), maxCount: 1 } as const;
      try {
        for await (const resolved of limitedRead(client.readAll(options))) {
          return positionOf(resolved) === position && resolved.event ? toStored(resolved) : null;
        }
        return null;
      } catch (error) {
        throw unavailable(error);
      }
    },
    lastPosition: async () => {
      try {
        const events = client.readAll({
          direction: BACKWARDS,
          fromPosition: END,
          maxCount: 1,
        });
        for await (const resolved of limitedRead(events)) return positionOf(resolved);
        return -1n;
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

async function* followAll(
  reader: AllReader,
  after: bigint | null,
  signal: AbortSignal,
): AsyncIterable<LogMessage> {
  if (await endsBefore(signal, reader.shown.refresh())) return;
  let previous = after;
  try {
    for await (const message of subscribeToAll(reader, after, signal)) {
      if (message.kind === 'event') {
        for (const listener of reader.listeners) listener(message.event, previous);
        previous = message.event.position;
      }
      yield message;
    }
  } catch (error) {
    if (signal.aborted) return;
    throw unavailable(error);
  }
  if (!signal.aborted) throw new LogUnavailableError();
}

/** True where the signal comes first: whoever stops does not wait for an answer of the server. */
async function endsBefore(signal: AbortSignal, work: Promise<void>): Promise<boolean> {
  let forget: () => void = () => undefined;
  const aborted = new Promise<true>((resolve) => {
    forget = onAbort(signal, () => resolve(true));
  });
  try {
    return await Promise.race([work.then(() => false), aborted]);
  } finally {
    forget();
  }
}

/** Throws LogUnavailableError where the work takes longer. */
function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // A plain timer: an AbortController costs an error object with a stack for each append that is in time.
    const timer = setTimeout(() => reject(new LogUnavailableError()), limitMs);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const expectedRevision = (expected: ExpectedRevision): bigint | typeof ANY | typeof NO_STREAM => {
  if (expected === 'any') return ANY;
  return expected === 'no_stream' ? NO_STREAM : BigInt(expected);
};

const toJsonEvent = (event: EncodedEvent): ReturnType<typeof jsonEvent> =>
  jsonEvent({ id: event.eventId, type: event.type, data: event.data, metadata: event.metadata });
