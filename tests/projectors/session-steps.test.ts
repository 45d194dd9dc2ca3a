import test from 'ava';
import { isOpen } from '../../domain/session/state.ts';
import { sessionStepsProjection } from '../../projectors/session-steps/projection.ts';
import { sessionsProjection } from '../../projectors/sessions/projection.ts';
import { startDatabase } from '../support/database.ts';
import { eraseSession } from '../support/erasing.ts';
import { createProjecting, type Projecting } from '../support/projecting.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

type Row = Record<string, unknown>;

async function stepsOf(sessionId: string): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    'SELECT * FROM read.session_steps WHERE session_id = $1 ORDER BY revision',
    [sessionId],
  );
  return rows;
}

const everything = async (): Promise<Row[]> =>
  (await pool.query<Row>('SELECT * FROM read.session_steps ORDER BY session_id, revision')).rows;

const ONE_A_BATCH = { limits: { maxEvents: 1, lingerMs: 0, maxQueued: 10 } };

/** The same from the beginning of the log, one event a batch. */
async function again({ project }: Projecting): Promise<Row[]> {
  await pool.query('TRUNCATE read.session_steps, read.sessions, ops.checkpoints');
  await project([sessionsProjection, sessionStepsProjection], ONE_A_BATCH);
  return everything();
}

const rectification = { age: undefined, sex: undefined, clear_answers: [] as string[], reason: null };

function questionsOf({ world }: Projecting, sessionId: string): string[] {
  const state = world.stateOf(sessionId);
  if (!isOpen(state)) throw new Error('the session is not open');
  return state.tellings.flatMap(({ told }) => told?.question_id ?? []);
}

test.serial(
  'each step of a session is a row in codes, with what was known and concluded after it',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant();
    const sessionId = await world.open(tenantId, { patientId: 'P-1' });
    await world.answer(sessionId, 'yes');
    await world.session(sessionId, { kind: 'finalize' });
    const feedback = {
      accuracy: 'correct',
      actual_diagnosis: 'x',
      actual_icd10: 'I20.8',
      notes: null,
    } as const;
    await world.session(sessionId, { kind: 'give_feedback', feedback });
    await projecting.project([sessionStepsProjection]);

    const rows = await stepsOf(sessionId);
    t.deepEqual(
      rows.map(({ kind }) => kind),
      ['opened', 'answered', 'finalized', 'feedback'],
    );
    const state = world.stateOf(sessionId);
    if (!isOpen(state)) return t.fail();
    const [opened, answered, finalized, told] = rows;
    t.is(opened!.complaint, state.complaint);
    t.is(opened!.age_band, '40-64');
    t.is(opened!.asks, questionsOf(projecting, sessionId)[0]);
    t.is(answered!.question, opened!.asks);
    t.deepEqual(answered!.findings, [`pq:${String(answered!.question)}`]);
    t.is(answered!.waited_s, 1);
    t.is(answered!.questions_asked, 1);
    t.is(finalized!.triage_level, state.outcome.triage_level);
    t.deepEqual(
      finalized!.icds,
      state.outcome.differentials.map(({ icd }) => icd),
    );
    t.deepEqual(
      [told!.accuracy, told!.actual_icd, told!.triage_level],
      ['correct', 'I20.8', state.outcome.triage_level],
    );
    t.deepEqual(
      rows.map(({ superseded_position }) => superseded_position),
      [...rows.slice(1).map(({ position }) => position), null],
    );
    t.deepEqual(await again(projecting), rows);
  },
);

test.serial('steps hold no text of the patient and no id of the partner', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId, { patientId: 'P-SECRET' });
  await world.answer(sessionId, 'yes');
  await projecting.project([sessionStepsProjection]);
  const written = JSON.stringify(await stepsOf(sessionId));
  for (const text of ['P-SECRET', 'Chest pain since', 'yes']) t.false(written.includes(text), text);
});

test.serial(
  "steps carry the id of the patient's profile, which another profile after an erasure does not share",
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant();
    const profileId = world.nextId();
    const sessionId = await world.open(tenantId, { patientId: 'P-1', profileId });
    await world.answer(sessionId);
    const other = await world.open(tenantId, { patientId: 'P-1' });
    await projecting.project([sessionStepsProjection]);
    const ids = async (id: string) => (await stepsOf(id)).map(({ profile_id }) => profile_id);
    t.deepEqual(await ids(sessionId), [profileId, profileId]);
    t.deepEqual(await ids(other), [null]);
  },
);

