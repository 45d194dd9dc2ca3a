import type { AskProblem } from '../event-log/connection-watch.ts';
import { describeProblem } from '../event-log/connection-problem.ts';
import { atMost } from '../lifecycle/timing.ts';
import type { NatsLink } from '../nats/connection.ts';
import { describeDatabaseProblem } from '../postgres/describe-problem.ts';
import type { Sql } from '../postgres/pool.ts';

/** What a process works with. */
export type Need = {
  /** Whether the process is not ready without it. */
  isRequired: boolean;
  /** One line for an operator on why it cannot be used, null where it can. Answers within a second. */
  problem: () => string | null | Promise<string | null>;
};

const CHECK_TIMEOUT_MS = 1_000;
/** Probes and scrapes are not limited, so that what they ask is asked once a second at most, whoever probes. */
const ANSWER_AGE_MS = 1_000;
const AWAY = 'the database is out of reach';

/** Asks anew only where the last answer is a second old. */
function atMostOnceASecond<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: { atMs: number; answer: Promise<Answer> } | null = null;
  return () => {
    if (asked === null || performance.now() - asked.atMs >= ANSWER_AGE_MS) {
      asked = { atMs: performance.now(), answer: ask() };
    }
    return asked.answer;
  };
}

/** Postgres, which nothing works without. */
export const databaseNeed = (pool: Sql): Need => ({
  isRequired: true,
  problem: atMostOnceASecond(() => {
    const asked = pool.query('SELECT 1').then(
      () => null,
      (error: unknown) => describeDatabaseProblem(error) ?? AWAY,
    );
    return atMost(CHECK_TIMEOUT_MS, asked, AWAY);
  }),
});

/** The event log, asked anew; a process that watches it anyway tells what it saw. */
export function eventLogNeed(askProblem: AskProblem) {
  const ask = atMostOnceASecond(() => askProblem(CHECK_TIMEOUT_MS));
  const need: Need = {
    isRequired: true,
    problem: async () => {
      const problem = await ask();
      return problem === null ? null : describeProblem(problem);
    },
  };
  return { need, ask };
}

/** NATS, whose absence stops nothing. */
export const natsNeed = (link: NatsLink): Need => ({
  isRequired: false,
  problem: () => link.problem(),
});
