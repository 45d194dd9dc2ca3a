import test from 'ava';
import fc from 'fast-check';
import type { Reading, UpstreamFinding } from '../../../domain/session/types.ts';
import {
  decide,
  evolve,
  noSession,
  type NewSessionEvent,
  type SessionState,
} from '../../../domain/session/index.ts';
import { reassess } from '../../../domain/session/reassess.ts';
import { isOpen } from '../../../domain/session/state.ts';
import { siftUpstream, type UpstreamClaim } from '../../../domain/session/upstream.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { keysOf, store } from '../../golden/golden-files.ts';
import { answerCommand, openCommand, sessionFacts } from './events.ts';
import { scriptedEngine } from './scripted-engine.ts';

const engine = scriptedEngine();
const real = await loadEngine();

const claim = (code: string, changes: Partial<UpstreamClaim> = {}): UpstreamClaim => ({
  code,
  status: 'present',
  confidence: 0.8,
  ...changes,
});
const said = (finding: string, changes: Partial<UpstreamFinding> = {}): UpstreamFinding => ({
  finding,
  status: 'present',
  confidence: 0.8,
  ...changes,
});
const nothingDropped = { unknown_code: 0, invalid_value: 0, contradictory: 0 };

/** What was read in an opening text, with what upstream said of it. */
function openedWith(text: string, upstream: UpstreamFinding[] | undefined, fields = {}) {
  const command = openCommand({ chief_complaint: text, initial_fields: fields, upstream });
  const [event] = decide(noSession, command, engine);
  if (event?.type !== 'session-opened') throw new Error('no session was opened');
  return event.data;
}

test('what the catalogue allows is taken as the kind of finding that it is', (t) => {
  t.deepEqual(
    siftUpstream(real, [
      claim('fever'),
      claim('nausea', { status: 'absent' }),
      claim('vomiting', { status: 'unknown' }),
      claim('temperature_c', { value: 39.2, confidence: 0.6 }),
    ]),
    {
      findings: [
        said('has_fever'),
        said('nausea', { status: 'absent' }),
        said('vomiting', { status: 'unknown' }),
        said('temperature_c', { value: 39.2, confidence: 0.6 }),
      ],
      dropped: nothingDropped,
    },
  );
});

test('codes that the catalogue does not know are dropped, whatever they are called', (t) => {
  const codes = [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'Fever',
    'fever ',
    'age_months',
    'I21.9',
  ];
  const { findings, dropped } = siftUpstream(
    real,
    codes.map((code) => claim(code, { value: 3 })),
  );
  t.deepEqual(findings, []);
  t.deepEqual(dropped, { ...nothingDropped, unknown_code: codes.length });
  t.is(({} as { polluted?: unknown }).polluted, undefined);
});

test('values out of bounds, of the wrong type or against the status are dropped', (t) => {
  const wrong = [
    claim('temperature_c', { value: 451 }),
    claim('temperature_c', { value: '39' }),
    claim('temperature_c'),
    claim('temperature_c', { status: 'absent' }),
    claim('fever', { value: 39 }),
    claim('fever', { value: 'sometimes' }),
    claim('fever', { value: false }),
    claim('fever', { value: 'no' }),
  ];
  t.deepEqual(siftUpstream(real, wrong), {
    findings: [],
    dropped: { ...nothingDropped, invalid_value: wrong.length },
  });
});

test('of two things said of one finding neither is taken; the same said twice counts once', (t) => {
  t.deepEqual(
    siftUpstream(engine, [
      claim('fever'),
      claim('cough'),
      claim('fever', { status: 'absent' }),
      claim('cough', { confidence: 0.2 }),
      claim('pain_scale', { value: 3 }),
      claim('pain_scale', { value: 4 }),
    ]),
    { findings: [said('cough')], dropped: { ...nothingDropped, contradictory: 4 } },
  );
});

