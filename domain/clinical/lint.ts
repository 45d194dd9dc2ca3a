import type { CompiledComplaint, CompiledCondition, CompiledFinding, CompiledKnowledge } from './compiled.ts';
import { phraseClashes } from './lint-phrases.ts';
import { findingsOf } from './rules.ts';
import { LEVEL_EMERGENCY } from './triage.ts';

/** A condition with fewer findings cannot be told from its neighbours. */
const LEAST_LINKS = 6;
/** A complaint with fewer askable findings makes no interview. */
const LEAST_QUESTIONS = 10;
/**
 * Whoever has these is at risk of a severe course, and is not looked after at home for whatever brings him unless the harmless
 * disease brings them along (CDC, People at Increased Risk for Flu Complications, 2024; MBRRACE-UK 2023).
 */
const AT_RISK = ['pregnant', 'immunosuppressed'] as const;
/** So are the very young and the old (from 2 to under 65 years, in months), unless what they have is recognised. */
const AGES_AT_HOME = { from: 24, below: 780 } as const;
/** A complaint of small children alone has its own ages. */
const SMALL_CHILDREN = 72;
/** Findings that text extraction fills by these very names. */
const WELL_KNOWN_VALUES = [
  'temperature_c',
  'duration_hours',
  'pain_severity',
  'heart_rate_bpm',
  'systolic_bp_mmhg',
  'diastolic_bp_mmhg',
  'respiratory_rate_per_min',
  'spo2_percent',
  'glucose_mmol_l',
  'pregnancy_weeks',
] as const;

/**
 * What compilation cannot see but a reviewer would refuse: entries without a use or a path, missing Czech, clashing
 * synonyms, double ICD codes, rules that rest on an estimate. Empty where the knowledge base is in order.
 */
export function lintKnowledge(knowledge: CompiledKnowledge): string[] {
  return [
    ...WELL_KNOWN_VALUES.filter(
      (code) => knowledge.findingByCode.get(code)?.entry.value?.type !== 'number',
    ).map((code) => `findings.${code}: must be a number, extraction fills it by name`),
    ...knowledge.findings.flatMap((finding) => findingIssues(knowledge, finding)),
    ...knowledge.conditions.flatMap((condition) => conditionIssues(knowledge, condition)),
    ...knowledge.complaints.flatMap((complaint) => complaintIssues(knowledge, complaint)),
    ...ruleIssues(knowledge),
    ...cycleIssues(knowledge),
    ...sourceIssues(knowledge),
    ...phraseClashes(knowledge),
  ];
}

const hasPhrases = ({ words, patterns }: { words: string[]; patterns: string[] }): boolean =>
  words.length > 0 || patterns.length > 0;

/** True where a session can learn of the finding: by a question, from text, from a value or another finding. */
function isReachable(knowledge: CompiledKnowledge, finding: CompiledFinding): boolean {
  const { entry } = finding;
  if (finding.askable || (hasPhrases(entry.en) && hasPhrases(entry.cs))) return true;
  return finding.impliedBy.length > 0 || isDerived(knowledge, finding);
}

function isDerived(knowledge: CompiledKnowledge, finding: CompiledFinding): boolean {
  return knowledge.findings.some(
    (other) =>
      other.derives.some((row) => row.finding === finding.index) ||
      other.choiceFindings.includes(finding.index),
  );
}

function isUsed(knowledge: CompiledKnowledge, finding: CompiledFinding): boolean {
  const { links } = knowledge;
  if (finding.entry.open !== undefined) return true;
  if ((links.start[finding.index + 1] ?? 0) > (links.start[finding.index] ?? 0)) return true;
  if ((knowledge.rulesOfFinding[finding.index] ?? []).length > 0) return true;
  if (finding.derives.length > 0 || finding.choiceFindings.length > 0) return true;
  if (finding.excludes.length > 0) return true;
  if (knowledge.findings.some((other) => other.after === finding.index)) return true;
  return knowledge.complaints.some(
    (complaint) =>
      complaint.finding === finding.index ||
      complaint.selfCare.absent.includes(finding.index) ||
      complaint.selfCare.notPresent.includes(finding.index),
  );
}

function findingIssues(knowledge: CompiledKnowledge, finding: CompiledFinding): string[] {
  const issues: string[] = [];
  const say = (message: string): number => issues.push(`findings.${finding.code}: ${message}`);
  const { en, cs, value } = finding.entry;
  if (!isReachable(knowledge, finding)) say('is neither asked, nor extracted, nor derived');
  if (!isUsed(knowledge, finding)) say('is linked to nothing');
  if (en.words.length > 0 && !hasPhrases(cs)) say('has English phrases but no Czech ones');
  if (en.ask !== undefined && !en.ask.endsWith('?')) say('the English question is no question');
  if (cs.ask !== undefined && !cs.ask.endsWith('?')) say('the Czech question is no question');
  if (value?.type === 'choice') {
    const values = value.choices.map((choice) => choice.value);
    if (new Set(values).size < values.length) say('has a choice twice');
  }
  return issues;
}

