import test from 'ava';
import {
  FAMILY_FINDINGS,
  HEAVY_ALCOHOL,
  SMOKER,
  TIME_BOUND_FINDINGS,
} from '../../../domain/clinical/background.ts';
import type { Background } from '../../../domain/patient/types.ts';
import { backgroundOf } from '../patient/samples.ts';
import { caseOf, engine } from './engine-fixture.ts';

const findingsOf = (told: Partial<Background>): string[] =>
  engine
    .readBackground(backgroundOf(told))
    .map(({ finding, status }) => `${status === 'present' ? '+' : '-'}${finding}`)
    .sort();

test('the codes that the reading names are in the catalogue', (t) => {
  const codes = new Set(engine.concepts.map((concept) => concept.code));
  for (const code of [...FAMILY_FINDINGS, ...TIME_BOUND_FINDINGS, SMOKER, HEAVY_ALCOHOL])
    t.true(codes.has(code), code);
});

test('entries that the catalogue knows become findings of the profile, in both languages', (t) => {
  t.deepEqual(
    findingsOf({
      chronic_conditions: ['Type 2 diabetes', 'stroke 2019'],
      current_medications: ['warfarin 5 mg daily'],
    }),
    ['+anticoagulants', '+diabetes', '+previous_stroke'],
  );
  t.deepEqual(findingsOf({ chronic_conditions: ['cukrovka', 'astma'], current_medications: ['Eliquis'] }), [
    '+anticoagulants',
    '+asthma_history',
    '+diabetes',
  ]);
  t.deepEqual(findingsOf({ risk_factors: ['pregnancy'] }), ['+pregnant']);
  const [evidence] = engine.readBackground(backgroundOf({ chronic_conditions: ['hypertension'] }));
  t.like(evidence, { finding: 'hypertension', status: 'present', source: 'profile' });
  t.is(evidence?.span, undefined);
});

test('an allergy is no medicine that is taken, a relative no patient, a symptom no standing fact', (t) => {
  t.deepEqual(findingsOf({ allergies: ['warfarin', 'ibuprofen', 'insulin'] }), []);
  t.deepEqual(findingsOf({ family_history: ['heart disease', 'diabetes', 'asthma'] }), [
    '+family_heart_disease',
  ]);
  t.deepEqual(findingsOf({ chronic_conditions: ['chronic cough', 'chest pain'] }), []);
  t.deepEqual(findingsOf({ risk_factors: ['recent surgery', 'tick bite'] }), []);
});

test('what a profile denies has to be asked all the same', (t) => {
  t.deepEqual(findingsOf({ chronic_conditions: ['no diabetes'], risk_factors: ['not pregnant'] }), []);
});

test('habits are what their fields say', (t) => {
  t.deepEqual(findingsOf({ smoking_status: 'current', alcohol_status: 'heavy' }), [
    '+heavy_alcohol',
    '+smoker',
  ]);
  t.deepEqual(findingsOf({ smoking_status: 'never', alcohol_status: 'none' }), ['-heavy_alcohol', '-smoker']);
  t.deepEqual(findingsOf({ smoking_status: 'former', alcohol_status: 'regular' }), ['-smoker']);
  t.deepEqual(findingsOf({ smoking_status: 'unknown', alcohol_status: 'unknown' }), []);
});

test('a known finding changes what is scored and is not asked again; an entry that is not known changes nothing', (t) => {
  const plain = caseOf({ complaints: ['headache'], years: 70, sex: 'male', present: ['recent_head_injury'] });
  const scored = (told: Partial<Background>) => {
    const background = backgroundOf(told);
    const evidence = [...engine.readBackground(background), ...plain.evidence];
    return engine.assess({ ...plain, evidence, background });
  };
  const without = engine.assess(plain);
  t.notDeepEqual(scored({ current_medications: ['warfarin'] }).differentials, without.differentials);
  t.deepEqual(scored({ current_medications: ['vitamin D'], allergies: ['penicillin'] }), without);

  const woman = caseOf({ complaints: ['abdominal_pain'], years: 30, sex: 'female' });
  const asked = (told: Partial<Background>): Set<string> => {
    const background = backgroundOf(told);
    let evidence = [...engine.readBackground(background), ...woman.evidence];
    const questions = new Set<string>();
    for (let step = 0; step < 40; step += 1) {
      const asked = [...questions].map((question_id) => ({ question_id, unclear: false }));
      const { current_question } = engine.assess({ ...woman, evidence, asked, background });
      if (current_question === null) break;
      questions.add(current_question.question_id);
      evidence = [
        ...evidence,
        ...current_question.targets.map((finding) => ({
          finding,
          status: 'absent' as const,
          confidence: 1,
          source: 'client' as const,
        })),
      ];
    }
    return questions;
  };
  t.true(asked({}).has('pregnant'));
  t.false(asked({ risk_factors: ['pregnancy, 20th week'] }).has('pregnant'));
});

test('everything stands in the context of the summary, as the partner wrote it', (t) => {
  const background = backgroundOf({
    chronic_conditions: ['Type 2 diabetes', 'rare\nsyndrome'],
    allergies: ['penicillin'],
    smoking_status: 'current',
    alcohol_status: 'occasional',
  });
  const plain = caseOf({ complaints: ['headache'], years: 54, sex: 'female' });
  const told = { ...plain, evidence: engine.readBackground(background), background };
  const summary = engine.summarize('My head hurts', told, engine.assess(told));
  t.deepEqual(summary.patient_context, [
    '54 years old',
    'female',
    'Diabetes mellitus',
    'Current smoker',
    'Chronic conditions: Type 2 diabetes; rare syndrome',
    'Allergies: penicillin',
    'Occasional alcohol',
  ]);
  t.true(
    summary.narrative.includes(
      'Chronic conditions: Type 2 diabetes; rare syndrome. Allergies: penicillin. Occasional alcohol.',
    ),
  );
  t.true(summary.narrative_cs.includes(' Alergie: penicillin.'));
  t.is(summary.narrative.toLowerCase().split('current smoker').length, 2);
});

test('a long profile is told whole in the context and shortened in the narrative', (t) => {
  const allergies = Array.from({ length: 200 }, (_, index) => `substance ${index} end`);
  const plain = caseOf({ complaints: ['headache'], years: 54 });
  const told = { ...plain, background: backgroundOf({ allergies }) };
  const summary = engine.summarize('', told, engine.assess(told));
  t.true(summary.patient_context.at(-1)?.endsWith('substance 199 end'));
  t.true(summary.narrative.includes('substance 9 end; and 190 more.'));
  t.true(summary.narrative_cs.includes('substance 9 end; a další (190).'));
});
