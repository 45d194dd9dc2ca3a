import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { isOpen } from '../../../domain/session/state.ts';
import { checkWhole, type CheckOptions } from '../../../infra/data/check/check-whole.ts';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { MANIFEST, manifestText, measureFile, readManifest } from '../../../projectors/extracts/manifest.ts';
import { grantRecipient, rotateRecipient } from '../../../projectors/extracts/recipients.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { datasets } from '../../../shared/datasets/all.ts';
import { writeCatalogue } from '../../../infra/analytics/catalogue.ts';
import { loadCatalogue } from '../../../shared/clinical/load-knowledge.ts';
import { startDatabase } from '../../support/database.ts';
import { beginHistory, fromTheLog } from './history.ts';
import { duckRows } from './world.ts';

/** A log of five sessions: one corrected, one erased, one pruned, one of a test key; and what each kind of fault looks like. */
const database = await startDatabase();
await writeCatalogue(database.pool, await loadCatalogue());
const { pool } = database;
const history = await beginHistory(pool);
const { world, tenantId, folders, parts, take } = history;

const FEEDBACK = { accuracy: 'correct', actual_diagnosis: 'x', actual_icd10: 'I20.8', notes: null } as const;
const open = (options: { test?: boolean } = {}): Promise<string> => world.open(tenantId, options);
await world.tenant(tenantId, { kind: 'top_up', tokens: 500 });
const sessions = [await open(), await open(), await open(), await open(), await open({ test: true })];
const [kept, corrected, erased, pruned] = sessions as [string, string, string, string];
for (const sessionId of sessions) {
  await world.answer(sessionId, 'yes');
  await world.answer(sessionId, 'no');
}
const NDJSON = { format: 'ndjson' as const };
const first = await take('first', NDJSON);
const state = world.stateOf(corrected);
const [asked] = isOpen(state) ? state.tellings.flatMap(({ told }) => told?.question_id ?? []) : [];
await world.session(corrected, {
  kind: 'rectify',
  age: 70,
  sex: undefined,
  clear_answers: [asked!],
  reason: null,
});
await history.erase(erased);
await history.erase(pruned, 'retention');
await world.session(kept, { kind: 'finalize' });
await world.session(kept, { kind: 'give_feedback', feedback: FEEDBACK });
const second = await take('second', { ...NDJSON, since: first.statement.until });
const whole = await take('whole', NDJSON);
const publicKeys = (await parts.signer.publicKeys()).map((key) => key.public_key);
test.after.always(async () => {
  await history.stop();
  rmSync(folders, { recursive: true, force: true });
  await database.stop();
});

const check = (name: string, options: Partial<CheckOptions> = {}) =>
  checkWhole(path.join(folders, name), { publicKeys, installation: parts, ...options });
const problemsOf = async (name: string, options: Partial<CheckOptions> = {}): Promise<string[]> =>
  (await check(name, options)).problems;

test.serial('what was extracted agrees with the log, whole, in parts and made again later', async (t) => {
  const checked = await check('whole');
  t.deepEqual(checked.problems, []);
  t.deepEqual(checked.left_out, []);
  t.like(checked.reconciled, {
    sessions: 2,
    session_steps: 9,
    tombstones: 2,
    erasures: 2,
    tokens_granted: 10_500,
    // Of the nine steps two were emptied by the correction, and the feedback concludes nothing.
    conclusions: 6,
  });
  const { rows } = await pool.query<{ tokens: number; entries: number }>(
    `SELECT (SELECT sum(tokens) FROM read.usage_records) AS tokens, (SELECT count(*) FROM read.audit_rows WHERE tenant_id = $1) AS entries`,
    [tenantId],
  );
  t.is(checked.reconciled['tokens_charged'], rows[0]!.tokens);
  t.is(checked.reconciled['audit_events'], rows[0]!.entries);

  t.deepEqual(await problemsOf('first'), []);
  const next = await check('second', { earlierFolder: first.place });
  t.deepEqual(next.problems, []);
  t.like(next.reconciled, { sessions: 2, tombstones: 2, tokens_charged: 0, tokens_granted: 0 });
  await take('first-again', { until: first.statement.until });
  t.deepEqual(await problemsOf('first-again'), []);
  t.true(first.statement.datasets[0]!.rows > second.statement.datasets[0]!.rows);
});

