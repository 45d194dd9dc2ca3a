import test from 'ava';
import type { ClinicalCase } from '../../../domain/clinical/index.ts';
import { tell } from '../../../infra/eval/play.ts';
import { answerTo, caseOf, engine, knowledge } from './engine-fixture.ts';

const start = caseOf({ complaints: ['headache'], years: 30, sex: 'male' });
const asking = (clinicalCase: ClinicalCase): string | undefined =>
  engine.assess(clinicalCase).current_question?.question_id;

/** Answers every question with no, except those that `present` names. */
function interview(
  from: ClinicalCase,
  present: string[],
): { asked: string[]; last: ReturnType<typeof engine.assess> } {
  let current = from;
  let outcome = engine.assess(current);
  while (outcome.current_question !== null) {
    const id = outcome.current_question.question_id;
    const value = knowledge.findingByCode.get(id)?.entry.value;
    const told =
      value === undefined
        ? answerTo(id, present.includes(id) ? 'present' : 'absent')
        : answerTo(id, 'unknown');
    current = {
      ...current,
      evidence: [...current.evidence, told],
      asked: [...current.asked, { question_id: id, unclear: false }],
    };
    outcome = engine.assess(current);
  }
  return { asked: current.asked.map((entry) => entry.question_id), last: outcome };
}

const netOf = (complaint: string): string[] =>
  (knowledge.complaintByCode.get(complaint)?.safetyNet ?? []).flatMap(
    (index) => knowledge.findings[index]?.code ?? [],
  );

test('red flags of the safety net come first', (t) => {
  const { asked } = interview(start, []);
  const first = asked.filter((code) => code !== 'own_words').slice(0, 5);
  t.true(
    first.every((code) => netOf('headache').includes(code)),
    first.join(' '),
  );
  t.true(engine.assess(start).current_question?.is_red_flag);
});

test('after the first two dangers the patient is asked for his own words, once, and first where no complaint was recognised', (t) => {
  const { asked } = interview(start, []);
  const at = asked.indexOf('own_words');
  t.is(at, 2);
  t.is(asked.lastIndexOf('own_words'), at);
  t.is(asking(caseOf({ complaints: [], years: 30 })), 'own_words');
});

test('who has told a whole story is not asked for it', (t) => {
  const story =
    'For two days I have had a headache on both sides, it throbs, light hurts my eyes, and I have vomited twice today.';
  const { evidence } = engine.extract(story, null);
  t.not(asking({ ...caseOf({ complaints: [], years: 30 }), evidence }), 'own_words');
});

test('anything told in own words answers; a bare yes is unclear, a bare no is nothing to tell', (t) => {
  const question = engine.assess(caseOf({ complaints: [], years: 30 })).current_question;
  if (question === null) return t.fail();
  const isAnswered = (text: string): boolean =>
    engine.settles(question, engine.extract(text, question).evidence);
  t.true(isAnswered('a cough for two days, no fever'));
  t.true(isAnswered('Ne.'));
  t.true(isAnswered('nevím'));
  t.false(isAnswered('Yes.'));
  t.false(isAnswered('xyzzy'));
  const { evidence } = engine.interpret({ has_cough: true }, [], null);
  t.true(engine.settles(question, evidence));
});

test('a bare yes to the open question has it asked once more', (t) => {
  const start = caseOf({ complaints: [], years: 30 });
  const { current_question: question } = engine.assess(start);
  const { evidence } = engine.extract('Yes.', question);
  const asked = [{ question_id: 'own_words', unclear: true }];
  const again = engine.assess({ ...start, evidence, asked }).current_question;
  t.is(again?.question_id, 'own_words');
  t.true(again?.is_reask);
  t.not(
    engine.assess({ ...start, evidence, asked: [...asked, ...asked] }).current_question?.question_id,
    'own_words',
  );
});

test('a question has text in both languages and names what it settles', (t) => {
  const question = engine.assess(start).current_question;
  t.truthy(question);
  t.regex(question?.text ?? '', /\?$/);
  t.regex(question?.text_cs ?? '', /\?$/);
  t.not(question?.text, question?.text_cs);
  t.deepEqual(question?.targets, [question?.question_id ?? '']);
  t.true(engine.isQuestion(question?.question_id ?? ''));
  t.false(engine.isQuestion('ecg_ischaemia'));
  t.false(engine.isQuestion('constructor'));
});

