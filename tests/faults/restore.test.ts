import test from 'ava';
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { backUp } from '../../infra/backup/backup.ts';
import { logOf, readChain, verifyFiles } from '../../infra/backup/chain.ts';
import { endOfPlan, planRestore, type RestorePlan } from '../../infra/backup/moment.ts';
import { restoreEmbedded } from '../../infra/backup/restore-embedded.ts';
import { restoreLog } from '../../infra/backup/restore-log.ts';
import { ensureDemo } from '../../infra/embedded/demo.ts';
import { programOf } from '../../infra/embedded/program.ts';
import { readLedger } from '../../infra/erasure/read-ledger.ts';
import { allProjections } from '../../projectors/all.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { appendForeign } from '../support/foreign-events.ts';
import { clientOf, startApi, type Answer, type Client } from '../support/api.ts';
import { startProjections } from '../support/running-projections.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { recordDeliveries } from './support.ts';

/**
 * The drill: back up under load, erase, lose everything but backup, key ring and ledger, restore, and go on. With
 * DRILL=full at the size of a working day.
 */
const SIZE = process.env.DRILL === 'full' ? { sessions: 600, callers: 8 } : { sessions: 12, callers: 3 };

/** An interview a caller: some 3,600 calls a minute in all, below the tenant's limit however quick the machine is. */
const PACE_MS = SIZE.callers * 100;

const safe = mkdtempSync(path.join(os.tmpdir(), 'triage-test-safe-'));
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'triage-test-restored-'));
const inSafe = (name: string): string => path.join(safe, name);
const deliveries = await recordDeliveries();
const first = await startApi();
const projections = await startProjections(first.runtime, allProjections);
let second: TestService | undefined;
/** Leaves nothing of the first installation, not even its files; once. */
let destroyed: Promise<void> | undefined;
const destroyFirst = (): Promise<void> => (destroyed ??= projections.stop().then(first.stop));
test.after.always(async () => {
  deliveries.stop();
  await destroyFirst();
  await second?.stop();
  for (const folder of [safe, dataDir]) rmSync(folder, { recursive: true, force: true });
});

type State = { session_id: string; current_question: { question_id: string } | null };

async function open(client: Client): Promise<State> {
  const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache', patient_id: 'P-1' });
  if (opened.status !== 201) throw new Error(`a session was answered with ${opened.status}`);
  return opened.body as State;
}

async function interview(client: Client): Promise<string> {
  let state = await open(client);
  for (let count = 0; count < 3 && state.current_question; count++) {
    const { question_id } = state.current_question;
    const answer = { question_id, raw_text: 'no' };
    state = (await client('POST', `/v1/sessions/${state.session_id}/answer`, answer)).body as State;
  }
  return state.session_id;
}

/** One after the other: hundreds at once are more than a server that has just started answers in time. */
async function readAll(client: Client, sessionIds: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const sessionId of sessionIds) answers.push(await client('GET', `/v1/sessions/${sessionId}/state`));
  return answers;
}

/** Callers that go on until they are told to stop. */
function underLoad(client: Client): { sessions: () => number; stop: () => Promise<void> } {
  let isOver = false;
  let sessions = 0;
  const callers = Array.from({ length: SIZE.callers }, async () => {
    while (!isOver) {
      const next = sleep(PACE_MS);
      const sessionId = await interview(client);
      await client('POST', `/v1/sessions/${sessionId}/finalize`);
      sessions += 1;
      await next;
    }
  });
  return {
    sessions: () => sessions,
    stop: async () => {
      isOver = true;
      await Promise.all(callers);
    },
  };
}

/** `npm start` on the restored directory; what it says on stderr, and how it ends. */
function npmStart(masterKeyFile: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [programOf('infra/embedded/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
      DEMO: 'off',
      MASTER_KEY_FILE: masterKeyFile,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, said })));
}

/** Puts the beginning of the log alone into the place of the whole one, and returns what undoes that. */
async function cutLog(plan: RestorePlan): Promise<() => void> {
  const [eventStore, whole] = [path.join(dataDir, 'event-store'), path.join(dataDir, 'event-store.whole')];
  renameSync(eventStore, whole);
  await restoreLog(eventStore, logOf(plan.chain, Math.floor(endOfPlan(plan)! / 2)), () => undefined);
  return () => {
    rmSync(eventStore, { recursive: true });
    renameSync(whole, eventStore);
  };
}