/** Rows of a table that the extract is made of, changed for the time of one extract. */
const tampered: readonly (readonly [name: string, sql: string, problems: string[]])[] = [
  [
    'lost-session',
    `DELETE FROM read.session_steps WHERE session_id = '${kept}'`,
    ['sessions: 1 row missing that the log has', 'session_steps: 5 rows missing that the log has'],
  ],
  [
    'lost-step',
    `DELETE FROM read.session_steps WHERE session_id = '${kept}' AND kind = 'answered' AND questions_asked = 1`,
    ['session_steps: 1 row missing that the log has'],
  ],
  [
    'strange-step',
    `INSERT INTO read.session_steps SELECT (jsonb_populate_record(s, '{"revision": 77}')).* FROM read.session_steps s WHERE session_id = '${kept}' AND revision = 0`,
    ['session_steps: 1 row that the log has not, or has otherwise'],
  ],
  [
    'other-level',
    `UPDATE read.session_steps SET triage_level = CASE triage_level WHEN 'urgent' THEN 'routine' ELSE 'urgent' END
     WHERE session_id = '${kept}' AND revision = 0`,
    ['session_steps: 1 row with another level or diagnosis than the log has'],
  ],
  [
    'other-diagnosis',
    `UPDATE read.session_steps SET icds = array_prepend('Z99.9', icds[2:]) WHERE session_id = '${kept}' AND kind = 'answered'`,
    ['session_steps: 2 rows with another level or diagnosis than the log has'],
  ],
  [
    'lost-erasure',
    `DELETE FROM read.session_steps WHERE session_id = '${erased}'`,
    ['tombstones: 1 row missing that the log has'],
  ],
  [
    'lost-entries',
    `DELETE FROM read.audit_rows WHERE action IN ('session.erased', 'session.finalized')`,
    ['audit_events: 3 rows missing that the log has', 'erasures: 2 rows missing that the log has'],
  ],
  [
    'changed-grant',
    'UPDATE read.token_grants SET tokens = 400 WHERE tokens = 500',
    [
      'token_ledger: 1 row missing that the log has',
      'token_ledger: 1 row that the log has not, or has otherwise',
      'token_ledger: 10400 tokens granted in place of 10500',
    ],
  ],
];

for (const [name, sql, problems] of tampered) {
  test.serial(`a difference from the log is named: ${name}`, async (t) => {
    await pool.query(sql);
    try {
      await take(name);
    } finally {
      await history.rebuild();
    }
    t.deepEqual(await problemsOf(name), problems);
    // Within itself it is sound: only the log can tell.
    t.deepEqual(await problemsOf(name, { installation: null }), []);
  });
}

test.serial('a delivery that came to rest in the window and is missing is named', async (t) => {
  const deliveries = datasets.filter((dataset) => dataset.name === 'deliveries');
  await settle();
  await take('deliveries', { datasets: deliveries });
  const checked = await check('deliveries');
  t.deepEqual(checked.problems, []);
  t.deepEqual(checked.reconciled, { deliveries: 1 });
  await settle();
  t.deepEqual(await problemsOf('deliveries'), ['deliveries: 1 row missing that came to rest in the window']);
});

const settle = () =>
  pool.query(
    `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status, attempts, created_at, delivered_at)
     VALUES ($1, $2, $3, $4, 'session.created', false, 'delivered', 1, '2026-01-05T08:00:00Z', '2026-01-05T08:00:01Z')`,
    [randomUUID(), randomUUID(), randomUUID(), tenantId],
  );

type Row = Record<string, unknown>;

