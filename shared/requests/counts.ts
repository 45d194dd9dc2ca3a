import { Counter, type Registry } from 'prom-client';
import type { RequestRecord } from '../http/observe.ts';
import type { Logger } from '../logging/logger.ts';
import type { Sql } from '../postgres/pool.ts';
import { emptyLatency, latencyStep, type LatencyCounts } from './latency.ts';

const MINUTE_MS = 60_000;
/** Tenants × routes × minutes between two flushes; calls of any more of them are not counted. */
const MAX_CELLS = 20_000;
const MAX_ROWS_A_STATEMENT = 1_000;

/** What one tenant did on one route in one minute. */
type Cell = {
  tenantId: string;
  startMs: number;
  route: string;
  requests: number;
  errors: number;
  latency: LatencyCounts;
};

type OwnedRecord = RequestRecord & { tenantId: string };

export type RequestCounts = {
  /** Counts a call in memory; takes about a microsecond and never fails. */
  count: (record: OwnedRecord) => void;
  /** Adds to the database what was counted since the last time. What cannot be written is lost. */
  flush: () => Promise<void>;
};

/** Calls by tenant, route and minute, kept in memory until they are flushed: a crash loses what was not. */
export function createRequestCounts(parts: { sql: Sql; logger: Logger; registry: Registry }): RequestCounts {
  let cells = new Map<string, Cell>();
  const lost = new Counter({
    name: 'request_counts_lost_total',
    help: 'Calls that the usage summary does not count, because Postgres was away or too many stood in line.',
    registers: [parts.registry],
  });

  return {
    count: (record) => {
      const startMs = Math.floor(record.at.getTime() / MINUTE_MS) * MINUTE_MS;
      const route = `${record.method} ${record.route}`;
      const key = `${record.tenantId} ${startMs} ${route}`;
      let cell = cells.get(key);
      if (cell === undefined) {
        if (cells.size >= MAX_CELLS) {
          lost.inc();
          return;
        }
        const { tenantId } = record;
        cell = { tenantId, startMs, route, requests: 0, errors: 0, latency: emptyLatency() };
        cells.set(key, cell);
      }
      cell.requests += 1;
      if (record.status >= 400) cell.errors += 1;
      // How long a caller who left would have waited, nobody knows.
      if (record.aborted) return;
      const step = latencyStep(record.durationMs);
      cell.latency[step] = (cell.latency[step] ?? 0) + 1;
    },
    flush: async () => {
      const counted = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
      cells = new Map();
      while (counted.length > 0) {
        const rows = counted.splice(0, MAX_ROWS_A_STATEMENT);
        try {
          await addCounts(parts.sql, rows);
        } catch (error) {
          // Whether a part of it was committed is not known: adding it once more could count it twice.
          lost.inc(rows.reduce((sum, cell) => sum + cell.requests, 0));
          parts.logger.warn({ err: error }, 'request counts lost');
        }
      }
    },
  };
}

/** Rows come in one order in every process, so that two of them never wait for one another in a circle. */
async function addCounts(sql: Sql, cells: readonly Cell[]): Promise<void> {
  await sql.query({
    name: 'add-request-counts',
    text: 'SELECT ops.add_request_counts($1::uuid[], $2::timestamptz[], $3::text[], $4::int[], $5::int[], $6::text[])',
    values: [
      cells.map(({ tenantId }) => tenantId),
      cells.map(({ startMs }) => new Date(startMs)),
      cells.map(({ route }) => route),
      cells.map(({ requests }) => requests),
      cells.map(({ errors }) => errors),
      cells.map(({ latency }) => `{${latency.join(',')}}`),
    ],
  });
}
