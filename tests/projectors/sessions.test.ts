import test from 'ava';
import { isOpen, type OpenSession } from '../../domain/session/state.ts';
import { sessionsProjection } from '../../projectors/sessions/projection.ts';
import { openBrief, openState, type SessionRow } from '../../shared/read-models/session-rows.ts';
import { startDatabase } from '../support/database.ts';
import { eraseSession } from '../support/erasing.ts';
import { createProjecting, type Projecting } from '../support/projecting.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

type StoredSession = SessionRow & { created_at: Date };

async function sessionRow(sessionId: string): Promise<StoredSession | undefined> {
  const { rows } = await pool.query<StoredSession>('SELECT * FROM read.sessions WHERE session_id = $1', [
    sessionId,
  ]);
  return rows[0];
}

async function openedRow({ dataKeys }: Projecting, sessionId: string) {
  const row = await sessionRow(sessionId);
  if (!row) throw new Error('no row');
  const key = (await dataKeys.load(pool, [row.state_key_id])).get(row.state_key_id)!;
  if (key === 'destroyed') return { row, state: null, brief: null };
  return { row, state: openState(row, key), brief: openBrief(row, key) };
}

const openStateOf = ({ world }: Projecting, sessionId: string): OpenSession => {
  const state = world.stateOf(sessionId);
  if (!isOpen(state)) throw new Error('the session is not open');
  return state;
};

test.serial(
  'a session row is the fold of its stream, sealed under the key of its latest outcome',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant();
    const sessionId = await world.open(tenantId, { patientId: 'P-1' });
    await world.answer(sessionId, 'yes');
    await world.answer(sessionId, 'yes');
    await projecting.project([sessionsProjection]);
    const active = await openedRow(projecting, sessionId);
    t.deepEqual(active.state, openStateOf(projecting, sessionId));
    t.is(active.row.status, 'active');
    t.is(active.row.triage_level, 'emergency');
    t.deepEqual(active.row.red_flags, ['severe_sign']);
    t.is(active.row.questions_asked, 2);
    t.false(active.row.held);

    await world.session(sessionId, { kind: 'finalize' });
    const feedback = {
      accuracy: 'correct',
      actual_diagnosis: null,
      actual_icd10: null,
      notes: null,
    } as const;
    await world.session(sessionId, { kind: 'give_feedback', feedback });
    await world.session(sessionId, { kind: 'place_hold', reason: 'claim' });
    await projecting.project([sessionsProjection]);
    const finalized = await openedRow(projecting, sessionId);
    t.deepEqual(finalized.state, openStateOf(projecting, sessionId));
    const { status, accuracy, held } = finalized.row;
    t.deepEqual([status, accuracy, held], ['finalized', 'correct', true]);
    t.deepEqual(finalized.brief, {
      chief_complaint: 'Chest pain since the morning',
      patient_id: 'P-1',
      age: 52,
      primary_diagnosis: finalized.state?.outcome.differentials[0]?.diagnosis ?? null,
    });
  },
);

test.serial(
  'a row that a command wrote ahead is left as it is; one that it did not write is made',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant();
    const [ahead, behind] = [await world.open(tenantId), await world.open(tenantId)];
    await projecting.project([sessionsProjection]);
    for (const sessionId of [ahead, behind]) await world.answer(sessionId);
    await projecting.writeThrough(ahead, tenantId);
    const written = await sessionRow(ahead);
    await projecting.project([sessionsProjection]);
    t.deepEqual(await sessionRow(ahead), written);
    t.deepEqual((await openedRow(projecting, behind)).state, openStateOf(projecting, behind));
  },
);

test.serial('a rectification destroys keys, also for a projector that comes late', async (t) => {
  const projecting = await createProjecting(pool);
  const { world, dataKeys } = projecting;
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId);
  await world.answer(sessionId);
  await world.answer(sessionId);
  const cleared = openStateOf(projecting, sessionId).tellings[0]!.told!.question_id!;
  const [rectified] = await world.session(sessionId, {
    kind: 'rectify',
    age: undefined,
    sex: undefined,
    clear_answers: [cleared],
    reason: null,
  });
  const { destroyed_keys } = rectified!.event.data as { destroyed_keys: string[] };
  t.is(destroyed_keys.length, 3);
  await world.answer(sessionId);
  await projecting.project([sessionsProjection]);
  const opened = await openedRow(projecting, sessionId);
  t.deepEqual(opened.state, openStateOf(projecting, sessionId));
  t.is(opened.state?.tellings[0]?.told, null);
  const keys = await dataKeys.load(pool, destroyed_keys);
  t.true([...keys.values()].every((key) => key === 'destroyed'));

  // Once more from the beginning, one event a batch: the keys are gone before the events are reached.
  await pool.query('TRUNCATE read.sessions, ops.checkpoints');
  await projecting.project([sessionsProjection], { limits: { maxEvents: 1, lingerMs: 0, maxQueued: 10 } });
  const again = await openedRow(projecting, sessionId);
  t.deepEqual(again.state, opened.state);
  t.deepEqual(
    { ...again.row, state_sealed: null, brief_sealed: null },
    { ...opened.row, state_sealed: null, brief_sealed: null },
  );
});

test.serial(
  'an erased session has no row and no keys, before its erasure is projected and after',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant();
    const [early, late, whole] = [
      await world.open(tenantId),
      await world.open(tenantId),
      await world.open(tenantId),
    ];
    await projecting.project([sessionsProjection]);
    for (const sessionId of [early, late]) await world.answer(sessionId);
    // The handler of `early` has destroyed keys and row before the projector comes to the answer.
    await world.session(early, { kind: 'erase', cause: 'requested' });
    await eraseSession(pool, { sessionId: early, erasureId: world.nextId(), at: world.now().toISOString() });
    await projecting.project([sessionsProjection]);
    t.is(await sessionRow(early), undefined);
    t.not(await sessionRow(late), undefined);
    // The handler of `late` was killed right after its append: the projector does it all.
    await world.session(late, { kind: 'erase', cause: 'retention' });
    await projecting.project([sessionsProjection]);
    t.is(await sessionRow(late), undefined);
    const { rows } = await pool.query<{ subject_id: string }>(
      'SELECT DISTINCT subject_id FROM ops.data_keys WHERE wrapped IS NOT NULL AND subject_id = ANY ($1::uuid[])',
      [[early, late, whole]],
    );
    t.deepEqual(rows, [{ subject_id: whole }]);
  },
);
