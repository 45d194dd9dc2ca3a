import test from 'ava';
import { Registry } from 'prom-client';
import type { AnswerCommand, RouteCommand, SessionCommand } from '../../../domain/session/commands.ts';
import { decide } from '../../../domain/session/decider.ts';
import { evolve, noSession, type SessionState } from '../../../domain/session/state.ts';
import { createDecidePool, NotDecidedError, type DecidePool } from '../../../shared/clinical/decide-pool.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { loadVignettes } from '../../../infra/eval/vignettes.ts';
import { denseText } from '../../support/dense-text.ts';
import { sessionFacts } from '../../domain/session/events.ts';

const engine = await loadEngine();
const budget = { tenantId: 'clinic', withinMs: 60_000 };

const at = '2026-03-01T12:00:00.000Z';
const dense = denseText(10_000);

const opening = (free_text: string): SessionCommand => ({
  kind: 'open',
  session_id: '0193a000-0000-7000-8000-000000000001',
  test: true,
  chief_complaint: 'unwell',
  age: 40,
  sex: null,
  free_text,
  initial_fields: {},
  patient_id: null,
});

const additional = (raw_text: string): AnswerCommand => ({
  kind: 'answer',
  question_id: 'additional',
  raw_text,
  extracted_fields: {},
  extracted_flags: [],
  field_confidences: null,
  skip: false,
});

const onLoop = (state: SessionState, command: SessionCommand) => decide(state, command, engine.asOf(at));

/** What a worker and the event loop make of a command; they have to be the same to the byte. */
async function decideBoth(pool: DecidePool, state: SessionState, command: SessionCommand) {
  const apart = await pool.decide({ state, command, at }, budget);
  return { apart: JSON.stringify(apart), here: JSON.stringify(onLoop(state, command)) };
}

test.serial('a worker decides as the event loop does, to the byte, on vignettes of our own', async (t) => {
  const pool = createDecidePool(engine, { workers: 1 });
  t.teardown(() => pool.close());
  const long = (await loadVignettes()).filter(({ text }) => text.length >= 500);
  // Some of every group of diagnoses, in both languages.
  const vignettes = long.filter((_, index) => index % 30 === 0);
  t.true(vignettes.length >= 40, String(vignettes.length));
  for (const { id, complaint, text, sex } of vignettes) {
    const told: SessionCommand = { ...opening(text), chief_complaint: complaint, sex } as SessionCommand;
    const opened = await decideBoth(pool, noSession, told);
    t.is(opened.apart, opened.here, `${id} opened`);
    const state = sessionFacts([onLoop(noSession, opening(complaint))]).reduce<SessionState>(
      evolve,
      noSession,
    );
    const route: RouteCommand = { kind: 'route', text };
    const routed = await decideBoth(pool, state, route);
    t.is(routed.apart, routed.here, `${id} routed`);
    const answered = await decideBoth(pool, state, additional(text));
    t.is(answered.apart, answered.here, `${id} answered`);
  }
  const densest = await decideBoth(pool, noSession, opening(dense));
  t.is(densest.apart, densest.here, 'dense');
  t.is(pool.workers(), 1);
});

test.serial('small texts start no worker, and without workers no text does', async (t) => {
  const pool = createDecidePool(engine, { workers: 1 });
  const none = createDecidePool(engine, { workers: 0 });
  t.teardown(() => Promise.all([pool.close(), none.close()]).then(() => undefined));
  const small = opening(dense.slice(0, 499 - 'unwell'.length));
  t.deepEqual(await pool.decide({ state: noSession, command: small, at }, budget), onLoop(noSession, small));
  const large = opening(dense);
  t.deepEqual(await none.decide({ state: noSession, command: large, at }, budget), onLoop(noSession, large));
  t.deepEqual([pool.workers(), none.workers()], [0, 0]);
  await pool.decide({ state: noSession, command: opening(dense.slice(0, 500)), at }, budget);
  t.is(pool.workers(), 1);
});

