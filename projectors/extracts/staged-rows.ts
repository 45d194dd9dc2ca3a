import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { copyOut } from '../../shared/postgres/copy.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { DataError } from './data-error.ts';

const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;

export function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/**
 * Writes the rows of a query into a file, in COPY's text form with empty fields for nulls: Postgres makes it a third faster
 * than CSV. Throws DataError for a value that has to be escaped: a code never has to, and nobody would take the escape back.
 */
export async function stageRows(
  sql: Sql,
  query: string,
  file: string,
): Promise<{ rows: number; bytes: number }> {
  const staged = { rows: 0, bytes: 0 };
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of chunks) {
      if (chunk.includes(BACKSLASH)) throw new DataError('a code has a character that codes do not have');
      staged.rows += countLines(chunk);
      staged.bytes += chunk.length;
      yield chunk;
    }
  }
  const source: Readable = copyOut(sql, `COPY (${query}) TO STDOUT (FORMAT text, NULL '')`);
  await pipeline(source, counted, createWriteStream(file));
  return staged;
}
