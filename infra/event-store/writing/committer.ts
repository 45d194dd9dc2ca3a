import type { Logger } from 'pino';
import type { Changes, Database } from '../storage/database.ts';
import type { StoredRecord } from '../wire/record.ts';
import type { WriteCommand, WriteOutcome } from './commands.ts';
import { decide } from './decide.ts';
import { createWorkingSet, type WorkingSet } from './working-set.ts';

export type WriteRequest = {
  command: WriteCommand;
  /** Bytes that the request keeps in memory while it waits. */
  bytes: number;
  /** Epoch milliseconds after which nothing may be written any more. */
  deadlineMs?: number | undefined;
  /** Whether nobody waits for the answer any more; asked just before the decision. */
  isAbandoned?: () => boolean;
};

/** What a transaction has added to the log, told after it is on disk. */
export type Committed = { records: readonly StoredRecord[]; streamNames: readonly Buffer[] };

export type Committer = {
  /** Resolves after the write is on disk or refused; never rejects. */
  submit(request: WriteRequest): Promise<WriteOutcome>;
  /** Refuses new writes and waits for those under way. */
  close(): Promise<void>;
};

export type CommitterOptions = {
  database: Database;
  now: () => Date;
  newId: () => Buffer;
  onCommitted: (committed: Committed) => void;
  /** The disk refused a commit. The state on disk is not known any more: the process should end. */
  onFailed: (error: unknown) => void;
  logger?: Logger | undefined;
};

type Waiting = WriteRequest & { answer: (outcome: WriteOutcome) => void };

/** One transaction takes at most this much, so that a flood does not make one commit last for seconds. */
const MAX_TRANSACTION_WRITES = 2_000;
const MAX_TRANSACTION_BYTES = 16 * 2 ** 20;
/** Writes that wait take at most this much memory; more are refused as "too busy". */
const MAX_WAITING_BYTES = 256 * 2 ** 20;

const unavailable = (reason: string): WriteOutcome => ({ kind: 'unavailable', reason });

/**
 * Group commit: what arrives in one turn of the event loop, or while the commit before is under way, is
 * decided together, in order of arrival, and written in one transaction. All answers, refusals included,
 * wait for that transaction, because they may rest on what it writes.
 */
export function createCommitter(options: CommitterOptions): Committer {
  const { database, now, newId, logger } = options;
  const waiting: Waiting[] = [];
  let waitingBytes = 0;
  let state: 'open' | 'closed' | 'failed' = 'open';
  let running: Promise<void> | undefined;

  const takeTransaction = (): Waiting[] => {
    let bytes = 0;
    let count = 0;
    for (const { bytes: size } of waiting) {
      if (count === MAX_TRANSACTION_WRITES || (count > 0 && bytes + size > MAX_TRANSACTION_BYTES)) break;
      bytes += size;
      count += 1;
    }
    waitingBytes -= bytes;
    return waiting.splice(0, count);
  };

  const answerAll = (requests: readonly Waiting[], outcomes: (at: number) => WriteOutcome): void =>
    requests.forEach(({ answer }, at) => answer(outcomes(at)));

  const fail = (requests: readonly Waiting[], error: unknown): void => {
    state = 'failed';
    logger?.fatal({ err: error }, 'commit failed');
    waitingBytes = 0;
    answerAll([...requests, ...waiting.splice(0)], () => unavailable('the disk refused the write'));
    options.onFailed(error);
  };

  const decideAll = (requests: readonly Waiting[], set: WorkingSet, nowMs: number): WriteOutcome[] =>
    requests.map(({ command, deadlineMs, isAbandoned }) => {
      if (deadlineMs !== undefined && deadlineMs <= nowMs) return { kind: 'timed_out' };
      return isAbandoned?.() === true ? unavailable('the caller has gone') : decide(command, set, newId);
    });

  const commit = async (requests: readonly Waiting[]): Promise<void> => {
    let changes: Changes;
    let outcomes: WriteOutcome[];
    try {
      const nowMs = now().getTime();
      const set = createWorkingSet(database, nowMs);
      outcomes = decideAll(requests, set, nowMs);
      changes = set.changes();
    } catch (error) {
      logger?.error({ err: error }, 'writes could not be decided');
      answerAll(requests, () => unavailable('the write could not be decided'));
      return;
    }
    if (changes.records.length > 0) {
      try {
        await database.write(changes);
      } catch (error) {
        fail(requests, error);
        return;
      }
      options.onCommitted({
        records: changes.records.map(({ record }) => record),
        streamNames: changes.heads.map(({ name }) => name),
      });
    }
    answerAll(requests, (at) => outcomes[at] ?? unavailable('not decided'));
  };

  const run = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve)); // let the rest of this turn's appends arrive
    while (waiting.length > 0) {
      await commit(takeTransaction());
    }
    running = undefined;
  };

  return {
    submit(request) {
      if (state === 'failed') return Promise.resolve(unavailable('the disk refused an earlier write'));
      if (state === 'closed') return Promise.resolve(unavailable('the server is shutting down'));
      if (waitingBytes + request.bytes > MAX_WAITING_BYTES) return Promise.resolve({ kind: 'too_busy' });
      return new Promise((answer) => {
        waiting.push({ ...request, answer });
        waitingBytes += request.bytes;
        running ??= run();
      });
    },
    async close() {
      if (state === 'open') state = 'closed';
      await running;
    },
  };
}
