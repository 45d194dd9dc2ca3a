import test from 'ava';
import { text } from 'node:stream/consumers';
import { copyIn, copyOut, copyRows, type CopyValue } from '../../../shared/postgres/copy.ts';
import { inTransaction, type Sql } from '../../../shared/postgres/pool.ts';
import { startDatabase } from '../../support/database.ts';

const { pool, stop } = await startDatabase();
await pool.query(
  `CREATE TABLE public.copied (id int PRIMARY KEY, name text, body bytea, tags text[], ok boolean)`,
);
test.after.always(stop);
test.beforeEach(() => pool.query('TRUNCATE public.copied'));

const COLUMNS = ['id', 'name', 'body', 'tags', 'ok'];
const copy = (sql: Sql, rows: CopyValue[][]): Promise<void> => copyRows(sql, 'public.copied', COLUMNS, rows);
const stored = async (sql: Sql = pool): Promise<unknown[]> =>
  (await sql.query<Record<string, unknown>>('SELECT * FROM public.copied ORDER BY id')).rows.map((row) =>
    Object.values(row),
  );

test.serial('rows come back as they were, whatever stands in them', async (t) => {
  const rows: CopyValue[][] = [
    [1, 'plain', Buffer.from('bytes'), ['a', 'b'], true],
    [
      2,
      'tab\t line\n return\r slash\\ quote" \\N',
      Buffer.from([0, 255, 92, 10]),
      ['', '{"x", y}', '\\N\n\t', 'NULL'],
      false,
    ],
    [3, '', Buffer.alloc(0), [], null],
    [4, null, null, null, null],
    [5, 'žluťoučký 🐎', Buffer.alloc(600_000, 7), ['ž'], true],
  ];
  await copy(pool, rows);
  t.deepEqual(await stored(), rows);
});

test.serial(
  'a row that breaks a constraint fails them all, and the connection is good afterwards',
  async (t) => {
    await inTransaction(pool, async (tx) => {
      await copy(tx, [[1, 'first', null, null, null]]);
      await tx.query('SAVEPOINT before');
      await t.throwsAsync(
        copy(
          tx,
          [2, 1].map((id) => [id, 'second', null, null, null]),
        ),
        { code: '23505' },
      );
      await tx.query('ROLLBACK TO SAVEPOINT before');
      t.deepEqual(await stored(tx), [[1, 'first', null, null, null]]);
    });
  },
);

test.serial('a source that fails is told, and nothing of it is written', async (t) => {
  async function* source(): AsyncIterable<Buffer> {
    yield await Promise.resolve(Buffer.from('1\tfirst\n'));
    throw new Error('the disk is gone');
  }
  await t.throwsAsync(copyIn(pool, 'COPY public.copied (id, name) FROM STDIN', source()), {
    message: 'the disk is gone',
  });
  t.deepEqual(await stored(), []);
  await t.throwsAsync(text(copyOut(pool, 'COPY nothing TO STDOUT')), { code: '42P01' });
});

test.serial('what is read goes in again, at the pace of the slower side', async (t) => {
  await pool.query(
    `INSERT INTO public.copied SELECT n, repeat('x', 2000), '\\x00', ARRAY['a'], true FROM generate_series(1, 3000) n`,
  );
  const before = await stored();
  const client = await pool.connect();
  async function* slowly(): AsyncIterable<Buffer> {
    for await (const chunk of copyOut(client, 'COPY public.copied TO STDOUT') as AsyncIterable<Buffer>) {
      await new Promise((resolve) => setImmediate(resolve));
      yield chunk;
    }
  }
  await pool.query('CREATE TABLE IF NOT EXISTS public.copied_again (LIKE public.copied)');
  await copyIn(pool, 'COPY public.copied_again FROM STDIN', slowly());
  t.is((await client.query('SELECT 1 AS one')).rowCount, 1);
  client.release();
  const { rows } = await pool.query('SELECT * FROM public.copied_again ORDER BY id');
  t.deepEqual(
    rows.map((row): unknown[] => Object.values(row as Record<string, unknown>)),
    before,
  );
});
