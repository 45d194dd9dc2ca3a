import pg from 'pg';
import { allProjections } from '../../../projectors/all.ts';
import { addIndexes, cloneTable, dropNext, NEXT_SCHEMA } from '../../../projectors/rebuild/clone-tables.ts';
import { rebuild } from '../../../projectors/rebuild/rebuild.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import { boundAtLeast, goalAtLeast, repeated, type Measure } from '../report/measure.ts';
import { ratiosOf, roundOrder, type Round } from '../report/statistics.ts';
import type { BenchOptions } from '../section.ts';
import { durability, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';
import { openSessionLog } from '../stack/session-log.ts';

const TENANTS = 4;
const TABLES = allProjections.flatMap(({ tables }) => tables.map(({ name }) => name));

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { events: 4_000, rounds: 2 } : { events: 100_000, rounds: 5 };

type Work = 'rebuild' | 'copy';

/** Files that the database server wrote, one a table: what a COPY of the same rows reads. */
type Copies = { connection: pg.Client; fileOf: (table: string) => string };

/** Every projection rebuilt from the log in one pass, against a COPY of the rows that this makes into equal tables. */
export const measureRebuild = (
  options: BenchOptions,
): Promise<{ conditions: string[]; measures: Measure[] }> =>
  withInfrastructure(options, async (stack) => {
    const { installation } = stack;
    const { events, rounds } = sizesOf(options);
    const { writer } = await openSessionLog(installation, { tenants: TENANTS, keysPerTenant: 1 });
    options.tell(`writing ${events} session events`);
    const written = await writer.write(events);
    const rates: Record<Work, number>[] = [];
    await rebuildAll(stack); // so that there are rows to copy, and nothing is cold
    const copies = await exportRows(stack);
    const secondsOf: Record<Work, () => Promise<number>> = {
      rebuild: () => rebuildAll(stack),
      copy: () => copyAll(copies),
    };
    try {
      for (let index = 0; index < rounds; index++) {
        const round: Record<Work, number> = { rebuild: 0, copy: 0 };
        for (const work of roundOrder<Work>(['rebuild', 'copy'], index)) {
          round[work] = written.events / (await secondsOf[work]());
        }
        rates.push(round);
        options.tell(
          `round ${index + 1} of ${rounds}: rebuild ${Math.round(round.rebuild)} events/s, COPY ${Math.round(round.copy)} events/s`,
        );
      }
    } finally {
      await copies.connection.end();
    }
    return {
      conditions: [
        ...(await durability(stack)),
        `rebuild: ${written.events} events of ${written.sessions} sessions, all ${allProjections.length} projections in one pass; COPY: the same rows of all ${TABLES.length} tables from files of the server, same indexes, synchronous_commit=off on both sides`,
      ],
      measures: measuresOf(rates),
    };
  });

const measuresOf = (rates: readonly Round<Work>[]): Measure[] => [
  repeated(
    { name: 'rebuild to a bare COPY', unit: 'ratio', target: boundAtLeast(0.1, 0.2) },
    ratiosOf(rates, 'rebuild', 'copy'),
  ),
  repeated(
    { name: 'rebuild, session events', unit: 'per_s', target: goalAtLeast(8_000) },
    rates.map((round) => round.rebuild),
  ),
  repeated(
    { name: 'bare COPY, session events', unit: 'per_s' },
    rates.map((round) => round.copy),
  ),
];

async function rebuildAll({ installation }: BenchStack): Promise<number> {
  return (await rebuild({ ...installation, projections: allProjections, check: false })).seconds;
}

async function exportRows({ infrastructure, installation }: BenchStack): Promise<Copies> {
  const admin = new pg.Client({ connectionString: infrastructure.adminUrl });
  await admin.connect();
  const connection = new pg.Client({ connectionString: installation.databaseUrl });
  await connection.connect();
  try {
    const owner = await connection.query<{ name: string }>('SELECT quote_ident(current_user) AS name');
    await admin.query(`GRANT pg_read_server_files TO ${owner.rows[0]?.name ?? ''}`);
    const directory = await admin.query<{ data_directory: string }>('SHOW data_directory');
    const root = directory.rows[0]?.data_directory ?? '';
    const database = await connection.query<{ name: string }>('SELECT current_database() AS name');
    await admin.end();
    return await exportAs(infrastructure.adminUrl, database.rows[0]?.name ?? '', { connection, root });
  } catch (error) {
    await connection.end();
    throw error;
  }
}

/** Writes the files as superuser, in the service's database. */
async function exportAs(
  adminUrl: string,
  database: string,
  { connection, root }: { connection: pg.Client; root: string },
): Promise<Copies> {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  const fileOf = (table: string): string => `'${root}/bench-${table}.copy'`;
  try {
    for (const table of TABLES) await admin.query(`COPY read.${table} TO ${fileOf(table)}`);
  } finally {
    await admin.end();
  }
  await connection.query('SET synchronous_commit TO off');
  return { connection, fileOf };
}

/** The same frame as a rebuild's: tables beside the live ones, filled, then indexed. Returns seconds. */
async function copyAll({ connection, fileOf }: Copies): Promise<number> {
  const sql: Sql = connection;
  const startedMs = performance.now();
  for (const table of TABLES) {
    await cloneTable(sql, table);
    await sql.query(`COPY ${NEXT_SCHEMA}.${table} FROM ${fileOf(table)}`);
    await addIndexes(sql, table);
  }
  const seconds = (performance.now() - startedMs) / 1_000;
  await dropNext(sql, TABLES);
  return seconds;
}
