import { createHmac } from 'node:crypto';
import test from 'ava';
import { allProjections } from '../../../projectors/all.ts';
import { datasets, facts } from '../../../shared/datasets/all.ts';
import type { Column, Fact } from '../../../shared/datasets/dataset.ts';
import { selectOf } from '../../../shared/datasets/select.ts';
import { startDatabase } from '../../support/database.ts';
import { createProjecting } from '../../support/projecting.ts';

const database = await startDatabase();
const { pool } = database;

const KEY = Buffer.alloc(32, 5);
const pad = (byte: number): Buffer => {
  const block = Buffer.alloc(64);
  KEY.copy(block);
  return block.map((value) => value ^ byte) as Buffer;
};

const RECIPIENT =
  '(SELECT $1::uuid AS tenant_id, $2::bytea AS inner_key, $3::bytea AS outer_key, $4::boolean AS exact_times)';

type Row = Record<string, unknown>;

async function rowsOf(
  fact: Fact,
  tenantId: string,
  { exact = false, window }: { exact?: boolean; window?: { since: string; until: string } } = {},
): Promise<Row[]> {
  const text = selectOf(fact, { recipient: RECIPIENT, ...(window ? { window } : {}) });
  return (await pool.query<Row>(text, [tenantId, pad(0x36), pad(0x5c), exact])).rows;
}

/** Sessions with answers, a rectification, an end, feedback, an erasure; of two tenants. */
const projecting = await createProjecting(pool);
const { world } = projecting;
const [tenantId, otherTenant] = [await world.registerTenant(), await world.registerTenant()];
const rated = await world.open(tenantId, { patientId: 'P-1' });
await world.answer(rated, 'yes');
await world.answer(rated, 'yes');
await world.session(rated, { kind: 'finalize' });
await world.session(rated, {
  kind: 'give_feedback',
  feedback: { accuracy: 'incorrect', actual_diagnosis: null, actual_icd10: 'I21.9', notes: 'secret' },
});
const rectified = await world.open(tenantId);
await world.answer(rectified, 'yes');
await world.session(rectified, {
  kind: 'rectify',
  age: 9,
  sex: undefined,
  clear_answers: ['q-one'],
  reason: null,
});
const erased = await world.open(tenantId);
await world.session(erased, { kind: 'erase', cause: 'requested' });
await world.open(otherTenant);
await projecting.project(allProjections);
test.after.always(database.stop);

const BIGINT_MAX = '9223372036854775807';
const everything = {
  log: { since: '-1', until: BIGINT_MAX },
  trail: { since: '0', until: BIGINT_MAX },
  time: { since: "'-infinity'::timestamptz", until: "'infinity'::timestamptz" },
};

const fits: Readonly<Record<Column['type'], (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  date: (value) => value instanceof Date || typeof value === 'string',
  datetime: (value) => value instanceof Date,
};

for (const fact of facts) {
  test(`${fact.name}: its rows are as they are declared, and a window of everything gives the same`, async (t) => {
    const rows = await rowsOf(fact, tenantId);
    for (const column of fact.columns) {
      for (const row of rows) {
        const value = row[column.name];
        const isRight =
          value === null
            ? column.nullable === true
            : fits[column.type](value) &&
              (column.values === undefined || column.values.includes(value as string));
        t.true(isRight, `${column.name}: ${JSON.stringify(value)}`);
      }
    }
    t.deepEqual(
      fact.columns.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at),
      [],
    );
    const keys = rows.map((row) => JSON.stringify(fact.key.map((name) => row[name])));
    t.is(new Set(keys).size, rows.length, 'its key names one row');
    const inWindow = await rowsOf(fact, tenantId, { window: everything[fact.clock] });
    const sorted = (all: readonly Row[]): string[] => all.map((row) => JSON.stringify(row)).sort();
    t.deepEqual(sorted(inWindow), sorted(rows));
  });
}

