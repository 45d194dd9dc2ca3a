import type { AskProblem } from '../event-log/connection-watch.ts';
import { atMost } from '../lifecycle/timing.ts';
import type { NatsLink } from '../nats/connection.ts';
import type { Sql } from '../postgres/pool.ts';

const CHECK_TIMEOUT_MS = 1_000;

const within = (work: Promise<unknown>): Promise<boolean> => {
  const isWell = work.then(
    () => true,
    () => false,
  );
  return atMost(CHECK_TIMEOUT_MS, isWell, false);
};

/** Probes and scrapes are not limited, so that what they ask is asked once a second at most, whoever probes. */
const ANSWER_AGE_MS = 1_000;

function atMostOnceASecond<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { atMs: number; answer: Promise<Answer> } | null = null;
  return () => {
    if (asked === null || performance.now() - asked.atMs >= ANSWER_AGE_MS) {
      asked = { atMs: performance.now(), answer: ask() };
    }
    return asked.answer;
  };
}

/** Asks each dependency of a running API; every answer comes within a second. */
export const createDependencyChecks = ({
  pool,
  askLogProblem,
  nats,
}: {
  pool: Sql;
  askLogProblem: AskProblem;
  nats: NatsLink;
}) => {
  const eventLogProblem = atMostOnceASecond(() => askLogProblem(CHECK_TIMEOUT_MS));
  return {
    databaseConnected: atMostOnceASecond(() => within(pool.query('SELECT 1'))),
    eventLogConnected: async () => (await eventLogProblem()) === null,
    /** Why the event log cannot be used; null where it can. */
    eventLogProblem,
    cacheConnected: () => nats.isConnected(),
  };
};
