import type { AskProblem } from '../event-log/connection-watch.ts';
import { atMostOnceASecond, createDatabaseCheck } from '../metrics/readiness.ts';
import type { NatsLink } from '../nats/connection.ts';
import type { Sql } from '../postgres/pool.ts';

const CHECK_TIMEOUT_MS = 1_000;

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
    databaseConnected: createDatabaseCheck(pool),
    eventLogConnected: async () => (await eventLogProblem()) === null,
    /** Why the event log cannot be used; null where it can. */
    eventLogProblem,
    cacheConnected: () => nats.isConnected(),
  };
};
