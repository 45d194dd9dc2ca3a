import { atMost, sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import { connectionProblem, describeProblem, type ConnectionProblem } from './connection-problem.ts';
import { LogUnavailableError, type EventLog } from './event-log.ts';
import { hidesNodes, seedProblem } from './seed-problem.ts';

/** How long a look waits for an answer. */
const PATIENCE_MS = 2_000;
/** Between two looks; `soonMs` after one that failed. */
type WatchTiming = { everyMs: number; soonMs: number };
const WATCH_TIMING: WatchTiming = { everyMs: 5_000, soonMs: 500 };

/** Why the log cannot be used right now, null where it answers. Resolves within the patience. */
export type AskProblem = (patienceMs: number) => Promise<ConnectionProblem | null>;

/** Asks a log; that of a cluster, while it cannot be used, node by node as well. */
export function createAskProblem(log: Pick<EventLog, 'ping'>, connectionString: string): AskProblem {
  let isWell = false;
  return async (patienceMs) => {
    const asked = log.ping().then(
      () => null,
      (error: unknown) => (error instanceof LogUnavailableError ? error.code : connectionProblem(error)),
    );
    const seeds = isWell ? null : seedProblem(connectionString, patienceMs / 2);
    const problem = await atMost<ConnectionProblem | null, ConnectionProblem>(patienceMs, asked, 'no_answer');
    isWell = problem === null;
    return hidesNodes(problem) ? ((await seeds) ?? problem) : problem;
  };
}

export type ConnectionWatch = {
  /** Resolves after the first look, whatever it shows. */
  start: () => Promise<void>;
  /** One line on what is waited for; null where the log answered the last time. */
  waitsFor: () => string | null;
  /**
   * Does the work at once where the log answers; else it resolves, and the work is done once the log answers. What the
   * late work throws is an unhandled rejection, which ends the process.
   */
  onceReached: (work: () => Promise<void>) => Promise<void>;
  /** Waits for work that has begun; what still waits is not done any more. */
  stop: () => Promise<void>;
};

/**
 * Asks the log from time to time whether it can be used, and says in one line of the process's log what is wrong: at the
 * start, and on each change. While the process runs, it has to see twice that the log cannot be used, for whatever reason, since
 * one answer may be late. Another reason is told once it was seen twice, so that reasons that alternate do not fill the log.
 */
export function watchConnection(
  askProblem: AskProblem,
  logger: Logger,
  timing: WatchTiming = WATCH_TIMING,
): ConnectionWatch {
  const stopping = new AbortController();
  let told: ConnectionProblem | null = null;
  let seen: ConnectionProblem | null = null;
  let wasReached = false;
  let answerReached: (reached: boolean) => void = () => undefined;
  const reached = new Promise<boolean>((resolve) => (answerReached = resolve));
  let watching: Promise<void> = Promise.resolve();
  const late: Promise<void>[] = [];

  async function look(): Promise<void> {
    const before = seen;
    seen = await askProblem(PATIENCE_MS);
    if (stopping.signal.aborted) return;
    if (seen === null) {
      if (told !== null) logger.info('the event store answers');
      told = null;
      wasReached = true;
      answerReached(true);
      return;
    }
    const isSeenTwice = told === null ? before !== null : before === seen;
    if (seen !== told && (!wasReached || isSeenTwice)) {
      told = seen;
      logger.error({ reason: seen }, describeProblem(seen));
    }
  }

  async function keepLooking(): Promise<void> {
    for (;;) {
      await sleep(seen === null ? timing.everyMs : timing.soonMs, stopping.signal);
      if (stopping.signal.aborted) return;
      await look();
    }
  }

  return {
    start: async () => {
      await look();
      watching = keepLooking();
    },
    waitsFor: () => (told === null ? null : describeProblem(told)),
    onceReached: async (work) => {
      if (wasReached) await work();
      else late.push(reached.then((isReached) => (isReached ? work() : undefined)));
    },
    stop: async () => {
      stopping.abort();
      answerReached(false);
      await watching;
      await Promise.allSettled(late);
    },
  };
}
