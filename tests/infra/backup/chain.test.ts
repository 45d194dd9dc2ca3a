import test from 'ava';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { appendFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { backUp } from '../../../infra/backup/backup.ts';
import { logOf, readChain, verifyFiles } from '../../../infra/backup/chain.ts';
import { parseMessage } from '../../../infra/backup/log-message.ts';
import { BackupRefusal } from '../../../infra/backup/manifest.ts';
import { planRestore, type Moment } from '../../../infra/backup/moment.ts';
import { readLedger } from '../../../infra/erasure/read-ledger.ts';
import { allProjections } from '../../../projectors/all.ts';
import { leaveOutAddressNames } from '../../../shared/event-log/tls-server-name.ts';
import { createPool } from '../../../shared/postgres/pool.ts';
import { startApi } from '../../support/api.ts';
import { contentsOf, restoreAndStart } from '../../support/restored.ts';
import { until } from '../../support/until.ts';

leaveOutAddressNames(); // the driver is used without shared/event-log here, and by an address
const api = await startApi({ projections: allProjections });
const { stack } = api;
const root = mkdtempSync(path.join(os.tmpdir(), 'triage-test-chain-'));

const inRoot = (name: string): string => path.join(root, 'backups', name);
const take = (name: string, since: string | null) =>
  backUp({
    folder: inRoot(name),
    since: since === null ? null : inRoot(since),
    databaseUrl: stack.databaseUrl,
    eventStoreUrl: stack.eventStoreUrl,
    onProgress: () => undefined,
  });

const client = await api.newClient(await api.newTenant());
await api.caughtUp();
type State = { session_id: string; current_question: { question_id: string } };

async function interview(): Promise<{ sessionId: string; questionId: string }> {
  const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache', patient_id: 'P-1' });
  if (opened.status !== 201) throw new Error(`a session got ${JSON.stringify(opened)}`);
  const { session_id: sessionId, current_question: question } = opened.body as State;
  const answer = { question_id: question.question_id, raw_text: 'no' };
  const answered = await client('POST', `/v1/sessions/${sessionId}/answer`, answer);
  if (answered.status !== 200) throw new Error(`an answer got ${answered.status}`);
  return { sessionId, questionId: question.question_id };
}

/* One history for all tests: full, two that go on from it, and a full one of the same moment as the last. */
const erased = await interview();
const cleared = await interview();
await api.caughtUp();
const full = await take('full', null);
const between = await interview();
const keptBetween = await interview();
const midway = Number(await api.runtime.log.lastPosition());
const midwayAt = new Date();
const after = await interview();
const several = EventStoreDBClient.connectionString`${stack.eventStoreUrl}`;
await several.appendToStream('of-another-application', [
  jsonEvent({ type: 'a', data: {} }),
  jsonEvent({ type: 'b', data: {} }),
]);
await several.dispose();
await api.caughtUp();
const second = await take('second', 'full');
for (const { sessionId } of [erased, between, after]) await client('DELETE', `/v1/sessions/${sessionId}`);
await client('POST', `/v1/sessions/${cleared.sessionId}/rectify`, { clear_answers: [cleared.questionId] });
await api.caughtUp();
const ledger = path.join(stack.dataDir, 'erasures');
const ledgerLines = async () => (existsSync(ledger) ? (await readLedger(ledger)).lines.length : 0);
await until('the ledger', 10_000, async () => (await ledgerLines()) === 4);
// What it counts of calls would come between the two that are compared.
await api.api.stop();
const third = await take('third', 'second');
const whole = await take('whole', null);
test.after.always(async () => {
  rmSync(root, { recursive: true, force: true });
  await api.stop();
});

async function bytesOf(messages: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const message of messages) all.push(Buffer.from(message));
  return Buffer.concat(all);
}

test('a chain holds the same rows and the same log as a full backup', async (t) => {
  t.deepEqual([full.since, second.since, third.since], [null, 'full', 'second']);
  t.is(full.events! + second.events! + third.events!, whole.events!);
  t.is(third.position, whole.position);
  const [chain, alone] = [await readChain(inRoot('third')), await readChain(inRoot('whole'))];
  t.deepEqual([chain.length, alone.length], [3, 1]);
  await verifyFiles(chain, () => undefined);
  t.deepEqual(await bytesOf(logOf(chain)), await bytesOf(logOf(alone)));
  const rows = await contentsOf(stack, chain);
  t.true(Object.keys(rows).length > 20);
  const others = await contentsOf(stack, alone);
  t.deepEqual(Object.keys(rows).toSorted(), Object.keys(others).toSorted());
  for (const [table, lines] of Object.entries(rows)) t.deepEqual(lines, others[table], table);
});

