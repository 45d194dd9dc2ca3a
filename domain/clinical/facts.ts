import type { CompiledComplaint, CompiledFinding, CompiledKnowledge } from './compiled.ts';
import { assumedAge, mayApply } from './demographics.ts';
import { netOf } from './safety-net.ts';
import type { ClinicalCase, Evidence } from './types.ts';

export const PRESENT = 1;
export const ABSENT = -1;

/** Below this confidence a finding moves probabilities but fires no rule. */
const RULE_CONFIDENCE = 0.5;

/** What is known about every finding of the catalogue, after all that follows from what was told. */
export type Facts = {
  /** PRESENT, ABSENT or 0 by finding. Valued findings stay 0; what their value means stands with what it derives. */
  status: Int8Array;
  confidence: Float64Array;
  /** 1 where the patient could not say, or where a value is known: nothing is left to ask. */
  settled: Uint8Array;
  values: Map<number, number | string>;
  /** Rules that the client asserted by their flag code. */
  assertedRules: Set<number>;
  /** 1 for a danger of the active branches that a whole story did not speak of: weak evidence that it is not there. */
  unmentioned: Uint8Array;
};

/**
 * The last known entry for each code; an `unknown` never replaces a known one. Keyed by finding or flag code, in
 * the order of the first mention.
 */
export function latestEvidence(evidence: readonly Evidence[]): Map<string, Evidence> {
  const latest = new Map<string, Evidence>();
  for (const entry of evidence) {
    const before = latest.get(entry.finding);
    if (before !== undefined && entry.status === 'unknown' && before.status !== 'unknown') continue;
    if (before !== undefined && isLengthInPassing(before, entry)) continue;
    latest.set(entry.finding, entry);
  }
  return latest;
}

const LENGTH = 'duration_hours';

/** How long the illness has lasted was told for sure: what a later answer tells less surely is the length of what was asked. */
const isLengthInPassing = (before: Evidence, { finding, source, confidence }: Evidence): boolean =>
  finding === LENGTH && source === 'text' && before.status === 'present' && confidence < before.confidence;

/** True where what has to be there before it is asked is there. */
export const hasReason = ({ status }: Facts, { askedWith }: CompiledFinding): boolean =>
  askedWith.length === 0 || askedWith.some((finding) => status[finding] === PRESENT);

/** True where the finding is present with enough confidence to fire a rule. */
export function isPresent(facts: Facts, finding: number): boolean {
  return facts.status[finding] === PRESENT && (facts.confidence[finding] ?? 0) >= RULE_CONFIDENCE;
}

/**
 * Everything that the case says, and everything that follows from it: values make findings present or absent, a
 * finding makes present what it implies and absent what it excludes. The result does not depend on the order in
 * which different findings were told. Where sources disagree, present wins, and the patient's own words win over
 * what is merely implied.
 */
export function gatherFacts(
  knowledge: CompiledKnowledge,
  clinicalCase: ClinicalCase,
  branches: CompiledComplaint[],
): Facts {
  const size = knowledge.findings.length;
  const facts: Facts = {
    status: new Int8Array(size),
    confidence: new Float64Array(size),
    settled: new Uint8Array(size),
    values: new Map(),
    assertedRules: new Set(),
    unmentioned: new Uint8Array(size),
  };
  const choices = takeTold(knowledge, facts, clinicalCase);
  for (const branch of branches) fillPresent(facts, branch.finding, 1);
  const told = facts.status.slice();
  closePresent(knowledge, facts, told);
  if (takeChoices(facts, choices)) closePresent(knowledge, facts, told);
  closeAbsent(knowledge, facts);
  if (isStory(clinicalCase)) {
    facts.settled[knowledge.story.index] = 1;
    noteUnmentioned(facts, branches, clinicalCase.age_months);
  }
  return facts;
}

/**
 * A text in which something is still told so far from its beginning is a whole story and no mere complaint or answer:
 * whoever tells one speaks of what frightens him.
 */
