import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { STEPS_PER_SESSION, writeStepRows } from '../load/step-rows.ts';
import { goalAtLeast, goalAtMost, repeated, type Measure } from '../report/measure.ts';
import { roundOrder } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts } from '../stack/accounts.ts';
import { durability, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';
import { connectionsOf, grantBench, runProcess, type Ran } from '../stack/data-extract.ts';
import { measureProjectionsBeside } from './data-extract-beside.ts';

/** `DATA_EXTRACT_ROWS` asks for another size, such as 10,000,000: memory must be the same. */
function sizesOf({ quick, env }: BenchOptions): { rows: number; rounds: number } {
  const rows = Number(env['DATA_EXTRACT_ROWS'] ?? (quick ? 50_000 : 1_000_000));
  const rounds = quick ? 2 : 5;
  return { rows, rounds: rows > MANY_ROWS ? 1 : rounds };
}
/** Of more than these one round is measured: it takes minutes. */
const MANY_ROWS = 2_000_000;
const DAYS = 365;
const GOAL_PER_S = 50_000;
const LEAST_RATIO = 0.5;
const MOST_MB = 300;

const CANDIDATES = ['extract', 'duckdb'] as const;
type Round = Record<(typeof CANDIDATES)[number], Ran>;

/** Has the projections stand behind rows that no event made. */
async function reach(stack: BenchStack, position: number): Promise<void> {
  await stack.installation.pool.query(
    `INSERT INTO ops.checkpoints (projection, version, position, event_id, updated_at)
     SELECT p, v, $1, gen_random_uuid(), now()
     FROM unnest(ARRAY['session-steps', 'usage', 'token-grants', 'audit']) AS p, generate_series(1, 9) AS v
     ON CONFLICT (projection, version) DO UPDATE SET position = excluded.position`,
    [position],
  );
}

async function measureRounds(
  stack: BenchStack,
  options: BenchOptions,
  { tenantId, folder }: { tenantId: string; folder: string },
): Promise<Round[]> {
  const { rounds } = sizesOf(options);
  const env = connectionsOf(stack);
  const source = path.join(folder, 'source');
  await runProcess({ kind: 'extract', tenantId, to: source }, env);
  const table = path.join(folder, 'rows.duckdb');
  await runProcess({ kind: 'load', from: source, table }, env);
  const measured: Round[] = [];
  for (let index = 0; index < rounds; index++) {
    const round: Partial<Round> = {};
    for (const name of roundOrder(CANDIDATES, index)) {
      const to = path.join(folder, name);
      const task = name === 'extract' ? { kind: name, tenantId, to } : { kind: 'copy', table, to };
      round[name] = await runProcess(task, env);
      rmSync(to, { recursive: true });
    }
    measured.push(round as Round);
    const told = CANDIDATES.map((name) => `${name} ${Math.round(round[name]?.ms ?? 0)} ms`).join(', ');
    options.tell(`round ${index + 1} of ${rounds}: ${told}`);
  }
  return measured;
}

const perSecond = ({ rows, ms }: Ran): number => (rows * 1_000) / ms;

function measuresOf(rounds: readonly Round[]): Measure[] {
  const of = (value: (round: Round) => number): number[] => rounds.map(value);
  return [
    repeated(
      { name: 'extract to Parquet, rows', unit: 'per_s', target: goalAtLeast(GOAL_PER_S) },
      of(({ extract }) => perSecond(extract)),
    ),
    repeated(
      { name: "DuckDB's own COPY of the same rows", unit: 'per_s' },
      of(({ duckdb }) => perSecond(duckdb)),
    ),
    repeated(
      {
        name: 'extract to DuckDB alone',
        unit: 'ratio',
        target: { kind: 'bound', direction: 'at_least', value: LEAST_RATIO },
      },
      of(({ extract, duckdb }) => duckdb.ms / extract.ms),
    ),
    repeated(
      {
        name: "processor time of the extract's process, a million rows",
        unit: 'ms',
        note: 'without Postgres, whose process reads and writes out the rows',
      },
      of(({ extract }) => (extract.cpuMs * 1_000_000) / extract.rows),
    ),
    repeated(
      {
        name: 'most memory of the process (MB)',
        unit: 'count',
        target: goalAtMost(MOST_MB),
      },
      of(({ extract }) => extract.peakMb),
    ),
  ];
}

/** What an extract of steps gives a second and takes of memory and of the projections, beside DuckDB on the same rows. */
export const dataExtract: Section = {
  name: 'data-extract',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { rows } = sizesOf(options);
      const { installation } = stack;
      const { pool } = installation;
      const [account] = await openAccounts(installation, { tenants: 1, keysPerTenant: 1 });
      if (account === undefined) throw new Error('there is no account');
      const { tenantId } = account;
      options.tell(`writing ${rows} rows`);
      const sessions = Math.ceil(rows / STEPS_PER_SESSION);
      await writeStepRows(pool, { tenantId, sessions, from: '2026-01-01', days: DAYS });
      await pool.query('VACUUM ANALYZE read.session_steps');
      await grantBench(installation, tenantId);
      await reach(stack, rows * 2);
      const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-extract-'));
      try {
        const rounds = await measureRounds(stack, options, { tenantId, folder });
        const beside = await measureProjectionsBeside(options, folder);
        return {
          conditions: [
            ...(await durability(stack)),
            `${rows} steps of ${sessions} sessions over ${DAYS} days, a file a day, zstd, ordered by the key; one thread of DuckDB in both, each run in a process of its own, in turn; time from the query to the manifest`,
            "DuckDB's own: COPY with the same order, partitions and compression from a table of its own file",
          ],
          measures: [...measuresOf(rounds), beside],
        };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }),
};
