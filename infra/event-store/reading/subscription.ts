import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CallSink } from './call-sink.ts';
import {
  caughtUpMessage,
  checkpointMessage,
  confirmationMessage,
  fellBehindMessage,
} from '../wire/responses.ts';
import type { StoredRecord } from '../wire/record.ts';
import { consumerTooSlow, streamDeleted } from '../wire/rpc-error.ts';
import type { CommitSignal } from './commit-signal.ts';
import type { EventFilter } from './event-filter.ts';
import type { Presenter } from './link-resolver.ts';
import type { LogReader } from './log-reader.ts';
import type { StreamReader } from './stream-reader.ts';

/**
 * A subscription is one loop with one cursor: read the next page, send it, and where there is none, sleep
 * until a commit. Live events take the same way as old ones, so nothing can be lost or doubled between the
 * two, and a slow reader costs no memory: the loop does not read on before the reader has taken the page.
 * A live reader that stands still until more than `maxLiveBacklog` events wait behind its page is dropped, as by
 * EventStoreDB; one that still catches up may take its time.
 */
type Source = {
  /** The next page behind the cursor; moves the cursor. */
  next(): { records: readonly StoredRecord[]; atEnd: boolean };
  /** How many events wait behind the cursor. */
  backlog(): number;
  /** Sleeps until there may be more. */
  sleep(seen: number): Promise<void>;
};

type Delivery = {
  source: Source;
  signal: CommitSignal;
  sink: CallSink;
  maxLiveBacklog: number;
  /** Sends one event, and a checkpoint if one is due. */
  send: (record: StoredRecord) => Promise<void> | undefined;
  /** Sends a checkpoint where the subscription has passed over events without sending them. */
  sendProgress: () => Promise<void> | undefined;
  /** Whether the reader is told that it has caught up. */
  tellsCaughtUp: boolean;
};

/**
 * Waits until a live reader has taken what was written; throws ABORTED where too much comes meanwhile. At most one
 * waiter for commits is open at a time.
 */
function createPatience({ source, signal, maxLiveBacklog }: Delivery) {
  let commit: Promise<void> | undefined;
  const nextCommit = (): Promise<void> =>
    (commit ??= source.sleep(signal.sequence()).then(() => {
      commit = undefined;
    }));
  return async (blocked: Promise<void>): Promise<void> => {
    const taking = blocked.then(() => 'taken' as const);
    while (source.backlog() <= maxLiveBacklog) {
      if ((await Promise.race([taking, nextCommit()])) === 'taken') return;
    }
    throw consumerTooSlow();
  };
}

async function deliver(delivery: Delivery): Promise<void> {
  const { source, signal, sink, send, sendProgress, tellsCaughtUp } = delivery;
  const taken = createPatience(delivery);
  let isLive = false;
  const isOver = (): boolean => sink.signal.aborted;
  while (!isOver()) {
    const seen = signal.sequence();
    const { records, atEnd } = source.next();
    if (isLive && !atEnd) {
      isLive = false;
      await sink.write(fellBehindMessage());
    }
    for (const record of records) {
      const blocked = send(record);
      if (blocked !== undefined) await (isLive ? taken(blocked) : blocked);
      if (isOver()) return;
    }
    if (!atEnd) {
      await nextTurn();
      continue;
    }
    if (!isLive) {
      isLive = true;
      await sendProgress();
      if (tellsCaughtUp) await sink.write(caughtUpMessage());
    }
    await source.sleep(seen);
  }
}

export type AllSubscription = {
  log: LogReader;
  signal: CommitSignal;
  sink: CallSink;
  present: Presenter;
  subscriptionId: string;
  maxLiveBacklog: number;
  /** Events behind this position are sent; 0 begins at the start. */
  afterPosition: number;
  /** Only with a filter are there checkpoints: one every `checkpointInterval` events considered. */
  filter?: { passes: EventFilter; checkpointInterval: number; tellsCaughtUp: boolean } | undefined;
};

/** Runs a subscription to $all until its call is over. */
export async function runAllSubscription(options: AllSubscription): Promise<void> {
  const { log, signal, sink, present, filter, maxLiveBacklog } = options;
  let cursor = options.afterPosition; // read up to here
  let considered = options.afterPosition; // sent or passed over up to here
  let checkpoint = options.afterPosition;
  let sinceCheckpoint = 0;

  const sendCheckpoint = (): Promise<void> | undefined => {
    sinceCheckpoint = 0;
    if (considered <= checkpoint) return undefined;
    checkpoint = considered;
    return sink.write(checkpointMessage(considered));
  };

  await sink.write(confirmationMessage(options.subscriptionId));
  await deliver({
    signal,
    sink,
    maxLiveBacklog,
    source: {
      next() {
        const { records, atEnd } = log.forwards(cursor + 1, Infinity);
        cursor += records.length;
        return { records, atEnd };
      },
      backlog: () => log.lastPosition() - cursor,
      sleep: (seen) => signal.wait(seen, undefined, sink.signal),
    },
    send(record) {
      considered += 1;
      if (filter === undefined) return sink.write(present(record));
      const sent = filter.passes(record) ? sink.write(present(record)) : undefined;
      sinceCheckpoint += 1;
      if (sinceCheckpoint < filter.checkpointInterval) return sent;
      return sent === undefined ? sendCheckpoint() : sent.then(sendCheckpoint);
    },
    sendProgress: () => (filter === undefined ? undefined : sendCheckpoint()),
    tellsCaughtUp: filter?.tellsCaughtUp ?? true,
  });
}

export type StreamSubscription = {
  streams: StreamReader;
  signal: CommitSignal;
  sink: CallSink;
  present: Presenter;
  subscriptionId: string;
  maxLiveBacklog: number;
  streamName: Buffer;
  /** Events behind this revision are sent; -1 begins at the start. */
  afterRevision: number;
};

/** Runs a subscription to one stream until its call is over; a tombstone ends it with an error. */
export async function runStreamSubscription(options: StreamSubscription): Promise<void> {
  const { streams, signal, sink, present, streamName, maxLiveBacklog } = options;
  let next = options.afterRevision + 1;

  const readNext = (): { records: readonly StoredRecord[]; atEnd: boolean } => {
    const page = streams.forwards(streamName, next);
    if (page.kind === 'deleted') throw streamDeleted(streamName.toString('utf8'));
    if (page.kind === 'not_found') return { records: [], atEnd: true }; // it may come (again)
    next = Math.max(next, page.next);
    return page;
  };

  if (streams.forwards(streamName, Infinity).kind === 'deleted')
    throw streamDeleted(streamName.toString('utf8'));
  await sink.write(confirmationMessage(options.subscriptionId));
  await deliver({
    signal,
    sink,
    maxLiveBacklog,
    source: {
      next: readNext,
      backlog: () => streams.lastRevision(streamName) + 1 - next,
      sleep: (seen) => signal.wait(seen, streamName, sink.signal),
    },
    send: (record) => sink.write(present(record)),
    sendProgress: () => undefined,
    tellsCaughtUp: true,
  });
}
