import { DataError } from './data-error.ts';

const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** DuckDB says it in words; so does Postgres, of rows that it sorts. */
const IN_WORDS = /no space left|file too large|disk quota|max_temp_directory_size/i;
const POSTGRES_DISK_FULL = '53100';

/** The error, or one line in its place where a disk is full. */
export function explainFull(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === POSTGRES_DISK_FULL) return new DataError("the database's disk is full: nothing was written");
  const isFull =
    (typeof code === 'string' && NO_SPACE.has(code)) ||
    (typeof message === 'string' && IN_WORDS.test(message));
  return isFull ? new DataError('the disk of the folder is full: nothing was written') : error;
}
