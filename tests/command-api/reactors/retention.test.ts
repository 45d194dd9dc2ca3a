import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { createErasureLedgerKeeper } from '../../../command-api/reactors/erasure-ledger.ts';
import { RETENTION_MS, type RetentionParts } from '../../../command-api/reactors/retention-batch.ts';
import { mondayOf } from '../../../command-api/reactors/retention-counts.ts';
import { createRetention, runRetention } from '../../../command-api/reactors/retention.ts';
import type { SessionsCounted } from '../../../domain/retention/events.ts';
import { readLedger } from '../../../infra/erasure/read-ledger.ts';
import { createErasureLedger } from '../../../shared/erasure/ledger.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { loadKeyRing, localMasterKeys } from '../../../shared/crypto/master-keys.ts';
import { countedStream, sessionStream } from '../../../shared/event-log/streams.ts';
import { createReactorWorld } from './world.ts';

/** The pruning of old sessions, against a real log: it looks at all that is there, so one test runs at a time. */
const reactors = await createReactorWorld();
const { world, settled, read, setNow } = reactors;
const { pool, log } = reactors.parts;
const folder = mkdtempSync(path.join(os.tmpdir(), 'triage-ledger-'));
const masterKeys = localMasterKeys(await loadKeyRing({ masterKeyFile: reactors.masterKeyFile }));
test.after.always(async () => {
  await reactors.stop();
  rmSync(folder, { recursive: true });
});
const now = (): Date => new Date();
const signer = createSigner({ pool, masterKeys, now, newId: uuidV7 });
const ledger = createErasureLedger({ folder, signer, now });
const parts: RetentionParts & { newId: () => string } = {
  ...reactors.parts,
  poolOf: () => pool,
  ledger,
  newId: uuidV7,
};
const FAST = { perSecond: 10_000 };
test.before(() => reactors.sessions.start());

const feedback = { accuracy: 'correct', actual_diagnosis: null, actual_icd10: null, notes: null } as const;

async function newTenant(): Promise<string> {
  const tenantId = await world.registerTenant();
  await pool.query(
    `INSERT INTO read.tenants (tenant_id, revision, tier, tier_changed_at, tier_rpm, concurrency_limit, overage_allowed,
       feature_flags, created_at) VALUES ($1, 1, 'starter', now(), 60, 10, false, '{}', now())`,
    [tenantId],
  );
  return tenantId;
}

/** A session that was finalized just now, or is left as it is; returns when its last event came. */
async function play(
  tenantId: string,
  { finalize = true, ...options }: { finalize?: boolean; test?: boolean } = {},
): Promise<{ sessionId: string; endedAt: Date }> {
  const sessionId = await world.open(tenantId, options);
  await world.answer(sessionId);
  if (finalize) await world.session(sessionId, { kind: 'finalize' });
  const endedAt = world.now();
  return { sessionId, endedAt };
}

const pastRetention = (endedAt: Date, ms = 0): Date => new Date(endedAt.getTime() + RETENTION_MS + ms);
const standing = async (sessionIds: string[]): Promise<string[]> => {
  await settled('sessions');
  const { rows } = await pool.query<{ session_id: string }>(
    'SELECT session_id FROM read.sessions WHERE session_id = ANY ($1::uuid[])',
    [sessionIds],
  );
  return rows.map((row) => row.session_id);
};
const livingKeys = async (sessionId: string): Promise<number> =>
  (await pool.query('SELECT 1 FROM ops.data_keys WHERE subject_id = $1 AND wrapped IS NOT NULL', [sessionId]))
    .rowCount ?? 0;
const erasuresOf = async (sessionId: string) =>
  (await read(sessionStream(sessionId))).filter(({ type }) => type === 'session-erased');
const countedOf = async (tenantId: string): Promise<(SessionsCounted & { test: boolean })[]> =>
  (await read(countedStream(tenantId))).map(({ data, metadata }) => ({
    ...(data as SessionsCounted),
    test: metadata.test,
  }));
/** Goes on to the next Monday after the clock of the reactors; two runs, the second of which tidies up. */
const toNextMonday = async (): Promise<Date> => {
  const monday = mondayOf(parts.now(), 1);
  setNow(monday);
  await runRetention(parts, FAST);
  await runRetention(parts, FAST);
  return monday;
};
const gathered = async (tenantId: string): Promise<number> =>
  (await pool.query('SELECT 1 FROM ops.retention_counts WHERE tenant_id = $1', [tenantId])).rowCount ?? 0;
