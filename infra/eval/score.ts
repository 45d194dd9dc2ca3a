import { TRIAGE_LEVELS, type Outcome, type TriageLevel } from '../../domain/clinical/types.ts';
import { seededRandom } from '../bench/load/random.ts';
import type { Played } from './play.ts';
import type { Vignette } from './vignettes.ts';

/** What one vignette came to. `rank` is that of the right diagnosis; null where it is not listed. */
export type Result = {
  vignette: Vignette;
  outcome: Outcome;
  exchanges: Played['exchanges'];
  questions: number;
  rank: number | null;
  /** Above 0: more urgent than right, by so many levels; below 0: less urgent. */
  urgencyError: number;
};

/** Shares are 0 to 1; NaN where there is nothing to count. */
export type Score = {
  vignettes: number;
  top1: number;
  top3: number;
  top5: number;
  top10: number;
  triageExact: number;
  /** The same in three tiers: emergency department, any other clinician, home. Published sets are graded so. */
  tierExact: number;
  overTriage: number;
  underTriage: number;
  /** Of the emergencies: how many came out as one. */
  emergencySensitivity: number;
  /** Of those who need no clinician: how many were told so. */
  selfCareExact: number;
  selfCareCases: number;
  /** Of those for whom a planned visit or none is enough: how many were not sent to an emergency department. */
  minorSpecificity: number;
  minorCases: number;
  /** Of all: level right or more urgent. */
  safe: number;
  calibrationError: number;
  /** What the same probabilities would come to if each were true: so much of the error is the small number of vignettes. */
  calibrationByChance: number;
  questions: number;
};

const urgency = (level: TriageLevel): number => TRIAGE_LEVELS.length - TRIAGE_LEVELS.indexOf(level);
const EMERGENCY = urgency('emergency');
const URGENT = urgency('urgent');
const tier = (level: TriageLevel): TriageLevel => TIERS[level];
const TIERS = {
  emergency_ambulance: 'emergency',
  emergency: 'emergency',
  urgent: 'routine',
  routine: 'routine',
  self_care: 'self_care',
} as const satisfies Record<TriageLevel, TriageLevel>;
/** ICD-10 categories: what stands after the dot is a matter of coding. */
const category = (icd: string): string => icd.slice(0, 3);

export function judge(vignette: Vignette, { outcome, exchanges, questions }: Played): Result {
  const { icd, also } = vignette.diagnosis;
  const right = new Set([icd, ...also].map(category));
  return {
    vignette,
    outcome,
    exchanges,
    questions,
    rank: outcome.differentials.find((one) => right.has(category(one.icd)))?.rank ?? null,
    urgencyError: urgency(outcome.triage_level) - urgency(vignette.level),
  };
}

export function scoreOf(results: readonly Result[]): Score {
  const share = (holds: (result: Result) => boolean, among: readonly Result[] = results): number =>
    among.filter(holds).length / among.length;
  const within = (most: number): number => share(({ rank }) => rank !== null && rank <= most);
  const emergencies = results.filter(({ vignette }) => urgency(vignette.level) >= EMERGENCY);
  const minor = results.filter(({ vignette }) => urgency(vignette.level) < URGENT);
  const homely = results.filter(({ vignette }) => vignette.level === 'self_care');
  return {
    vignettes: results.length,
    top1: within(1),
    top3: within(3),
    top5: within(5),
    top10: within(10),
    triageExact: share(({ urgencyError }) => urgencyError === 0),
    tierExact: share(({ vignette, outcome }) => tier(vignette.level) === tier(outcome.triage_level)),
    overTriage: share(({ urgencyError }) => urgencyError > 0),
    underTriage: share(({ urgencyError }) => urgencyError < 0),
    emergencySensitivity: share(({ outcome }) => urgency(outcome.triage_level) >= EMERGENCY, emergencies),
    selfCareExact: share(({ outcome }) => outcome.triage_level === 'self_care', homely),
    selfCareCases: homely.length,
    minorSpecificity: share(({ outcome }) => urgency(outcome.triage_level) < EMERGENCY, minor),
    minorCases: minor.length,
    safe: share(({ urgencyError }) => urgencyError >= 0),
    calibrationError: calibrationError(results),
    calibrationByChance: calibrationByChance(results),
    questions: meanOf(results.map(({ questions }) => questions)),
  };
}

/** What a calibration is reckoned from. */
type Ranked = Pick<Result, 'outcome' | 'rank'>;

const BINS = 10;
const DRAWS = 200;

/** The mean calibration error of an engine whose probabilities are true, over draws that are always the same. */
export const calibrationByChance = (results: readonly Ranked[]): number => meanOf(errorsByChance(results));

/** The standard deviation of that error over the same draws: so far apart are two engines that are as true. */
export const calibrationNoise = (results: readonly Ranked[]): number => deviationOf(errorsByChance(results));

/** Calibration errors of draws in which each first diagnosis is right with its probability; in whatever order they stand. */
function errorsByChance(results: readonly Ranked[]): number[] {
  const ordered = results.toSorted((one, other) => firstProbability(one) - firstProbability(other));
  const random = seededRandom(results.length);
  return Array.from({ length: DRAWS }, () =>
    calibrationError(
      ordered.map((result): Ranked => {
        return { ...result, rank: random.next() < firstProbability(result) ? 1 : null };
      }),
    ),
  );
}

const firstProbability = ({ outcome }: Ranked): number => outcome.differentials[0]?.probability ?? 0;

export const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The standard deviation of a sample. */
export function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/**
 * Expected calibration error over the first diagnoses: how far their probability is from how often they are right, in
 * ten bins of probability, weighted by their size (Guo et al., On Calibration of Modern Neural Networks, ICML 2017).
 */
export function calibrationError(results: readonly Ranked[]): number {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, probability: 0, right: 0 }));
  for (const result of results) {
    const probability = firstProbability(result);
    const bin = bins[Math.min(BINS - 1, Math.floor(probability * BINS))];
    if (bin === undefined) continue;
    bin.count += 1;
    bin.probability += probability;
    bin.right += result.rank === 1 ? 1 : 0;
  }
  const gaps = bins.map((bin) => Math.abs(bin.probability - bin.right));
  return gaps.reduce((sum, gap) => sum + gap, 0) / results.length;
}
