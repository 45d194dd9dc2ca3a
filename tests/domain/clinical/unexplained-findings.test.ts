import test from 'ava';
import type { ClinicalCase, Evidence } from '../../../domain/clinical/index.ts';
import { answerTo, caseOf, engine } from './engine-fixture.ts';

const HEARTBURN =
  'I get a burning feeling behind the breastbone after late meals, for two weeks now, with a sour taste. Antacids ' +
  'help within minutes. No vomiting, no black stool, no weight loss, swallowing is fine.';
const SORE_THROAT =
  'I have had a sore throat and a runny nose for three days, a dry cough, sneezing. No fever, swallowing is fine.';
const ASIDE = 'A customer in the shop was going on and on about gangrene and feet the other day.';
const SIGN = 'skin_dusky_or_black';

type CaseText = { complaint: string; text: string; more?: Evidence[]; asked?: string[] };

function caseOfText({ complaint, text, more = [], asked = [] }: CaseText): ClinicalCase {
  return {
    complaints: [complaint],
    age_months: 540,
    sex: 'male',
    evidence: [...engine.extract(text, null).evidence, ...more],
    asked: asked.map((question_id) => ({ question_id, unclear: false })),
  };
}

const heartburn = (more: string, also: Partial<CaseText> = {}): ClinicalCase =>
  caseOfText({ complaint: 'reflux_symptoms', text: `${HEARTBURN} ${more}`, ...also });
const soreThroat = (more: string): ClinicalCase =>
  caseOfText({ complaint: 'sore_throat', text: `${SORE_THROAT} ${more}` });

test('a sign of a text that makes the level and fits nothing else is asked for', (t) => {
  const sign = 'speech_disturbance';
  const clinicalCase = heartburn('Yesterday my speech was slurred for ten minutes.');
  const outcome = engine.assess(clinicalCase);
  t.is(outcome.triage_level, 'emergency_ambulance', 'nothing is lowered before the answer');
  t.like(outcome.current_question, { question_id: sign, is_red_flag: true, is_reask: false });
  const { triage } = engine.explain(clinicalCase, outcome);
  t.true(triage.unconfirmed.some(({ finding }) => finding === sign));
});

test('one that was read loosely counts as well before it was asked for', (t) => {
  const clinicalCase = heartburn(ASIDE);
  const outcome = engine.assess(clinicalCase);
  t.is(outcome.triage_level, 'emergency');
  t.like(outcome.current_question, { question_id: SIGN, is_red_flag: true, is_reask: false });
  const { question, triage } = engine.explain(clinicalCase, outcome);
  t.is(question?.reason, 'confirmation');
  t.deepEqual(
    triage.unconfirmed.map(({ finding }) => finding),
    [SIGN],
  );
});

test('it is said to be unconfirmed in the summary, in both languages', (t) => {
  const clinicalCase = heartburn(ASIDE);
  const summary = engine.summarize('heartburn', clinicalCase, engine.assess(clinicalCase));
  const said = summary.pertinent_positives.filter((line) => line.includes('to be confirmed'));
  t.is(said.length, 1);
  t.true(summary.narrative.includes('read in a text, to be confirmed'));
  t.true(summary.narrative_cs.includes('vyčteno z textu, k ověření'));
});

test('the answer decides, and it is asked once', (t) => {
  const after = (status: Evidence['status']) =>
    engine.assess(heartburn(ASIDE, { more: [answerTo(SIGN, status)], asked: [SIGN] }));
  t.is(after('absent').triage_level, 'self_care');
  for (const status of ['present', 'unknown'] as const) {
    t.is(after(status).triage_level, 'emergency', status);
    t.not(after(status).current_question?.question_id, SIGN, status);
  }
});

test('also where an ambulance would end the interview', (t) => {
  const clinicalCase = heartburn('Yesterday my speech was slurred for ten minutes.');
  const outcome = engine.assess(clinicalCase);
  t.is(outcome.triage_level, 'emergency_ambulance');
  t.like(outcome, { current_question: { question_id: 'speech_disturbance' }, is_complete: false });
  const yes = { more: [answerTo('speech_disturbance', 'present')], asked: ['speech_disturbance'] };
  const confirmed = engine.assess({
    ...clinicalCase,
    ...caseOfText({ complaint: 'reflux_symptoms', text: HEARTBURN, ...yes }),
  });
  t.like(confirmed, { triage_level: 'emergency_ambulance', is_complete: true, stop_reason: 'emergency' });
});

test('an ambulance ends the interview as an emergency also where no question is left', (t) => {
  const asked = Array.from({ length: 20 }, (_, index) => `question_${index}`);
  const outcome = engine.assess(heartburn('Yesterday my speech was slurred for ten minutes.', { asked }));
  t.like(outcome, { triage_level: 'emergency_ambulance', current_question: null, stop_reason: 'emergency' });
});

test('what a client sent, and what fits the rest, is not asked for again', (t) => {
  const sent = engine.assess(heartburn('', { more: [answerTo(SIGN, 'present')] }));
  t.is(sent.triage_level, 'emergency');
  t.not(sent.current_question?.question_id, SIGN);
  const infarction = caseOf({
    complaints: ['chest_pain'],
    years: 60,
    present: ['chest_pressure', 'chest_pain_over_15_min', 'cold_sweat'],
  });
  t.like(engine.assess(infarction), { current_question: null, stop_reason: 'emergency' });
});

test('a danger beside the complaint is weighed as a complaint of its own', (t) => {
  t.is(engine.assess(soreThroat('')).triage_level, 'self_care');
  const dangers = [
    ['Since this morning the left side of my face droops.', 'focal_weakness', 'emergency'],
    [
      'Yesterday evening while I was watching television with my wife my face drooped.',
      'focal_weakness',
      'emergency',
    ],
  ] as const;
  for (const [sentence, complaint, level] of dangers) {
    const outcome = engine.assess(soreThroat(sentence));
    t.is(outcome.triage_level, level, sentence);
    t.deepEqual(outcome.active_branches, ['sore_throat', complaint], sentence);
  }
});

test('rules of both complaints are named, and the level is that of the more urgent one', (t) => {
  const clinicalCase = soreThroat('Since this morning the left side of my face droops.');
  const risk: Evidence = { ...answerTo('immunosuppressed', 'present'), source: 'profile' };
  const outcome = engine.assess({ ...clinicalCase, evidence: [...clinicalCase.evidence, risk] });
  t.is(outcome.triage_level, 'emergency');
  t.true(outcome.red_flags.some(({ flag }) => flag === 'rf_sore_throat_immunity'));
});

test('pressure on the chest is an emergency beside another complaint', (t) => {
  t.is(engine.assess(heartburn('I have crushing chest pain right now.')).triage_level, 'emergency');
});
