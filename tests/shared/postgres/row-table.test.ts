import test from 'ava';
import { col, fixed, orNull, rowSet, type RowOf } from '../../../shared/postgres/columns.ts';
import { rowTable } from '../../../shared/postgres/row-table.ts';
import { startDatabase } from '../../support/database.ts';

const { pool, stop } = await startDatabase();
await pool.query(
  `CREATE TABLE public.things (id uuid PRIMARY KEY, revision int NOT NULL, name text, kind text, body bytea, at timestamptz,
     day date, amount bigint, is_on boolean, tags text[], numbers bigint[], ids uuid[], more jsonb)`,
);
test.after.always(stop);
test.beforeEach(() => pool.query('TRUNCATE public.things'));

const things = rowTable({
  name: 'public.things',
  key: 'id',
  allowed: "u.name IS DISTINCT FROM 'forbidden'",
  columns: {
    id: col.uuid,
    revision: col.int,
    name: orNull(col.text),
    kind: fixed(col.code<'first' | 'second'>()),
    body: orNull(col.bytea),
    at: orNull(col.time),
    amount: orNull(col.bigint),
    is_on: orNull(col.boolean),
    tags: orNull(col.texts),
    numbers: orNull(col.bigints),
    ids: orNull(col.uuids),
    more: orNull(col.json<{ a: string }>()),
  },
});
type Thing = RowOf<typeof things.columns>;

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const nothing: Thing = {
  id: idOf(1),
  revision: 0,
  name: null,
  kind: 'first',
  body: null,
  at: null,
  amount: null,
  is_on: null,
  tags: null,
  numbers: null,
  ids: null,
  more: null,
};
const stored = async (...keys: string[]): Promise<Thing[]> => [...(await things.load(pool, keys)).values()];

const ROWS: Thing[] = [
  nothing,
  {
    ...nothing,
    id: idOf(2),
    name: 'a "quoted" {b, c} \\ NULL\n\tžluť 🐎',
    body: Buffer.from([0, 255, 92, 34]),
    at: '2026-02-01T08:00:00.123Z',
    amount: 9_007_199_254_740_991,
    is_on: false,
    tags: ['one', 'NULL', 'with "quotes" and \\'],
    numbers: ['9223372036854775807', '-1'],
    ids: [idOf(8), idOf(9)],
    more: { a: 'a "b" \\ c, {d}' },
  },
  { ...nothing, id: idOf(3), name: '', body: Buffer.alloc(0), tags: [], numbers: [], ids: [] },
  { ...nothing, id: idOf(4), name: 'NULL', kind: 'second', is_on: true },
];

test.serial('rows come back as they were, whatever stands in them', async (t) => {
  await things.write(pool, ROWS);
  const keys = ROWS.map(({ id }) => id);
  const read = (await stored(...keys)).sort((a, b) => (a.id < b.id ? -1 : 1));
  t.deepEqual(read, ROWS);
  t.deepEqual(await stored(idOf(7)), []);
  await things.write(pool, []);
});

test.serial('a copied row is the row that is written', async (t) => {
  const plain = ROWS.map((row) => ({ ...row, more: null }));
  await things.copy(pool, plain);
  const copied = await stored(...plain.map(({ id }) => id));
  await pool.query('TRUNCATE public.things');
  await things.write(pool, plain);
  t.deepEqual(copied, await stored(...plain.map(({ id }) => id)));
});

test.serial('a part of a longer buffer is written alone', async (t) => {
  const whole = Buffer.from('before-bytes-after');
  await things.write(pool, [{ ...nothing, body: new Uint8Array(whole.buffer, whole.byteOffset + 7, 5) }]);
  t.is(Buffer.from((await stored(idOf(1)))[0]?.body ?? []).toString(), 'bytes');
});

test.serial('a row gives way to a newer one only, but for what is fixed', async (t) => {
  await things.write(pool, [{ ...nothing, revision: 3, name: 'three' }]);
  await things.write(pool, [{ ...nothing, revision: 3, name: 'again' }]);
  await things.write(pool, [{ ...nothing, revision: 2, name: 'two' }]);
  t.deepEqual(await stored(idOf(1)), [{ ...nothing, revision: 3, name: 'three' }]);
  await things.write(pool, [{ ...nothing, revision: 5, name: 'five', kind: 'second' }]);
  t.deepEqual(await stored(idOf(1)), [{ ...nothing, revision: 5, name: 'five' }]);
});

test.serial('what is not allowed is not written, beside what is', async (t) => {
  const rows = ['forbidden', 'free'].map((name, index) => ({ ...nothing, id: idOf(index), name }));
  await things.write(pool, rows);
  t.deepEqual(
    (await stored(idOf(0), idOf(1))).map(({ name }) => name),
    ['free'],
  );
});

test.serial('the parameters of a set begin where a longer statement has room for them', async (t) => {
  const set = rowSet({ id: col.uuid, day: col.date, tags: col.texts });
  t.is(set.list, 'id, day, tags');
  t.is(set.given(3), 'unnest($3::uuid[], $4::date[], $5::text[]) AS u (id, day, tags)');
  await pool.query(`WITH told AS (SELECT $1::int) ${things.upsert(2)}`, [1, ...things.values([nothing])]);
  t.deepEqual(await stored(idOf(1)), [nothing]);
});
