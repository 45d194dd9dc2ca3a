import {
  ANY,
  BACKWARDS,
  END,
  FORWARDS,
  NO_STREAM,
  START,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  jsonEvent,
  streamNameFilter,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import { atMost, onAbort } from '../lifecycle/timing.ts';
import {
  connectionProblem,
  describeProblem,
  orStartupError,
  type ConnectionProblem,
} from './connection-problem.ts';
import { limitedRead } from './limited-read.ts';
import {
  createForeignEnd,
  createOwnEvents,
  positionOf,
  toStored,
  type OnForeign,
  type Resolved,
} from './own-events.ts';
import { isSkipped, lacksOurMetadata } from './skipped-events.ts';
import { shareClient, type Listener } from './shared-client.ts';
import type { EncodedEvent, StoredEvent } from './stored-event.ts';
import { STREAM_PREFIXES } from './streams.ts';

/** The revision that a stream must have for an append to be taken: the last event's, none, or whatever it has. */
export type ExpectedRevision = number | 'no_stream' | 'any';

/** Somebody else appended first. */
export class WrongRevisionError extends Error {
  constructor() {
    super('the stream has another revision than expected');
    this.name = 'WrongRevisionError';
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

const unavailable = (error: unknown): LogUnavailableError =>
  new LogUnavailableError(error instanceof Error ? { cause: error } : undefined);

export type Appended = { revision: number; position: bigint };
export type LogMessage = { kind: 'event'; event: StoredEvent } | { kind: 'checkpoint'; position: bigint };

export type EventLog = {
  /** Appends all events or none. Throws WrongRevisionError or LogUnavailableError. */
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
   * server and of other applications are left out, and those that an operator had skipped.
   */
  readAll(after: bigint | null): AsyncIterable<StoredEvent>;
  /**
   * The same after a position, then live. Ends only by the caller's signal or by throwing; a graceful end of the
   * server's side throws LogUnavailableError as well: every end is a drop, the caller resubscribes.
   */
  subscribe(after: bigint | null, signal: AbortSignal): AsyncIterable<LogMessage>;
  /** The event at a position, whoever appended it; null where none begins there. Throws LogUnavailableError. */
  eventAt(position: bigint): Promise<StoredEvent | null>;
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

/** `onForeign` is told of each event of another application that a read or a subscription passes over. */
export function createEventLog(
  connectionString: string,
  { onForeign = () => undefined }: { onForeign?: OnForeign } = {},
): EventLog {
  const { client, listeners, giveBack } = orStartupError(() => shareClient(connectionString));
  const own = new Set<Listener>();

  async function* readStreamEvents(
    stream: string,
    options: { direction: typeof FORWARDS | typeof BACKWARDS; from: number | 'end'; maxCount?: number },
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

  async function append(
    stream: string,
    expected: ExpectedRevision,
    events: ReturnType<typeof jsonEvent>[],
  ): Promise<Appended> {
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
      throw unavailable(error);
    }
  }

  const readStream: EventLog['readStream'] = (stream, fromRevision, maxCount) =>
    readStreamEvents(stream, {
      direction: FORWARDS,
      from: fromRevision,
      ...(maxCount === undefined ? {} : { maxCount }),
    });
  const reader: AllReader = {
    client,
    ownEvent: createOwnEvents(onForeign),
    skips: (stored) => lacksOurMetadata(stored) && isSkipped(stored, (stream) => readStream(stream, 0)),
  };

  return {
    append: (stream, expected, events) => append(stream, expected, events.map(toJsonEvent)),
    readStream,
    readTail: (stream, count) =>
      readStreamEvents(stream, { direction: BACKWARDS, from: 'end', maxCount: count }),
    ...readingAll(reader),
    subscribe: async function* (after, signal) {
      let previous = after;
      for await (const message of subscribeToAll(reader, after, signal)) {
        if (message.kind === 'event') {
          for (const listener of listeners) listener(message.event, previous);
          previous = message.event.position;
        }
        yield message;
      }
    },
    observe: (listener) => {
      own.add(listener);
      listeners.add(listener);
    },
    ping: async () => {
      const probe = jsonEvent({ type: 'ping', data: {} });
      await append(PING_STREAM, NO_REVISION, [probe]).catch((error: unknown) => {
        if (!(error instanceof WrongRevisionError)) throw error;
      });
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

/** What reads of $all and subscriptions to it are made with. */
type AllReader = {
  client: EventStoreDBClient;
  ownEvent: (resolved: Resolved) => StoredEvent | null;
  /** Whether one of ours is to be passed over all the same. No promise for nearly all of them: there are many. */
  skips: (stored: StoredEvent) => false | Promise<boolean>;
};

/** Reads of $all: the driver's take no filter, so what is not ours is left out here. */
function readingAll({
  client,
  ownEvent,
  skips,
}: AllReader): Pick<EventLog, 'readAll' | 'eventAt' | 'lastPosition'> {
  const foreignEnd = createForeignEnd();
  return {
    readAll: async function* (after) {
      const from = foreignEnd.skipTo(after);
      let own: bigint | null = null;
      let last: bigint | null = null;
      try {
        const events = client.readAll({ fromPosition: placeOf(from) });
        for await (const resolved of limitedRead(events)) {
          last = positionOf(resolved);
          const stored = ownEvent(resolved);
          if (stored === null || (from !== null && stored.position <= from)) continue;
          const skipping = skips(stored);
          if (skipping !== false && (await skipping)) continue;
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

/** Throws LogUnavailableError where the work takes longer. */
function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // A plain timer: an AbortController costs an error object with a stack for each append that is in time.
    const timer = setTimeout(() => reject(new LogUnavailableError()), limitMs);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** How long the subscription must have been silent before a checkpoint is passed on: nothing is buffered then. */
const CHECKPOINT_SILENCE_MS = 200;

async function* subscribeToAll(
  { client, ownEvent, skips }: AllReader,
  after: bigint | null,
  signal: AbortSignal,
): AsyncIterable<LogMessage> {
  const checkpoint: { reached: bigint | null } = { reached: null };
  let announce: () => void = () => undefined;
  const subscription = client.subscribeToAll({
    fromPosition: placeOf(after),
    filter: streamNameFilter({
      prefixes: [...STREAM_PREFIXES],
      checkpointInterval: 1,
      checkpointReached: (_subscription, position) => {
        checkpoint.reached = position.commit;
        announce();
      },
    }),
  });
  const stop = (): void => {
    void subscription.unsubscribe().catch(() => undefined);
  };
  // Whoever stops does not wait for what the server and the connection make of it.
  let interrupt: (why: 'aborted') => void = () => undefined;
  const forget = onAbort(signal, () => interrupt('aborted'));
  const events = subscription[Symbol.asyncIterator]();
  try {
    let pending = events.next();
    for (;;) {
      const interrupted = new Promise<'checkpoint' | 'aborted'>((resolve) => {
        interrupt = resolve;
        announce = () => setTimeout(resolve, CHECKPOINT_SILENCE_MS, 'checkpoint');
        if (checkpoint.reached !== null) announce();
        if (signal.aborted) resolve('aborted');
      });
      const first = await Promise.race([pending, interrupted]);
      if (first === 'aborted') return;
      if (first === 'checkpoint') {
        const { reached } = checkpoint;
        checkpoint.reached = null;
        if (reached !== null) yield { kind: 'checkpoint', position: reached };
        continue;
      }
      if (first.done === true) break;
      const stored = ownEvent(first.value);
      pending = events.next();
      if (stored === null) continue;
      const skipping = skips(stored);
      if (skipping !== false) {
        skipping.catch(() => undefined);
        const aborted = new Promise<'aborted'>((resolve) => {
          interrupt = resolve;
          if (signal.aborted) resolve('aborted');
        });
        const answer = await Promise.race([skipping, aborted]);
        if (answer === 'aborted') return;
        if (answer) continue;
      }
      checkpoint.reached = null;
      yield { kind: 'event', event: stored };
    }
  } catch (error) {
    if (signal.aborted) return;
    throw unavailable(error);
  } finally {
    forget();
    stop();
  }
  if (!signal.aborted) throw new LogUnavailableError();
}

const placeOf = (position: bigint | null): typeof START | { commit: bigint; prepare: bigint } =>
  position === null ? START : { commit: position, prepare: position };

const expectedRevision = (expected: ExpectedRevision): bigint | typeof ANY | typeof NO_STREAM => {
  if (expected === 'any') return ANY;
  return expected === 'no_stream' ? NO_STREAM : BigInt(expected);
};

const toJsonEvent = (event: EncodedEvent): ReturnType<typeof jsonEvent> =>
  jsonEvent({ id: event.eventId, type: event.type, data: event.data, metadata: event.metadata });
