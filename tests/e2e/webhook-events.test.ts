import test from 'ava';
import { createBalanceCrossings } from '../../command-api/reactors/balance-crossings.ts';
import { createSessionTimeout, IDLE_MS } from '../../command-api/reactors/session-timeout.ts';
import { overrideRateLimit, topUp } from '../../command-api/tenants/operations.ts';
import { allProjections } from '../../projectors/all.ts';
import type { WebhookEvent } from '../../client/webhooks/events.ts';
import { startWebhooks, LIMIT_MS } from '../support/webhooks.ts';
import { startProjections } from '../support/running-projections.ts';
import { until } from '../support/until.ts';
import { startClinic, type State, type Test } from './webhook-clinic.ts';

/**
 * What makes each event, through HTTP and to a receiver: the APIs, the projections, the reactors and the dispatcher under
 * one clock. The receiver verifies with the helper that partners are given,
 * and holds every body to its published schema.
 */
const needed = ['sessions', 'balances', 'webhook-subscriptions'];
const world = await startWebhooks({
  projections: allProjections.filter(({ name }) => needed.includes(name)),
});
const { runtime } = world.api;
const reacting = { ...runtime, now: world.now, reportFact: () => undefined };
const crossings = await startProjections(runtime, [createBalanceCrossings(reacting)], 'test-crossings');
const sessionTimeout = createSessionTimeout(reacting);
test.after.always(async () => {
  await crossings.stop();
  await world.stop();
});

/** Raises far more red flags than any patient has. */
const DENSE_TEXT = [
  'Crushing chest pain into my left arm, sweating, short of breath, I passed out.',
  'Worst headache of my life like a thunderclap, stiff neck, fever, confused, cannot move my right arm, face droops,',
  'slurred speech, seizure this morning, sudden loss of vision in one eye, double vision.',
  'Vomiting blood, black tarry stool, rigid belly, severe abdominal pain, yellow skin.',
  'Coughing up blood, blue lips, swollen calf, stridor, swollen tongue, hives all over.',
  'I want to kill myself, I took an overdose. Numb saddle area, cannot pass urine, lost control of my bowels.',
  'Testicle pain came suddenly, pregnant and bleeding heavily, no fetal movements, severe dehydration, shaking chills.',
].join(' ');

const newClinic = (t: Test, tier: 'enterprise' | 'free_trial' = 'enterprise') => startClinic(t, world, tier);
const about = (sessionId: string, events: WebhookEvent[]): WebhookEvent[] =>
  events.filter(({ data }) => 'session_id' in data && data.session_id === sessionId);

test.serial('each step of an interview is told once, with what it came to', async (t) => {
  const { tenantId, live, arrived, settled } = await newClinic(t);
  const opened = await live('/v1/sessions', { chief_complaint: 'headache', age: 34, sex: 'female' });
  const id = opened.session_id;
  const path = (tail: string): string => `/v1/sessions/${id}${tail}`;
  const answer = (state: State, rest: object): Promise<State> =>
    live(path('/answer'), { question_id: state.current_question?.question_id, ...rest });
  const answered = await answer(opened, { raw_text: 'no' });
  const skipped = await answer(answered, { skip: true });
  const worse = await live(path('/answer'), {
    question_id: 'additional',
    raw_text: 'Now my neck is stiff and I am confused.',
  });
  const fresh = worse.red_flags.filter((flag) => !skipped.red_flags.includes(flag));
  t.true(fresh.length > 0, 'the case has a red flag');
  t.not(worse.triage_level, skipped.triage_level, 'the case escalates');
  const final = await live(path('/finalize'));
  await settled();

  const outcome = (state: State) => ({
    session_id: id,
    triage_level: state.triage_level,
    red_flags: state.red_flags,
  });
  const told = about(id, arrived());
  t.deepEqual(
    told.map(({ type }) => type),
    [
      'session.created',
      'session.answered',
      'session.answered',
      'session.answered',
      ...fresh.map(() => 'red_flag.detected' as const),
      'triage.escalated',
      'session.finalized',
      'assessment.completed',
    ],
  );
  const data = told.map((event) => event.data);
  t.deepEqual(data[0], outcome(opened));
  t.like(data[1], { ...outcome(answered), skipped: false, new_red_flags: [] });
  t.like(data[2], { ...outcome(skipped), skipped: true, new_red_flags: [] });
  t.like(data[3], { ...outcome(worse), skipped: false, new_red_flags: fresh });
  t.deepEqual(
    data.slice(4, 4 + fresh.length),
    fresh.map((flag) => ({ session_id: id, flag })),
  );
  t.deepEqual(data[4 + fresh.length], {
    session_id: id,
    previous_triage_level: skipped.triage_level,
    triage_level: worse.triage_level,
  });
  const { differentials } = final as State & { differentials: { icd: string }[] };
  const concluded = { ...outcome(worse), primary_diagnosis_icd: differentials[0]?.icd };
  t.deepEqual(data.at(-2), concluded);
  t.deepEqual(data.at(-1), { ...concluded, questions_asked: worse.questions_asked });
  for (const event of told) t.like(event, { tenant_id: tenantId, test: false, api_version: 'v1' });
  t.is(new Set(told.map((event) => event.id)).size, told.length);
  t.is(new Set(told.map((event) => event.sequence)).size, told.length, 'the sequence orders them all');
});