/** A copy of the whole extract with other rows in one dataset, signed as the service would. */
async function signedWith(
  name: string,
  dataset: string,
  change: (rows: Row[]) => Row[],
  from = whole,
): Promise<void> {
  const place = path.join(folders, name);
  cpSync(from.place, place, { recursive: true });
  const file = from.statement.datasets.find((one) => one.name === dataset)!.files[0]!.path;
  const rows = readFileSync(path.join(place, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  writeFileSync(
    path.join(place, file),
    change(rows)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
  );
  await signAgain(place, file);
}

async function signAgain(place: string, file: string, rows?: number): Promise<void> {
  const { statement } = await readManifest(place);
  const { bytes, sha256, lines } = await measureFile(path.join(place, file));
  for (const entry of statement.datasets) {
    entry.files = entry.files.map((one) =>
      one.path === file ? { path: file, bytes, sha256, rows: rows ?? lines } : one,
    );
    entry.rows = entry.files.reduce((sum, one) => sum + one.rows, 0);
  }
  const signature = await parts.signer.sign(statement);
  writeFileSync(path.join(place, MANIFEST), manifestText({ statement, signature }));
}

const withFirst =
  (changed: Row) =>
  ([row, ...rest]: Row[]): Row[] => [{ ...row, ...changed }, ...rest];

const broken: readonly (readonly [
  name: string,
  dataset: string,
  change: (rows: Row[]) => Row[],
  problem: string,
])[] = [
  ['twice', 'sessions', (rows) => [...rows, rows[0]!], '1 key stands in several rows (session)'],
  ['empty', 'sessions', withFirst({ age_band: null }), '1 row without age_band'],
  ['listed', 'sessions', withFirst({ sex: 'someone' }), '1 row with a sex that is not in its list'],
  [
    'typed',
    'session_steps',
    withFirst({ questions_asked: 'many' }),
    'some value is of another type than its schema says',
  ],
  ['alone', 'findings', withFirst({ session: '0'.repeat(32) }), '1 row of a session that sessions has not'],
];

for (const [name, dataset, change, problem] of broken) {
  test.serial(`rows that are signed and wrong are named: ${name}`, async (t) => {
    await signedWith(name, dataset, change);
    const checked = await check(name);
    t.deepEqual(checked.problems, [`${dataset}: ${problem}`]);
    t.false(checked.intact);
    t.deepEqual(checked.left_out, ['the comparison with the log: the rows are not as their schemas say']);
  });
}

test.serial('rows of a destroyed session, and codes that a dimension has not, are named', async (t) => {
  const tombstones = whole.statement.datasets.find(({ name }) => name === 'tombstones')!.files[0]!.path;
  const lines = readFileSync(path.join(whole.place, tombstones), 'utf8').trimEnd().split('\n');
  const { session } = lines.map((line) => JSON.parse(line) as Row).find(({ step }) => step === -1)!;
  await signedWith('undead', 'sessions', (rows) => [...rows, { ...rows[0], session }]);
  t.deepEqual(await problemsOf('undead'), ['sessions: 1 row of a session that was destroyed']);

  await take('codes', { datasets: [...fromTheLog, ...datasets.filter(({ name }) => name === 'questions')] });
  const problems = await problemsOf('codes');
  t.true(
    problems.includes('session_steps: 3 rows with a question that questions has not'),
    problems.join('\n'),
  );
});

test.serial('columns that are missing or of another type are named, in each format', async (t) => {
  const csv = await take('csv', { format: 'csv' });
  const parquet = await take('parquet');
  const ofSessions = ({ statement }: typeof csv): { path: string; rows: number } =>
    statement.datasets.find(({ name }) => name === 'sessions')!.files[0]!;
  t.deepEqual([...(await problemsOf('csv')), ...(await problemsOf('parquet'))], []);

  const inCsv = ofSessions(csv).path;
  const text = readFileSync(path.join(csv.place, inCsv), 'utf8');
  writeFileSync(path.join(csv.place, inCsv), text.replace(',sex,', ',gender,'));
  await signAgain(csv.place, inCsv, ofSessions(csv).rows);
  t.deepEqual(await problemsOf('csv'), [`sessions: ${inCsv} lacks columns as its schema has them (sex)`]);

  const { path: inParquet, rows } = ofSessions(parquet);
  const file = path.join(parquet.place, inParquet);
  await duckRows(
    `CREATE TABLE s AS SELECT * REPLACE (questions_asked::VARCHAR AS questions_asked) FROM '${file}'; COPY s TO '${file}' (FORMAT parquet)`,
  );
  await signAgain(parquet.place, inParquet, rows);
  t.deepEqual(await problemsOf('parquet'), [
    `sessions: ${inParquet} lacks columns as its schema has them (questions_asked INTEGER)`,
  ]);
});

test.serial('a revision that falls is named, and an extract of another key is no earlier one', async (t) => {
  await signedWith('fallen', 'sessions', (rows) => rows.map((row) => ({ ...row, revision: 0 })), second);
  t.deepEqual(await problemsOf('fallen', { earlierFolder: first.place }), [
    'sessions: 2 rows with a lower revision than before',
  ]);
  t.deepEqual(await problemsOf('fallen'), []);
});

test.serial(
  'files that are not as they were signed are named, and nothing more is asked of them',
  async (t) => {
    cpSync(whole.place, path.join(folders, 'torn'), { recursive: true });
    rmSync(path.join(folders, 'torn', 'dictionary.md'));
    const checked = await check('torn');
    t.deepEqual(checked.problems, ['dictionary.md: missing']);
    t.deepEqual(checked.left_out, ['the rows and the log: the files are not as they were signed']);
  },
);

test.serial('facts of every tenant agree with the log of each', async (t) => {
  const second = await world.registerTenant();
  await world.answer(await world.open(second));
  await grantRecipient(
    pool,
    { recipientId: randomUUID(), tenantId: null, name: 'all', exactTimes: false, grantedAt: world.now() },
    systemRandom,
  );
  await take('all', { tenantId: null, name: 'all' });
  const checked = await check('all');
  t.deepEqual(checked.problems, []);
  t.like(checked.reconciled, { sessions: 3, session_steps: 11, tombstones: 2 });
  await pool.query('DELETE FROM read.session_steps WHERE tenant_id = $1 AND revision = 0', [second]);
  await take('all-but-one', { tenantId: null, name: 'all' });
  t.deepEqual(await problemsOf('all-but-one'), ['session_steps: 1 row missing that the log has']);
});

test.serial('what cannot be checked is said', async (t) => {
  t.deepEqual((await check('whole', { installation: null, publicKeys: null })).left_out, [
    'whose key signed it: name the keys of the operator with --keys',
    'the comparison with the log: there is no connection to an installation',
  ]);
  await rotateRecipient(pool, { tenantId, name: 'team' }, systemRandom);
  const rotated = await check('whole');
  t.deepEqual(rotated.problems, []);
  t.regex(rotated.left_out.join(), /the comparison with the log: the recipient's key was rotated since/);
  await take('of-new-key');
  await t.throwsAsync(check('of-new-key', { earlierFolder: first.place }), { instanceOf: DataError });
});