const STORY_CHARACTERS = 80;
/** And so much of it was understood: of what was not, nothing is known to be unmentioned. */
const STORY_FINDINGS = 3;

function isStory({ evidence }: ClinicalCase): boolean {
  const read = new Set(evidence.filter(({ source }) => source === 'text').map(({ finding }) => finding));
  return read.size >= STORY_FINDINGS && evidence.some(({ span }) => (span?.end ?? 0) >= STORY_CHARACTERS);
}

function noteUnmentioned(facts: Facts, branches: CompiledComplaint[], ageMonths: number | null): void {
  // A complaint that was not recognised has dangers that stand in no list.
  for (const branch of branches.filter(({ entry }) => !entry.fallback)) {
    for (const finding of [...netOf(branch, ageMonths), ...branch.selfCare.absent]) {
      if (facts.status[finding] === 0 && facts.settled[finding] === 0) facts.unmentioned[finding] = 1;
    }
  }
}

/** What a value makes present or absent. */
type Derived = { finding: number; present: boolean; confidence: number };

/** A choice that a text tells, which counts only where what it is asked after is there. */
type ToldChoice = { finding: CompiledFinding; evidence: Evidence };

/** Takes what was told, and returns the choices that wait for what they are asked after. */
function takeTold(knowledge: CompiledKnowledge, facts: Facts, clinicalCase: ClinicalCase): ToldChoice[] {
  const derived: Derived[] = [];
  const choices: ToldChoice[] = [];
  const latest = latestEvidence(clinicalCase.evidence);
  const bands = bandsOfLength(knowledge, latest);
  for (const [code, evidence] of latest) {
    const finding = knowledge.findingByCode.get(code);
    if (finding === undefined) {
      assertRule(knowledge, facts, evidence);
    } else if (
      isMisread(finding, evidence, clinicalCase) ||
      (evidence.source === 'text' && bands.has(finding.index))
    ) {
      continue;
    } else if (finding.entry.value === undefined) {
      setTold(facts, finding.index, evidence);
    } else if (finding.after !== -1 && finding.choiceSets.size > 0 && evidence.source === 'text') {
      choices.push({ finding, evidence });
    } else {
      derived.push(...takeValue(facts, finding, evidence, clinicalCase.age_months));
    }
  }
  take(facts, derived);
  return choices;
}

/**
 * The bands in which the length that was told as a number does not lie: "since last night" then tells of something else in
 * the story, and the number decides.
 */
function bandsOfLength(knowledge: CompiledKnowledge, told: ReadonlyMap<string, Evidence>): Set<number> {
  const length = told.get(LENGTH)?.value;
  if (typeof length !== 'number') return new Set();
  const rows = knowledge.findingByCode.get(LENGTH)?.derives ?? [];
  return new Set(
    rows.filter(({ from, below }) => length < from || length >= below).map((row) => row.finding),
  );
}

/**
 * Takes the choices of a text whose condition is there: "my fingers tingle" names no injured part where nothing tells of an
 * injury. A choice has no limits of age. True where any was taken.
 */
function takeChoices(facts: Facts, choices: readonly ToldChoice[]): boolean {
  const taken = choices.filter(({ finding }) => facts.status[finding.after] === PRESENT);
  take(
    facts,
    taken.flatMap(({ finding, evidence }) => takeValue(facts, finding, evidence, null)),
  );
  return taken.length > 0;
}

function takeValue(
  facts: Facts,
  finding: CompiledFinding,
  evidence: Evidence,
  ageMonths: number | null,
): Derived[] {
  facts.settled[finding.index] = 1;
  if (evidence.status !== 'present' || evidence.value === undefined) return [];
  facts.values.set(finding.index, evidence.value);
  return meaningOf(finding, evidence, ageMonths);
}

/** Absent first, so that what any value makes present stands at the end. */
function take(facts: Facts, derived: readonly Derived[]): void {
  for (const row of derived) if (!row.present) fillAbsent(facts, row.finding, row.confidence);
  for (const row of derived) if (row.present) setPresent(facts, row.finding, row.confidence);
}

