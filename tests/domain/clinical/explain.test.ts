import test from 'ava';
import type { ClinicalCase } from '../../../domain/clinical/index.ts';
import { caseOf, engine, knowledge } from './engine-fixture.ts';

const heart = caseOf({
  complaints: ['chest_pain'],
  years: 62,
  sex: 'male',
  present: ['has_chest_pain', 'radiates_left_arm', 'cold_sweat'],
  absent: ['has_cough'],
});
const explain = (clinicalCase: ClinicalCase) => engine.explain(clinicalCase, engine.assess(clinicalCase));

test('it tells of the outcome as it is, and of nothing else', (t) => {
  const outcome = engine.assess(heart);
  const { differentials, question, triage, other_probability } = engine.explain(heart, outcome);
  t.deepEqual(
    differentials.map(({ evidence_for: _, evidence_against: __, unasked: ___, ...one }) => one),
    outcome.differentials,
  );
  t.is(question?.question_id ?? null, outcome.current_question?.question_id ?? null);
  t.is(triage.level, outcome.triage_level);
  const listed = outcome.differentials.reduce((sum, one) => sum + one.probability, 0);
  t.true(Math.abs(other_probability - (1 - listed)) < 0.001);
});

test('evidence stands on its side, with weight and source, and what is known is not open', (t) => {
  const told = new Set(heart.evidence.map((entry) => entry.finding));
  for (const { diagnosis, evidence_for, evidence_against, unasked } of explain(heart).differentials) {
    t.true(
      evidence_for.every((line) => line.weight > 0 && line.source !== ''),
      diagnosis,
    );
    t.true(
      evidence_against.every((line) => line.weight < 0 && line.source !== ''),
      diagnosis,
    );
    t.true(
      unasked.every((line) => !told.has(line.finding) && line.source !== ''),
      diagnosis,
    );
    t.true(unasked.length <= 10);
  }
  const [first] = explain(heart).differentials;
  t.true(first?.evidence_for.some((line) => line.finding === 'radiates_left_arm'));
});

test('a rule that made the level is named with its source and with what it rests on', (t) => {
  const { triage, advice } = explain(heart);
  t.is(triage.kind, 'rule');
  t.true(triage.findings.length > 0);
  t.true(triage.red_flags.some((flag) => flag.code === triage.decided_by.code));
  const sources = [...knowledge.sources.values()].map((source) => source.citation);
  t.true(sources.includes(triage.decided_by.source));
  t.not(triage.decided_by.text, triage.decided_by.text_cs);
  t.is(advice.how_soon, 'Now: minutes count');
});

test('the first question of a branch is asked for its dangers, an unclear one because it was unclear', (t) => {
  const start = caseOf({ complaints: ['headache'], years: 30 });
  t.is(explain(start).question?.reason, 'safety_net');
  const id = engine.assess(start).current_question?.question_id ?? '';
  const unclear = { ...start, asked: [{ question_id: id, unclear: true }] };
  t.is(explain(unclear).question?.reason, 'unclear_answer');
});

test('with the dangers ruled out the patient is asked for his own words, then for what tells most', (t) => {
  const net = knowledge.complaintByCode.get('headache')?.safetyNet ?? [];
  const absent = net.map((index) => knowledge.findings[index]?.code ?? '');
  const { question } = explain(caseOf({ complaints: ['headache'], years: 30, absent }));
  t.is(question?.reason, 'own_words');
  const told = explain(caseOf({ complaints: ['headache'], years: 30, absent, present: ['own_words'] }));
  t.true(['basics', 'information', 'red_flag'].includes(told.question?.reason ?? ''));
  t.true((told.question?.information ?? 0) > 0);
});

test('each kind of reason has words in both languages', (t) => {
  const kinds = new Set<string>();
  for (const complaint of knowledge.complaints.filter((one) => !one.entry.fallback)) {
    for (const years of [1, 25, 70]) {
      const { triage } = explain(caseOf({ complaints: [complaint.code], years }));
      kinds.add(triage.kind);
      t.not(triage.decided_by.text, triage.decided_by.code);
      t.not(triage.decided_by.text_cs, '');
    }
  }
  t.true(kinds.has('complaint'));
});
