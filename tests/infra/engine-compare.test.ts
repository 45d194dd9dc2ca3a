import test from 'ava';
import { compareEngine } from '../../infra/engine-compare/compare.ts';
import { loadEngine } from '../../shared/clinical/load-knowledge.ts';
import type { Engine } from '../../domain/clinical/types.ts';
import { startApi } from '../support/api.ts';

/** Stored sessions through another engine: the one that recorded them, and one that always sends home. */
const api = await startApi();
const tenantId = await api.newTenant();
const client = await api.newClient(tenantId, { test: true });
const engine = await loadEngine();
test.after.always(api.stop);

async function interview(complaint: string, answers: string[]): Promise<string> {
  const { body } = await client('POST', '/v1/sessions', { chief_complaint: complaint, age: 60 });
  let state = body as { session_id: string; current_question: { question_id: string } | null };
  const path = `/v1/sessions/${state.session_id}`;
  for (const raw_text of answers) {
    const question_id = state.current_question?.question_id ?? 'additional';
    state = (await client('POST', `${path}/answer`, { question_id, raw_text })).body as typeof state;
  }
  await client('POST', `${path}/finalize`);
  return state.session_id;
}

const compare = (other: Engine, choice: { finalized?: boolean; details?: number } = {}) =>
  compareEngine(api.runtime, {
    engine: other,
    tenantId,
    finalized: choice.finalized ?? true,
    details: choice.details ?? 10,
    onProgress: () => undefined,
  });

const homeGoing: Engine = {
  ...engine,
  version: 'other',
  assess: (known) => ({ ...engine.assess(known), triage_level: 'self_care', differentials: [] }),
};

test('the engine that recorded them changes nothing, another one is told by session, level and code', async (t) => {
  const ids = [
    await interview('crushing chest pain', ['yes, into my left arm', 'I am sweating']),
    await interview('bolest v krku', ['ne', 'nevím', 'trochu']),
  ];
  await client('POST', '/v1/sessions', { chief_complaint: 'headache' });

  t.like(await compare(engine), {
    knowledge: engine.version,
    sessions: 2,
    triage_level: { same: 2, more_urgent: 0, less_urgent: 0 },
    primary_icd: { same: 2, changed: 0 },
    moved: [],
    changes: [],
  });

  const other = await compare(homeGoing);
  t.is(other.triage_level.less_urgent + other.triage_level.same, 2);
  t.is(other.primary_icd.changed, 2);
  t.deepEqual(other.changes.map((change) => change.session_id).toSorted(), ids.toSorted());
  t.true(
    other.changes.every(({ primary_icd }) => primary_icd.recorded !== null && primary_icd.other === null),
  );
  t.is(
    other.moved.reduce((sum, { sessions }) => sum + sessions, 0),
    other.triage_level.less_urgent,
  );
  t.is((await compare(homeGoing, { details: 1 })).changes.length, 1);
  t.is((await compare(engine, { finalized: false })).sessions, 3);
  t.false(JSON.stringify(other).includes('chest'));
});
