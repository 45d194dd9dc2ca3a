import test from 'ava';
import type { Outcome, TriageLevel } from '../../../domain/clinical/types.ts';
import { play } from '../../../infra/eval/play.ts';
import { renderScores } from '../../../infra/eval/report.ts';
import {
  calibrationByChance,
  calibrationError,
  judge,
  scoreOf,
  type Result,
} from '../../../infra/eval/score.ts';
import { splitOf } from '../../../infra/eval/texts.ts';
import { loadVignettes, vignetteSchema, type Vignette } from '../../../infra/eval/vignettes.ts';
import { loadEngine, loadKnowledge } from '../../../shared/clinical/load-knowledge.ts';

const engine = await loadEngine();
const { knowledge } = await loadKnowledge();
const vignettes = await loadVignettes();

const vignette = (level: TriageLevel, icd = 'J00'): Vignette =>
  vignetteSchema.parse({
    id: 'test-001',
    set: 'first-own',
    split: 'work',
    lang: 'en',
    voice: 'patient',
    age_months: 360,
    sex: 'female',
    complaint: 'Runny nose',
    text: 'I have had a runny nose and a cough for two days.',
    facts: [
      'I have a runny nose.',
      'I have a cough.',
      'I sneeze a lot.',
      'I have no fever.',
      'It began two days ago.',
    ],
    level,
    diagnosis: { icd, name: 'whatever', also: ['J06.9'] },
  });

const outcomeOf = (level: TriageLevel, differentials: [string, number][]): Outcome => ({
  triage_level: level,
  triage_reason: { kind: 'complaint', code: 'cough', source: '' },
  differentials: differentials.map(([icd, probability], index) => ({
    code: null,
    diagnosis: icd,
    diagnosis_cs: null,
    icd,
    probability,
    rank: index + 1,
  })),
  red_flags: [],
  active_branches: [],
  current_question: null,
  is_complete: true,
  stop_reason: null,
});
const resultOf = (right: TriageLevel, told: TriageLevel, icds: string[]): Result =>
  judge(vignette(right), {
    outcome: outcomeOf(
      told,
      icds.map((icd) => [icd, 0.5]),
    ),
    exchanges: [],
    finalize: () => {
      throw new Error('nothing was played');
    },
    questions: 4,
  });

test('the right diagnosis is one of the same ICD-10 category, the first or another that is as right', (t) => {
  t.is(resultOf('routine', 'routine', ['J20.9', 'J00']).rank, 2);
  t.is(resultOf('routine', 'routine', ['J06.0']).rank, 1);
  t.is(resultOf('routine', 'routine', ['J20.9']).rank, null);
});

test('levels are counted in their direction, emergencies and care at home apart', (t) => {
  const score = scoreOf([
    resultOf('emergency', 'emergency_ambulance', ['J00']),
    resultOf('emergency_ambulance', 'urgent', ['J20.9']),
    resultOf('self_care', 'self_care', ['J00']),
    resultOf('self_care', 'routine', ['J20.9', 'J00']),
  ]);
  t.like(score, {
    vignettes: 4,
    top1: 0.5,
    top3: 0.75,
    triageExact: 0.25,
    tierExact: 0.5,
    overTriage: 0.5,
    underTriage: 0.25,
    emergencySensitivity: 0.5,
    selfCareExact: 0.5,
    selfCareCases: 2,
    safe: 0.75,
    questions: 4,
  });
  t.regex(renderScores([{ name: 'all', score }]), /triage exact +25\.0 %/);
});

test('a minor case told as an emergency counts, an urgent one and a routine one told as urgent do not', (t) => {
  const score = scoreOf([
    resultOf('routine', 'emergency', ['J00']),
    resultOf('self_care', 'urgent', ['J00']),
    resultOf('self_care', 'self_care', ['J00']),
    resultOf('routine', 'routine', ['J00']),
    resultOf('urgent', 'emergency', ['J00']),
  ]);
  t.like(score, { minorSpecificity: 0.75, minorCases: 4 });
});

test('the calibration error is the gap between how sure and how right', (t) => {
  const sure = (rank: number | null) => ({ outcome: outcomeOf('routine', [['J00', 0.9]]), rank });
  t.is(Math.round(calibrationError([sure(1), sure(null)]) * 100), 40);
  t.is(Math.round(calibrationError([sure(1), sure(1)]) * 100), 10);
});

test('an engine whose probabilities are true has a calibration error too, less with more vignettes', (t) => {
  const sure = (rank: number | null) => ({ outcome: outcomeOf('routine', [['J00', 0.5]]), rank });
  const few = calibrationByChance(Array.from({ length: 10 }, () => sure(1)));
  const many = calibrationByChance(Array.from({ length: 1_000 }, () => sure(1)));
  // The mean distance from one half of ten tosses, 0.123, and of a thousand, 0.0126.
  t.true(Math.abs(few - 0.123) < 0.02, String(few));
  t.true(Math.abs(many - 0.0126) < 0.002, String(many));
});

test('a vignette plays in both modes, always the same', (t) => {
  for (const mode of ['text', 'interview'] as const) {
    const played = (): object => {
      const { finalize, ...rest } = play({ engine, knowledge }, vignette('self_care'), mode);
      t.is(rest.questions > 0, mode === 'interview');
      return { ...rest, ...finalize() };
    };
    t.deepEqual(played(), played());
  }
});

test('our own vignettes are as many and as mixed as they have to be', (t) => {
  const count = (holds: (one: Vignette) => boolean): number => vignettes.filter(holds).length;
  t.true(vignettes.length >= 300, `${vignettes.length} vignettes`);
  t.true(count(({ lang }) => lang === 'cs') >= 60);
  t.true(count(({ level }) => level.startsWith('emergency')) >= 60);
  t.true(count(({ level }) => level === 'self_care') >= 60);
  t.true(count(({ age_months }) => age_months < 18 * 12) >= 40);
  for (const voice of ['patient', 'relative', 'clinician']) t.true(count((one) => one.voice === voice) >= 40);
});

test('a third of the newest sets is final, by the hash of the id, and nothing else is', (t) => {
  const newest = new Set([
    'twelfth-own',
    'twelfth-independent',
    'thirteenth-own',
    'strangers',
    'strangers-brief',
  ]);
  const fresh = vignettes.filter(({ set }) => newest.has(set));
  const final = vignettes.filter(({ split }) => split === 'final');
  t.true(final.length >= 60 && final.length > fresh.length / 5 && final.length < fresh.length / 2);
  t.deepEqual(
    final,
    fresh.filter(({ id }) => splitOf(id) === 'final'),
  );
});
