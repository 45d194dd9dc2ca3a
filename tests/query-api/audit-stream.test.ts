import test from 'ava';
import { randomUUID } from 'node:crypto';
import { STRETCH_ROWS, writeTrail } from '../../query-api/audit/export.ts';
import { AUDIT_FORMATS, type AuditFormat } from '../../query-api/audit/formats.ts';
import { streamOf } from '../../query-api/export/stream.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { startDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { addAuditRows } from './support.ts';

/** How an export reads: up to where the trail ended when it began, and no faster than its reader. */
const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

/** A trail of so many stretches, and what writes it; `asked` counts its statements. */
async function newTrail(
  stretches: number,
  format: AuditFormat,
  onQuery: (tenantId: string, asked: number) => unknown,
) {
  const tenantId = randomUUID();
  const last = stretches * STRETCH_ROWS;
  await addAuditRows(pool, tenantId, { count: last });
  const counted = { asked: 0 };
  const sql: Sql = {
    query: (async (text: string, values: unknown[]) => {
      counted.asked += 1;
      await onQuery(tenantId, counted.asked);
      return pool.query(text, values);
    }) as unknown as Sql['query'],
  };
  const write = (signal: AbortSignal) =>
    writeTrail({
      pool: sql,
      key: new Uint8Array(32),
      filter: { tenantId, from: null, before: null },
      format,
      stretch: { first: 1, last, head: { seq: last, hash: Buffer.alloc(32) } },
      exportedAt: '2026-01-05T08:00:00.000Z',
      signal,
    });
  return { counted, last, write };
}

/** Time for whatever is under way to ask the next thing, and the one after it. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await pool.query('SELECT 1');
}

test('rows that arrive while an export runs are not in it', async (t) => {
  const arrive = (tenantId: string, asked: number) =>
    asked === 2 && addAuditRows(pool, tenantId, { count: 5, from: 2 * STRETCH_ROWS + 1 });
  const { counted, last, write } = await newTrail(2, AUDIT_FORMATS.ndjson, arrive);
  let text = '';
  for await (const part of write(new AbortController().signal)) text += part.toString();
  t.regex(text, new RegExp(`"count":${last},`));
  t.is(text.split('\n').length, last + 2);
  t.is(counted.asked, 2);
});

test('a reader who stops reading stops the reading of the database, and one who leaves ends it', async (t) => {
  const { counted, write } = await newTrail(6, AUDIT_FORMATS.csv, () => undefined);
  let closed = 0;
  const stream = streamOf(write, () => (closed += 1));
  await stream[Symbol.asyncIterator]().next();
  await turns();
  t.true(counted.asked <= 2, `${counted.asked} statements for one part`);
  stream.destroy();
  await until('the end of the stream', 5_000, () => closed === 1);
  const atEnd = counted.asked;
  await turns();
  t.is(counted.asked, atEnd);
});

test('who leaves while nothing matches stops the search', async (t) => {
  const gone = new AbortController();
  const { counted, write } = await newTrail(6, AUDIT_FORMATS.ndjson, (_tenantId, asked) => {
    if (asked === 2) gone.abort();
  });
  const parts: string[] = [];
  for await (const part of write(gone.signal)) parts.push(part.toString());
  t.is(counted.asked, 2);
  t.false(parts.join('').includes('trailer'));
});
