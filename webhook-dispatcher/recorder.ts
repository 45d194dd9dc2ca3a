import { backoff, sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { createBell } from './bell.ts';
import { noteHealth, recordOutcomes, type Outcome } from './recording.ts';
import type { AtStep } from './steps.ts';

export type Recorder = {
  /** Settles once the outcome is written, or given up at shutdown: its lease then runs out. Never rejects. */
  record: (outcome: Outcome) => Promise<void>;
  /** Writes until the signal, and what is left after it within `lastMs`. */
  run: (signal: AbortSignal, lastMs: number) => Promise<void>;
};

export type RecorderParts = {
  sql: Sql;
  logger: Logger;
  random: () => number;
  /** Called when an endpoint is to be switched off. */
  onDisable: () => void;
  atStep: AtStep;
};

/** Outcomes in one statement. What comes while one is being written goes with the next. */
const MAX_GROUP = 256;
/** How long the first outcome of a group waits for company. */
const GATHER_MS = 4;
const RETRY = { baseMs: 200, capMs: 2_000 };

type Waiting = { outcome: Outcome; written: () => void };

/**
 * Writes outcomes in groups. While the database is away they wait here, and hold the places of new attempts once there
 * are more of them than places.
 */
export function createRecorder({ sql, logger, random, onDisable, atStep }: RecorderParts): Recorder {
  const bell = createBell();
  const delay = backoff({ ...RETRY, random });
  let waiting: Waiting[] = [];
  let isOver = false;

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    const outcomes = group.map(({ outcome }) => outcome);
    // First the endpoint, then the delivery: cut in between, the delivery is sent again and the endpoint noted again.
    if (await noteHealth(sql, outcomes)) onDisable();
    await recordOutcomes(sql, outcomes);
    atStep('recorded');
    for (const { written } of group) written();
  }

  async function writeWaiting(signal: AbortSignal): Promise<void> {
    for (let failures = 0; waiting.length > 0 && !signal.aborted;) {
      const group = waiting.slice(0, MAX_GROUP);
      try {
        await writeGroup(group);
        waiting = waiting.slice(group.length);
        failures = 0;
      } catch (error) {
        logger.warn({ err: error, outcomes: waiting.length }, 'outcomes could not be written, trying again');
        await sleep(delay(failures++), signal);
      }
    }
  }

  return {
    record: (outcome) =>
      new Promise((resolve) => {
        if (isOver) resolve();
        else waiting.push({ outcome, written: resolve });
        bell.ring();
      }),
    run: async (signal, lastMs) => {
      while (!signal.aborted) {
        await bell.wait(signal);
        await sleep(GATHER_MS, signal);
        await writeWaiting(signal);
      }
      const last = AbortSignal.timeout(lastMs);
      await writeWaiting(last);
      isOver = true;
      for (const { written } of waiting) written();
      waiting = [];
    },
  };
}