/** Everything that earlier tests have left is out of the way. */
const reset = async (): Promise<void> => {
  await settled('sessions');
  await pool.query('DELETE FROM read.sessions');
  await pool.query('DELETE FROM ops.retention_items');
  await pool.query('DELETE FROM ops.retention_counts');
};
test.beforeEach(reset);

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
  'a week is told of on the Monday after its last session was pruned, of each tenant',
  async (t) => {
    const [tenantId, neighbour] = [await newTenant(), await newTenant()];
    // On a Tuesday, so that all is of one week.
    const tuesday = mondayOf(world.now(), 1).getTime() + 86_400_000;
    world.advance(tuesday - world.now().getTime());
    const first = await play(tenantId);
    const theirs = await play(neighbour, { finalize: false });
    world.advance(2 * 86_400_000);
    const last = await play(tenantId);
    const week = mondayOf(first.endedAt).toISOString().slice(0, 10);
    t.is((await standing([first.sessionId, theirs.sessionId, last.sessionId])).length, 3);
    setNow(pastRetention(theirs.endedAt));
    t.is((await runRetention(parts, FAST)).pruned, 2);
    t.true((await gathered(tenantId)) > 0);
    const { rows } = await pool.query<{ row: string }>('SELECT c::text AS row FROM ops.retention_counts c');
    t.false(rows.some(({ row }) => row.includes(first.sessionId) || row.includes(theirs.sessionId)));

    const monday = mondayOf(pastRetention(theirs.endedAt), 1);
    t.true(pastRetention(last.endedAt) < monday);
    // Kept until then: whoever works at it holds its week back, and no other tenant's.
    await pool.query("UPDATE read.sessions SET finalized_at = finalized_at + interval '7 days'");
    setNow(new Date(monday.getTime() - 1));
    await runRetention(parts, FAST);
    t.deepEqual([await countedOf(tenantId), await countedOf(neighbour)], [[], []], 'a moment before');
    setNow(monday);
    t.deepEqual(await runRetention(parts, FAST), { due: 0, pruned: 0 });
    t.deepEqual(await countedOf(tenantId), []);
    t.like(await countedOf(neighbour), [{ week, sessions: 1, test: false }]);

    const lastPruned = pastRetention(last.endedAt, 7 * 86_400_000);
    setNow(lastPruned);
    t.deepEqual(await runRetention(parts, FAST), { due: 1, pruned: 1 });
    setNow(new Date(mondayOf(lastPruned, 1).getTime() - 1));
    await runRetention(parts, FAST);
    t.deepEqual(await countedOf(tenantId), [], 'all are pruned, and the week is still on');
    setNow(mondayOf(lastPruned, 1));
    await runRetention(parts, FAST);
    t.like(await countedOf(tenantId), [{ week, sessions: 2, test: false }]);
    t.is((await countedOf(neighbour)).length, 1);
  },
);

test.serial('nothing leads from what was counted to an erasure', async (t) => {
  const tenantId = await newTenant();
  const sessions = [await play(tenantId), await play(tenantId, { test: true })];
  t.is((await standing(sessions.map(({ sessionId }) => sessionId))).length, 2);
  setNow(pastRetention(sessions[1]!.endedAt));
  t.is((await runRetention(parts, FAST)).pruned, 2);
  const monday = await toNextMonday();
  const counted = await read(countedStream(tenantId));
  t.is(counted.length, 2);
  const erased = (await Promise.all(sessions.map(({ sessionId }) => erasuresOf(sessionId)))).flat();
  t.is(erased.length, 2);
  const marksOf = (events: typeof counted) =>
    events.flatMap(({ eventId, metadata: { command_id, request_id, causation_id, occurred_at } }) =>
      [eventId, command_id, request_id, causation_id, occurred_at].filter((mark) => mark !== null),
    );
  const ofErasures = new Set(marksOf(erased));
  t.deepEqual(
    marksOf(counted).filter((mark) => ofErasures.has(mark)),
    [],
  );
  t.deepEqual([...new Set(counted.map(({ metadata }) => metadata.occurred_at))], [monday.toISOString()]);
  t.not(counted[0]!.metadata.request_id, counted[1]!.metadata.request_id);
});

