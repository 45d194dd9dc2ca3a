import type { Sql } from './pool.ts';

/** So few that the statement that changes them stays far below its 5 s, also on a slow disk. */
export const CHUNK_ROWS = 2_000;

type Query = { text: string; values: unknown[] };

/**
 * Runs a query of one column, of ids, in a transaction and hands them to `work`, at most CHUNK_ROWS at a time and in the query's
 * order. It finds what was there when it began, whatever `work` changes. For work over so many rows that one statement would
 * pass its limit. Not within itself: the cursor has one name.
 */
export async function inChunks(
  tx: Sql,
  { text, values }: Query,
  work: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  await tx.query(`DECLARE chunks NO SCROLL CURSOR FOR ${text}`, values);
  let ids: string[];
  do {
    const { rows } = await tx.query<[string]>({ text: `FETCH ${CHUNK_ROWS} FROM chunks`, rowMode: 'array' });
    ids = rows.map(([id]) => id);
    if (ids.length > 0) await work(ids);
  } while (ids.length === CHUNK_ROWS);
  await tx.query('CLOSE chunks');
}
