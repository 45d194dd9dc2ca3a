import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { Registry } from 'prom-client';
import { createErasureLedgerKeeper } from '../../../command-api/reactors/erasure-ledger.ts';
import { pruneBatch, takeBatch } from '../../../command-api/reactors/retention-batch.ts';
import { createRetention, runRetention } from '../../../command-api/reactors/retention.ts';
import { readLedger } from '../../../infra/erasure/read-ledger.ts';
import { createErasureLedger } from '../../../shared/erasure/ledger.ts';
import { startRetaining, FAST, pastRetention } from './retaining.ts';

/** The pruning of old sessions, against a real log: it looks at all that is there, so one test runs at a time. */
const retaining = await startRetaining();
const { reactors, parts, folder, signer, newTenant, play, standing, livingKeys } = retaining;
const { erasuresOf, countedOf, toNextMonday, gathered } = retaining;
const { world, settled, setNow } = reactors;
const { pool, log, ledger } = parts;
test.after.always(retaining.stop);
test.before(() => reactors.sessions.start());
test.beforeEach(retaining.reset);

const feedback = { accuracy: 'correct', actual_diagnosis: null, actual_icd10: null, notes: null } as const;

for (const finalize of [true, false]) {
  test.serial(
    `${finalize ? 'finalized' : 'unfinished'}: pruned 30 days later, not a moment before`,
    async (t) => {
      const tenantId = await newTenant();
      const { sessionId, endedAt } = await play(tenantId, { finalize });
      await settled('sessions');
      setNow(pastRetention(endedAt, -1));
      t.deepEqual(await runRetention(parts, FAST), { due: 0, pruned: 0 });
      t.deepEqual(await standing([sessionId]), [sessionId]);
      setNow(pastRetention(endedAt));
      t.deepEqual(await runRetention(parts, FAST), { due: 1, pruned: 1 });
      t.deepEqual(await standing([sessionId]), []);
      t.is(await livingKeys(sessionId), 0);
      const [erased] = await erasuresOf(sessionId);
      t.like(erased, {
        data: { cause: 'retention' },
        metadata: { actor: { type: 'system', id: 'retention' } },
      });
      t.deepEqual(await runRetention(parts, FAST), { due: 0, pruned: 0 });
      await toNextMonday();
      t.is((await countedOf(tenantId)).length, 1);
    },
  );
}

test.serial(
  'a tenant keeps its sessions for as long as it says, those that it has already too',
  async (t) => {
    const [usual, week, decade] = [await newTenant(), await newTenant(), await newTenant()];
    const days = new Map([
      [usual, 30],
      [week, 7],
      [decade, 3_650],
    ]);
    const played = new Map<string, { sessionId: string; endedAt: Date }>();
    for (const tenantId of days.keys()) played.set(tenantId, await play(tenantId));
    await settled('sessions');
    for (const [tenantId, kept] of days) {
      await pool.query('UPDATE read.tenants SET retention_days = $2 WHERE tenant_id = $1', [tenantId, kept]);
    }
    for (const tenantId of [week, usual, decade]) {
      const { sessionId, endedAt } = played.get(tenantId)!;
      setNow(pastRetention(endedAt, -1, days.get(tenantId)));
      t.is((await runRetention(parts, FAST)).pruned, 0);
      t.deepEqual(await standing([sessionId]), [sessionId]);
      setNow(pastRetention(endedAt, 0, days.get(tenantId)));
      t.deepEqual(await runRetention(parts, FAST), { due: 1, pruned: 1 });
      t.deepEqual(await standing([sessionId]), []);
    }
  },
);

