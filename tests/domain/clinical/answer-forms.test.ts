import test from 'ava';
import { questionSchema } from '../../../domain/clinical/question.ts';
import type { ClinicalCase } from '../../../domain/clinical/index.ts';
import { answerTo, caseOf, engine, knowledge } from './engine-fixture.ts';

const conceptOf = (code: string) => {
  const concept = engine.concepts.find((one) => one.code === code);
  if (concept === undefined) throw new Error(`no such concept: ${code}`);
  return concept;
};

test('every question says what its answer looks like and why it is asked, as the catalogue does', (t) => {
  const told: ClinicalCase = caseOf({ complaints: ['abdominal_pain'], years: 40, sex: 'female' });
  const types = new Set<string | undefined>();
  for (let left = 20; left > 0; left -= 1) {
    const question = engine.assess(told).current_question;
    if (question === null) break;
    t.notThrows(() => questionSchema.required().parse(question), question.question_id);
    const { answer_type, choices, unit } = conceptOf(question.question_id);
    t.like(question, { answer_type, choices, unit });
    types.add(question.answer_type);
    told.evidence.push(answerTo(question.question_id, answer_type === 'boolean' ? 'absent' : 'unknown'));
    told.asked.push({ question_id: question.question_id, unclear: false });
  }
  t.true(types.has('boolean') && types.has('choice') && types.has('duration'), [...types].join());
});

test('the form of an answer follows from what its finding holds', (t) => {
  t.like(conceptOf('has_fever'), { answer_type: 'boolean', choices: [], unit: null });
  t.like(conceptOf('temperature_c'), { answer_type: 'number', choices: [], unit: '°C' });
  t.like(conceptOf('duration_hours'), { answer_type: 'duration', choices: [], unit: 'h' });
  t.like(conceptOf('own_words'), { answer_type: 'text', choices: [], unit: null });
  const { answer_type, choices, allowed_values } = conceptOf('onset_speed');
  t.is(answer_type, 'choice');
  t.deepEqual(choices[0], { code: 'sudden', text: 'sudden', text_cs: 'náhle' });
  t.deepEqual(
    choices.map(({ code }) => code),
    allowed_values,
  );
  t.like(conceptOf('abdominal_pain'), { answer_type: null, choices: [], unit: null });
  t.like(conceptOf('stable_angina'), { answer_type: null, choices: [], unit: null });
});

test('why a question is asked is told in the words of the explanation', (t) => {
  const told = caseOf({ complaints: ['chest_pain'], years: 54, sex: 'male' });
  const outcome = engine.assess(told);
  const { reason, text, text_cs } = engine.explain(told, outcome).question ?? {};
  t.deepEqual(outcome.current_question?.reason, { code: reason, text, text_cs });
});

test('a question that was asked unclearly says so', (t) => {
  const told = caseOf({ complaints: ['chest_pain'], years: 54, sex: 'male' });
  const first = engine.assess(told).current_question;
  told.asked.push({ question_id: first?.question_id ?? '', unclear: true });
  const again = engine.assess(told).current_question;
  t.is(again?.question_id, first?.question_id);
  t.is(again?.reason?.code, 'unclear_answer');
});

test('differentials and red flags carry their codes and both languages', (t) => {
  const outcome = engine.assess(
    caseOf({
      complaints: ['chest_pain'],
      years: 62,
      sex: 'male',
      present: ['cold_sweat', 'radiates_left_arm'],
    }),
  );
  t.true(outcome.differentials.length > 0 && outcome.red_flags.length > 0);
  for (const { code, diagnosis, diagnosis_cs } of outcome.differentials) {
    const entry = knowledge.conditions.find((condition) => condition.code === code)?.entry;
    t.deepEqual([diagnosis, diagnosis_cs], [entry?.en.name, entry?.cs.name]);
  }
  for (const { flag, description, description_cs } of outcome.red_flags) {
    const entry = knowledge.ruleByCode.get(flag)?.entry;
    t.deepEqual([description, description_cs], [entry?.en, entry?.cs]);
  }
});
