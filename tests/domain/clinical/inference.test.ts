import test from 'ava';
import { compileKnowledge } from '../../../domain/clinical/index.ts';
import { gatherFacts } from '../../../domain/clinical/facts.ts';
import { contributions, infer, type Beliefs } from '../../../domain/clinical/inference.ts';
import type { Evidence } from '../../../domain/clinical/index.ts';

const TEXT = { en: { name: 'Name', plain: 'plain' }, cs: { name: 'Jméno', plain: 'slovo' } };
const sign = (extra: object = {}): object => ({ topic: 'general', background: 0.2, ...TEXT, ...extra });
const illness = (icd: string, findings: object, extra: object = {}): object => ({
  icd,
  urgency: 'routine',
  danger: null,
  source: 'study',
  complaints: { ache: 0.3 },
  findings,
  en: { name: icd },
  cs: { name: icd },
  ...extra,
});
const complaint = (extra: object): object => ({
  other: 0.4,
  start: [{ level: 'routine', source: 'study' }],
  safety_net: ['alone'],
  self_care: { absent: ['alone'], share: 0.5, source: 'study', en: 'None.', cs: 'Nic.' },
  en: { name: 'Ache' },
  cs: { name: 'Bolest' },
  ...extra,
});

/** Two illnesses of equal prior (0.3 each, 0.4 other) and findings of every kind. */
const knowledge = compileKnowledge({
  en: [],
  cs: [],
  knowledge: [
    {
      name: 'small.yaml',
      data: {
        sources: { study: { kind: 'study', citation: 'A study' } },
        topics: { general: { name: 'General' } },
        groups: { pair: { name: 'A pair', damping: 0.5 } },
        complaints: { ache: complaint({ finding: 'aching' }), whatever: complaint({ fallback: true }) },
        findings: {
          aching: sign(),
          tale: sign({ open: 'story', en: { ...TEXT.en, ask: 'What?' }, cs: { ...TEXT.cs, ask: 'Co?' } }),
          more: sign({
            open: 'closing',
            en: { ...TEXT.en, ask: 'What else?' },
            cs: { ...TEXT.cs, ask: 'Co dál?' },
          }),
          alone: sign(),
          first: sign({ group: 'pair' }),
          second: sign({ group: 'pair' }),
          parent: sign(),
          child: sign({ after: 'parent', implies: ['parent'] }),
          opposite: sign({ excludes: ['alone'] }),
          level: {
            topic: 'general',
            value: { type: 'number', unit: 'u', minimum: 0, maximum: 100 },
            derive: [
              { finding: 'alone', at_least: 10, below: 20, age: { from_years: 12 } },
              { finding: 'alone', at_least: 50, age: { below_years: 12 } },
            ],
            ...TEXT,
          },
        },
        conditions: {
          one: illness('A01', {
            aching: { p: 0.9, source: 'study' },
            alone: { p: 0.8, source: 'study' },
            first: { p: 0.6, source: 'study' },
            second: { p: 0.4, source: 'study' },
            child: { lr: [4, 0.5], source: 'study' },
          }),
          two: illness(
            'A02',
            { alone: { p: 0.05, source: 'study' } },
            { age: { child: 0 }, sex: { female: 2, male: 0 } },
          ),
        },
      },
    },
  ],
});
const [one, two] = knowledge.conditions;
const branch = knowledge.complaintByCode.get('ache')!;

/** All evidence is scaled by this, which makes the probabilities come true. */
const SCALE = 1.2;

const told = (finding: string, status: Evidence['status'], value?: number): Evidence => ({
  finding,
  status,
  confidence: 1,
  source: 'client',
  ...(value === undefined ? {} : { value }),
});
function believe(evidence: Evidence[], ageMonths: number | null = 500): Beliefs & { odds: number } {
  const clinicalCase = { complaints: ['ache'], age_months: ageMonths, sex: null, evidence, asked: [] };
  const facts = gatherFacts(knowledge, clinicalCase, [branch]);
  const beliefs = infer(knowledge, facts, [branch], { ageMonths, sex: null });
  return {
    ...beliefs,
    odds: Math.log((beliefs.probabilities[one!.index] ?? 0) / (beliefs.probabilities[two!.index] ?? 1)),
  };
}
const statusOf = (code: string, evidence: Evidence[], ageMonths: number | null = 500): number => {
  const clinicalCase = { complaints: ['ache'], age_months: ageMonths, sex: null, evidence, asked: [] };
  return gatherFacts(knowledge, clinicalCase, [branch]).status[knowledge.findingByCode.get(code)!.index] ?? 9;
};