test('what did not change is not written again', async (t) => {
  const nothing = await take('nothing', 'third');
  t.is(nothing.events, 0);
  t.true(nothing.rows >= third.rows);
  t.true(nothing.bytes < whole.bytes / 3, `${nothing.bytes} of ${whole.bytes}`);
});

test('a chain is restored to its end, and what was erased does not come back from its older parts', async (t) => {
  const { report, infrastructure, stop } = await restoreAndStart({
    folder: inRoot('third'),
    until: null,
    ledger,
    masterKeyFile: stack.masterKeyFile,
  });
  const pool = createPool({ databaseUrl: infrastructure.databaseUrl, name: 'test', maxConnections: 1 });
  t.true(report.intact, JSON.stringify(report));
  t.is(report.erasures?.applied, 0);
  const { rows } = await pool.query<{ session_id: string }>('SELECT session_id FROM read.sessions');
  t.deepEqual(
    rows.map((row) => row.session_id).toSorted(),
    [cleared.sessionId, keptBetween.sessionId].toSorted(),
  );
  const keys = await pool.query('SELECT 1 FROM ops.data_keys WHERE subject_id = $1 AND wrapped IS NOT NULL', [
    erased.sessionId,
  ]);
  t.is(keys.rowCount, 0);
  await pool.end();
  await stop();
});

for (const [name, moment] of [
  ['a position', { position: midway }],
  ['a time', { at: midwayAt }],
] as [string, Moment][]) {
  test(`a chain is restored to ${name} between two backups, and erasures from later are done again`, async (t) => {
    const { report, infrastructure, stop } = await restoreAndStart({
      folder: inRoot('third'),
      until: moment,
      ledger,
      masterKeyFile: stack.masterKeyFile,
    });
    t.true(report.intact, JSON.stringify(report));
    t.is(report.position, midway);
    // The session that was opened after the moment never was; the others are erased or cleared once more.
    t.like(report.erasures, { entries: 4, applied: 3, unknown: 1, missing: 0 });
    const pool = createPool({ databaseUrl: infrastructure.databaseUrl, name: 'test', maxConnections: 1 });
    const { rows } = await pool.query<{ session_id: string }>('SELECT session_id FROM read.sessions');
    t.deepEqual(
      rows.map((row) => row.session_id).toSorted(),
      [cleared.sessionId, keptBetween.sessionId].toSorted(),
    );
    const living = await pool.query<{ subject_id: string }>(
      'SELECT DISTINCT subject_id FROM ops.data_keys WHERE wrapped IS NOT NULL',
    );
    const subjects = new Set(living.rows.map((row) => row.subject_id));
    t.true(subjects.has(keptBetween.sessionId) && subjects.has(cleared.sessionId));
    for (const { sessionId } of [erased, between]) t.false(subjects.has(sessionId));
    const left = await pool.query(`SELECT 1 FROM pg_tables WHERE tablename LIKE 'restor%'`);
    t.is(left.rowCount, 0);
    await pool.end();
    await stop();
  });
}

test('where the ledger is lost, what the newest backup knows as destroyed stays so, and is told', async (t) => {
  const empty = path.join(root, 'no-ledger');
  mkdirSync(empty);
  const { report, infrastructure, stop } = await restoreAndStart({
    folder: inRoot('third'),
    until: { position: full.position! },
    ledger: empty,
    masterKeyFile: stack.masterKeyFile,
  });
  t.false(report.intact);
  t.is(report.erasures?.missing, 4);
  const pool = createPool({ databaseUrl: infrastructure.databaseUrl, name: 'test', maxConnections: 1 });
  const living = await pool.query(
    'SELECT 1 FROM ops.data_keys WHERE subject_id = $1 AND wrapped IS NOT NULL',
    [erased.sessionId],
  );
  t.is(living.rowCount, 0);
  await pool.end();
  await stop();
  await t.throwsAsync(
    restoreAndStart({
      folder: inRoot('third'),
      until: { position: full.position! },
      ledger: null,
      masterKeyFile: stack.masterKeyFile,
    }),
    { instanceOf: BackupRefusal, message: /knows of 4 erasures/ },
  );
});

