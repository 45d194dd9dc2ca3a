import { Counter, type Registry } from 'prom-client';
import type { RequestRecord } from '../http/observe.ts';
import type { Logger } from '../logging/logger.ts';
import type { Sql } from '../postgres/pool.ts';
import { emptyLatency, latencyStep, type LatencyCounts } from './latency.ts';

const MINUTE_MS = 60_000;
/** Tenants × minutes × routes (or keys) between two flushes; calls of any more of them are not counted. */
const MAX_CELLS = 20_000;
const MAX_ROWS_A_STATEMENT = 1_000;

/** What stands for the key of a member in the dashboard, who has none. */
export const NO_KEY = '00000000-0000-0000-0000-000000000000';

type OwnedRecord = RequestRecord & { tenantId: string };

/** What calls are counted by: which part of a call, and the statement that adds the counts. */
const GROUPS = {
  route: {
    of: ({ method, route }: OwnedRecord): string => `${method} ${route}`,
    name: 'add-request-counts',
    text: 'SELECT ops.add_request_counts($1::uuid[], $2::timestamptz[], $3::text[], $4::int[], $5::int[], $6::text[])',
  },
  key: {
    of: ({ keyId }: OwnedRecord): string => keyId ?? NO_KEY,
    name: 'add-key-request-counts',
    text: 'SELECT ops.add_key_request_counts($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::int[], $6::text[])',
  },
} as const;
type Group = keyof typeof GROUPS;

/** What one tenant did in one minute on one route, or with one key. */
type Cell = {
  tenantId: string;
  startMs: number;
  of: string;
  requests: number;
  errors: number;
  latency: LatencyCounts;
};

export type RequestCounts = {
  /** Counts a call in memory; takes some microseconds and never fails. */
  count: (record: OwnedRecord) => void;
  /** Adds to the database what was counted since the last time. What cannot be written is lost. */
  flush: () => Promise<void>;
};

/**
 * Calls by tenant and minute, by route and by key, kept in memory until they are flushed: a crash loses what was not.
 */
export function createRequestCounts(parts: { sql: Sql; logger: Logger; registry: Registry }): RequestCounts {
  const lost = new Counter({
    name: 'triage_request_counts_lost_total',
    help: 'Calls that the usage summary does not count, because Postgres was away or too many stood in line.',
    labelNames: ['by'],
    registers: [parts.registry],
  });
  const groups = (['route', 'key'] as const).map((by) =>
    countsBy(by, { ...parts, lose: (calls) => lost.inc({ by }, calls) }),
  );
  return {
    count: (record) => {
      for (const group of groups) group.count(record);
    },
    flush: async () => {
      for (const group of groups) await group.flush();
    },
  };
}

type GroupParts = { sql: Sql; logger: Logger; lose: (calls: number) => void };

function countsBy(by: Group, { sql, logger, lose }: GroupParts): RequestCounts {
  let cells = new Map<string, Cell>();
  return {
    count: (record) => {
      const startMs = Math.floor(record.at.getTime() / MINUTE_MS) * MINUTE_MS;
      const of = GROUPS[by].of(record);
      const { tenantId } = record;
      const name = `${tenantId} ${startMs} ${of}`;
      let cell = cells.get(name);
      if (cell === undefined) {
        if (cells.size >= MAX_CELLS) {
          lose(1);
          return;
        }
        cell = { tenantId, startMs, of, requests: 0, errors: 0, latency: emptyLatency() };
        cells.set(name, cell);
      }
      add(cell, record);
    },
    flush: async () => {
      const counted = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
      cells = new Map();
      while (counted.length > 0) {
        const rows = counted.splice(0, MAX_ROWS_A_STATEMENT);
        try {
          await addCounts(sql, by, rows);
        } catch (error) {
          // Whether a part of it was committed is not known: adding it once more could count it twice.
          lose(rows.reduce((sum, cell) => sum + cell.requests, 0));
          logger.warn({ err: error, by }, 'request counts lost');
        }
      }
    },
  };
}

function add(cell: Cell, { status, aborted, durationMs }: OwnedRecord): void {
  cell.requests += 1;
  if (status >= 400) cell.errors += 1;
  // How long a caller who left would have waited, nobody knows.
  if (aborted) return;
  const step = latencyStep(durationMs);
  cell.latency[step] = (cell.latency[step] ?? 0) + 1;
}

/** Rows come in one order in every process, so that two of them never wait for one another in a circle. */
async function addCounts(sql: Sql, by: Group, cells: readonly Cell[]): Promise<void> {
  const { name, text } = GROUPS[by];
  await sql.query({
    name,
    text,
    values: [
      cells.map(({ tenantId }) => tenantId),
      cells.map(({ startMs }) => new Date(startMs)),
      cells.map(({ of }) => of),
      cells.map(({ requests }) => requests),
      cells.map(({ errors }) => errors),
      cells.map(({ latency }) => `{${latency.join(',')}}`),
    ],
  });
}