test.serial('a held session stays until the hold is lifted, finalized or not', async (t) => {
  const tenantId = await newTenant();
  const sessions = [await play(tenantId), await play(tenantId, { finalize: false })];
  const ids = sessions.map(({ sessionId }) => sessionId).sort();
  for (const id of ids) await world.session(id, { kind: 'place_hold', reason: 'claim' });
  await settled('sessions');
  setNow(pastRetention(world.now()));
  t.deepEqual(await runRetention(parts, FAST), { due: 0, pruned: 0 });
  t.deepEqual((await standing(ids)).sort(), ids);
  for (const id of ids) await world.session(id, { kind: 'lift_hold' });
  await settled('sessions');
  t.deepEqual(await runRetention(parts, FAST), { due: 2, pruned: 2 });
});

test.serial('a hold that comes after a session was chosen, and before it is pruned, keeps it', async (t) => {
  const tenantId = await newTenant();
  const { sessionId, endedAt } = await play(tenantId);
  await settled('sessions');
  setNow(pastRetention(endedAt));
  const batch = { batchId: parts.newId(), tenantId };
  await takeBatch(pool, batch, { now: parts.now(), limit: 10 });
  await world.session(sessionId, { kind: 'place_hold', reason: 'claim' });
  // The row may show the hold by now, or not yet: the log does.
  await pool.query('UPDATE read.sessions SET held = false WHERE session_id = $1', [sessionId]);
  t.is(await pruneBatch(parts, batch), 0);
  t.deepEqual(await erasuresOf(sessionId), []);
});

test.serial(
  'the hold of a patient keeps its sessions, also of a batch that was left unfinished',
  async (t) => {
    const tenantId = await newTenant();
    const { sessionId, endedAt } = await play(tenantId);
    await settled('sessions');
    const hash = randomBytes(32);
    await pool.query('UPDATE read.sessions SET patient_hash = $2 WHERE session_id = $1', [sessionId, hash]);
    setNow(pastRetention(endedAt));
    const batch = { batchId: parts.newId(), tenantId };
    await takeBatch(pool, batch, { now: parts.now(), limit: 10 });
    await pool.query(
      `INSERT INTO read.patient_profiles (profile_id, tenant_id, test, revision, patient_hash, grams, key_id, profile_sealed,
       held, created_at, updated_at) VALUES ($1, $2, false, 1, $3, '{}', $1, '', true, now(), now())`,
      [parts.newId(), tenantId, hash],
    );
    t.deepEqual(await runRetention(parts, FAST), { due: 0, pruned: 0 });
    t.is((await pool.query('SELECT 1 FROM ops.retention_items')).rowCount, 0);
    t.deepEqual(await standing([sessionId]), [sessionId]);
    await pool.query('UPDATE read.patient_profiles SET held = false WHERE tenant_id = $1', [tenantId]);
    t.deepEqual(await runRetention(parts, FAST), { due: 1, pruned: 1 });
  },
);

test.serial('what is pruned is counted first, by week and mode, without an id', async (t) => {
  const tenantId = await newTenant();
  const first = await play(tenantId);
  await world.session(first.sessionId, { kind: 'give_feedback', feedback });
  const sandbox = await play(tenantId, { test: true });
  const open = await play(tenantId, { finalize: false });
  world.advance(7 * 86_400_000);
  const later = await play(tenantId);
  const ids = [first, sandbox, open, later].map(({ sessionId }) => sessionId);
  t.is((await standing(ids)).length, 4);
  setNow(pastRetention(later.endedAt));
  t.is((await runRetention(parts, FAST)).pruned, 4);
  await toNextMonday();

  const counted = await countedOf(tenantId);
  const text = JSON.stringify(counted);
  t.false(ids.some((id) => text.includes(id)));
  const live = counted.filter((one) => !one.test);
  t.deepEqual(
    live.map(({ sessions }) => sessions),
    [2, 1],
  );
  t.true(Date.parse(live[1]!.week) - Date.parse(live[0]!.week) === 7 * 86_400_000);
  t.is(new Date(live[0]!.week).getUTCDay(), 1, 'a Monday');
  const group = { age_band: '40-64', sex: 'female', sessions: 1, questions_asked: 1 };
  t.like(
    live[0]!.groups.find(({ status }) => status === 'finalized'),
    { ...group, accuracy: 'correct', minutes: 0 },
  );
  t.like(
    live[0]!.groups.find(({ status }) => status === 'active'),
    { ...group, accuracy: null, minutes: 0 },
  );
  t.deepEqual(
    counted.filter((one) => one.test).map(({ sessions }) => sessions),
    [1],
  );
  t.is((await pool.query('SELECT 1 FROM ops.retention_items')).rowCount, 0);
  t.is(await gathered(tenantId), 0);
});

