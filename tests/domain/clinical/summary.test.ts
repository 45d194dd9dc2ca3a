import test from 'ava';
import { caseOf, engine, type Story } from './engine-fixture.ts';

const STORY: Story = {
  complaints: ['chest_pain'],
  years: 62,
  sex: 'male',
  present: ['chest_pressure', 'radiates_left_arm', 'cold_sweat', 'smoker'],
  absent: ['has_fever', 'pleuritic_pain'],
  values: { duration_hours: 1.5, pain_severity: 8 },
};
const clinicalCase = caseOf(STORY);
const outcome = engine.assess(clinicalCase);
const summary = engine.summarize('My chest hurts', clinicalCase, outcome);

test('the structured parts hold what was told, each in its place', (t) => {
  t.is(summary.presenting_complaint, 'Chest pain ("My chest hurts")');
  t.deepEqual(summary.history, ['Duration of symptoms: 90 minutes', 'Severity of pain: 8/10']);
  t.deepEqual(summary.pertinent_positives, [
    'Pressing or crushing chest pain',
    'Pain radiating to the left arm or shoulder',
    'Cold sweat',
  ]);
  t.deepEqual(summary.pertinent_negatives, ['Fever', 'Pleuritic pain']);
  t.deepEqual(summary.patient_context, ['62 years old', 'male', 'Current smoker']);
  t.deepEqual(summary.red_flags, outcome.red_flags);
});

test('each line stands once more with its code and in both languages', (t) => {
  const { history, pertinent_positives, pertinent_negatives, patient_context, lines } = summary;
  t.deepEqual(
    lines.map(({ text }) => text),
    [...history, ...pertinent_positives, ...pertinent_negatives, ...patient_context],
  );
  t.deepEqual(lines[0], {
    part: 'history',
    code: 'duration_hours',
    text: 'Duration of symptoms: 90 minutes',
    text_cs: 'Trvání obtíží: 90 minut',
  });
  t.deepEqual(lines.at(-1), {
    part: 'patient_context',
    code: 'smoker',
    text: 'Current smoker',
    text_cs: 'Kouření',
  });
  t.deepEqual(lines.at(-2), { part: 'patient_context', code: null, text: 'male', text_cs: 'muž' });
  t.is(summary.presenting_complaint_cs, 'Bolest na hrudi („My chest hurts“)');
  t.regex(summary.recommended_next_step_cs ?? '', /^Ihned volejte/);
});

test('each differential carries its evidence, strongest first', (t) => {
  const first = summary.differentials[0];
  t.is(first?.icd, 'I21.9');
  const weights = first?.evidence_for.map((line) => line.weight) ?? [];
  t.true(weights.length >= 3 && weights.every((weight) => weight > 0));
  t.deepEqual(
    weights,
    [...weights].sort((a, b) => b - a),
  );
  const wall = summary.differentials.find((entry) => entry.icd === 'M94.0');
  t.true((wall?.evidence_against.length ?? 1) > 0 || wall === undefined);
  t.true(
    first?.evidence_for.some((line) => line.finding === 'cold_sweat' && line.label_cs === 'Studený pot'),
  );
});

test('the narrative reads in both languages and says what it is', (t) => {
  for (const text of [
    'decision support and not a diagnosis',
    'No clinician has reviewed',
    '62-year-old man',
    'Call an ambulance',
  ]) {
    t.true(summary.narrative.includes(text), text);
  }
  for (const text of [
    'podporu rozhodování, nikoli o diagnózu',
    '62letý muž',
    'akutní infarkt myokardu',
    'po dobu 90 minut',
    '155',
  ]) {
    t.true(summary.narrative_cs.includes(text), text);
  }
  t.true(summary.narrative_cs.includes('horečka'));
  t.false(summary.narrative.includes('undefined') || summary.narrative_cs.includes('undefined'));
});

test('that a story was told is no sign of an illness', (t) => {
  const told = engine.summarize(
    'My chest hurts',
    caseOf({ ...STORY, present: ['own_words', 'cold_sweat'] }),
    outcome,
  );
  t.deepEqual(told.pertinent_positives, ['Cold sweat']);
});

test('Czech plurals of age are right', (t) => {
  const said = (years: number): string => {
    const told = caseOf({ complaints: ['fever'], years });
    return engine
      .summarize('', told, engine.assess(told))
      .lines.map(({ text_cs }) => text_cs)
      .join();
  };
  for (const [years, words] of [
    [1 / 12, 'věk 1 měsíc'],
    [3 / 12, 'věk 3 měsíce'],
    [8 / 12, 'věk 8 měsíců'],
    [2, 'věk 2 roky'],
    [34, 'věk 34 let'],
  ] as const) {
    t.true(said(years).includes(words), words);
  }
});

test('an empty case still makes a summary', (t) => {
  const empty = caseOf({ complaints: [], years: null });
  const made = engine.summarize('  ', empty, engine.assess(empty));
  t.is(made.presenting_complaint, '');
  t.deepEqual(made.pertinent_positives, []);
  t.true(made.narrative.length > 50 && made.narrative_cs.length > 50);
});