test('an unclear answer is asked again at once, and only once', (t) => {
  const id = asking(start) ?? '';
  const unclear = { ...start, asked: [{ question_id: id, unclear: true }] };
  const again = engine.assess(unclear).current_question;
  t.is(again?.question_id, id);
  t.true(again?.is_reask);
  const twice = { ...start, asked: [...unclear.asked, { question_id: id, unclear: true }] };
  const next = engine.assess(twice).current_question;
  t.not(next?.question_id, id);
  t.false(next?.is_reask);
});

test('"I do not know" is an answer and not asked again', (t) => {
  const id = asking(start) ?? '';
  const told = {
    ...start,
    evidence: [answerTo(id, 'unknown')],
    asked: [{ question_id: id, unclear: false }],
  };
  t.not(asking(told), id);
});

test('what a known answer implies is not asked', (t) => {
  const { asked } = interview(caseOf({ complaints: ['cough'], years: 40, absent: ['has_dyspnoea'] }), []);
  const gated = ['breathless_at_rest', 'dyspnoea_on_exertion', 'cannot_speak_sentences'];
  t.deepEqual(
    asked.filter((code) => gated.includes(code)),
    [],
  );
});

test('nobody is asked about the other sex or another age', (t) => {
  const man = interview(caseOf({ complaints: ['abdominal_pain'], years: 30, sex: 'male' }), []).asked;
  t.false(man.includes('pregnant') || man.includes('vaginal_bleeding'));
  const unknownAge = interview(caseOf({ complaints: ['fever'], years: null }), []).asked;
  t.false(unknownAge.includes('bulging_fontanelle') || unknownAge.includes('not_feeding'));
  const woman = interview(caseOf({ complaints: ['abdominal_pain'], years: 30, sex: 'female' }), []).asked;
  t.true(woman.includes('pregnant'));
});

test('an ambulance ends the interview at once, an emergency soon, certainty in between', (t) => {
  const ambulance = engine.assess(
    caseOf({ complaints: ['focal_weakness'], years: 70, present: ['speech_disturbance'] }),
  );
  t.is(ambulance.stop_reason, 'emergency');
  t.true(ambulance.is_complete);
  const emergency = interview(
    caseOf({ complaints: ['abdominal_pain'], years: 40, present: ['black_stool'] }),
    [],
  );
  t.is(emergency.last.stop_reason, 'emergency');
  t.true(emergency.asked.length <= 8);
  const back = interview(caseOf({ complaints: ['back_pain'], years: 35, sex: 'male' }), [
    'back_pain_after_strain',
    'pain_worse_with_movement',
    'recurrent_episodes',
  ]);
  t.is(back.last.stop_reason, 'certain');
  t.is(back.last.triage_level, 'self_care');
});

test('of an established emergency only the own words and what calls for an ambulance are asked', (t) => {
  for (const [complaint, sign] of [
    ['abdominal_pain', 'black_stool'],
    ['fever', 'confusion'],
    ['breathlessness', 'breathless_at_rest'],
  ] as const) {
    let current = caseOf({ complaints: [complaint], years: 52, present: [sign] });
    const asked: string[] = [];
    for (;;) {
      const { current_question: question, triage_level: level } = engine.assess(current);
      t.is(level, 'emergency', complaint);
      if (question === null) break;
      const { question_id: id } = question;
      asked.push(id);
      const isValue = knowledge.findingByCode.get(id)?.entry.value !== undefined;
      const affirmed = { ...current, evidence: [...current.evidence, answerTo(id, 'present')] };
      if (id !== 'own_words' && !isValue)
        t.is(engine.assess(affirmed).triage_level, 'emergency_ambulance', id);
      current = {
        ...current,
        evidence: [...current.evidence, answerTo(id, isValue ? 'unknown' : 'absent')],
        asked: [...current.asked, { question_id: id, unclear: false }],
      };
    }
    t.true(asked.length > 0 && asked.length <= 8, asked.join(' '));
    t.true(asked.includes('own_words') || asked.length < 3, asked.join(' '));
  }
});