test.serial(
  'whoever is killed at any step is followed by one who finishes, and counts nothing twice',
  async (t) => {
    const tenantId = await newTenant();
    const steps: Record<string, (broken: typeof parts) => void> = {
      'before the second erasure': (broken) => {
        let appends = 0;
        broken.log = {
          ...log,
          append: (stream, ...rest) =>
            stream.startsWith('session-') && (appends += 1) > 1
              ? Promise.reject(new Error('killed'))
              : log.append(stream, ...rest),
        };
      },
      'before they are counted': (broken) => {
        broken.pool = {
          query: pool.query.bind(pool),
          connect: () => Promise.reject(new Error('killed')),
        };
      },
      'while they are counted': (broken) => {
        broken.pool = {
          query: pool.query.bind(pool),
          connect: async () => {
            const client = await pool.connect();
            const query = (text: string, values?: unknown[]) =>
              text.startsWith('INSERT INTO ops.retention_counts')
                ? Promise.reject(new Error('killed'))
                : client.query(text, values);
            return { query, release: client.release.bind(client) };
          },
        } as unknown as typeof pool;
      },
      'after the counts, before the keys': (broken) => {
        broken.poolOf = () => ({ ...pool, connect: () => Promise.reject(new Error('killed')) });
      },
      'before the batch is forgotten': (broken) => {
        broken.ledger = {
          record: () => {
            throw new Error('killed');
          },
        };
      },
    };
    for (const [step, breakAt] of Object.entries(steps)) {
      const sessions = [await play(tenantId), await play(tenantId), await play(tenantId)];
      const ids = sessions.map(({ sessionId }) => sessionId);
      t.is((await standing(ids)).length, 3, step);
      setNow(pastRetention(sessions[2]!.endedAt));
      const broken = { ...parts };
      breakAt(broken);
      await t.throwsAsync(runRetention(broken, FAST), { message: 'killed' }, step);
      await settled('sessions');
      t.true((await runRetention(parts, FAST)).pruned > 0, step);
      t.deepEqual(await standing(ids), [], step);
      for (const id of ids) {
        t.is(await livingKeys(id), 0, step);
        t.is((await erasuresOf(id)).length, 1, step);
      }
    }
    await toNextMonday();
    const counted = (await countedOf(tenantId)).reduce((total, one) => total + one.sessions, 0);
    t.is(counted, 3 * Object.keys(steps).length);
  },
);

test.serial('a session that somebody comes back to stays, and is counted once it is pruned', async (t) => {
  const tenantId = await newTenant();
  const back = await play(tenantId, { finalize: false });
  const rated = await play(tenantId);
  const idle = await play(tenantId, { finalize: false });
  const ids = [back, rated, idle].map(({ sessionId }) => sessionId);
  t.is((await standing(ids)).length, 3);
  setNow(pastRetention(idle.endedAt));
  // Right between the look at the rows and the append, and without a row that would show it.
  await reactors.sessions.stop();
  await world.answer(back.sessionId, 'I am back');
  await world.session(rated.sessionId, { kind: 'give_feedback', feedback });
  await world.session(idle.sessionId, { kind: 'time_out', idle_since: idle.endedAt.toISOString() });
  t.deepEqual(await runRetention(parts, FAST), { due: 3, pruned: 2 });
  await reactors.sessions.start();
  t.deepEqual(await standing(ids), [back.sessionId]);
  t.true((await livingKeys(back.sessionId)) > 0);

  await world.session(back.sessionId, { kind: 'finalize' });
  t.deepEqual(await standing(ids), [back.sessionId]);
  setNow(pastRetention(world.now()));
  t.deepEqual(await runRetention(parts, FAST), { due: 1, pruned: 1 });
  await toNextMonday();
  t.deepEqual(
    (await countedOf(tenantId)).map(({ sessions }) => sessions),
    [3],
  );
});

