import test from 'ava';
import { pruneBatch, takeBatch } from '../../../command-api/reactors/retention-batch.ts';
import { mondayOf } from '../../../command-api/reactors/retention-counts.ts';
import { runRetention } from '../../../command-api/reactors/retention.ts';
import { countedStream } from '../../../shared/event-log/streams.ts';
import { startRetaining, FAST, pastRetention } from './retaining.ts';

/** When and how the counts of pruned sessions go into the log, against a real one. */
const retaining = await startRetaining();
const { reactors, parts, newTenant, play, standing } = retaining;
const { erasuresOf, countedOf, toNextMonday, gathered } = retaining;
const { world, read, setNow } = reactors;
const { pool, log } = parts;
test.after.always(retaining.stop);
test.before(() => reactors.sessions.start());
test.beforeEach(retaining.reset);

test.serial('weeks begin on Monday, 00:00 UTC', (t) => {
  const of = (at: string, later?: number) => mondayOf(new Date(at), later).toISOString();
  t.is(of('2026-01-05T00:00:00.000Z'), '2026-01-05T00:00:00.000Z');
  t.is(of('2026-01-11T23:59:59.999Z'), '2026-01-05T00:00:00.000Z');
  t.is(of('2026-01-12T00:00:00.000Z'), '2026-01-12T00:00:00.000Z');
  t.is(of('2026-01-11T23:59:59.999Z', 1), '2026-01-12T00:00:00.000Z');
});

test.serial('a week is told of on the Monday after its last session is pruned, by tenant', async (t) => {
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
});

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

test.serial('two who prune the same batch at a time count it once', async (t) => {
  const tenantId = await newTenant();
  const { sessionId, endedAt } = await play(tenantId);
  await standing([sessionId]);
  setNow(pastRetention(endedAt));
  const batch = { batchId: parts.newId(), tenantId };
  await takeBatch(pool, batch, { now: parts.now(), limit: 10 });
  const killed: typeof parts = {
    ...parts,
    poolOf: () => ({ ...pool, connect: () => Promise.reject(new Error('killed')) }),
  };
  // The other one has counted and not forgotten the batch when this one comes to count.
  const append: typeof log.append = async (...args) => {
    await t.throwsAsync(pruneBatch(killed, batch), { message: 'killed' });
    return log.append(...args);
  };
  t.is(await pruneBatch({ ...parts, log: { ...log, append } }, batch), 1);
  await toNextMonday();
  t.deepEqual(
    (await countedOf(tenantId)).map(({ sessions }) => sessions),
    [1],
  );
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

test.serial('a week of very many kinds goes into several events, however often broken off', async (t) => {
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
});
