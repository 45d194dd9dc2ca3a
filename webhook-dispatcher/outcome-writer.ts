import { backoff, sleep } from '../shared/lifecycle/timing.ts';
import type { Logger } from '../shared/logging/logger.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { updateEndpointHealth } from './endpoint-health.ts';
import type { ReachFailpoint } from './failpoints.ts';
import { recordOutcomes, type Outcome } from './outcome-rows.ts';
import { createSignal } from './signal.ts';

export type OutcomeWriter = {
  /** Settles once the outcome is written, or given up at shutdown; then its lease expires. Never rejects. */
  write: (outcome: Outcome) => Promise<void>;
  /** Writes until the signal, and after it what is left for at most `lastMs`. */
  run: (signal: AbortSignal, lastMs: number) => Promise<void>;
};

export type OutcomeWriterParts = {
  sql: Sql;
  logger: Logger;
  random: () => number;
  /** Called when an endpoint is to be disabled. */
  onDisable: () => void;
  failpoint: ReachFailpoint;
};

/** Outcomes in one statement. Those that come meanwhile go into the next one. */
const MAX_GROUP = 256;
/** How long the first outcome of a group waits for others. */
const LINGER_MS = 4;
const RETRY = { baseMs: 200, capMs: 2_000 };

type Waiting = { outcome: Outcome; written: () => void };

/**
 * Writes outcomes in groups. During an outage of the database they wait here; once there are more of them than slots, they
 * hold up new attempts.
 */
export function createOutcomeWriter({
  sql,
  logger,
  random,
  onDisable,
  failpoint,
}: OutcomeWriterParts): OutcomeWriter {
  const added = createSignal();
  const delay = backoff({ ...RETRY, random });
  let waiting: Waiting[] = [];
  let isOver = false;

  async function writeGroup(group: readonly Waiting[]): Promise<void> {
    const outcomes = group.map(({ outcome }) => outcome);
    // Endpoints first: where the process ends in between, the delivery is sent again and the endpoint updated again.
    if (await updateEndpointHealth(sql, outcomes)) onDisable();
    await recordOutcomes(sql, outcomes);
    failpoint('recorded');
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
    write: (outcome) =>
      new Promise((resolve) => {
        if (isOver) resolve();
        else waiting.push({ outcome, written: resolve });
        added.notify();
      }),
    run: async (signal, lastMs) => {
      while (!signal.aborted) {
        await added.wait(signal);
        await sleep(LINGER_MS, signal);
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