test('whatever is claimed, only what the catalogue allows is left, and sifting it again changes nothing', (t) => {
  const codes = ['fever', 'temperature_c', 'vomiting', 'pain_severity', 'chest_pain', '__proto__', 'x'];
  const claims = fc.record({
    code: fc.constantFrom(...codes),
    status: fc.constantFrom('present' as const, 'absent' as const, 'unknown' as const),
    value: fc.option(fc.oneof(fc.double(), fc.string({ maxLength: 5 }), fc.boolean()), { nil: undefined }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(claims, { maxLength: 8 }), (all) => {
      const { findings, dropped } = siftUpstream(real, all);
      const known = new Map(real.concepts.map((concept) => [concept.code, concept]));
      for (const { finding, value } of findings) {
        const concept = known.get(finding);
        t.truthy(concept);
        if (typeof value === 'number') {
          t.true(value >= (concept?.minimum ?? NaN) && value <= (concept?.maximum ?? NaN));
        }
      }
      const again = findings.map(({ finding, ...rest }) => ({ code: finding, ...rest }));
      t.deepEqual(siftUpstream(real, again), { findings, dropped: nothingDropped });
      t.true(findings.length + Object.values(dropped).reduce((a, b) => a + b, 0) <= all.length);
    }),
    { numRuns: 200, seed: 11 },
  );
});

test('upstream adds what the built-in reader missed, and the client wins over both', (t) => {
  const upstream = [said('fever'), said('cough'), said('syncope')];
  const { intake } = openedWith('-fever -syncope', upstream, { syncope: false });
  t.deepEqual(intake.reading.evidence, [
    { finding: 'fever', status: 'present', confidence: 0.8, source: 'text' },
    { finding: 'cough', status: 'present', confidence: 0.8, source: 'text' },
    { finding: 'syncope', status: 'absent', confidence: 1, source: 'client' },
  ]);
  t.deepEqual(intake.reading.extracted_fields, { fever: true, cough: true, syncope: false });
  t.deepEqual(intake.reading.upstream, upstream);
});

test('what was read as present stays, whatever upstream says of it and however sure it is', (t) => {
  for (const status of ['absent', 'unknown', 'present'] as const) {
    const { intake } = openedWith('+fever', [said('fever', { status, confidence: 0.1 })]);
    t.deepEqual(intake.reading.evidence, openedWith('+fever', undefined).intake.reading.evidence, status);
  }
});

test('where both agree, the place in the text stays, with the higher confidence', (t) => {
  const { intake } = openedWith('+fever', [said('fever', { confidence: 0.95 })]);
  t.deepEqual(intake.reading.evidence, [
    {
      finding: 'fever',
      status: 'present',
      confidence: 0.95,
      source: 'text',
      span: { start: 0, end: 6, text: '+fever' },
    },
  ]);
});

test('that something is absent or unknown counts only as the answer to its question', (t) => {
  const listed = [said('cough', { status: 'absent' }), said('syncope', { status: 'unknown' })];
  t.deepEqual(openedWith('it hurts', listed).intake.reading.evidence, []);
  const opening = decide(noSession, openCommand(), engine);
  const state = sessionFacts([opening]).reduce<SessionState>(evolve, noSession);
  const target = isOpen(state) ? (state.outcome.current_question?.targets[0] ?? '') : '';
  const upstream = [said(target, { status: 'absent' }), ...listed];
  const [answered] = decide(state, answerCommand({ raw_text: 'not that I noticed', upstream }), engine);
  if (answered?.type !== 'session-answered') throw new Error('nothing was answered');
  t.deepEqual(answered.data.answer.reading.extracted_fields, { [target]: false });
});

test('complaints, age and sex are read by the built-in reader alone', (t) => {
  const { intake, complaint } = openedWith('#headache sex:female months:18', [said('fever')]);
  t.is(complaint, 'headache');
  t.is(intake.reading.sex, 'female');
  t.is(intake.reading.age_months, 18);
});

test('flags of a text follow from what was taken of both', (t) => {
  t.deepEqual(openedWith('it hurts', [said('syncope')]).intake.reading.extracted_flags, ['red_syncope']);
  const denied = openedWith('-syncope', [said('syncope', { status: 'unknown' })]);
  t.deepEqual(denied.intake.reading.extracted_flags, []);
});

test('without upstream an event is what it always was; one that found nothing is recorded', (t) => {
  t.false('upstream' in openedWith('+fever', undefined).intake.reading);
  t.deepEqual(openedWith('+fever', []).intake.reading, {
    ...openedWith('+fever', undefined).intake.reading,
    upstream: [],
  });
});

test('an answer that only upstream understood settles the question', (t) => {
  const opening = decide(noSession, openCommand(), engine);
  const state = sessionFacts([opening]).reduce<SessionState>(evolve, noSession);
  const unclear = decide(state, answerCommand({ raw_text: 'burning up' }), engine);
  const clear = decide(state, answerCommand({ raw_text: 'burning up', upstream: [said('fever')] }), engine);
  const isUnclear = ([event]: typeof clear) =>
    event?.type === 'session-answered' && event.data.answer.unclear;
  t.is(isUnclear(unclear), true);
  t.is(isUnclear(clear), false);
});

/** A session whose texts upstream has read, each in its own way. */
function interview() {
  const commands = [
    openCommand({ chief_complaint: '#headache', upstream: [said('cough')] }),
    answerCommand({ raw_text: 'burning up', upstream: [said('fever')] }),
    { kind: 'route' as const, text: '#chest_pain', upstream: [said('crushing_pain')] },
    answerCommand({
      question_id: 'additional',
      raw_text: '-syncope',
      upstream: [said('syncope', { status: 'unknown' })],
    }),
  ];
  const stateAfter = (groups: NewSessionEvent[][]): SessionState =>
    sessionFacts(groups).reduce<SessionState>(evolve, noSession);
  const groups: NewSessionEvent[][] = [];
  for (const command of commands) groups.push(decide(stateAfter(groups), command, engine));
  const state = stateAfter(groups);
  if (!isOpen(state)) throw new Error('the session is not open');
  return { facts: sessionFacts(groups), state };
}

test('what upstream said is told again from the log, to this engine and to another', (t) => {
  const { facts, state } = interview();
  t.deepEqual(reassess(facts, engine), state.outcome);
  t.true(state.outcome.red_flags.some(({ flag }) => flag === 'red_crushing_pain'));
  t.false(state.outcome.red_flags.some(({ flag }) => flag === 'red_syncope'));

  // An engine whose catalogue has no crushing pain any more takes the rest.
  const narrower = scriptedEngine({
    interpret: (fields, flags, confidences) => {
      const { crushing_pain: gone, ...rest } = fields;
      const read = engine.interpret(rest, flags, confidences);
      return gone === undefined ? read : { ...read, unrecognised: [...read.unrecognised, 'crushing_pain'] };
    },
  });
  const again = reassess(facts, narrower);
  t.deepEqual(
    again?.red_flags.map(({ flag }) => flag),
    ['red_fever'],
  );
});

test('a rectification concludes anew from what was recorded', (t) => {
  const { state } = interview();
  const [event] = decide(
    state,
    { kind: 'rectify', age: undefined, sex: undefined, clear_answers: ['fever'], reason: null },
    engine,
  );
  if (event?.type !== 'session-rectified') throw new Error('nothing was rectified');
  t.deepEqual(
    event.data.outcome.red_flags.map(({ flag }) => flag),
    ['red_crushing_pain'],
  );
});

test('the log keeps what upstream said, sealed beside the text that it was said of', (t) => {
  const codec = createServiceCodec();
  const upstream = [said('fever'), said('pain_scale', { value: 4, confidence: 0.5 })];
  const [opening] = decide(noSession, openCommand({ upstream }), engine);
  if (!opening) throw new Error('no session was opened');
  const stored = store(codec, opening);
  t.false(JSON.stringify(stored.data).includes('pain_scale'));
  const { event } = codec.decode(stored, keysOf(codec, stored));
  t.deepEqual((event.data as { intake: { reading: Reading } }).intake.reading.upstream, upstream);
});
