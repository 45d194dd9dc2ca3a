import test from 'ava';
import type { Evidence, Sex } from '../../../domain/clinical/types.ts';
import { engine, knowledge } from './engine-fixture.ts';

type Patient = { complaint: string; years: number; sex: Sex };

/** What may not be asked of whom. `isWrong` tells for whom; the words are those of the English question. */
const NEVER: { name: string; words: RegExp; isWrong: (patient: Patient) => boolean }[] = [
  {
    name: 'adult habits of a child',
    words: /alcohol|do you smoke|stop smoking|cannabis|cocaine|drugs|\bsex\b|sexual|asbestos/i,
    isWrong: ({ years }) => years < 12,
  },
  {
    name: 'pregnancy or periods of who cannot have them',
    // The old are asked whether a bleeding came long after the last period.
    words: /^(?!.*menopaus).*(pregnan|\bperiods?\b|given birth|miscarr)/i,
    isWrong: ({ years, sex }) => sex === 'male' || years < 10 || years > 70,
  },
  {
    name: 'suicide without a reason',
    words: /ending your life|rather not be alive|kill yourself/i,
    isWrong: ({ complaint }) => !NEAR_SUICIDE.has(complaint),
  },
  {
    name: 'a leg for an arm',
    // "Do your hands or feet tingle?" asks for either.
    words: /^(?!.*\b(hands?|arms?|elbow)\b).*(\b(leg|legs|knee|foot|feet|calf|hip)\b|bear weight|\bwalk)/i,
    isWrong: ({ complaint }) => complaint === 'shoulder_or_arm_pain',
  },
];
const NEAR_SUICIDE = new Set([
  'low_mood',
  'anxiety_or_panic',
  'self_harm',
  'disturbed_behaviour',
  'alcohol_or_drug_problem',
]);
/** More than is ever asked. */
const MOST_QUESTIONS = 25;

/** The questions of an interview in which every answer is the same, from a complaint and perhaps one finding on. */
function questionsOf(
  { complaint, years, sex }: Patient,
  status: 'absent' | 'unknown',
  finding?: string,
): { question_id: string; text: string }[] {
  const told = (code: string, is: Evidence['status']): Evidence => ({
    finding: code,
    status: is,
    confidence: 1,
    source: 'client',
  });
  const evidence = finding === undefined ? [] : [told(finding, 'present')];
  const asked: { question_id: string; unclear: boolean }[] = [];
  const questions = [];
  for (let count = 0; count < MOST_QUESTIONS; count += 1) {
    const { current_question: question } = engine.assess({
      complaints: [complaint],
      age_months: years * 12,
      sex,
      evidence,
      asked,
    });
    if (question === null) return questions;
    questions.push(question);
    const isValue = knowledge.findingByCode.get(question.question_id)?.entry.value !== undefined;
    evidence.push(told(question.question_id, isValue ? 'unknown' : status));
    asked.push({ question_id: question.question_id, unclear: false });
  }
  throw new Error(`${complaint}: the interview does not end`);
}

const complaints = knowledge.complaints.filter(({ entry }) => !entry.fallback).map(({ code }) => code);

for (const [name, status] of [
  ['no', 'absent'],
  ['I do not know', 'unknown'],
] as const) {
  test(`whatever the complaint, and to every question "${name}": nobody is asked what cannot concern him`, (t) => {
    const wrong = new Set<string>();
    for (const complaint of complaints) {
      for (const [years, sex] of [
        [1, 'female'],
        [8, 'male'],
        [9, 'female'],
        [35, 'male'],
        [75, 'female'],
      ] as const) {
        const patient = { complaint, years, sex };
        // One finding that most complaints can have beside them.
        const finding = years === 35 ? 'has_fever' : undefined;
        const questions = questionsOf(patient, status, finding);
        for (const rule of NEVER.filter(({ isWrong }) => isWrong(patient))) {
          const those = questions.filter(({ text }) => rule.words.test(text));
          for (const { question_id } of those)
            wrong.add(`${rule.name}: ${question_id} (${complaint}, ${years}, ${sex})`);
        }
      }
    }
    t.deepEqual([...wrong], []);
  });
}

const ids = (patient: Patient, finding?: string): string[] =>
  questionsOf(patient, 'absent', finding).map(({ question_id }) => question_id);

test('who has no womb is asked neither for a pregnancy nor for periods', (t) => {
  const woman = { complaint: 'abdominal_pain', years: 42, sex: 'female' } as const;
  t.true(ids(woman).includes('pregnant'));
  const asked = ids(woman, 'womb_removed');
  t.deepEqual(
    asked.filter((code) => ['pregnant', 'missed_period', 'pain_with_period'].includes(code)),
    [],
  );
  t.is(
    engine.extract('I had a hysterectomy years ago', null).evidence.find((e) => e.finding === 'womb_removed')
      ?.status,
    'present',
  );
});

test('the dangers of fever, rash, injury, breathlessness and old age are asked for', (t) => {
  t.true(ids({ complaint: 'fever', years: 35, sex: 'male' }).includes('tropical_travel'));
  t.true(ids({ complaint: 'cough', years: 35, sex: 'male' }, 'has_fever').includes('tropical_travel'));
  t.true(ids({ complaint: 'cough', years: 78, sex: 'male' }).includes('confusion'));
  t.true(ids({ complaint: 'fever', years: 35, sex: 'male' }, 'rash').includes('non_blanching_rash'));
  const breathless = ids({ complaint: 'cough', years: 78, sex: 'male' }, 'has_dyspnoea');
  t.true(breathless.slice(0, 3).includes('breathless_at_rest'));
  t.true(
    ids({ complaint: 'limb_injury', years: 35, sex: 'male' }).slice(0, 7).includes('dangerous_mechanism'),
  );
  const fall = ids({ complaint: 'limb_injury', years: 35, sex: 'male' }, 'dangerous_mechanism');
  for (const code of ['recent_head_injury', 'neck_tender_midline', 'has_chest_pain', 'has_abdominal_pain'])
    t.true(fall.includes(code), code);
  const old = ids({ complaint: 'limb_injury', years: 78, sex: 'female' });
  t.true(old.includes('anticoagulants') && old.includes('recent_head_injury'));
  const head = ids({ complaint: 'neck_pain', years: 20, sex: 'male' }, 'recent_head_injury');
  t.true(head.includes('anticoagulants'));
});

test('a fever asks a woman for a birth, and for ticks beside a rash or a headache', (t) => {
  const man = { complaint: 'fever', years: 35, sex: 'male' } as const;
  const woman = { complaint: 'fever', years: 30, sex: 'female' } as const;
  t.true(ids(woman).includes('recently_gave_birth'));
  t.false(ids(man).includes('recently_gave_birth'));
  t.false(ids({ ...woman, years: 60 }).includes('recently_gave_birth'));
  t.true(ids(man, 'rash').includes('tick_bite'));
  t.true(ids(man, 'has_headache').includes('tick_bite'));
  t.false(ids(man).includes('tick_bite'));
});
