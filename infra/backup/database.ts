import { createHash } from 'node:crypto';
import type { Sql } from '../../shared/postgres/pool.ts';
import { copyIn, copyOut } from '../../shared/postgres/copy.ts';
import { newest, placesOf, type Chain, type Place } from './chain.ts';
import { readChunks, readPart, writeFile } from './files.ts';
import { BackupRefusal, type Backup, type Segment, type TableEntry } from './manifest.ts';

/** Tables that hold wrapped keys; their files stand apart, so that they can be kept apart. */
export const KEY_TABLES = new Set(['ops.data_keys', 'ops.signing_keys', 'ops.log_keys', 'ops.master_keys']);

/**
 * Left out: `public` holds the list of migrations, which the manifest has; `read_next` is where a rebuild works.
 */
const OURS = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname NOT IN ('information_schema', 'public', 'read_next')`;

export type Table = Pick<TableEntry, 'schema' | 'table' | 'columns'> & {
  /** As the server guesses. */
  rows: number;
};

export const nameOf = ({ schema, table }: Pick<Table, 'schema' | 'table'>): string => `${schema}.${table}`;

/** Every table of ours, by name. Throws BackupRefusal for something that a copy of rows would not carry over. */
export async function tablesOf(sql: Sql): Promise<Table[]> {
  const { rows: other } = await sql.query<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('S', 'm', 'p', 'f') AND ${OURS} LIMIT 1`,
  );
  if (other[0]) throw new BackupRefusal(`${other[0].name} is of a kind that a backup does not carry over`);
  const { rows } = await sql.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS table, greatest(c.reltuples, 0)::bigint AS rows,
       (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND ${OURS} ORDER BY 1, 2`,
  );
  return rows;
}

const NEWLINE = 0x0a;

/** In COPY's text form a line is a row: line feeds within values are written as \\n. */
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** Pages of a piece, of 8 KB each. Fewer make lists longer, more let a changed row take more rows with it. */
const SEGMENT_PAGES = 64;

async function rowsOf(sql: Sql, query: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of copyOut(sql, `COPY (${query}) TO STDOUT`) as AsyncIterable<Buffer>) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const PIECE_BYTES = 1024 * 1024;

/** Chunks joined to pieces of some size: there may be more than memory holds. */
async function* inPieces(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < PIECE_BYTES) continue;
    yield Buffer.concat(parts, bytes);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts, bytes);
}

/** The rows of a table, piece by piece, as they lie in its file: what is not touched comes out the same each time. */
async function* piecesOf(sql: Sql, table: Table): AsyncIterable<Buffer> {
  const name = nameOf(table);
  const { rows } = await sql.query<{ pages: number }>(
    `SELECT pg_relation_size($1::regclass) / current_setting('block_size')::int AS pages`,
    [name],
  );
  const pages = rows[0]?.pages ?? 0;
  for (let from = 0; from < pages; from += SEGMENT_PAGES) {
    const rest = from + SEGMENT_PAGES < pages ? ` AND ctid < '(${from + SEGMENT_PAGES},0)'` : '';
    yield rowsOf(sql, `SELECT ${table.columns.join(', ')} FROM ${name} WHERE ctid >= '(${from},0)'${rest}`);
  }
}

type Saving = { folder: string; name: string; known: ReadonlySet<string>; onRows: (rows: number) => void };

/** Writes the pieces that are not known, and lists all. Holds one of them in memory. */
async function save(
  pieces: AsyncIterable<Buffer>,
  { folder, name, known, onRows }: Saving,
): Promise<Pick<TableEntry, 'file' | 'rows' | 'segments'>> {
  const segments: Segment[] = [];
  const written = new Set(known);
  let rows = 0;
  async function* unknown(): AsyncIterable<Buffer> {
    for await (const piece of pieces) {
      if (piece.length === 0) continue;
      const lines = countLines(piece);
      const sha256 = createHash('sha256').update(piece).digest('hex');
      rows += lines;
      onRows(lines);
      segments.push({ bytes: piece.length, sha256 });
      if (written.has(sha256)) continue;
      written.add(sha256);
      yield piece;
    }
  }
  const file = await writeFile(folder, name, unknown());
  return { file, rows, segments };
}

/** Writes one table, as the connection's transaction sees it, in COPY's text form, without what is known. */
export async function saveTable(sql: Sql, table: Table, to: Omit<Saving, 'name'>): Promise<TableEntry> {
  const part = KEY_TABLES.has(nameOf(table)) ? 'keys' : 'database';
  const saved = await save(piecesOf(sql, table), { ...to, name: `${part}/${nameOf(table)}.copy` });
  return { schema: table.schema, table: table.table, columns: [...table.columns], ...saved };
}

const KEYS_TABLE = 'data_keys';
/** More than the clocks of two machines of one installation differ, and than a command takes. */
const MARGIN = '1 hour';

/** Writes the data keys made about the time of the snapshot and since. */
export async function saveLaterKeys(
  sql: Sql,
  tables: readonly Table[],
  { takenAt, ...place }: { takenAt: string; folder: string; name: string },
): Promise<TableEntry> {
  const keys = tables.find(({ schema, table }) => schema === 'ops' && table === KEYS_TABLE);
  if (!keys) throw new BackupRefusal('the database is not migrated');
  const since = `timestamptz '${new Date(takenAt).toISOString()}' - interval '${MARGIN}'`;
  const query = `SELECT ${keys.columns.join(', ')} FROM ops.${KEYS_TABLE} WHERE created_at >= ${since}`;
  const to = { ...place, known: new Set<string>(), onRows: () => undefined };
  const saved = await save(inPieces(copyOut(sql, `COPY (${query}) TO STDOUT`)), to);
  return { schema: 'ops', table: KEYS_TABLE, columns: [...keys.columns], ...saved };
}

/** Pieces that lie one after the other in a file are read in one go. */
async function* chunksAt(places: readonly Place[]): AsyncIterable<Buffer> {
  let run: Place | undefined;
  for (const place of [...places, undefined]) {
    const goesOn = run && place && place.file === run.file && place.from === run.from + run.bytes;
    if (run && goesOn) {
      run = { ...run, bytes: run.bytes + place.bytes };
      continue;
    }
    if (run) yield* readPart(run.file, run.from, run.bytes);
    run = place;
  }
}

type From = { chain: Chain; entry: TableEntry };

/** What the manifest of the last backup of a chain says of a table, such as `ops.data_keys`. */
export const entryOf = (chain: Chain, name: string): TableEntry | undefined =>
  newest(chain).manifest.tables.find((table) => nameOf(table) === name);

/** A table of the last backup of a chain, its rows in COPY's text form; null where the backup has none of this name. */
export function readTable(
  chain: Chain,
  name: string,
): { columns: readonly string[]; chunks: () => AsyncIterable<Buffer> } | null {
  const entry = entryOf(chain, name);
  if (entry === undefined) return null;
  return { columns: entry.columns, chunks: () => chunksAt(placesOf(chain, entry)) };
}

/** Adds the rows of a table of the last backup of a chain to a table of the same columns. */
export const loadInto = (tx: Sql, into: string, { chain, entry }: From): Promise<void> =>
  copyIn(tx, `COPY ${into} (${entry.columns.join(', ')}) FROM STDIN`, chunksAt(placesOf(chain, entry)));

/** Fills one table of the last backup of a chain; what stands in it goes. In a transaction of the caller's. */
export async function loadTable(tx: Sql, chain: Chain, entry: TableEntry): Promise<void> {
  await tx.query(`TRUNCATE ${nameOf(entry)}`);
  await loadInto(tx, nameOf(entry), { chain, entry });
}

/** Adds the data keys that the snapshot did not hold yet: one that it holds is as the rest of the snapshot knows it. */
export async function loadLaterKeys(tx: Sql, { folder, manifest }: Backup): Promise<void> {
  const { columns, file } = manifest.later_keys;
  const names = columns.join(', ');
  await tx.query('CREATE TABLE ops.restoring_keys (LIKE ops.data_keys)');
  await copyIn(tx, `COPY ops.restoring_keys (${names}) FROM STDIN`, readChunks(folder, file));
  await tx.query(
    `INSERT INTO ops.data_keys (${names}) SELECT ${names} FROM ops.restoring_keys ON CONFLICT (key_id) DO NOTHING`,
  );
  await tx.query('DROP TABLE ops.restoring_keys');
}
