import test from 'ava';
import type { ClinicalCase, Outcome } from '../../../domain/clinical/index.ts';
import { openSenses } from '../../../domain/clinical/text/phrases/senses.ts';
import { engine, knowledge } from './engine-fixture.ts';

/** What follows from a text alone, told by a woman of 45. */
function told(text: string): { clinicalCase: ClinicalCase; outcome: Outcome } {
  const {
    routed: { chief_complaint },
    evidence,
  } = engine.extract(text, null);
  const clinicalCase: ClinicalCase = {
    complaints: chief_complaint === null ? [] : [chief_complaint],
    age_months: 540,
    sex: 'female',
    evidence,
    asked: [],
  };
  return { clinicalCase, outcome: engine.assess(clinicalCase) };
}

/** What is found in a text, without where it stands and how sure that is. */
const meaningOf = ({ clinicalCase }: ReturnType<typeof told>): string[] =>
  clinicalCase.evidence.map(({ finding, status, value }) => `${status} ${finding} ${value ?? ''}`).sort();

const SAME: readonly (readonly [string, ...string[]])[] = [
  // Other words for the same.
  ['chest pain', 'pain in my chest', 'my chest hurts'],
  ['I am short of breath', 'I am breathless', 'shortness of breath', 'dyspnoea', 'dyspnea', 'SOB'],
  ['I vomited', 'I have been vomiting', 'I threw up'],
  ['bolest břicha', 'bolí mě břicho', 'bolesti břicha'],
  ['mám horečku', 'horečka'],
  // The other language.
  ['cough and fever', 'kašel a horečka'],
  ['headache, no vomiting', 'bolest hlavy, nezvracím'],
  ['sore throat', 'bolest v krku'],
  ['back pain for two weeks', 'bolest zad dva týdny'],
  // Other units.
  ['cough, temperature 39.5 °C', 'cough, temperature 103.1 °F'],
  ['cough for 3 days', 'cough for 72 hours'],
  ['tired, blood sugar 25 mmol/l', 'tired, blood sugar 450 mg/dl'],
  ['tired, haemoglobin 70 g/l', 'tired, Hb 7.0 g/dl'],
  ['tired, creatinine 301 umol/l', 'tired, creatinine 3.4 mg/dl'],
  ['thirsty, HbA1c 75 mmol/mol', 'thirsty, HbA1c 9.01 %'],
  // Accents, case, typing errors.
  ['bolí mě na hrudi při nádechu', 'boli me na hrudi pri nadechu', 'BOLÍ MĚ NA HRUDI PŘI NÁDECHU'],
  ['diarrhoea', 'diarrhea', 'diarhoea', 'Diarrhoea!'],
  ['palpitations', 'palpitatoins'],
];

test('a synonym, a translation, another unit, an accent or a typing error changes nothing', (t) => {
  for (const [first, ...others] of SAME) {
    const expected = told(first);
    t.not(expected.clinicalCase.evidence.length, 0, first);
    for (const other of others) {
      const actual = told(other);
      t.deepEqual(meaningOf(actual), meaningOf(expected), `${first} | ${other}`);
      t.is(actual.outcome.triage_level, expected.outcome.triage_level, `${first} | ${other}`);
      t.deepEqual(
        actual.outcome.differentials.slice(0, 3).map(({ icd }) => icd),
        expected.outcome.differentials.slice(0, 3).map(({ icd }) => icd),
        `${first} | ${other}`,
      );
    }
  }
});

const senses = openSenses(knowledge.lexicon.senses);
/** Every so many phrases: all of them would take a minute. */
const STEP = 23;

/** Tri-state findings with a phrase of each language, in turn over the whole catalogue. */
const samples = knowledge.findings
  .filter(({ entry }) => entry.value === undefined && !entry.open)
  .flatMap(({ code, entry }) => [...entry.en.words, ...entry.cs.words].map((phrase) => ({ code, phrase })))
  // A word with two senses ("fit") is read in its company only.
  .filter(({ phrase }, index) => index % STEP === 0 && !senses.isAmbiguous(phrase));

test('every phrase of the catalogue is read as what it stands for', (t) => {
  t.true(samples.length > 500);
  const missed = samples.filter(
    ({ code, phrase }) => !engine.extract(phrase, null).evidence.some(({ finding }) => finding === code),
  );
  t.deepEqual(missed, []);
});

test('the order of sentences changes no finding and no level', (t) => {
  const sentences = [
    'I have chest pain.',
    'I am short of breath.',
    'I have no fever.',
    'I do not cough.',
    'My left leg is swollen.',
    'I had an operation two weeks ago.',
  ];
  const forwards = told(sentences.join(' '));
  for (let turn = 1; turn < sentences.length; turn += 1) {
    const turned = told([...sentences.slice(turn), ...sentences.slice(0, turn)].join(' '));
    t.deepEqual(meaningOf(turned), meaningOf(forwards));
    t.is(turned.outcome.triage_level, forwards.outcome.triage_level);
  }
});

const DENIED: readonly (readonly [string, string])[] = [
  ['chest pain', 'no chest pain'],
  ['I fainted', 'I did not faint'],
  ['coughing up blood', 'not coughing up blood'],
  ['mám dušnost', 'nemám dušnost'],
  ['krev ve stolici', 'bez krve ve stolici'],
  ['zvracím', 'nezvracím'],
];

test('a denied finding is not a present one', (t) => {
  for (const [affirmed, denied] of DENIED) {
    const present = meaningOf(told(affirmed)).filter((one) => one.startsWith('present'));
    const still = meaningOf(told(denied)).filter((one) => one.startsWith('present'));
    t.not(present.length, 0, affirmed);
    t.deepEqual(still, [], denied);
  }
});

test('adding a danger to a text never lowers the level', (t) => {
  const dangers = ['I cannot breathe', 'my lips are blue', 'my face droops and my speech is slurred'];
  const stories = [
    'I have a cough and a runny nose',
    'my back hurts since I lifted a box',
    'itchy eyes in spring',
  ];
  const urgency = ['emergency_ambulance', 'emergency', 'urgent', 'routine', 'self_care'];
  for (const story of stories) {
    for (const danger of dangers) {
      const before = urgency.indexOf(told(story).outcome.triage_level);
      const after = urgency.indexOf(told(`${story}. ${danger}.`).outcome.triage_level);
      t.true(after <= before && after <= 1, `${story} | ${danger}`);
    }
  }
});
