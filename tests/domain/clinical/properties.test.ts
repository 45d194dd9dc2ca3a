import test from 'ava';
import fc from 'fast-check';
import {
  TRIAGE_LEVELS,
  type ClinicalCase,
  type Evidence,
  type Outcome,
} from '../../../domain/clinical/index.ts';
import { engine, knowledge } from './engine-fixture.ts';

const complaintCodes = knowledge.complaints
  .filter((entry) => !entry.entry.fallback)
  .map((entry) => entry.code);
const triState = knowledge.findings
  .filter((finding) => finding.entry.value === undefined)
  .map((entry) => entry.code);
/** Findings that alone fire a rule at the emergency level or above, whatever the age, the sex or the complaint. */
const emergencySigns = knowledge.rules
  .filter(
    (rule) => rule.level <= 1 && rule.all.length === 1 && rule.any.length === 0 && rule.atLeast === null,
  )
  .filter((rule) => rule.age === null && rule.sex === null && rule.complaints === null)
  .map((rule) => knowledge.findings[rule.all[0] ?? 0]?.code ?? '');

const sexes = fc.constantFrom('female' as const, 'male' as const, 'other' as const, 'unknown' as const, null);
const ages = fc.option(fc.integer({ min: 0, max: 1200 }), { nil: null });
const evidenceOf = (finding: string, status: Evidence['status']): Evidence => ({
  finding,
  status,
  confidence: 1,
  source: 'client',
});
const facts = fc
  .uniqueArray(
    fc.tuple(fc.constantFrom(...triState), fc.constantFrom('present' as const, 'absent' as const)),
    {
      maxLength: 14,
      selector: ([code]) => code,
    },
  )
  .map((rows) => rows.map(([code, status]) => evidenceOf(code, status)));
const cases: fc.Arbitrary<ClinicalCase> = fc.record({
  complaints: fc.uniqueArray(fc.constantFrom(...complaintCodes), { maxLength: 3 }),
  age_months: ages,
  sex: sexes,
  evidence: facts,
  asked: fc.constant([]),
});
const levelOf = (outcome: Outcome): number => TRIAGE_LEVELS.indexOf(outcome.triage_level);
const RUNS = { numRuns: 300, seed: 20260101 };

test('adding an emergency sign never lowers the level, and makes it at least an emergency', (t) => {
  t.true(emergencySigns.length >= 15);
  fc.assert(
    fc.property(cases, fc.constantFrom(...emergencySigns), (clinicalCase, sign) => {
      const before = levelOf(engine.assess(clinicalCase));
      const told = [...clinicalCase.evidence, evidenceOf(sign, 'present')];
      const after = levelOf(engine.assess({ ...clinicalCase, evidence: told }));
      return after <= before && after <= 1;
    }),
    RUNS,
  );
  t.pass();
});

test('the order of facts does not matter', (t) => {
  fc.assert(
    fc.property(
      cases,
      fc.array(fc.nat({ max: 1000 }), { minLength: 14, maxLength: 14 }),
      (clinicalCase, keys) => {
        const shuffled = clinicalCase.evidence
          .map((entry, index) => ({ entry, key: keys[index] ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ entry }) => entry);
        t.deepEqual(engine.assess({ ...clinicalCase, evidence: shuffled }), engine.assess(clinicalCase));
      },
    ),
    { ...RUNS, numRuns: 100 },
  );
});

test('a denied finding fires no rule, and an unknown one changes nothing', (t) => {
  fc.assert(
    fc.property(cases, (clinicalCase) => {
      const denied = clinicalCase.evidence.map((entry) => ({ ...entry, status: 'absent' as const }));
      // The complaints themselves stay; what they alone fire is no news.
      const bare = engine.assess({ ...clinicalCase, evidence: [] }).red_flags.map(({ flag }) => flag);
      // Who denies the complaint itself may take even that back.
      const fired = engine.assess({ ...clinicalCase, evidence: denied }).red_flags.map(({ flag }) => flag);
      t.deepEqual(
        fired.filter((flag) => !bare.includes(flag)),
        [],
      );
      const unknown = clinicalCase.evidence.map((entry) => ({ ...entry, status: 'unknown' as const }));
      const outcome = engine.assess({ ...clinicalCase, evidence: [...clinicalCase.evidence, ...unknown] });
      t.deepEqual(outcome, engine.assess(clinicalCase));
    }),
    { ...RUNS, numRuns: 100 },
  );
});

test('probabilities are honest: ranked, never negative, and something is left for other causes', (t) => {
  fc.assert(
    fc.property(cases, (clinicalCase) => {
      const { differentials } = engine.assess(clinicalCase);
      const sum = differentials.reduce((total, entry) => total + entry.probability, 0);
      const isRanked = differentials.every(
        (entry, index) =>
          entry.rank === index + 1 && entry.probability <= (differentials[index - 1]?.probability ?? 1),
      );
      return (
        isRanked &&
        sum < 0.97 &&
        differentials.every((entry) => entry.probability > 0) &&
        differentials.length <= 10
      );
    }),
    RUNS,
  );
  t.pass();
});

test('the same case gives the same outcome, over and over', (t) => {
  const sample = fc.sample(cases, { numRuns: 20, seed: 7 });
  for (const clinicalCase of sample) {
    const first = JSON.stringify(engine.assess(clinicalCase));
    for (let run = 0; run < 20; run += 1) {
      if (JSON.stringify(engine.assess(clinicalCase)) !== first) t.fail('a repeated assessment differs');
    }
  }
  t.pass();
});

test('every interview ends within twenty questions, with a reason, and never asks what is known', (t) => {
  const answers = fc.array(fc.constantFrom('present', 'absent', 'absent', 'unknown', 'unclear'), {
    minLength: 21,
    maxLength: 21,
  });
  fc.assert(
    fc.property(cases, answers, (start, given) => {
      let current = start;
      let outcome = engine.assess(current);
      for (let turn = 0; turn <= 20 && outcome.current_question !== null; turn += 1) {
        const { question_id: id, is_reask: isReask } = outcome.current_question;
        const earlier = current.asked.filter((entry) => entry.question_id === id);
        if (earlier.length > (isReask ? 1 : 0)) throw new Error(`${id} asked too often`);
        if (current.evidence.some((entry) => entry.finding === id))
          throw new Error(`${id} asked though known`);
        const answer = given[turn] ?? 'absent';
        const told = answer === 'unclear' ? [] : [evidenceOf(id, answer)];
        current = {
          ...current,
          evidence: [...current.evidence, ...told],
          asked: [...current.asked, { question_id: id, unclear: answer === 'unclear' }],
        };
        outcome = engine.assess(current);
      }
      return outcome.is_complete && outcome.stop_reason !== null && current.asked.length <= 20;
    }),
    { ...RUNS, numRuns: 150 },
  );
  t.pass();
});