const named = (name: string): Fact => facts.find((fact) => fact.name === name)!;
const hmac = (text: string): string => createHmac('sha256', KEY).update(text).digest('hex').slice(0, 32);

test('every dataset that follows from the log has rows here', async (t) => {
  const counts = await Promise.all(
    facts.map(async (fact) => [fact.name, (await rowsOf(fact, tenantId)).length] as const),
  );
  const empty = counts.filter(([, count]) => count === 0).map(([name]) => name);
  t.deepEqual(empty, ['deliveries', 'api_calls']);
});

test('a session has the same pseudonym everywhere: HMAC-SHA-256 under the key of the recipient', async (t) => {
  for (const fact of facts.filter(({ ofSession }) => ofSession)) {
    const sessions = new Set((await rowsOf(fact, tenantId)).map(({ session }) => session));
    const known = new Set([rated, rectified, erased].map(hmac));
    t.true(
      [...sessions].every((session) => known.has(session as string)),
      fact.name,
    );
  }
  const erasures = await rowsOf(named('erasures'), tenantId);
  t.deepEqual(
    erasures.map(({ subject }) => subject),
    [hmac(erased)],
  );
});

test('an erased session stands among the tombstones alone; a rectified step is named there as well', async (t) => {
  const sessions = await rowsOf(named('sessions'), tenantId);
  t.deepEqual(sessions.map(({ session }) => session).sort(), [rated, rectified].map(hmac).sort());
  const tombstones = await rowsOf(named('tombstones'), tenantId);
  t.deepEqual(
    tombstones.map(({ session, step, cause }) => [session, step, cause]).sort(),
    [
      [hmac(erased), -1, 'erased'],
      [hmac(rectified), 1, 'rectified'],
    ].sort(),
  );
});

test('moments are told to the hour, and to the second where that was granted', async (t) => {
  const [hours] = await rowsOf(named('feedback'), tenantId);
  const [seconds] = await rowsOf(named('feedback'), tenantId, { exact: true });
  t.is((hours!.at as Date).toISOString(), '2026-01-05T08:00:00.000Z');
  t.not((seconds!.at as Date).toISOString(), '2026-01-05T08:00:00.000Z');
});

test('a window gives what changed in it, as it stood at its end', async (t) => {
  const { rows } = await pool.query<{ position: number }>(
    "SELECT position FROM read.session_steps WHERE session_id = $1 AND kind = 'feedback'",
    [rated],
  );
  const at = rows[0]!.position;
  const before = await rowsOf(named('sessions'), tenantId, { window: { since: '-1', until: `${at - 1}` } });
  t.deepEqual(
    before.map(({ session, accuracy, is_finalized }) => [session, accuracy, is_finalized]),
    [[hmac(rated), null, true]],
  );
  const changed = await rowsOf(named('sessions'), tenantId, {
    window: { since: `${at - 1}`, until: `${at}` },
  });
  t.deepEqual(
    changed.map(({ session, accuracy }) => [session, accuracy]),
    [[hmac(rated), 'incorrect']],
  );
  t.true(Number(changed[0]!.revision) > Number(before[0]!.revision));
});

test('a tenant is told nothing of another', async (t) => {
  for (const fact of facts) {
    const rows = await rowsOf(fact, otherTenant);
    t.true(
      rows.every((row) => row.tenant_id === otherTenant),
      fact.name,
    );
  }
});

test('every column says what it means, and a reference names a column that is there', (t) => {
  const known = new Set(datasets.flatMap(({ name, columns }) => columns.map((one) => `${name}.${one.name}`)));
  for (const { name, about, key, columns } of datasets) {
    t.regex(about, /^[A-Z].*\.$/, name);
    for (const column of columns) {
      t.regex(column.meaning, /^[\w].*\.$/s, `${name}.${column.name}`);
      if (column.references !== undefined) t.true(known.has(column.references), column.references);
    }
    for (const part of key) t.true(known.has(`${name}.${part}`), `${name}.${part}`);
  }
});
