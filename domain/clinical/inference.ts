import { priorRow } from './compile-tables.ts';
import type { CompiledComplaint, CompiledKnowledge } from './compiled.ts';
import { bandOf, sexColumn } from './demographics.ts';
import { PRESENT, type Facts } from './facts.ts';
import type { Sex } from './types.ts';

/**
 * Naive Bayes over the conditions of the active branches and one class "other". Its known weakness is
 * overconfidence where findings depend on one another, so that
 * - within a correlation group the strongest finding counts whole and the others are damped, and
 * - "other" never falls below its floor: no set of answers makes the list of known conditions complete.
 */
const OTHER_FLOOR = 0.04;
/** Weight of the first, second, third and fourth branch in the mixture of their priors. */
const BRANCH_WEIGHTS = [1, 0.6, 0.4, 0.3] as const;

export type Beliefs = {
  /** P(condition | everything known), 0 where the condition belongs to no active branch. */
  probabilities: Float64Array;
  other: number;
};

export type Demographics = { ageMonths: number | null; sex: Sex | null };

type Priors = {
  weights: Float64Array;
  other: number;
  /** For each condition the finding of the branch that it mainly belongs to: its prior is conditioned on it. */
  home: Int32Array;
};

/** The posterior over conditions. Sums to 1 together with `other`. */
export function infer(
  knowledge: CompiledKnowledge,
  facts: Facts,
  branches: CompiledComplaint[],
  demographics: Demographics,
): Beliefs {
  const priors = mixPriors(knowledge, branches, demographics);
  const scores = new Float64Array(knowledge.conditions.length);
  addUngrouped(knowledge, facts, priors.home, scores);
  addUnmentioned(knowledge, facts, scores);
  const tallies = { up: newTally(scores.length), down: newTally(scores.length), home: priors.home };
  for (const group of knowledge.groups) addGroup(knowledge, facts, { group, ...tallies }, scores);
  return normalise(priors, scores);
}

function mixPriors(
  knowledge: CompiledKnowledge,
  branches: CompiledComplaint[],
  demographics: Demographics,
): Priors {
  const size = knowledge.conditions.length;
  const weights = new Float64Array(size);
  const best = new Float64Array(size);
  const home = new Int32Array(size).fill(-1);
  let other = 0;
  let total = 0;
  const row = priorRow(bandOf(demographics.ageMonths), sexColumn(demographics.sex));
  branches.forEach((branch, position) => {
    const priors = knowledge.priors[branch.index];
    if (priors === undefined) return;
    const share = BRANCH_WEIGHTS[Math.min(position, BRANCH_WEIGHTS.length - 1)] ?? 0;
    total += share;
    other += share * (priors.other[row] ?? 0);
    for (const [at, index] of priors.conditions.entries()) {
      const weight = share * (priors.rows[row * priors.conditions.length + at] ?? 0);
      if (weight === 0) continue;
      weights[index] = (weights[index] ?? 0) + weight;
      if (weight > (best[index] ?? 0)) {
        best[index] = weight;
        home[index] = branch.finding;
      }
    }
  });
  return { weights: weights.map((weight) => weight / total), other: other / total, home };
}

/**
 * A finding counts where it is known. One that is asked `after` another is conditional on that other: its numbers
 * are P(finding | condition, the other present), so that where the other is absent its own absence says nothing more.
 */
function counts(knowledge: CompiledKnowledge, facts: Facts, finding: number): boolean {
  if (facts.status[finding] === 0) return false;
  const after = knowledge.findings[finding]?.after ?? -1;
  return after < 0 || facts.status[after] === PRESENT;
}

function addUngrouped(
  knowledge: CompiledKnowledge,
  facts: Facts,
  home: Int32Array,
  scores: Float64Array,
): void {
  const { links } = knowledge;
  for (const finding of knowledge.findings) {
    const status = facts.status[finding.index] ?? 0;
    if (finding.group >= 0 || !counts(knowledge, facts, finding.index)) continue;
    const column = status === PRESENT ? links.present : links.absent;
    const confidence = facts.confidence[finding.index] ?? 0;
    const end = links.start[finding.index + 1] ?? 0;
    for (let at = links.start[finding.index] ?? 0; at < end; at += 1) {
      const condition = links.condition[at] ?? 0;
      if (home[condition] === finding.index) continue;
      scores[condition] = (scores[condition] ?? 0) + confidence * (column[at] ?? 0);
    }
  }
}

/** Of what an absent finding says, the part that a story's silence about it says. */
const SILENCE = 0.5;

