import { mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { openDuck } from '../../../projectors/extracts/duck.ts';
import { DUCK_TYPES } from '../../../projectors/extracts/format.ts';
import { identifier, rowsOfFiles } from '../read-files.ts';
import { IS_TAKEN, STATE_COLUMNS, STATE_TABLE, type Target } from './target.ts';

/** A table of its own is changed as a whole: DuckDB holds what a transaction changes until it is committed. */
const MEMORY = '256MB';

/** A file of DuckDB; it is made where there is none. Throws DataError where it cannot be opened. */
export async function openDuckTarget(file: string): Promise<Target> {
  if (!(await isOfDuck(file))) throw new DataError(`${file} is no file of DuckDB`);
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'data-apply-'));
  const duck = await openDuck(scratch, { file, memory: MEMORY }).catch(async (error: unknown) => {
    await rm(scratch, { recursive: true, force: true });
    const isLocked = error instanceof Error && /lock/i.test(error.message);
    throw new DataError(
      isLocked ? `${file} is open in another program: close it first` : `${file} is no file of DuckDB`,
    );
  });
  return {
    run: duck.run,
    rows: duck.rows,
    table: identifier,
    begin: async () => {
      await duck.run('BEGIN');
      const tables = await duck.rows("SELECT table_name FROM duckdb_tables() WHERE schema_name = 'main'");
      const isOurs = tables.some(({ table_name: name }) => name === STATE_TABLE);
      if (tables.length > 0 && !isOurs) throw new DataError(`${file} ${IS_TAKEN}`);
      await duck.run(`CREATE TABLE IF NOT EXISTS ${STATE_TABLE} ${STATE_COLUMNS}`);
    },
    provide: async ({ name, columns }) => {
      const typed = columns.map((column) => `${identifier(column.name)} ${DUCK_TYPES[column.type]}`);
      await duck.run(`CREATE TABLE IF NOT EXISTS ${identifier(name)} (${typed.join(', ')})`);
      for (const column of typed) {
        await duck.run(`ALTER TABLE ${identifier(name)} ADD COLUMN IF NOT EXISTS ${column}`);
      }
    },
    load: (dataset, files) => Promise.resolve(rowsOfFiles(dataset, files)),
    close: async () => {
      duck.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

/** What stands at byte 8 of every file of DuckDB. */
const MAGIC = 'DUCK';
const MAGIC_AT = 8;

/** Or not there yet. DuckDB itself opens a file of JSON as well, and keeps nothing in it. */
async function isOfDuck(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw new DataError(`${file} cannot be read`);
  });
  if (handle === null) return true;
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, MAGIC_AT);
    return buffer.toString('latin1') === MAGIC;
  } finally {
    await handle.close();
  }
}
