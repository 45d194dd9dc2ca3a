import type { Reactor, ReactorParts } from './reactor.ts';

/**
 * How long a statement or a transaction of an analyst's login may last. A little longer than the statement timeout that a
 * login begins with (infra/analytics/logins.ts): who keeps that gets the error that says so.
 */
export const TRANSACTION_LIMIT_MS = 65_000;
const INTERVAL_MS = 10_000;

/**
 * Ends sessions of analysts' logins that hold on to the database: a login can lift its own time limits. What such a
 * transaction has read can be neither vacuumed nor replaced by a rebuild until it ends, and commands wait behind that. A
 * statement counts by itself too, since a procedure can commit within one.
 */
export function createAnalystSessions({ pool, now }: Pick<ReactorParts, 'pool' | 'now'>): Reactor {
  return {
    name: 'analyst-sessions',
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      const { rowCount } = await pool.query(
        `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
         JOIN analytics_source.logins l ON l.login = a.usename
         WHERE a.xact_start < $1 OR (a.state = 'active' AND a.query_start < $1)`,
        [new Date(now().getTime() - TRANSACTION_LIMIT_MS)],
      );
      return rowCount ?? 0;
    },
  };
}
