import { atMost } from '../lifecycle/timing.ts';
import type { Sql } from '../postgres/pool.ts';
import type { Readiness } from './metrics-server.ts';

const CHECK_TIMEOUT_MS = 1_000;
/** Probes and scrapes are not limited, so that what they ask is asked once a second at most, whoever probes. */
const ANSWER_AGE_MS = 1_000;

/** Asks anew only where the last answer is a second old. */
export function atMostOnceASecond<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { atMs: number; answer: Promise<Answer> } | null = null;
  return () => {
    if (asked === null || performance.now() - asked.atMs >= ANSWER_AGE_MS) {
      asked = { atMs: performance.now(), answer: ask() };
    }
    return asked.answer;
  };
}

/** Whether the database answers; says so within a second. */
export const createDatabaseCheck = (pool: Sql): (() => Promise<boolean>) =>
  atMostOnceASecond(() => {
    const isWell = pool.query('SELECT 1').then(
      () => true,
      () => false,
    );
    return atMost(CHECK_TIMEOUT_MS, isWell, false);
  });

/**
 * What a process answers to `GET /ready`: that it has not started yet, that the database is out of reach, and what else
 * keeps it from its work. `others` answers within a second.
 */
export function createReadiness(parts: { databaseConnected: () => Promise<boolean>; others: Readiness }): {
  problems: Readiness;
  setStarted: () => void;
} {
  let isStarted = false;
  return {
    setStarted: () => void (isStarted = true),
    problems: async () => {
      const [isConnected, others] = await Promise.all([parts.databaseConnected(), parts.others()]);
      const starting = isStarted || others.length > 0 ? [] : ['the process is starting'];
      return [...starting, ...(isConnected ? [] : ['the database is out of reach']), ...others];
    },
  };
}