test.serial(
  'a red flag is told when it is new, whatever brought it, and a level when it is more urgent',
  async (t) => {
    const { sandbox, arrived, settled } = await newClinic(t);
    const opened = await sandbox('/v1/sessions', {
      chief_complaint: 'chest pain',
      age: 61,
      free_text: 'crushing chest pain that spreads into my left arm, I am sweating and short of breath',
    });
    const id = opened.session_id;
    const path = (tail: string): string => `/v1/sessions/${id}${tail}`;
    t.true(opened.red_flags.length > 0, 'the case has a red flag at once');
    // The same again brings nothing new.
    await sandbox(path('/route'), { text: 'the chest pain spreads into my left arm' });
    const aged = await sandbox(path('/demographics'), { age: 62 }, 'PATCH');
    await sandbox(path('/route'), { text: 'and now I am confused' });
    const last = await sandbox(path('/state'), undefined, 'GET');
    t.deepEqual(aged.red_flags, opened.red_flags);
    t.true(last.red_flags.length > opened.red_flags.length, 'the case gets another one');
    await settled();
    const told = about(id, arrived());
    const flags = told.flatMap((event) => (event.type === 'red_flag.detected' ? [event.data.flag] : []));
    t.deepEqual(flags.toSorted(), last.red_flags.toSorted());
    t.is(new Set(flags).size, flags.length);
    t.true(told.every((event) => event.test));
    // It opened at the most urgent level: nothing is more urgent.
    t.is(opened.triage_level, 'emergency_ambulance');
    t.false(told.some(({ type }) => type === 'triage.escalated'));
  },
);

test.serial('one call raises at most 10 red_flag.detected, the last of which names the others', async (t) => {
  const { sandbox, arrived, settled } = await newClinic(t);
  const opened = await sandbox('/v1/sessions', {
    chief_complaint: 'chest pain',
    age: 61,
    free_text: DENSE_TEXT,
  });
  t.true(opened.red_flags.length > 20, `the text raises ${opened.red_flags.length} flags`);
  await settled();
  const events = about(opened.session_id, arrived()).flatMap((event) =>
    event.type === 'red_flag.detected' ? [event.data] : [],
  );
  t.deepEqual(
    events.map(({ flag }) => flag),
    opened.red_flags.slice(0, 10),
    'the most urgent first',
  );
  t.deepEqual(
    events.map((data) => 'more' in data),
    [...Array.from({ length: 9 }, () => false), true],
  );
  t.deepEqual(events.at(-1)?.more, opened.red_flags.slice(10));
});

test.serial('nothing that a caller wrote, or that says a finding in words, is sent', async (t) => {
  const { receiver, secret, live, arrived, settled } = await newClinic(t);
  const words = Array.from('abcdefghijkl', (letter) => `zqcanary${letter}zq`);
  const [complaint, text, patient, key, value, raw, field, fieldValue, flag, route, reason, notes] =
    words as [string, string, string, string, string, string, string, string, string, string, string, string];
  const { session_id: id } = await live('/v1/sessions', {
    chief_complaint: `chest pain ${complaint}`,
    free_text: `since the morning ${text}`,
    patient_id: patient,
    age: 73,
    sex: 'male',
    initial_fields: { [key]: value },
  });
  const path = (tail: string): string => `/v1/sessions/${id}${tail}`;
  await live(path('/answer'), {
    question_id: 'additional',
    raw_text: `it spreads into the left arm ${raw}`,
    extracted_fields: { [field]: fieldValue },
    extracted_flags: [flag],
  });
  await live(path('/route'), { text: `and I am confused ${route}` });
  await live(path('/rectify'), { age: 74, reason });
  const final = (await live(path('/finalize'))) as State & {
    differentials: { diagnosis: string }[];
    summary: { narrative: string };
  };
  await live(path('/feedback'), { accuracy: 'incorrect', notes, actual_diagnosis: notes });
  await settled();

  const told = about(id, arrived());
  t.true(told.length >= 5);
  const sent = receiver.arrivals.map((one) => JSON.stringify(one)).join('\n');
  t.deepEqual(
    words.filter((one) => sent.includes(one)),
    [],
  );
  const { diagnosis } = final.differentials[0]!;
  for (const shown of ['chest pain', diagnosis, final.summary.narrative.slice(0, 30), secret])
    t.false(sent.includes(shown), 'no words of a finding, and no secret');
  // No age and no sex, by any name.
  for (const { data } of told) {
    const names = Object.keys(data);
    t.false(names.some((name) => /age|sex|patient|text|answer|name/.test(name.replace('triage', ''))));
    t.false(Object.values(data).includes(74));
  }
  t.true(sent.includes(id), 'and yet it was sent');
});

