import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import test from 'ava';
import { checkExtract } from '../../../infra/data/check/check.ts';
import { FORMATS } from '../../../shared/data-extracts/record.ts';
import { grantRecipient, macOf } from '../../../projectors/extracts/recipients.ts';
import { padsOf } from '../../../shared/datasets/recipient.ts';
import { allProjections } from '../../../projectors/all.ts';
import { createProjecting } from '../../support/projecting.ts';
import { duckRows, grantedAt, startDataWorld } from './world.ts';

/** Sessions that real commands made, with a rectification, an erasure and feedback, of two tenants, in every format. */
const world = await startDataWorld();
const { pool, parts } = world;
const projecting = await createProjecting(pool);
const made = projecting.world;
const [tenantId, otherTenant] = [await made.registerTenant(), await made.registerTenant()];
const rated = await made.open(tenantId, { patientId: 'P-1' });
await made.answer(rated, 'yes');
await made.session(rated, { kind: 'finalize' });
await made.session(rated, {
  kind: 'give_feedback',
  feedback: { accuracy: 'incorrect', actual_diagnosis: null, actual_icd10: 'I21.9', notes: 'secret' },
});
const erased = await made.open(tenantId);
await made.session(erased, { kind: 'erase', cause: 'requested' });
await made.open(otherTenant);
await projecting.project(allProjections);
await world.reach(10_000);
await pool.query(
  `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
     attempts, created_at, delivered_at, last_status_code)
   VALUES ($1, $1, $1, $2, 'session.finalized', false, 'delivered', 2, '2026-03-01T10:00:00Z', '2026-03-01T10:00:01.25Z', 200)`,
  [randomUUID(), tenantId],
);
await pool.query(
  `INSERT INTO ops.request_counts VALUES ($1, '2026-03-01T10:05:00Z', 60, 'POST /v1/sessions', 3, 1, '{}')`,
  [tenantId],
);
const KEY = Buffer.alloc(32, 9);
const grant = (name: string, key: Buffer, of: string | null) =>
  grantRecipient(
    pool,
    { recipientId: randomUUID(), tenantId: of, name, exactTimes: true, grantedAt },
    () => key,
  );
const team = await grant('team', KEY, tenantId);
await grant('beside', Buffer.alloc(32, 8), tenantId);
await grant('own-team', Buffer.alloc(32, 7), null);
const taken = new Map(
  await Promise.all(
    FORMATS.map(async (format) => [format, await world.take(format, { tenantId, format })] as const),
  ),
);
test.after.always(world.stop);

const placeOf = (format: (typeof FORMATS)[number]): string => taken.get(format)?.place ?? '';
const ndjson = (place: string, dataset: string): string =>
  `read_json('${place}/dataset=${dataset}/**/*.ndjson', format = 'newline_delimited', hive_partitioning = false)`;

test('pseudonyms are HMAC-SHA-256 under the key, in SQL as in Node', async (t) => {
  const rows = await duckRows(`SELECT session FROM ${ndjson(placeOf('ndjson'), 'sessions')}`);
  const expected = createHmac('sha256', KEY).update(rated).digest('hex').slice(0, 32);
  t.deepEqual(rows, [{ session: expected }]);
  t.is(macOf(padsOf(KEY), 'x').toString('hex'), createHmac('sha256', KEY).update('x').digest('hex'));
  t.deepEqual(team.key, padsOf(KEY));
});

test('the formats hold the same rows, and each is as it was signed', async (t) => {
  const publicKeys = (await parts.signer.publicKeys()).map((key) => key.public_key);
  const [parquet, ...others] = FORMATS.map((format) => taken.get(format)?.statement.datasets ?? []);
  for (const format of FORMATS) {
    t.deepEqual((await checkExtract(placeOf(format), publicKeys)).problems, [], format);
  }
  const counts = (of: typeof parquet): unknown => of?.map(({ name, rows }) => [name, rows]);
  for (const one of others) t.deepEqual(counts(one), counts(parquet));
  for (const { name, rows, files } of parquet ?? []) {
    if (rows === 0) continue;
    t.true(files.length > 0, name);
    const names = `SELECT * FROM read_parquet('${placeOf('parquet')}/dataset=${name}/**/*.parquet', hive_partitioning = false)`;
    const asCsv = `SELECT * FROM read_csv('${placeOf('csv')}/dataset=${name}/**/*.csv', hive_partitioning = false, all_varchar = true, header = true)`;
    const [difference] = await duckRows(
      `SELECT (SELECT count(*)::int FROM (${names})) AS parquet, (SELECT count(*)::int FROM (${asCsv})) AS csv`,
    );
    t.deepEqual(difference, { parquet: rows, csv: rows }, name);
  }
});

test('every row of every dataset is as its schema says', (t) => {
  const place = placeOf('ndjson');
  const { datasets } = taken.get('ndjson')?.statement ?? { datasets: [] };
  const ajv = new Ajv2020({ strict: false });
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  for (const { name, rows, files } of datasets) {
    const schema = JSON.parse(readFileSync(path.join(place, `schemas/${name}.json`), 'utf8')) as object;
    const isValid = ajv.compile(schema);
    let found = 0;
    for (const file of files) {
      for (const line of readFileSync(path.join(place, file.path), 'utf8').trimEnd().split('\n')) {
        t.true(isValid(JSON.parse(line)), `${name}: ${ajv.errorsText(isValid.errors)}`);
        found += 1;
      }
    }
    t.is(found, rows, name);
  }
  const rowsOf = Object.fromEntries(datasets.map(({ name, rows }) => [name, rows]));
  t.like(rowsOf, { sessions: 1, session_steps: 4, feedback: 1, tombstones: 1, deliveries: 1, api_calls: 1 });
  t.true((rowsOf['audit_events'] ?? 0) > 5);
});

test('an id of the service, a name or a text is in no file', (t) => {
  const { statement } = taken.get('ndjson') ?? {};
  const place = placeOf('ndjson');
  const files = (statement?.datasets ?? []).flatMap((dataset) => dataset.files);
  for (const file of files) {
    const text = readFileSync(path.join(place, file.path), 'utf8');
    for (const hidden of [rated, erased, 'P-1', 'secret']) t.false(text.includes(hidden), file.path);
  }
});

test('two recipients hold nothing that they could join', async (t) => {
  const beside = await world.take('beside', {
    tenantId,
    name: 'beside',
    format: 'ndjson',
    named: ['sessions'],
  });
  const [row] = await duckRows(`SELECT session, patient FROM ${ndjson(beside.place, 'sessions')}`);
  const [own] = await duckRows(`SELECT session, patient FROM ${ndjson(placeOf('ndjson'), 'sessions')}`);
  t.not(row?.['session'], own?.['session']);
  t.is(String(row?.['session']).length, 32);
});

test("a recipient of every tenant gets each tenant's rows, and what comes later", async (t) => {
  const named = ['sessions', 'audit_events'];
  const all = await world.take('all', { tenantId: null, name: 'own-team', format: 'ndjson', named });
  t.is(all.statement.tenant_id, null);
  const tenants = await duckRows(
    `SELECT DISTINCT tenant_id::text AS tenant_id FROM ${ndjson(all.place, 'audit_events')} ORDER BY 1`,
  );
  t.deepEqual(
    tenants.map((row) => row['tenant_id']),
    [tenantId, otherTenant].sort(),
  );
  const next = await world.take('all-next', {
    ...{ tenantId: null, name: 'own-team', format: 'ndjson', named },
    since: all.statement.until,
  });
  t.deepEqual(
    next.statement.datasets.map(({ rows }) => rows),
    [0, 0],
  );
});