test.serial('of many small texts at once the event loop reads one in each turn', async (t) => {
  const pool = createDecidePool(engine, { workers: 1 });
  t.teardown(() => pool.close());
  const small = { state: noSession, command: opening(dense.slice(0, 499 - 'unwell'.length)), at };
  const turns: string[] = [];
  const sent = Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      await pool.decide(small, { ...budget, tenantId: index < 6 ? 'busy' : 'calm' });
      turns.push(index < 6 ? 'busy' : 'calm');
    }),
  );
  const turn = (): void => {
    turns.push('loop');
    if (turns.filter((what) => what !== 'loop').length < 8) setImmediate(turn);
  };
  setImmediate(turn);
  await sent;
  const between = turns.join(' ').split(/busy|calm/);
  t.deepEqual(
    between.slice(1, -1).filter((loop) => !loop.includes('loop')),
    [],
  );
  const order = turns.filter((what) => what !== 'loop');
  t.deepEqual(order.slice(0, 5), ['busy', 'busy', 'calm', 'busy', 'calm'], 'tenants have turns');
});

test.serial('a refusal comes back as it would have been thrown, and none of the text with it', async (t) => {
  const pool = createDecidePool(engine, { workers: 1 });
  t.teardown(() => pool.close());
  const command: RouteCommand = { kind: 'route', text: dense };
  const error = await t.throwsAsync(() => pool.decide({ state: noSession, command, at }, budget));
  t.like(error, { name: 'DomainError', code: 'not_found' });
  const broken = { ...opening(dense), initial_fields: null } as unknown as SessionCommand;
  const failure = await t.throwsAsync(() => pool.decide({ state: noSession, command: broken, at }, budget), {
    message: 'a decision in a worker failed: TypeError',
  });
  t.regex(String(failure.stack), /\n +at /);
});

const reasonOf = (result: PromiseSettledResult<unknown>): string => {
  if (result.status === 'fulfilled') return 'decided';
  return result.reason instanceof NotDecidedError ? result.reason.reason : String(result.reason);
};

/** How texts end that a tenant sends at once. */
async function sendAtOnce(pool: DecidePool, tenantId: string, texts: number): Promise<string[]> {
  const task = { state: noSession, command: opening(dense), at };
  const sent = Array.from({ length: texts }, () => pool.decide(task, { ...budget, tenantId }));
  return (await Promise.allSettled(sent)).map(reasonOf);
}

test.serial('the queue has a bound, and so has the time', async (t) => {
  const registry = new Registry();
  const pool = createDecidePool(engine, { workers: 1, maxWaiting: 2, registry });
  t.teardown(() => pool.close());
  const reasons = await sendAtOnce(pool, 'clinic', 12);
  t.deepEqual(reasons, [...Array<string>(3).fill('decided'), ...Array<string>(9).fill('full')]);
  const late = await t.throwsAsync(
    () => pool.decide({ state: noSession, command: opening(dense), at }, { ...budget, withinMs: 1 }),
    { instanceOf: NotDecidedError },
  );
  t.is(late.reason, 'timeout');
  const metrics = await registry.metrics();
  t.regex(metrics, /^triage_large_texts_refused_total\{reason="full"\} 9$/m);
  t.regex(metrics, /^triage_large_texts_refused_total\{reason="timeout"\} 1$/m);
  t.regex(metrics, /^triage_large_texts\{state="waiting"\} 0$/m);
  t.regex(metrics, /^triage_large_texts\{state="reading"\} 0$/m);
  t.true((await pool.decide({ state: noSession, command: opening(dense), at }, budget)).length > 0);
});

test.serial('a tenant that sends many texts keeps no other tenant out', async (t) => {
  const pool = createDecidePool(engine, { workers: 1, maxWaiting: 4 });
  t.teardown(() => pool.close());
  const flood = sendAtOnce(pool, 'flood', 20);
  const others = await Promise.all([sendAtOnce(pool, 'one', 1), sendAtOnce(pool, 'two', 1)]);
  t.deepEqual(others, [['decided'], ['decided']]);
  // Of five places two went to the others.
  t.is((await flood).filter((reason) => reason === 'decided').length, 3);
});

test.serial('what is not decided when the pool is closed is told so', async (t) => {
  const pool = createDecidePool(engine, { workers: 1 });
  const sent = sendAtOnce(pool, 'clinic', 3);
  await pool.close();
  t.deepEqual(await sent, ['stopped', 'stopped', 'stopped']);
});
