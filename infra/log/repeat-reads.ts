import type { ConnectionProblem } from '../../shared/event-log/connection-problem.ts';
import { LogUnavailableError, type EventLog } from '../../shared/event-log/event-log.ts';
import { backoff, sleep } from '../../shared/lifecycle/timing.ts';

/** How the time passes between two reads; from the clock and by chance unless a test says otherwise. */
export type Waiting = { wait: (ms: number) => Promise<void>; random: () => number };

/** What may be over in a moment: the server or the way to it is busy, restarts, or changes its leader. */
const PASSING: ReadonlySet<ConnectionProblem> = new Set([
  'connection_closed',
  'lost',
  'no_answer',
  'no_node',
  'refused',
  'unreachable',
]);
/** So often in a row without an event between: 20 to 40 s, and up to 10 s more for each read that is not answered. */
const REPEATS = 6;
const WAITS = { baseMs: 1_000, capMs: 15_000 };

/** Reads what comes after the last item that was given; null where none was. `given` is how many there were. */
type ReadAfter<T> = (last: T | null, given: number) => AsyncIterable<T>;

/** A read, of at most so many items, that goes on behind its last item. */
export type RepeatedRead = <T>(read: ReadAfter<T>, maxCount?: number) => AsyncIterable<T>;

/**
 * Reads that go on behind their last item after a passing failure of the event store, for commands that read for minutes or
 * hours: one answer that comes too late would end all of their work. Throws LogUnavailableError after 6 failures in a row, at
 * once for what does not pass by itself, and at once where the event store never answered: it is down, or the wrong one.
 */
export function createRepeatedRead({
  wait = sleep,
  random = Math.random,
}: Partial<Waiting> = {}): RepeatedRead {
  let hasAnswered = false;
  const delay = backoff({ ...WAITS, random });
  const mayPass = (error: unknown): boolean =>
    hasAnswered && error instanceof LogUnavailableError && PASSING.has(error.code);

  return async function* repeated<T>(read: ReadAfter<T>, maxCount = Infinity): AsyncIterable<T> {
    let last: T | null = null;
    let given = 0;
    for (let failures = 0; ; failures += 1) {
      try {
        for await (const item of read(last, given)) {
          hasAnswered = true;
          failures = 0;
          last = item;
          given += 1;
          yield item;
        }
        hasAnswered = true;
        return;
      } catch (error) {
        if (given === maxCount) return;
        if (!mayPass(error) || failures === REPEATS) throw error;
        await wait(delay(failures));
      }
    }
  };
}

async function* once<T>(answer: Promise<T>): AsyncIterable<T> {
  yield await answer;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The log with reads as of `createRepeatedRead`. Appends are not repeated: one without an answer may have happened. */
export function repeatReads(log: EventLog, waiting: Partial<Waiting> = {}): EventLog {
  const repeated = createRepeatedRead(waiting);
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    const [answer] = await collect(repeated(() => once(question())));
    return answer as T;
  };
  return {
    ...log,
    readAll: (after) => repeated((last) => log.readAll(last?.position ?? after)),
    readStream: (stream, fromRevision, maxCount) =>
      repeated((last, given) => {
        const from = last === null ? fromRevision : last.revision + 1;
        return log.readStream(stream, from, maxCount === undefined ? undefined : maxCount - given);
      }, maxCount),
    // The end of a stream moves: what was read of it before does not count.
    readTail: async function* (stream, count) {
      yield* await ask(() => collect(log.readTail(stream, count)));
    },
    eventAt: (position) => ask(() => log.eventAt(position)),
    lastPosition: () => ask(() => log.lastPosition()),
  };
}