test('a moment that the chain does not cover is refused', async (t) => {
  const chain = await readChain(inRoot('third'));
  const refusal = {
    instanceOf: BackupRefusal,
    message: /^the chain covers .* positions \d+ to \d+: not this/,
  };
  for (const moment of [
    { position: full.position! - 1 },
    { position: third.position! + 1 },
    { at: new Date(Date.parse(full.taken_at) - 1) },
    { at: new Date(Date.parse(third.taken_at) + 1) },
  ]) {
    await t.throwsAsync(planRestore(chain, moment), refusal);
  }
  // Ends of backups are moments of the chain: rows and log are then those of that backup.
  const atSecond = await planRestore(chain, { position: second.position! });
  t.deepEqual([atSecond.rows.length, atSecond.cut?.position], [2, second.position]);
  const atFull = await planRestore(chain, { at: new Date(full.taken_at) });
  t.deepEqual([atFull.rows.length, atFull.cut?.position], [1, full.position]);
});

test('a position within what one call has appended is that of its end', async (t) => {
  const chain = await readChain(inRoot('third'));
  const appends: string[] = [];
  for await (const message of logOf(chain)) {
    const { streamName, createdMs } = parseMessage(message);
    appends.push(`${streamName.toString()} at ${createdMs}`);
  }
  let moved = 0;
  for (let position = full.position!; position <= second.position!; position++) {
    const cut = (await planRestore(chain, { position })).cut!.position;
    t.true(cut >= position && cut <= second.position!);
    t.not(appends[cut - 1], appends[cut]);
    if (cut > position) moved += 1;
  }
  t.true(moved > 0);
});

test('a link that is missing, changed or foreign is refused in one line', async (t) => {
  const aside = path.join(root, 'aside');
  cpSync(path.join(root, 'backups'), aside, { recursive: true });
  const third = path.join(aside, 'third');
  const instanceOf = BackupRefusal;
  await t.notThrowsAsync(readChain(third));
  renameSync(path.join(aside, 'full'), path.join(aside, 'elsewhere'));
  await t.throwsAsync(readChain(third), {
    instanceOf,
    message: /^second goes on from .* full, which is missing/,
  });
  cpSync(path.join(aside, 'whole'), path.join(aside, 'full'), { recursive: true });
  await t.throwsAsync(readChain(third), { instanceOf, message: /another one, or was changed/ });
  rmSync(path.join(aside, 'full'), { recursive: true });
  renameSync(path.join(aside, 'elsewhere'), path.join(aside, 'full'));
  const chain = await readChain(third);
  appendFileSync(path.join(aside, 'full', 'log', 'events.bin'), 'x');
  await t.throwsAsync(
    verifyFiles(chain, () => undefined),
    { instanceOf, message: /^full\/log\/events\.bin is not/ },
  );
  appendFileSync(path.join(aside, 'full', 'manifest.json'), '\n');
  await t.throwsAsync(readChain(third), { instanceOf, message: /another one, or was changed/ });
});

// Alone: a backup is refused while another one runs.
test.serial('a backup goes on from one beside it, of the same log, and of the same kind', async (t) => {
  const instanceOf = BackupRefusal;
  const { databaseUrl, eventStoreUrl } = stack;
  const options = { databaseUrl, eventStoreUrl, since: inRoot('full'), onProgress: () => undefined };
  await t.throwsAsync(backUp({ ...options, folder: path.join(root, 'other') }), {
    instanceOf,
    message: /stands beside/,
  });
  await t.throwsAsync(backUp({ ...options, folder: inRoot('other'), eventStoreUrl: null }), {
    instanceOf,
    message: /all backups hold the log, or none/,
  });
  const other = await startApi();
  t.teardown(other.stop);
  await t.throwsAsync(
    backUp({
      ...options,
      folder: inRoot('of-another-log'),
      databaseUrl: other.stack.databaseUrl,
      eventStoreUrl: other.stack.eventStoreUrl,
    }),
    { instanceOf, message: /the log is not the one that the backup before was made of, or ends before it/ },
  );
});