function addUnmentioned(knowledge: CompiledKnowledge, facts: Facts, scores: Float64Array): void {
  const { links } = knowledge;
  for (const finding of knowledge.findings) {
    if (facts.unmentioned[finding.index] !== 1) continue;
    const end = links.start[finding.index + 1] ?? 0;
    for (let at = links.start[finding.index] ?? 0; at < end; at += 1) {
      const condition = links.condition[at] ?? 0;
      scores[condition] = (scores[condition] ?? 0) + SILENCE * (links.absent[at] ?? 0);
    }
  }
}

/** Per condition: the strongest weight of one direction and the sum of all, within one group. */
type Tally = { sum: Float64Array; strongest: Float64Array };

function newTally(size: number): Tally {
  return { sum: new Float64Array(size), strongest: new Float64Array(size) };
}

function clear(side: Tally): void {
  side.sum.fill(0);
  side.strongest.fill(0);
}

function addGroup(
  knowledge: CompiledKnowledge,
  facts: Facts,
  part: { group: CompiledKnowledge['groups'][number]; home: Int32Array; up: Tally; down: Tally },
  scores: Float64Array,
): void {
  const { links } = knowledge;
  const { up, down, home } = part;
  const known = part.group.members.filter((finding) => counts(knowledge, facts, finding));
  if (known.length === 0) return;
  clear(up);
  clear(down);
  for (const finding of known) {
    const column = facts.status[finding] === PRESENT ? links.present : links.absent;
    const confidence = facts.confidence[finding] ?? 0;
    const end = links.start[finding + 1] ?? 0;
    for (let at = links.start[finding] ?? 0; at < end; at += 1) {
      const condition = links.condition[at] ?? 0;
      if (home[condition] === finding) continue;
      const weight = confidence * (column[at] ?? 0);
      tally(weight > 0 ? up : down, condition, weight);
    }
  }
  const { damping } = part.group;
  for (let index = 0; index < scores.length; index += 1) {
    scores[index] = (scores[index] ?? 0) + damped(up, index, damping) + damped(down, index, damping);
  }
}

function tally(side: Tally, condition: number, weight: number): void {
  side.sum[condition] = (side.sum[condition] ?? 0) + weight;
  if (Math.abs(weight) > Math.abs(side.strongest[condition] ?? 0)) side.strongest[condition] = weight;
}

function damped(side: Tally, condition: number, damping: number): number {
  const strongest = side.strongest[condition] ?? 0;
  return strongest + damping * ((side.sum[condition] ?? 0) - strongest);
}

function normalise(priors: Priors, scores: Float64Array): Beliefs {
  const probabilities = new Float64Array(scores.length);
  let highest = 0;
  for (let index = 0; index < scores.length; index += 1) {
    if ((priors.weights[index] ?? 0) > 0) highest = Math.max(highest, scores[index] ?? 0);
  }
  let total = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const prior = priors.weights[index] ?? 0;
    if (prior === 0) continue;
    const weight = prior * Math.exp((scores[index] ?? 0) - highest);
    probabilities[index] = weight;
    total += weight;
  }
  const otherWeight = priors.other * Math.exp(-highest);
  total += otherWeight;
  const scale = (1 - OTHER_FLOOR) / total;
  for (let index = 0; index < probabilities.length; index += 1) {
    probabilities[index] = (probabilities[index] ?? 0) * scale;
  }
  return { probabilities, other: otherWeight * scale + OTHER_FLOOR };
}

/** One finding's share of a condition's score, in nats, after damping; absent ones included. */
type Contribution = { finding: number; weight: number };

/** What each known finding adds to or takes from one condition. Strongest first; sums to the score. */
export function contributions(
  knowledge: CompiledKnowledge,
  facts: Facts,
  condition: number,
  branches: CompiledComplaint[],
): Contribution[] {
  const homes = new Set(branches.length === 1 ? branches.map((branch) => branch.finding) : []);
  const rows = (knowledge.conditions[condition]?.links ?? []).flatMap((link) => {
    const status = facts.status[link.finding] ?? 0;
    if (!counts(knowledge, facts, link.finding) || homes.has(link.finding)) return [];
    const weight = (status === PRESENT ? link.present : link.absent) * (facts.confidence[link.finding] ?? 0);
    return [{ finding: link.finding, weight, group: knowledge.findings[link.finding]?.group ?? -1 }];
  });
  rows.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.finding - b.finding);
  const seen = new Set<string>();
  const lines = rows.map((row) => {
    const key = `${row.group}/${Math.sign(row.weight)}`;
    const damping = row.group >= 0 && seen.has(key) ? (knowledge.groups[row.group]?.damping ?? 1) : 1;
    seen.add(key);
    return { finding: row.finding, weight: row.weight * damping };
  });
  return lines.sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || a.finding - b.finding);
}
