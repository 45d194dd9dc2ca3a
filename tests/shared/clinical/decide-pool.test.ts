import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import type { SessionCommand } from '../../../domain/session/commands.ts';
import { decide } from '../../../domain/session/decider.ts';
import { noSession } from '../../../domain/session/state.ts';
import { createDecidePool, NotDecidedError } from '../../../shared/clinical/decide-pool.ts';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';
import { loadTexts } from '../../../infra/eval/run.ts';

const engine = await loadEngine();
const { knowledge } = await loadKnowledge();
const LONGEST = 10_000;
const WITHIN_MS = 60_000;

/** Nothing but names of findings: the most work that so many characters can make. */
const dense = knowledge.findings
  .map(({ entry }) => entry.en.name)
  .join(' ')
  .slice(0, LONGEST);

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

test.serial('dense texts do not hold the event loop', async (t) => {
  const pool = createDecidePool(engine, { maxWorkers: 1 });
  t.teardown(() => pool.close());
  await pool.decide(noSession, opening(dense), WITHIN_MS);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  for (let sent = 0; sent < 8; sent += 1) {
    await pool.decide(noSession, opening(dense), WITHIN_MS);
    // The delay is taken down at the next turn of the loop.
    await setTimeout(1);
  }
  delay.disable();
  t.log(`p99 ${delay.percentile(99) / 1e6} ms, max ${delay.max / 1e6} ms`);
  t.true(delay.percentile(99) < 100e6, `p99 ${delay.percentile(99) / 1e6} ms`);
});

test.serial('a worker decides as the event loop does, to the byte', async (t) => {
  const pool = createDecidePool(engine, { maxWorkers: 1 });
  t.teardown(() => pool.close());
  const { sentences } = await loadTexts();
  const all = sentences.map(({ text }) => text).join('. ');
  for (let at = 0; at < all.length; at += LONGEST) {
    const command = opening(all.slice(at, at + LONGEST).padEnd(600, '.'));
    const events = await pool.decide(noSession, command, WITHIN_MS);
    const here = decide(noSession, command, engine);
    t.deepEqual(events, here);
    t.is(JSON.stringify(events), JSON.stringify(here));
  }
  t.is(pool.workers(), 1);
});

test.serial('small texts start no worker', async (t) => {
  const pool = createDecidePool(engine);
  t.teardown(() => pool.close());
  t.deepEqual(
    await pool.decide(noSession, opening('chest pain'), WITHIN_MS),
    decide(noSession, opening('chest pain'), engine),
  );
  t.is(pool.workers(), 0);
});

test.serial('a refusal comes back as it would have been thrown, and none of the text with it', async (t) => {
  const pool = createDecidePool(engine, { maxWorkers: 1 });
  t.teardown(() => pool.close());
  const command = { kind: 'route', text: dense } as SessionCommand;
  const error = await t.throwsAsync(() => pool.decide(noSession, command, WITHIN_MS));
  t.like(error, { name: 'DomainError', code: 'not_found' });
  const broken = { ...opening(dense), initial_fields: null } as unknown as SessionCommand;
  const failure = await t.throwsAsync(() => pool.decide(noSession, broken, WITHIN_MS), {
    message: 'a decision in a worker failed: TypeError',
  });
  t.regex(String(failure.stack), /\n +at /);
});

const reasonOf = (error: unknown): string =>
  error instanceof NotDecidedError ? error.reason : String(error);

test.serial('the queue has a bound, and so has the time', async (t) => {
  const pool = createDecidePool(engine, { maxWorkers: 1, maxWaiting: 2 });
  t.teardown(() => pool.close());
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, () => pool.decide(noSession, opening(dense), WITHIN_MS)),
  );
  const reasons = results.map((result) =>
    result.status === 'rejected' ? reasonOf(result.reason) : 'decided',
  );
  t.deepEqual([...new Set(reasons)], ['decided', 'busy'], reasons.join());
  t.is(reasons.filter((reason) => reason === 'decided').length, 3, reasons.join());
  const late = await t.throwsAsync(() => pool.decide(noSession, opening(dense), 1), {
    instanceOf: NotDecidedError,
  });
  t.is(late.reason, 'timeout');
  t.true((await pool.decide(noSession, opening(dense), WITHIN_MS)).length > 0);
});
