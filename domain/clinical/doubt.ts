import type { CompiledComplaint, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { latestEvidence, PRESENT, type Facts } from './facts.ts';
import type { Beliefs, Demographics } from './inference.ts';
import { findingsOf, RED_FLAG_LEVEL } from './rules.ts';
import { LEVEL_EMERGENCY, mostUrgentFirst } from './triage.ts';
import type { ClinicalCase, Evidence, Span } from './types.ts';

/** From this P(finding | condition) on, a condition brings a sign along. */
const BRINGS = 0.05;
/** A sign is a stray where the conditions that bring it along are together less probable than this. */
const UNACCOUNTED = 0.02;
/** From this P(finding | condition) on, two strays support one another by what both may come from. */
const SUPPORTS = 0.3;
/** So many findings, there or not, make a picture. */
const PICTURE = 5;

type Weighed = {
  facts: Facts;
  beliefs: Beliefs;
  fired: readonly CompiledRule[];
  branches: readonly CompiledComplaint[];
};
/** What somebody means to do, or has met with, comes beside any disease. */
const BESIDE_DISEASE = new Set(['mental', 'exposure']);

/** A finding that nothing in the picture brings along. `isPlain`: sent, answered, or told in so many words. */
type Stray = { finding: number; span: Span | undefined; isPlain: boolean };

/**
 * Findings that were told, and that nothing in the whole picture brings along, although each raised the probability of
 * everything that does: either they were misread, or they belong to something else that the patient has as well.
 */
export function straysOf(
  knowledge: CompiledKnowledge,
  { evidence }: ClinicalCase,
  { facts, beliefs, branches }: Weighed,
): Stray[] {
  const complaints = new Set(branches.map(({ finding }) => finding));
  const plain = new Set(
    evidence
      .filter(({ status, in_passing }) => status === 'present' && in_passing !== true)
      .map(({ finding }) => finding),
  );
  return [...latestEvidence(evidence)].flatMap(([code, { source, span }]): Stray[] => {
    const finding = knowledge.findingByCode.get(code);
    if (finding === undefined || finding.entry.kind !== 'finding' || complaints.has(finding.index)) return [];
    if (source === 'profile' || (source === 'text' && span === undefined)) return [];
    if (facts.status[finding.index] !== PRESENT || isAccountedFor(knowledge, beliefs, finding.index))
      return [];
    return [{ finding: finding.index, span, isPlain: plain.has(code) }];
  });
}

/**
 * Findings of red flags that a text only seems to tell: it says them in passing, and nothing in the whole picture brings
 * them along. In "pulse and blood pressure normal" no blood is pulsing. What is said in so many words is never doubted,
 * whatever else there is; nor is what a client sent, what was answered, or what no disease brings along. Two of them in different words support one
 * another where they may have a dangerous cause in common.
 *
 * There is no picture before a complaint is recognised and some findings are known.
 */
export function doubtfulFindings(
  knowledge: CompiledKnowledge,
  { evidence }: ClinicalCase,
  { fired, branches }: Weighed,
  strays: readonly Stray[],
): Set<number> {
  if (latestEvidence(evidence).size < PICTURE || branches.some(({ entry }) => entry.fallback))
    return new Set();
  const flagged = new Set(fired.filter(({ level }) => level <= RED_FLAG_LEVEL).flatMap(findingsOf));
  const asides = strays.filter(
    ({ finding, isPlain }) => !isPlain && !BESIDE_DISEASE.has(knowledge.findings[finding]?.entry.topic ?? ''),
  );
  const doubtful = asides.filter(
    (stray) =>
      [stray.finding, ...impliedBy(knowledge, stray.finding)].some((finding) => flagged.has(finding)) &&
      !asides.some((other) => supports(knowledge, stray, other)),
  );
  return new Set(doubtful.map(({ finding }) => finding));
}

/**
 * Complaints of their own that plain strays speak of, where an emergency cannot be without them: a face that droops, told
 * beside a sore throat. The most urgent first.
 */
export function furtherComplaints(
  knowledge: CompiledKnowledge,
  strays: readonly Stray[],
  demographics: Demographics,
): CompiledComplaint[] {
  const isDanger = (finding: number): boolean =>
    knowledge.rulesOfFinding[finding]?.some(
      ({ level, all }) => level <= LEVEL_EMERGENCY && all.includes(finding),
    ) === true;
  const told = strays
    .filter(({ finding, isPlain }) => isPlain && isDanger(finding))
    .flatMap(({ finding }) => [finding, ...impliedBy(knowledge, finding)]);
  return mostUrgentFirst(
    knowledge.complaints.filter(({ finding, entry }) => told.includes(finding) && !entry.fallback),
    demographics,
  );
}

const impliedBy = ({ findings }: CompiledKnowledge, finding: number): number[] =>
  findings[finding]?.implies ?? [];

function isAccountedFor(knowledge: CompiledKnowledge, beliefs: Beliefs, finding: number): boolean {
  const causes = causesOf(knowledge, finding, BRINGS);
  if (causes.length === 0) return true;
  return causes.reduce((sum, cause) => sum + (beliefs.probabilities[cause] ?? 0), 0) >= UNACCOUNTED;
}

function supports(knowledge: CompiledKnowledge, one: Stray, other: Stray): boolean {
  if (one.span === undefined || other.span === undefined) return false;
  if (one.span.start < other.span.end && other.span.start < one.span.end) return false;
  const causes = causesOf(knowledge, other.finding, SUPPORTS);
  return causesOf(knowledge, one.finding, SUPPORTS).some(
    (cause) => causes.includes(cause) && (knowledge.conditions[cause]?.urgency ?? Infinity) <= RED_FLAG_LEVEL,
  );
}

/** The conditions that bring a finding along at least so often, whether or not they belong to an active branch. */
function causesOf({ links }: CompiledKnowledge, finding: number, least: number): number[] {
  const causes: number[] = [];
  for (let at = links.start[finding] ?? 0; at < (links.start[finding + 1] ?? 0); at += 1) {
    if ((links.p[at] ?? 0) >= least && (links.present[at] ?? 0) > 0) causes.push(links.condition[at] ?? 0);
  }
  return causes;
}

/** The case as if its texts had said nothing of these findings, nor stated a complaint on account of them. */
export function withoutRead(
  knowledge: CompiledKnowledge,
  clinicalCase: ClinicalCase,
  findings: ReadonlySet<number>,
): ClinicalCase {
  const implied = new Set([...findings].flatMap((finding) => impliedBy(knowledge, finding)));
  const stands = ({ finding, source, span }: Evidence): boolean => {
    const index = knowledge.findingByCode.get(finding)?.index ?? -1;
    return source !== 'text' || !(findings.has(index) || (span === undefined && implied.has(index)));
  };
  return { ...clinicalCase, evidence: clinicalCase.evidence.filter(stands) };
}
