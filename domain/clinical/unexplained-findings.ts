import type { CompiledComplaint, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { latestEvidence, PRESENT, type Facts } from './facts.ts';
import type { Beliefs, Demographics } from './inference.ts';
import { findingsOf } from './rules.ts';
import { LEVEL_EMERGENCY, mostUrgentFirst } from './triage.ts';
import type { ClinicalCase, Evidence } from './types.ts';

/** From this P(finding | condition) on, a condition brings a finding along. */
const LEAST_LIKELIHOOD = 0.05;
/** A finding is unexplained where the conditions that bring it along are together less probable than this. */
const LEAST_EXPLAINED = 0.02;

/** A finding that was told and that nothing in the picture brings along. */
export type UnexplainedFinding = { finding: number; source: Evidence['source'] };

/**
 * Findings that were told, and that nothing in the whole picture brings along, although each raised the probability of
 * everything that does: either the text was misread, or they belong to something else that the patient has as well.
 */
export function unexplainedFindings(
  knowledge: CompiledKnowledge,
  { evidence }: ClinicalCase,
  branches: readonly CompiledComplaint[],
  { facts, beliefs }: { facts: Facts; beliefs: Beliefs },
): UnexplainedFinding[] {
  const complaints = new Set(branches.map(({ finding }) => finding));
  return [...latestEvidence(evidence)].flatMap(([code, { source }]): UnexplainedFinding[] => {
    const finding = knowledge.findingByCode.get(code);
    if (finding === undefined || finding.entry.kind !== 'finding' || complaints.has(finding.index)) return [];
    if (source === 'profile' || facts.status[finding.index] !== PRESENT) return [];
    return isExplained(knowledge, beliefs, finding.index) ? [] : [{ finding: finding.index, source }];
  });
}

function isExplained({ links }: CompiledKnowledge, beliefs: Beliefs, finding: number): boolean {
  let isLinked = false;
  let share = 0;
  for (let at = links.start[finding] ?? 0; at < (links.start[finding + 1] ?? 0); at += 1) {
    if ((links.p[at] ?? 0) < LEAST_LIKELIHOOD || (links.present[at] ?? 0) <= 0) continue;
    isLinked = true;
    share += beliefs.probabilities[links.condition[at] ?? 0] ?? 0;
  }
  return !isLinked || share >= LEAST_EXPLAINED;
}

/**
 * Complaints that unexplained findings belong to, where a rule makes an emergency of them: a face that droops, told beside a sore
 * throat. The most urgent first.
 */
export function furtherComplaints(
  knowledge: CompiledKnowledge,
  unexplained: readonly UnexplainedFinding[],
  demographics: Demographics,
): CompiledComplaint[] {
  const isDanger = ({ level, all }: CompiledRule, finding: number): boolean =>
    level <= LEVEL_EMERGENCY && all.includes(finding);
  const told = unexplained
    .map(({ finding }) => finding)
    .filter((finding) => knowledge.rulesOfFinding[finding]?.some((rule) => isDanger(rule, finding)))
    .flatMap((finding) => withImplied(knowledge, finding));
  return mostUrgentFirst(
    knowledge.complaints.filter(({ finding, entry }) => told.includes(finding) && !entry.fallback),
    demographics,
  );
}

/**
 * Unexplained findings that were read in a text and that one of these rules names. Of single phrases that raised unseen vignettes too high
 * most were such ("pulse and blood pressure" is no pulsing blood), so that they are asked for before the level is believed.
 */
export function findingsToConfirm(
  knowledge: CompiledKnowledge,
  unexplained: readonly UnexplainedFinding[],
  rules: readonly CompiledRule[],
): number[] {
  const named = new Set(rules.flatMap(findingsOf));
  return unexplained
    .filter(({ source }) => source === 'text')
    .map(({ finding }) => finding)
    .filter((finding) => withImplied(knowledge, finding).some((one) => named.has(one)));
}

const withImplied = ({ findings }: CompiledKnowledge, finding: number): number[] => [
  finding,
  ...(findings[finding]?.implies ?? []),
];
