import test from 'ava';
import { caseOf, engine } from './engine-fixture.ts';

test('fields become evidence: booleans, words, numbers, choices, null', (t) => {
  const read = engine.interpret(
    {
      has_fever: true,
      has_cough: 'no',
      rigors: 'YES',
      vomiting: 'unknown',
      diarrhoea: null,
      temperature_c: 38.7,
      onset_speed: 'sudden',
      pain_severity: null,
    },
    [],
    { has_fever: 0.8, temperature_c: 5 },
  );
  t.deepEqual(read.issues, []);
  t.deepEqual(
    read.evidence.map((entry) => [entry.finding, entry.status, entry.value, entry.confidence]),
    [
      ['has_fever', 'present', undefined, 0.8],
      ['has_cough', 'absent', undefined, 1],
      ['rigors', 'present', undefined, 1],
      ['vomiting', 'unknown', undefined, 1],
      ['diarrhoea', 'unknown', undefined, 1],
      ['temperature_c', 'present', 38.7, 1],
      ['onset_speed', 'present', 'sudden', 1],
      ['pain_severity', 'unknown', undefined, 1],
    ],
  );
  t.deepEqual(engine.toFields(read.evidence), {
    has_fever: true,
    has_cough: false,
    rigors: true,
    vomiting: null,
    diarrhoea: null,
    temperature_c: 38.7,
    onset_speed: 'sudden',
    pain_severity: null,
  });
});

test('every wrong value is an issue that names the field and never the value', (t) => {
  const read = engine.interpret(
    {
      has_fever: 1,
      has_cough: 'secret-word',
      temperature_c: 'secret-word',
      spo2_percent: 900,
      heart_rate_bpm: Number.NaN,
      onset_speed: 'secret-word',
      age_months: 1.5,
      rigors: ['secret-word'],
      nausea: { nested: 'secret-word' },
    },
    [],
    null,
  );
  t.deepEqual(
    read.issues.map((issue) => [issue.field, issue.code]),
    [
      ['has_fever', 'wrong_type'],
      ['has_cough', 'not_allowed'],
      ['temperature_c', 'wrong_type'],
      ['spo2_percent', 'out_of_bounds'],
      ['heart_rate_bpm', 'wrong_type'],
      ['onset_speed', 'not_allowed'],
      ['age_months', 'wrong_type'],
      ['rigors', 'wrong_type'],
      ['nausea', 'wrong_type'],
    ],
  );
  t.deepEqual(read.evidence, []);
  t.false(JSON.stringify(read.issues).includes('secret'));
});

test('unknown codes are named and left alone, also the dangerous ones', (t) => {
  const fields = JSON.parse(
    '{"__proto__": true, "constructor": true, "toString": "yes", "no_such": 1}',
  ) as Record<string, unknown>;
  const read = engine.interpret(
    fields,
    ['__proto__', 'no_flag', 'temperature_c'],
    JSON.parse('{"__proto__": 1}') as Record<string, number>,
  );
  t.deepEqual(read.unrecognised, [
    '__proto__',
    'constructor',
    'toString',
    'no_such',
    '__proto__',
    'no_flag',
    'temperature_c',
  ]);
  t.deepEqual(read.evidence, []);
});

test('age_months is read and is no evidence', (t) => {
  t.is(engine.interpret({ age_months: 8 }, [], null).age_months, 8);
  t.is(engine.interpret({ age_months: null }, [], null).age_months, null);
  t.is(engine.interpret({ age_months: 1561 }, [], null).issues[0]?.code, 'out_of_bounds');
  t.deepEqual(engine.interpret({ age_months: 8 }, [], null).evidence, []);
});

test('a complaint may be sent as a field, and flags by rule or finding code', (t) => {
  const read = engine.interpret({ chest_pain: true }, ['rf_shock', 'black_stool'], { black_stool: 0.6 });
  t.deepEqual(
    read.evidence.map((entry) => [entry.finding, entry.status, entry.confidence]),
    [
      ['has_chest_pain', 'present', 1],
      ['rf_shock', 'present', 1],
      ['black_stool', 'present', 0.6],
    ],
  );
});

test('the last known entry for a finding wins, and an unknown one never replaces it', (t) => {
  const clinicalCase = caseOf({ complaints: ['cough'], years: 30, present: ['has_fever'] });
  const [told] = clinicalCase.evidence;
  const later = (status: 'absent' | 'unknown') => [...clinicalCase.evidence, { ...told!, status }];
  t.deepEqual(engine.toFields(later('absent')), { has_fever: false });
  t.deepEqual(engine.toFields(later('unknown')), { has_fever: true });
});

test('text and route go through the catalogue, in both languages', (t) => {
  t.is(engine.extract('crushing chest pain since this morning', null).routed.chief_complaint, 'chest_pain');
  t.is(engine.extract('bolí mě v krku a špatně polykám', null).routed.chief_complaint, 'sore_throat');
  t.is(engine.extract('What is the capital of France?', null).routed.chief_complaint, null);
  const text = 'I have a headache and my neck is stiff, but no rash';
  const read = engine.extract(text, null);
  const status = new Map(read.evidence.map((entry) => [entry.finding, entry.status]));
  t.is(status.get('has_headache'), 'present');
  t.is(status.get('neck_stiffness'), 'present');
  t.is(status.get('rash'), 'absent');
  for (const entry of read.evidence)
    if (entry.span) t.is(text.slice(entry.span.start, entry.span.end), entry.span.text);
  t.is(read.fields['rash'], false);
  t.deepEqual(Object.keys(read.fields).sort(), Object.keys(read.field_confidences).sort());
});

test('a bare yes or no answers the pending question', (t) => {
  const question = engine.assess(caseOf({ complaints: ['headache'], years: 30 })).current_question;
  for (const [word, status] of [
    ['yes', 'present'],
    ['ano', 'present'],
    ['No.', 'absent'],
    ['ne', 'absent'],
    ['nevím', 'unknown'],
  ] as const) {
    const { evidence } = engine.extract(word, question);
    t.deepEqual(
      evidence.map((entry) => [entry.finding, entry.status]),
      [[question?.question_id, status]],
      word,
    );
  }
});

test('flags of a text are those that the text alone establishes', (t) => {
  t.true(engine.extract('sudden slurred speech', null).flags.includes('rf_stroke_speech'));
  t.deepEqual(engine.extract('no slurred speech, just a runny nose', null).flags, []);
});