test.serial('a session that is idle for 30 minutes is told of once for each such time', async (t) => {
  const { sandbox, of, settled } = await newClinic(t);
  const { session_id: id } = await sandbox('/v1/sessions', { chief_complaint: 'headache' });
  const timeouts = () => of('session.timeout').filter(({ data }) => data.session_id === id);
  const idleFor = async (ms: number): Promise<void> => {
    // What is on its way would arrive with a time that is too old.
    await settled();
    await world.projected();
    world.clock.aheadMs += ms;
    await sessionTimeout.runOnce();
    await settled();
  };
  await idleFor(IDLE_MS - 60_000);
  t.deepEqual(timeouts(), []);
  await idleFor(60_000);
  t.is(timeouts().length, 1);
  await idleFor(IDLE_MS);
  t.is(timeouts().length, 1, 'the same idle time is told once');
  await sandbox(`/v1/sessions/${id}/route`, { text: 'my head hurts' });
  await idleFor(IDLE_MS);
  const [first, second, ...more] = timeouts();
  t.deepEqual(more, []);
  const minutes = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 60_000;
  for (const event of [first!, second!]) {
    const idle = minutes(event.data.idle_since, event.occurred_at);
    t.true(idle >= 30 && idle < 40, `idle for ${idle} minutes`);
  }
  t.true(first!.data.idle_since < second!.data.idle_since);
});

test.serial(
  'each threshold of the balance is told once on the way down, and again after a top-up',
  async (t) => {
    const { tenantId, live, arrived } = await newClinic(t, 'free_trial');
    await overrideRateLimit(runtime, tenantId, 5_000);
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => live('/v1/sessions', { chief_complaint: 'headache', age: 40 })),
    );
    /** 5 tokens a call, spread over the sessions. */
    async function spend(tokens: number): Promise<void> {
      const share = (index: number): number =>
        Math.floor((tokens / 5 + opened.length - 1 - index) / opened.length);
      await Promise.all(
        opened.map(async ({ session_id }, index) => {
          for (let call = 0; call < share(index); call += 1)
            await live(`/v1/sessions/${session_id}/route`, { text: 'a headache' });
        }),
      );
    }
    const told = () =>
      arrived()
        .filter(({ type }) => type.startsWith('balance.'))
        .map(({ type, data, test: isTest }) => [type, data, isTest]);
    const crossed = (name: string, balance: number, initial_balance: number) => [
      `balance.${name}`,
      { balance, initial_balance },
      false,
    ];
    const expect = async (expected: unknown[]): Promise<void> => {
      await world.projected();
      await crossings.caughtUp();
      await until('the crossings are told', LIMIT_MS, () => told().length >= expected.length);
      t.deepEqual(told(), expected);
    };
    const whole = 1_000;
    await spend(790);
    await expect([]);
    await spend(5);
    const once = [crossed('low_20', 200, whole)];
    await expect(once);
    await spend(95);
    await expect(once);
    await spend(5);
    once.push(crossed('low_10', 100, whole));
    await expect(once);
    await spend(100);
    once.push(crossed('depleted', 0, whole));
    await expect(once);

    await topUp(runtime, tenantId, 50);
    await world.projected();
    await spend(35);
    await expect(once);
    await spend(5);
    once.push(crossed('low_20', 10, 50));
    await expect(once);
    await spend(10);
    await expect([...once, crossed('low_10', 5, 50), crossed('depleted', 0, 50)]);
  },
);
