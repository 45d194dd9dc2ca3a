import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { ColumnType } from '../../../shared/datasets/dataset.ts';
import { copyIn } from '../../../shared/postgres/copy.ts';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { openDuck, quoted, type Duck } from '../../../projectors/extracts/duck.ts';
import { columnList, identifier, rowsOfFiles } from '../read-files.ts';
import { IS_TAKEN, STATE_COLUMNS, STATE_TABLE, type Target } from './target.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  string: 'text',
  boolean: 'boolean',
  integer: 'integer',
  number: 'double precision',
  date: 'date',
  datetime: 'timestamptz',
};

const SCHEMA_NAME = /^[a-z][a-z0-9_]{0,62}$/;
const CONNECT_MS = 10_000;
const REFUSALS: Readonly<Record<string, string>> = {
  '3D000': 'does not exist: make it with CREATE DATABASE',
  '28P01': 'refuses the user or the password',
  '28000': 'refuses the user or the password',
};

/** A schema of a Postgres database; it is made where there is none. Throws DataError where nothing answers. */
export async function openPostgresTarget(url: string, schema: string): Promise<Target> {
  if (!SCHEMA_NAME.test(schema))
    throw new DataError('--schema: lower-case letters, digits and _, beginning with a letter');
  const client = await connect(url);
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'data-apply-'));
  const duck = await openDuck(scratch);
  const table = (name: string): string => `${identifier(schema)}.${identifier(name)}`;
  return {
    run: async (sql) => void (await client.query(sql)),
    rows: async (sql) => (await client.query<Record<string, unknown>>(sql)).rows,
    table,
    begin: () => begin(client, schema),
    provide: async ({ name, columns, key }) => {
      const typed = columns.map((column) => `${identifier(column.name)} ${TYPES[column.type]}`);
      await client.query(
        `CREATE TABLE IF NOT EXISTS ${table(name)} (${typed.join(', ')}, PRIMARY KEY (${columnList(key)}))`,
      );
      const added = typed.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`);
      await client.query(`ALTER TABLE ${table(name)} ${added.join(', ')}`);
    },
    load: async (dataset, files) => {
      const incoming = identifier(`incoming_${dataset.name}`);
      await client.query(`CREATE TEMP TABLE ${incoming} (LIKE ${table(dataset.name)}) ON COMMIT DROP`);
      for (const file of dataset.files) {
        const rows = rowsOfFiles(dataset, { ...files, files: [file] });
        await copyFile(
          { client, duck, scratch },
          { rows, incoming, names: dataset.columns.map(({ name }) => name) },
        );
      }
      await client.query(`ANALYZE ${incoming}`);
      return incoming;
    },
    close: async () => {
      duck.close();
      await client.end();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: 'data-apply',
    connectionTimeoutMillis: CONNECT_MS,
  });
  // What breaks between two statements fails the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query("SET TIME ZONE 'UTC'");
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    const { code } = (error ?? {}) as { code?: string };
    throw new DataError(`the database of --to ${REFUSALS[code ?? ''] ?? 'cannot be reached'}`);
  }
}

/** The lock comes before the first look: two that come at once are merged one after the other. */
async function begin(client: pg.Client, schema: string): Promise<void> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`data-apply ${schema}`]);
  const { rows } = await client.query<{ name: string }>(
    'SELECT relname::text AS name FROM pg_class WHERE relnamespace = to_regnamespace($1)',
    [identifier(schema)],
  );
  if (rows.length > 0 && !rows.some(({ name }) => name === STATE_TABLE)) {
    throw new DataError(`schema ${schema} ${IS_TAKEN}`);
  }
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${identifier(schema)}`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${identifier(schema)}.${identifier(STATE_TABLE)} ${STATE_COLUMNS}`,
  );
}

/** A file at a time, so that the disk need not hold all of them once more. */
async function copyFile(
  { client, duck, scratch }: { client: pg.Client; duck: Duck; scratch: string },
  { rows, incoming, names }: { rows: string; incoming: string; names: readonly string[] },
): Promise<void> {
  const staged = path.join(scratch, 'rows.csv');
  await duck.run(`COPY (SELECT * FROM ${rows}) TO ${quoted(staged)} (FORMAT csv, HEADER false)`);
  await copyIn(
    client,
    `COPY ${incoming} (${columnList(names)}) FROM STDIN (FORMAT csv)`,
    createReadStream(staged) as AsyncIterable<Buffer>,
  );
  await rm(staged);
}