test('where the diagnosis is certain, what alone would make it an emergency is still asked', (t) => {
  const mastitis = caseOf({
    complaints: ['breast_symptoms'],
    years: 30,
    sex: 'female',
    present: ['breast_pain', 'has_fever'],
  });
  const mother = ['breast_red_hot', 'breastfeeding', 'red_hot_skin', 'recently_gave_birth'];
  const told = interview(mastitis, mother);
  t.true(told.asked.includes('recently_gave_birth'), told.asked.join(' '));
  t.is(told.last.triage_level, 'emergency');
  const denied = interview(mastitis, mother.slice(0, -1));
  t.is(denied.last.stop_reason, 'certain');
  t.is(denied.last.triage_level, 'urgent');
});

test('twenty questions are the limit', (t) => {
  const asked = Array.from({ length: 20 }, (_, index) => ({ question_id: `q${index}`, unclear: false }));
  t.is(engine.assess({ ...start, asked }).stop_reason, 'question_limit');
});

test('an interview that ends below an emergency asks once for anything else, at its end', (t) => {
  const { asked, last } = interview({ ...start, complaints: ['back_pain'] }, []);
  t.is(last.stop_reason, 'certain');
  t.is(asked.at(-1), 'anything_else');
  t.is(asked.filter((code) => code === 'anything_else').length, 1);
});

/** The question that is open when somebody has told these, and the level. */
const after = (complaint: string, ...answers: string[]): { asked: string | undefined; level: string } => {
  const { current_question, triage_level } = tell(engine, complaint, answers);
  return { asked: current_question?.question_id, level: triage_level };
};

test('of what was swallowed and not named it is asked first what it was, and the answer decides', (t) => {
  const first = [
    'my toddler drank something under the sink',
    'he swallowed something',
    'něco spolkl',
    'něco spolkla',
    'vypil něco z lahve v garáži',
    'dcera se něčeho napila',
  ];
  for (const complaint of first) t.is(after(complaint).asked, 'swallowed_what', complaint);
  const flagsOf = (complaint: string, answer: string): string[] =>
    tell(engine, complaint, [answer]).red_flags.map(({ flag }) => flag);
  t.true(flagsOf('my toddler drank something under the sink', 'drain cleaner').includes('rf_caustic'));
  t.true(flagsOf('něco spolkl', 'baterku').includes('rf_button_battery'));
  t.true(flagsOf('he swallowed something', 'a magnet off the fridge').includes('rf_button_battery'));
  t.true(flagsOf('něco spolkl', 'špendlík').includes('rf_swallowed_object'));
  t.true(flagsOf('vypil něco z lahve v garáži', 'fridex').includes('rf_methanol'));
  t.true(flagsOf('vypil něco z lahve v garáži', 'asi benzín').includes('rf_petroleum'));
  t.deepEqual(flagsOf('he swallowed something', 'a cherry stone'), []);
  t.deepEqual(flagsOf('něco spolkl', 'žvýkačku'), []);
});

test('a harmless thing swallowed is looked after at home once the dangers are denied', (t) => {
  const denied = Array.from({ length: 8 }, () => 'no');
  t.is(after('he swallowed something', 'a cherry stone', ...denied).level, 'self_care');
  t.not(after('took two paracetamol for my head as it says on the box').level, 'emergency');
});

test('who thinks of suicide is asked for a plan and then for the means, and then for nothing more', (t) => {
  t.is(after('je mi smutno, nic mě nebaví').asked, 'suicidal_thoughts');
  t.is(after('I feel so low', 'yes').asked, 'suicidal_intent');
  t.is(after('I feel so low', 'yes', 'yes').asked, 'suicide_means_at_hand');
  t.is(after('I feel so low', 'yes', 'yes', "they're right here next to me").level, 'emergency_ambulance');
  t.is(after('je mi smutno, nic mě nebaví', 'jo', 'jo mám je v ruce').level, 'emergency_ambulance');
  t.is(after('I feel so low', 'yes', "I'd never do it because of the kids").level, 'urgent');
  t.not(after('I feel so low', 'no').asked, 'suicide_means_at_hand');
});

test('who affirms a low mood is asked at once for thoughts of suicide, whatever he came with, and nobody else is', (t) => {
  t.is(after("I can't sleep for weeks").asked, 'has_low_mood');
  t.is(after("I can't sleep for weeks", 'yes').asked, 'suicidal_thoughts');
  t.not(after("I can't sleep for weeks", 'no').asked, 'suicidal_thoughts');
  t.is(after('Headache for three weeks, and I feel low.').asked, 'suicidal_thoughts');
  t.not(after('Headache for three weeks.').asked, 'suicidal_thoughts');
});