test.serial('one that is erased on request meanwhile is not counted', async (t) => {
  const tenantId = await newTenant();
  const { sessionId, endedAt } = await play(tenantId);
  await standing([sessionId]);
  setNow(pastRetention(endedAt));
  await reactors.sessions.stop();
  await world.session(sessionId, { kind: 'erase', cause: 'requested' });
  t.deepEqual(await runRetention(parts, FAST), { due: 1, pruned: 0 });
  await reactors.sessions.start();
  t.deepEqual(await standing([sessionId]), []);
  await toNextMonday();
  t.deepEqual(await countedOf(tenantId), []);
  t.is(await livingKeys(sessionId), 0);
});

test.serial('no more than the rate a second, with progress shown, and an end when asked', async (t) => {
  const tenantId = await newTenant();
  const sessions = [];
  for (let index = 0; index < 9; index += 1) sessions.push(await play(tenantId));
  await standing(sessions.map(({ sessionId }) => sessionId));
  setNow(pastRetention(sessions.at(-1)!.endedAt));
  const registry = new Registry();
  const stopping = new AbortController();
  const startedMs = performance.now();
  const retention = createRetention(parts, { perSecond: 20, registry });
  const running = retention.runOnce(stopping.signal);
  t.is(await running, 9);
  t.true(performance.now() - startedMs >= 440, '9 sessions at 20 a second');
  const metrics = await registry.metrics();
  t.regex(metrics, /triage_retention_pruned_sessions_total 9\n/);
  t.regex(metrics, /triage_retention_due_sessions 0\n/);

  const more = await play(tenantId);
  await standing([more.sessionId]);
  setNow(pastRetention(more.endedAt));
  stopping.abort();
  t.is(await retention.runOnce(stopping.signal), 0);
  t.deepEqual(await standing([more.sessionId]), [more.sessionId]);
});

test.serial('each stands in the ledger, signed, also what the projector has erased', async (t) => {
  const tenantId = await newTenant();
  const pruned = await play(tenantId);
  const projected = await play(tenantId);
  await standing([pruned.sessionId, projected.sessionId]);
  // The command was killed right after its append.
  await world.session(projected.sessionId, { kind: 'erase', cause: 'requested' });
  t.deepEqual(await standing([pruned.sessionId, projected.sessionId]), [pruned.sessionId]);
  setNow(pastRetention(projected.endedAt));
  await runRetention(parts, FAST);

  const registry = new Registry();
  const keeping = { ledger, registry: new Registry(), folder, backupRetentionDays: 3_650 };
  const lost = createErasureLedger({ folder: null, signer, now: () => new Date(), runId: 'lost' });
  const blind = createErasureLedgerKeeper(parts, { ...keeping, folder: null, ledger: lost, registry });
  await t.throwsAsync(blind.runOnce(), { message: /ERASURE_LEDGER is not set/ });
  t.regex(await registry.metrics(), /triage_erasures_unledgered [1-9]/);
  const keeper = createErasureLedgerKeeper(parts, keeping);
  t.true((await keeper.runOnce()) > 0);
  t.is(await keeper.runOnce(), 0);

  const { lines, broken } = await readLedger(folder);
  t.deepEqual(broken, []);
  const causeOf = (id: string) => lines.filter((line) => line.subject_id === id).map((line) => line.cause);
  t.deepEqual([causeOf(pruned.sessionId), causeOf(projected.sessionId)], [['retention'], ['requested']]);
  t.true(readdirSync(folder).every((name) => /^erasures-\d{4}-\d{2}-run\.ndjson$/.test(name)));
  const text = readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
  t.false(/chest|pain/i.test(text));
});