/** What a text seems to say and cannot be so ("waters broken" of a man) is a misreading; what a client sends is not. */
function isMisread(
  { applies }: CompiledFinding,
  { source, status }: Evidence,
  { age_months, sex }: ClinicalCase,
): boolean {
  if (source !== 'text' || status !== 'present') return false;
  const age = age_months ?? applies.age.from;
  return !mayApply(applies, age, sex);
}

function setTold(facts: Facts, finding: number, evidence: Evidence): void {
  if (evidence.status === 'unknown') {
    facts.settled[finding] = 1;
  } else {
    facts.status[finding] = evidence.status === 'present' ? PRESENT : ABSENT;
    facts.confidence[finding] = evidence.confidence;
  }
}

/** A flag that the client asserted fires its rule; what the rule requires is then taken as present. */
function assertRule(knowledge: CompiledKnowledge, facts: Facts, evidence: Evidence): void {
  const rule = knowledge.ruleByCode.get(evidence.finding);
  if (rule === undefined || evidence.status !== 'present' || evidence.confidence < RULE_CONFIDENCE) return;
  facts.assertedRules.add(rule.index);
  for (const finding of rule.all) fillPresent(facts, finding, evidence.confidence);
}

function meaningOf(
  finding: CompiledFinding,
  { value, confidence }: Evidence,
  ageMonths: number | null,
): Derived[] {
  if (value === undefined) return [];
  if (typeof value === 'string') {
    const sets = finding.choiceSets.get(value);
    if (sets === undefined) return [];
    return finding.choiceFindings.map((target) => ({
      finding: target,
      present: sets.includes(target),
      confidence,
    }));
  }
  const age = assumedAge(ageMonths);
  return finding.derives
    .filter((row) => age >= row.age.from && age < row.age.below)
    .map((row) => ({ finding: row.finding, present: value >= row.from && value < row.below, confidence }));
}

function setPresent(facts: Facts, finding: number, confidence: number): void {
  const before = facts.status[finding] === PRESENT ? (facts.confidence[finding] ?? 0) : 0;
  facts.status[finding] = PRESENT;
  facts.confidence[finding] = Math.max(before, confidence);
}

function fillPresent(facts: Facts, finding: number, confidence: number): void {
  if (finding >= 0 && facts.status[finding] === 0) setPresent(facts, finding, confidence);
}

function fillAbsent(facts: Facts, finding: number, confidence: number): void {
  if (facts.status[finding] !== 0) return;
  facts.status[finding] = ABSENT;
  facts.confidence[finding] = confidence;
}

/** Follows `implies` from every present finding, with the highest confidence that leads there. */
function closePresent(knowledge: CompiledKnowledge, facts: Facts, told: Int8Array): void {
  const queue: number[] = [];
  for (let index = 0; index < facts.status.length; index += 1)
    if (facts.status[index] === PRESENT) queue.push(index);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const confidence = facts.confidence[next] ?? 0;
    for (const implied of knowledge.findings[next]?.implies ?? []) {
      if (told[implied] === ABSENT) continue;
      const rises = facts.status[implied] !== PRESENT || (facts.confidence[implied] ?? 0) < confidence;
      if (!rises) continue;
      setPresent(facts, implied, confidence);
      queue.push(implied);
    }
  }
}

/** What a present finding excludes is absent, and so is what implies an absent one, where nothing else is known. */
function closeAbsent(knowledge: CompiledKnowledge, facts: Facts): void {
  for (const finding of knowledge.findings) {
    if (facts.status[finding.index] !== PRESENT) continue;
    for (const excluded of finding.excludes)
      fillAbsent(facts, excluded, facts.confidence[finding.index] ?? 0);
  }
  const queue: number[] = [];
  for (let index = 0; index < facts.status.length; index += 1)
    if (facts.status[index] === ABSENT) queue.push(index);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const child of knowledge.findings[next]?.impliedBy ?? []) {
      if (facts.status[child] !== 0) continue;
      fillAbsent(facts, child, facts.confidence[next] ?? 0);
      queue.push(child);
    }
  }
}