test.serial('a week that was appended and not taken out is not appended again', async (t) => {
  const tenantId = await newTenant();
  const { sessionId, endedAt } = await play(tenantId);
  await standing([sessionId]);
  setNow(pastRetention(endedAt));
  t.is((await runRetention(parts, FAST)).pruned, 1);
  setNow(mondayOf(parts.now(), 1));
  const unheard: typeof parts = {
    ...parts,
    log: {
      ...log,
      append: async (...append) => {
        await log.append(...append);
        throw new Error('killed');
      },
    },
  };
  await t.throwsAsync(runRetention(unheard, FAST), { message: 'killed' });
  t.is((await countedOf(tenantId)).length, 1);
  t.true((await gathered(tenantId)) > 0);
  const query = (text: string, values?: unknown[]) =>
    text.startsWith('DELETE FROM ops.retention_counts')
      ? Promise.reject(new Error('killed'))
      : pool.query(text, values);
  const keeping = { ...parts, pool: { query, connect: () => pool.connect() } as unknown as typeof pool };
  await t.throwsAsync(runRetention(keeping, FAST), { message: 'killed' });
  t.true((await gathered(tenantId)) > 0);
  // Weeks later, at another time than the first.
  await toNextMonday();
  t.is(await gathered(tenantId), 0);
  t.like(await countedOf(tenantId), [{ sessions: 1 }]);
  t.is((await countedOf(tenantId)).length, 1);
});

test.serial(
  'a week of very many kinds goes into several events, and on where it was broken off',
  async (t) => {
    const tenantId = await newTenant();
    const lines = 4_500;
    await pool.query(
      `INSERT INTO ops.retention_counts (tenant_id, test, week, part, codes, sessions, questions_asked, minutes, due)
     SELECT $1, false, '2024-01-01', 'groups', jsonb_build_object('status', 'finalized', 'triage_level', 'urgent',
       'complaint', 'complaint_' || n, 'age_band', '40-64', 'sex', 'female', 'accuracy', null), 2, 3, 4, '2024-02-12'
     FROM generate_series(1, $2) AS n`,
      [tenantId, lines],
    );
    setNow(new Date('2024-02-11T23:59:59.999Z'));
    await runRetention(parts, FAST);
    t.is((await countedOf(tenantId)).length, 0);
    setNow(new Date('2024-02-12T00:00:00.000Z'));
    let appends = 0;
    const append: typeof log.append = (...args) =>
      (appends += 1) > 1 ? Promise.reject(new Error('killed')) : log.append(...args);
    await t.throwsAsync(runRetention({ ...parts, log: { ...log, append } }, FAST), { message: 'killed' });
    t.is((await countedOf(tenantId)).length, 1);
    await runRetention(parts, FAST);
    await runRetention(parts, FAST);
    const counted = await countedOf(tenantId);
    t.deepEqual(
      counted.map(({ sessions }) => sessions),
      [4_000, 4_000, 1_000],
    );
    t.is(new Set(counted.flatMap(({ groups }) => groups.map(({ complaint }) => complaint))).size, lines);
    t.is(await gathered(tenantId), 0);
  },
);

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
  t.regex(metrics, /retention_pruned_sessions_total 9\n/);
  t.regex(metrics, /retention_due_sessions 0\n/);

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
  const lost = createErasureLedger({ folder: null, signer, now });
  const blind = createErasureLedgerKeeper(parts, { ledger: lost, registry });
  await t.throwsAsync(blind.runOnce(), { message: /ERASURE_LEDGER is not set/ });
  t.regex(await registry.metrics(), /erasures_unledgered [1-9]/);
  const keeper = createErasureLedgerKeeper(parts, { ledger, registry: new Registry() });
  t.true((await keeper.runOnce()) > 0);
  t.is(await keeper.runOnce(), 0);

  const { lines, broken } = await readLedger(folder);
  t.deepEqual(broken, []);
  const causeOf = (id: string) => lines.filter((line) => line.subject_id === id).map((line) => line.cause);
  t.deepEqual([causeOf(pruned.sessionId), causeOf(projected.sessionId)], [['retention'], ['requested']]);
  t.true(readdirSync(folder).every((name) => /^erasures-\d{4}-\d{2}\.ndjson$/.test(name)));
  const text = readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('');
  t.false(/chest|pain/i.test(text));
});
