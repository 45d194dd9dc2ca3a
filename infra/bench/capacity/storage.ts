import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Installation } from '../../cli/connection.ts';

const WITH_SESSION = 'as long as the session';
const FOR_EVER = 'for ever';

/** Tables by what they are for, and how long their rows stay: `days`, or what `stays` says. */
export const TABLE_GROUPS = [
  { name: 'sessions', tables: ['read.sessions'], days: null, stays: WITH_SESSION },
  {
    name: 'steps of sessions',
    tables: ['read.session_steps'],
    days: null,
    stays: 'as long as the session; one row for ever',
  },
  { name: 'audit trail', tables: ['read.audit_%'], days: null, stays: FOR_EVER },
  {
    name: 'usage and balances',
    tables: ['read.usage_%', 'read.balances', 'read.token_grants'],
    days: null,
    stays: FOR_EVER,
  },
  { name: 'patients', tables: ['read.patient%'], days: null, stays: WITH_SESSION },
  { name: 'data keys', tables: ['ops.data_keys'], days: null, stays: 'for ever; empty once erased' },
  {
    name: 'bodies of webhooks',
    tables: ['ops.webhook_messages'],
    days: null,
    stays: 'as long as the session; 32 days without a receiver',
  },
  { name: 'deliveries', tables: ['ops.webhook_deliveries'], days: null, stays: WITH_SESSION },
  { name: 'idempotency keys', tables: ['ops.idempotency_keys'], days: 90, stays: '90 days' },
  { name: 'everything else', tables: ['read.%', 'ops.%'], days: null, stays: FOR_EVER },
] as const;
export type TableGroup = (typeof TABLE_GROUPS)[number]['name'];

/** The stored answers among the idempotency keys go after a day already. */
export const STORED_ANSWERS = { name: 'idempotency keys: their stored answers', days: 1 } as const;

export type Sizes = Record<TableGroup, number> & { storedAnswers: number; log: number; wal: number };

const groupOf = (table: string): TableGroup | undefined =>
  TABLE_GROUPS.find(({ tables }) =>
    tables.some((pattern) =>
      pattern.endsWith('%') ? table.startsWith(pattern.slice(0, -1)) : table === pattern,
    ),
  )?.name;

const BLOCK_BYTES = 512;

/** What the files of a folder take of the disk; LMDB's file is sparse. */
export function bytesOnDisk(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).blocks * BLOCK_BYTES, 0);
}

const TABLES = `
  SELECT schemaname || '.' || tablename AS name, pg_total_relation_size((schemaname || '.' || tablename)::regclass) AS bytes
  FROM pg_tables WHERE schemaname IN ('read', 'ops')`;

/** Clears what was written over, as Postgres does by itself from time to time. */
export async function vacuum({ pool }: Pick<Installation, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(TABLES);
  await pool.query(`VACUUM ${rows.map(({ name }) => name).join(', ')}`);
}

/** Bytes on disk: tables with their indexes, the log's files, and how much Postgres has written ahead so far. */
export async function sizesOf({ pool }: Pick<Installation, 'pool'>, logFolder: string): Promise<Sizes> {
  const sizes = Object.fromEntries(TABLE_GROUPS.map(({ name }) => [name, 0])) as Sizes;
  const { rows } = await pool.query<{ name: string; bytes: number }>(TABLES);
  for (const { name, bytes } of rows) {
    const group = groupOf(name);
    if (group !== undefined) sizes[group] += bytes;
  }
  const others = await pool.query<{ stored: number; wal: number }>(
    `SELECT (SELECT coalesce(sum(pg_column_size(response_sealed)), 0)::bigint FROM ops.idempotency_keys) AS stored,
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS wal`,
  );
  const { stored = NaN, wal = NaN } = others.rows[0] ?? {};
  return { ...sizes, storedAnswers: stored, wal, log: bytesOnDisk(logFolder) };
}