test('without evidence the posterior is the prior, and other keeps its floor', (t) => {
  const { probabilities, other } = believe([]);
  t.true(Math.abs((probabilities[0] ?? 0) - 0.3 * 0.96) < 1e-9);
  t.true(Math.abs(other - (0.4 * 0.96 + 0.04)) < 1e-9);
});

test('priors follow age and sex', (t) => {
  t.is(believe([], 8 * 12).probabilities[1], 0);
  const facts = gatherFacts(
    knowledge,
    { complaints: [], age_months: null, sex: 'female', evidence: [], asked: [] },
    [branch],
  );
  const woman = infer(knowledge, facts, [branch], { ageMonths: 500, sex: 'female' });
  t.true(Math.abs((woman.probabilities[1] ?? 0) / (woman.probabilities[0] ?? 1) - 2) < 1e-9);
});

test('a finding moves the log-odds by its scaled likelihood ratio in either direction', (t) => {
  const expected = SCALE * (Math.log(0.8 / 0.2) - Math.log(0.05 / 0.2));
  t.true(Math.abs(believe([told('alone', 'present')]).odds - expected) < 1e-9);
  const absent = SCALE * (Math.log(0.2 / 0.8) - Math.log(0.95 / 0.8));
  t.true(Math.abs(believe([told('alone', 'absent')]).odds - absent) < 1e-9);
});

test('evidence for a condition moves it against "other" by its scaled likelihood ratio as well', (t) => {
  const { probabilities, other } = believe([told('alone', 'present')]);
  const againstOther = (probabilities[one!.index] ?? 0) / (other - 0.04);
  t.true(Math.abs(againstOther - (0.3 / 0.4) * (0.8 / 0.2) ** SCALE) < 1e-9);
});

test('confidence weakens what a finding says', (t) => {
  const half = believe([{ ...told('alone', 'present'), confidence: 0.5 }]).odds;
  t.true(Math.abs(half - believe([told('alone', 'present')]).odds / 2) < 1e-9);
});

test('within a group the strongest finding counts whole and the others are damped', (t) => {
  const both = believe([told('first', 'present'), told('second', 'present')]).odds;
  t.true(Math.abs(both - SCALE * (Math.log(3) + 0.5 * Math.log(2))) < 1e-9);
});

test('a finding asked after another counts only where that one is present', (t) => {
  const child = believe([told('child', 'present')]);
  t.true(Math.abs(child.odds - SCALE * Math.log(4)) < 1e-9);
  t.is(statusOf('parent', [told('child', 'present')]), 1);
  t.is(statusOf('child', [told('parent', 'absent')]), -1);
  t.is(believe([told('parent', 'absent')]).odds, 0);
});

test("the complaint's own finding is what the priors are conditioned on, and counts no second time", (t) => {
  t.is(believe([told('aching', 'present')]).odds, 0);
});

test('values derive findings by age, and unknown age is an adult', (t) => {
  t.is(statusOf('alone', [told('level', 'present', 10)]), 1);
  t.is(statusOf('alone', [told('level', 'present', 20)]), -1);
  t.is(statusOf('alone', [told('level', 'present', 60)], 60), 1);
  t.is(statusOf('alone', [told('level', 'present', 15)], 60), -1);
  t.is(statusOf('alone', [told('level', 'present', 15)], null), 1);
});

test('present wins where sources disagree; the patient’s words win over implications', (t) => {
  t.is(statusOf('alone', [told('alone', 'absent'), told('level', 'present', 15)]), 1);
  t.is(statusOf('alone', [told('alone', 'present'), told('level', 'present', 90)]), 1);
  t.is(statusOf('alone', [told('alone', 'present'), told('opposite', 'present')]), 1);
  t.is(statusOf('alone', [told('opposite', 'present')]), -1);
  t.is(statusOf('parent', [told('parent', 'absent'), told('child', 'present')]), -1);
});

test('the contributions of one condition add up to its score', (t) => {
  const evidence = [told('alone', 'present'), told('first', 'present'), told('second', 'absent')];
  const clinicalCase = { complaints: ['ache'], age_months: 500, sex: null, evidence, asked: [] };
  const facts = gatherFacts(knowledge, clinicalCase, [branch]);
  const sum = (condition: number): number =>
    contributions(knowledge, facts, condition, [branch]).reduce((total, line) => total + line.weight, 0);
  t.true(Math.abs(sum(one!.index) - sum(two!.index) - believe(evidence).odds) < 1e-9);
});