test.serial('test sessions leave no steps', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId, { test: true });
  await world.answer(sessionId);
  await projecting.project([sessionStepsProjection], ONE_A_BATCH);
  t.deepEqual(await stepsOf(sessionId), []);
});

test.serial('a rectification empties what it clears, live and from the beginning alike', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId);
  for (let answers = 0; answers < 3; answers++) await world.answer(sessionId, 'yes');
  await projecting.project([sessionStepsProjection]);
  const before = await stepsOf(sessionId);
  const [, cleared] = questionsOf(projecting, sessionId);
  await world.session(sessionId, { ...rectification, kind: 'rectify', age: 70, clear_answers: [cleared!] });
  await world.answer(sessionId);
  await projecting.project([sessionsProjection, sessionStepsProjection]);

  const rows = await stepsOf(sessionId);
  const byKind = rows.map(({ kind, question, triage_level }) => [kind, question, triage_level]);
  const cut = before.findIndex(({ question }) => question === cleared);
  t.deepEqual(rows.slice(0, cut), before.slice(0, cut));
  t.deepEqual(byKind[cut], ['answered', null, null]);
  t.deepEqual([byKind[cut + 1]![1], byKind[cut + 1]![2]], [before[cut + 1]!.question, null]);
  const rectified = rows.find(({ kind }) => kind === 'rectified')!;
  t.deepEqual([rectified.cleared, rectified.changed_fields, rectified.age_band], [1, ['age'], '65-79']);
  t.deepEqual(
    rows.map(({ changed_position }) => changed_position),
    rows.map(({ revision }) =>
      Number(revision) >= Number(before[cut]!.revision) && Number(revision) < Number(rectified.revision)
        ? rectified.position
        : null,
    ),
  );
  const all = await everything();
  t.deepEqual(await again(projecting), all);

  // A second one that reaches further back.
  const [first] = questionsOf(projecting, sessionId);
  await world.session(sessionId, { ...rectification, kind: 'rectify', clear_answers: [first!] });
  await projecting.project([sessionsProjection, sessionStepsProjection]);
  const twice = await everything();
  t.true(twice.slice(1, -1).every(({ triage_level }) => triage_level === null));
  t.deepEqual(await again(projecting), twice);
});

test.serial('an erased session leaves one row that says so', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const [erased, kept] = [await world.open(tenantId), await world.open(tenantId)];
  for (const sessionId of [erased, kept]) await world.answer(sessionId);
  await projecting.project([sessionsProjection, sessionStepsProjection]);
  await world.session(erased, { kind: 'erase', cause: 'requested' });
  await eraseSession(pool, { sessionId: erased, erasureId: world.nextId(), at: world.now().toISOString() });
  t.deepEqual(await stepsOf(erased), []);
  await projecting.project([sessionsProjection, sessionStepsProjection]);

  const [row, ...others] = await stepsOf(erased);
  t.deepEqual(others, []);
  t.is(row!.kind, 'erased');
  const filled = Object.entries(row!).filter(([, value]) =>
    Array.isArray(value) ? value.length > 0 : value !== null,
  );
  t.deepEqual(filled.map(([name]) => name).sort(), [
    'age_band',
    'at',
    'day',
    'kind',
    'language',
    'position',
    'questions_asked',
    'revision',
    'session_id',
    'sex',
    'tenant_id',
  ]);
  t.is((await stepsOf(kept)).length, 2);
  const all = await everything();
  t.deepEqual(await again(projecting), all);
});

test.serial('what says that a session was erased stays, whoever erases it after that', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId);
  await projecting.project([sessionsProjection, sessionStepsProjection]);
  await world.session(sessionId, { kind: 'erase', cause: 'requested' });
  // The projection may come before the command that erases, and before the one of sessions, which erases as well.
  await projecting.project([sessionStepsProjection]);
  const rows = await stepsOf(sessionId);
  t.deepEqual(
    rows.map(({ kind }) => kind),
    ['erased'],
  );
  await eraseSession(pool, { sessionId, erasureId: world.nextId(), at: world.now().toISOString() });
  await projecting.project([sessionsProjection]);
  t.deepEqual(await stepsOf(sessionId), rows);
});

test.serial('a session that has no rows is made anew from its stream', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId);
  await world.answer(sessionId);
  await projecting.project([sessionStepsProjection]);
  await pool.query('DELETE FROM read.session_steps');
  await world.answer(sessionId);
  await projecting.project([sessionStepsProjection]);
  const rows = await everything();
  t.deepEqual(
    rows.map(({ kind }) => kind),
    ['opened', 'answered', 'answered'],
  );
  t.deepEqual(await again(projecting), rows);
});