function conditionIssues(knowledge: CompiledKnowledge, condition: CompiledCondition): string[] {
  const issues: string[] = [];
  const say = (message: string): number => issues.push(`conditions.${condition.code}: ${message}`);
  const supports = condition.links.filter((link) => link.present > 0.25);
  const reachable = supports.some((link) => {
    const finding = knowledge.findings[link.finding];
    return finding !== undefined && isReachable(knowledge, finding);
  });
  if (Object.keys(condition.entry.complaints).length === 0) say('belongs to no complaint');
  if (!reachable) say('no finding that speaks for it can be learnt');
  if (condition.links.length < LEAST_LINKS) say(`has fewer than ${LEAST_LINKS} findings`);
  if (condition.urgency <= LEVEL_EMERGENCY && condition.danger === Infinity) {
    say('is an emergency without a danger threshold');
  }
  return issues;
}

/** False where who has the complaint cannot have the risk, or has it by what the complaint is. */
function canGoWith(
  { findings }: CompiledKnowledge,
  complaint: CompiledComplaint,
  { index, applies }: CompiledFinding,
): boolean {
  const own = findings[complaint.finding];
  if (own === undefined) return true;
  if (own.implies.includes(index)) return false;
  const isOtherSex = applies.sex !== null && own.applies.sex !== null && applies.sex !== own.applies.sex;
  return !isOtherSex && own.applies.age.below > applies.age.from;
}

function complaintIssues(knowledge: CompiledKnowledge, complaint: CompiledComplaint): string[] {
  const issues: string[] = [];
  const say = (message: string): number => issues.push(`complaints.${complaint.code}: ${message}`);
  const conditions = knowledge.conditions.filter((condition) => complaint.code in condition.entry.complaints);
  const asked = new Set(conditions.flatMap((condition) => condition.links.map((link) => link.finding)));
  const questions = [...asked].filter((index) => knowledge.findings[index]?.askable);
  if (questions.length < LEAST_QUESTIONS) say(`has fewer than ${LEAST_QUESTIONS} questions`);
  for (const index of [
    ...complaint.safetyNet,
    ...complaint.netAtAge.flatMap(({ findings }) => findings),
    ...complaint.basics,
    ...complaint.selfCare.absent,
  ]) {
    const finding = knowledge.findings[index];
    if (finding !== undefined && !finding.askable) say(`${finding.code} must be answered but is never asked`);
  }
  const against = new Set([...complaint.selfCare.absent, ...complaint.selfCare.notPresent]);
  for (const code of AT_RISK) {
    const risk = knowledge.findingByCode.get(code);
    if (risk === undefined || against.has(risk.index) || !canGoWith(knowledge, complaint, risk)) continue;
    say(`care at home must name ${code}`);
  }
  const home = complaint.selfCare.age;
  const oldest = knowledge.findings[complaint.finding]?.applies.age.below ?? Infinity;
  const isAtHome = home !== null && home.from >= AGES_AT_HOME.from && home.below <= AGES_AT_HOME.below;
  if (oldest > SMALL_CHILDREN && !isAtHome)
    say('care at home must keep to the ages from 2 to under 65 years');
  const byIcd = new Map<string, string>();
  for (const condition of conditions) {
    const other = byIcd.get(condition.entry.icd);
    if (other !== undefined) say(`${condition.entry.icd} stands for ${other} and for ${condition.code}`);
    byIcd.set(condition.entry.icd, condition.code);
  }
  return issues;
}

function ruleIssues(knowledge: CompiledKnowledge): string[] {
  return knowledge.rules.flatMap((rule) => {
    const issues: string[] = [];
    for (const index of findingsOf(rule)) {
      const finding = knowledge.findings[index];
      if (finding !== undefined && !isReachable(knowledge, finding)) {
        issues.push(`rules.${rule.code}: ${finding.code} can never become known`);
      }
    }
    if (knowledge.sources.get(rule.entry.source)?.kind === 'expert') {
      issues.push(`rules.${rule.code}: rests on an expert estimate alone`);
    }
    return issues;
  });
}

/** Implication and question order must lead somewhere: no finding may reach itself. */
function cycleIssues(knowledge: CompiledKnowledge): string[] {
  const reaches = (start: number, next: (finding: CompiledFinding) => number[]): boolean => {
    const seen = new Set<number>();
    const queue = [start];
    for (let index = queue.pop(); index !== undefined; index = queue.pop()) {
      const finding = knowledge.findings[index];
      for (const target of finding === undefined ? [] : next(finding)) {
        if (target === start) return true;
        if (!seen.has(target)) queue.push(target);
        seen.add(target);
      }
    }
    return false;
  };
  return knowledge.findings.flatMap((finding) => {
    const issues: string[] = [];
    if (reaches(finding.index, (entry) => entry.implies))
      issues.push(`findings.${finding.code}: implies itself`);
    if (reaches(finding.index, (entry) => (entry.after < 0 ? [] : [entry.after]))) {
      issues.push(`findings.${finding.code}: is asked after itself`);
    }
    return issues;
  });
}

function sourceIssues(knowledge: CompiledKnowledge): string[] {
  const cited = new Set<string>([
    ...knowledge.conditions.flatMap((condition) => [
      condition.entry.source,
      ...condition.links.map((link) => link.source),
    ]),
    ...knowledge.rules.map((rule) => rule.entry.source),
    ...knowledge.complaints.flatMap((complaint) => [
      complaint.selfCare.source,
      ...complaint.start.map((row) => row.source),
    ]),
  ]);
  return [...knowledge.sources.keys()]
    .filter((code) => !cited.has(code))
    .map((code) => `sources.${code}: is never cited`);
}
