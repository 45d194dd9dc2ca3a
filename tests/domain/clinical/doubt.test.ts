import test from 'ava';
import type { ClinicalCase, Evidence } from '../../../domain/clinical/index.ts';
import { answerTo, engine } from './engine-fixture.ts';

const HEARTBURN =
  'I get a burning feeling behind the breastbone after late meals, for two weeks now, with a sour taste. Antacids ' +
  'help within minutes. No vomiting, no black stool, no weight loss, swallowing is fine.';
const ASIDE = 'A customer in the shop was going on and on about gangrene and feet the other day.';
const PLAIN = 'My toes have gone black.';
const SIGN = 'skin_dusky_or_black';

function told(text: string, more: Evidence[] = [], asked: string[] = []): ClinicalCase {
  return {
    complaints: ['reflux_symptoms'],
    age_months: 480,
    sex: 'male',
    evidence: [...engine.extract(text, null).evidence, ...more],
    asked: asked.map((question_id) => ({ question_id, unclear: false })),
  };
}

const readingOf = (text: string): Evidence | undefined =>
  engine.extract(text, null).evidence.find(({ finding }) => finding === SIGN);
const levelOf = (clinicalCase: ClinicalCase): string => engine.assess(clinicalCase).triage_level;

test('what most words of its clause have nothing to do with is said in passing', (t) => {
  t.like(readingOf(ASIDE), { status: 'present', in_passing: true });
  t.is(readingOf(PLAIN)?.in_passing, undefined);
  t.is(readingOf(`${ASIDE} ${PLAIN}`)?.in_passing, undefined, 'once plainly is enough');
});

test('a red flag that is said in passing and fits nothing does not count, and is asked for first', (t) => {
  const outcome = engine.assess(told(`${HEARTBURN} ${ASIDE}`));
  t.is(outcome.triage_level, 'routine');
  t.deepEqual(outcome.red_flags, []);
  t.like(outcome.current_question, { question_id: SIGN, is_red_flag: true, is_reask: false });
  const { question, triage } = engine.explain(told(`${HEARTBURN} ${ASIDE}`), outcome);
  t.is(question?.reason, 'confirmation');
  t.deepEqual(
    triage.unconfirmed.map(({ finding }) => finding),
    [SIGN],
  );
});

test('nobody is left at home with it before it is answered', (t) => {
  t.is(levelOf(told(HEARTBURN)), 'self_care');
  t.is(levelOf(told(`${HEARTBURN} ${ASIDE}`)), 'routine');
  const denied = told(`${HEARTBURN} ${ASIDE}`, [answerTo(SIGN, 'absent')], [SIGN]);
  t.is(levelOf(denied), 'self_care');
});

test('said in so many words it counts, whatever else there is', (t) => {
  const outcome = engine.assess(told(`${HEARTBURN} ${PLAIN}`));
  t.is(outcome.triage_level, 'emergency');
  t.true(outcome.red_flags.some(({ flag }) => flag === 'rf_dusky_skin'));
});

test('it counts where it is confirmed and where a client sent it, and not where nobody could say', (t) => {
  const text = `${HEARTBURN} ${ASIDE}`;
  t.is(levelOf(told(text, [answerTo(SIGN, 'present')], [SIGN])), 'emergency');
  t.is(levelOf(told(text, [answerTo(SIGN, 'present')])), 'emergency');
  const unknown = engine.assess(told(text, [answerTo(SIGN, 'unknown')], [SIGN]));
  t.is(unknown.triage_level, 'routine');
  t.not(unknown.current_question?.question_id, SIGN);
});

test('it counts where there is no picture that it could stand apart from', (t) => {
  t.is(levelOf(told(ASIDE)), 'emergency');
});

test('two that may have a dangerous cause in common support one another', (t) => {
  const speech = 'The evening programme on channel four went on about slurred speech again.';
  const face = 'The leaflet from the chemist round the corner tells of facial droop in large letters.';
  const unconfirmed = (...asides: string[]): string[] => {
    const clinicalCase = told([HEARTBURN, ...asides].join(' '));
    const { triage } = engine.explain(clinicalCase, engine.assess(clinicalCase));
    return triage.unconfirmed.map(({ finding }) => finding);
  };
  t.deepEqual(unconfirmed(speech), ['speech_disturbance']);
  t.deepEqual(unconfirmed(face), ['face_droop']);
  t.deepEqual(unconfirmed(speech, face), []);
});

test('beside a red flag of the same level nothing is doubted', (t) => {
  const outcome = engine.assess(told(`${HEARTBURN} ${ASIDE} Since this morning I have been vomiting blood.`));
  t.is(outcome.triage_level, 'emergency');
  t.true(outcome.red_flags.some(({ flag }) => flag === 'rf_dusky_skin'));
});

test('a plain danger beside the complaint is weighed as a complaint of its own', (t) => {
  const sore =
    'I have had a sore throat and a runny nose for three days, a dry cough, sneezing. No fever, swallowing is fine.';
  const withMore = (more: string): ClinicalCase => ({
    ...told(`${sore} ${more}`),
    complaints: ['sore_throat'],
  });
  t.is(levelOf(withMore('')), 'self_care');
  const outcome = engine.assess(withMore('Since this morning the left side of my face droops.'));
  t.is(outcome.triage_level, 'emergency');
  t.deepEqual(outcome.active_branches, ['sore_throat', 'focal_weakness']);
  t.not(levelOf(withMore('I have had the worst headache of my life since an hour ago.')), 'self_care');
});

test('what somebody means to do or has met with is never doubted', (t) => {
  const more = 'And then in the night, with the window open, I hear voices telling me to hurt my baby again.';
  const clinicalCase = told(`${HEARTBURN} ${more}`);
  t.deepEqual(engine.explain(clinicalCase, engine.assess(clinicalCase)).triage.unconfirmed, []);
  t.regex(levelOf(clinicalCase), /^emergency/);
});

test('pressure on the chest is an emergency beside another complaint', (t) => {
  t.is(levelOf(told(`${HEARTBURN} I have crushing chest pain right now.`)), 'emergency');
});

test('the summary says that it is not confirmed', (t) => {
  const clinicalCase = told(`${HEARTBURN} ${ASIDE}`);
  const summary = engine.summarize('heartburn', clinicalCase, engine.assess(clinicalCase));
  t.true(summary.pertinent_positives.some((line) => line.endsWith('(seems to be mentioned, not confirmed)')));
  t.true(summary.narrative_cs.includes('(snad zmíněno, nepotvrzeno)'));
});