test('a backup made under load brings everything back but what was erased since', async (t) => {
  t.timeout(process.env.DRILL === 'full' ? 1_800_000 : 120_000);
  const tenantId = await first.newTenant();
  const rawKey = await first.newKey(tenantId);
  await projections.caughtUp();
  const client = clientOf(first.baseUrl, rawKey);
  await client('PUT', '/v1/admin/rate-limit', { rate_limit_rpm: 5_000 });
  const subscribed = await client('POST', '/v1/admin/webhooks', {
    url: deliveries.url,
    events: ['session.created'],
  });
  deliveries.secret = (subscribed.body as { secret: string }).secret;
  const sessionIds: string[] = [];
  while (sessionIds.length < SIZE.sessions) sessionIds.push(await interview(client));
  const [erased, erasedBefore, ...kept] = sessionIds as [string, string, ...string[]];
  const erase = async (sessionId: string): Promise<unknown> =>
    t.is((await client('DELETE', `/v1/sessions/${sessionId}`)).status, 200);
  await erase(erasedBefore);

  const load = underLoad(client);
  await until('the load', 10_000, () => load.sessions() >= SIZE.callers);
  const folder = inSafe('backup');
  const { databaseUrl, eventStoreUrl, masterKeyFile, dir } = first.stack;
  // Another application writes into the same log: what it wrote comes back with it.
  await appendForeign(eventStoreUrl, { tenantId });
  const seen = new Set<string>();
  const onProgress = (phase: string): unknown => seen.add(phase);
  const taken = await backUp({ folder, since: null, databaseUrl, eventStoreUrl, onProgress });
  await load.stop();
  t.deepEqual([...seen], ['database', 'log']);
  t.true(taken.events! > SIZE.sessions * 3 && taken.rows > 0);

  const before = await readAll(client, kept);
  await erase(erased);
  const ledger = path.join(dir.root, 'erasures');
  const inLedger = async (): Promise<number> =>
    existsSync(ledger) ? (await readLedger(ledger)).lines.length : 0;
  await until('the ledger', 10_000, async () => (await inLedger()) === 2);
  cpSync(ledger, inSafe('ledger'), { recursive: true });
  copyFileSync(masterKeyFile, inSafe('master-keys.json'));
  await destroyFirst();
  t.false(existsSync(dir.root));

  const plan = await planRestore(await readChain(folder), null);
  await verifyFiles(plan.chain, () => undefined);
  const report = await restoreEmbedded({
    plan,
    dataDir,
    masterKeyFile: inSafe('master-keys.json'),
    env: process.env,
    ledger: await readLedger(inSafe('ledger')),
    ledgerPath: inSafe('ledger'),
    acceptedKeys: [],
    onProgress: () => undefined,
  });
  t.true(report.intact, JSON.stringify(report));
  t.deepEqual([report.erasures?.entries, report.erasures?.applied], [2, 1]);
  t.true(report.audit.rows > SIZE.sessions * 3 && report.projections.events > report.audit.rows / 2);

  // The ledger is back, and the service does not start beside another one.
  const restored = path.join(dataDir, 'erasures');
  const idsIn = async (folder: string) => (await readLedger(folder)).lines.map((line) => line.erasure_id);
  t.deepEqual(await idsIn(restored), await idsIn(inSafe('ledger')));
  renameSync(restored, `${restored}.aside`);
  const alone = await npmStart(inSafe('master-keys.json'));
  t.is(alone.code, 1);
  t.regex(alone.said, /lacks 1 erasures that were written into it: copy its files back/);
  renameSync(`${restored}.aside`, restored);

  const restoreWhole = await cutLog(plan);
  const refused = await npmStart(inSafe('master-keys.json'));
  t.is(refused.code, 1);
  t.regex(refused.said, /restored to an earlier point.*Restore log and database from one backup/);
  restoreWhole();

  second = await startService({ dataDir, masterKeyFile: inSafe('master-keys.json') });
  const { databaseUrl: DATABASE_URL, eventStoreUrl: EVENTSTORE_URL } = second.stack;
  const connections = { DATABASE_URL, EVENTSTORE_URL, MASTER_KEY_FILE: inSafe('master-keys.json') };
  const demo = await ensureDemo({ connections, dataDir, baseUrl: second.baseUrl });
  t.is(demo, null, 'without demo.json no second demo tenant is made');
  const again = clientOf(second.baseUrl, rawKey);
  t.deepEqual(
    (await readAll(again, kept)).map(({ status, body }) => ({ status, body })),
    before.map(({ status, body }) => ({ status, body })),
  );
  for (const gone of await readAll(again, [erased, erasedBefore])) t.is(gone.status, 404);
  // What is erased from now on goes into files of other names: a copy never takes the place of an older one.
  t.is((await again('DELETE', `/v1/sessions/${kept[0]}`)).status, 200);
  const kin = new Set(readdirSync(inSafe('ledger')));
  const added = readdirSync(restored).filter((name) => !kin.has(name));
  t.true(added.length > 0);
  for (const name of kin)
    t.deepEqual(readFileSync(path.join(restored, name)), readFileSync(path.join(inSafe('ledger'), name)));
  const delivered = deliveries.byEvent.size;
  const fresh = await interview(again);
  t.is((await again('GET', `/v1/sessions/${fresh}/state`)).status, 200);
  await until('a webhook', 20_000, () => deliveries.byEvent.size > delivered);
  t.is(deliveries.refused, 0);
  // Every event, from before and from after, still proves that it is of this installation.
  for await (const { metadata, standIn, position } of second.runtime.log.readAll(null)) {
    t.true(standIn === undefined && 'mac' in (metadata as object), String(position));
  }
});
