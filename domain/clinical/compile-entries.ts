import type {
  CompiledComplaint,
  CompiledCondition,
  CompiledFinding,
  CompiledLink,
  CompiledRule,
} from './compiled.ts';
import { toMonths } from './demographics.ts';
import type { MergedKnowledge } from './merge.ts';
import type { LinkEntry } from './schema.ts';
import { TRIAGE_LEVELS } from './types.ts';

type Findings = Map<string, CompiledFinding>;

/** References were checked before; a code that is missing here is a fault of the program. */
function indexOf(byCode: Map<string, { index: number }>, code: string): number {
  const entry = byCode.get(code);
  if (entry === undefined) throw new Error(`unchecked reference to ${code}`);
  return entry.index;
}

const ANY_AGE = { from: 0, below: Infinity };

export function compileFindings(merged: MergedKnowledge, groupCodes: string[]): CompiledFinding[] {
  const codes = [...merged.findings.keys()];
  const byCode = new Map(codes.map((code, index) => [code, { index }]));
  const at = (code: string): number => indexOf(byCode, code);
  const findings = [...merged.findings].map(([code, entry], index): CompiledFinding => {
    const choices = entry.value?.type === 'choice' ? entry.value.choices : [];
    const choiceFindings = [...new Set(choices.flatMap((choice) => choice.sets.map(at)))];
    const derived = entry.derive.map((row) => at(row.finding));
    return {
      index,
      code,
      entry,
      group: entry.group === undefined ? -1 : groupCodes.indexOf(entry.group),
      derives: entry.derive.map((row) => ({
        finding: at(row.finding),
        from: row.at_least ?? -Infinity,
        below: row.below ?? Infinity,
        age: toMonths(row.age) ?? ANY_AGE,
      })),
      choiceSets: new Map(choices.map((choice) => [choice.value, choice.sets.map(at)])),
      choiceFindings,
      settles: entry.value === undefined ? [index] : [...new Set([...choiceFindings, ...derived])],
      implies: entry.implies.map(at),
      impliedBy: [],
      excludes: entry.excludes.map(at),
      after: entry.after === undefined ? -1 : at(entry.after),
      askedWith: entry.asked_with.map(at),
      asksNext: entry.asks_next.map(at),
      applies: { sex: entry.applies?.sex ?? null, age: toMonths(entry.applies?.age) ?? ANY_AGE },
      askedFrom: (entry.asked_from_years ?? 0) * 12,
      askable: entry.en.ask !== undefined,
    };
  });
  for (const finding of findings) {
    for (const implied of finding.implies) findings[implied]?.impliedBy.push(finding.index);
  }
  return findings;
}

/**
 * Weighs all evidence so that probabilities come true: with 1 the first diagnosis is right more often than its probability
 * says, since groups are damped and much of what is not said counts for nothing. Fitted on the vignettes of the part
 * "work" (temperature scaling: Guo et al., On Calibration of Modern Neural Networks, ICML 2017).
 */
const EVIDENCE_SCALE = 1.2;

/**
 * Weights of one link: natural logarithms of its likelihood ratios, scaled. A probability is set against the finding's
 * background; a pair of published ratios is used as it stands, and its sensitivity follows from it:
 * sensitivity = LR+ (1 − LR−) / (LR+ − LR−).
 */
function linkWeights(link: LinkEntry, background: number): { present: number; absent: number; p: number } {
  const { p, lr } = link;
  if (lr === undefined) {
    const likelihood = p ?? background;
    const present = weightOf(likelihood / background);
    return { present, absent: weightOf((1 - likelihood) / (1 - background)), p: likelihood };
  }
  const [positive, negative] = lr;
  const sensitivity = (positive * (1 - negative)) / (positive - negative);
  return {
    present: weightOf(positive),
    absent: weightOf(negative),
    p: Math.min(0.999, Math.max(0.001, sensitivity)),
  };
}

const weightOf = (ratio: number): number => EVIDENCE_SCALE * Math.log(ratio);

export function compileConditions(
  merged: MergedKnowledge,
  findings: Findings,
  background: Float64Array,
): CompiledCondition[] {
  return [...merged.conditions].map(([code, entry], index) => ({
    index,
    code,
    entry,
    urgency: TRIAGE_LEVELS.indexOf(entry.urgency),
    danger: entry.danger ?? Infinity,
    links: Object.entries(entry.findings).map(([findingCode, link]): CompiledLink => {
      const finding = indexOf(findings, findingCode);
      return { finding, ...linkWeights(link, background[finding] ?? 0), source: link.source };
    }),
  }));
}

export function compileRules(
  merged: MergedKnowledge,
  findings: Findings,
  complaints: Map<string, CompiledComplaint>,
): CompiledRule[] {
  const at = (code: string): number => indexOf(findings, code);
  return [...merged.rules].map(([code, entry], index) => ({
    index,
    code,
    entry,
    level: TRIAGE_LEVELS.indexOf(entry.level),
    complaints: entry.complaints
      ? new Set(entry.complaints.map((complaint) => indexOf(complaints, complaint)))
      : null,
    all: entry.when.all.map(at),
    any: entry.when.any.map(at),
    atLeast: entry.when.at_least
      ? { count: entry.when.at_least.count, of: entry.when.at_least.of.map(at) }
      : null,
    age: toMonths(entry.when.age),
    sex: entry.when.sex ?? null,
  }));
}

export function compileComplaints(merged: MergedKnowledge, findings: Findings): CompiledComplaint[] {
  const at = (code: string): number => indexOf(findings, code);
  return [...merged.complaints].map(([code, entry], index) => ({
    index,
    code,
    entry,
    finding: entry.finding === undefined ? -1 : at(entry.finding),
    start: entry.start.map((row) => ({
      level: TRIAGE_LEVELS.indexOf(row.level),
      age: toMonths(row.age),
      sex: row.sex ?? null,
      source: row.source,
    })),
    safetyNet: entry.safety_net.map(at),
    netAtAge: entry.safety_net_at_age.map(({ age, findings }) => ({
      age: toMonths(age),
      findings: findings.map(at),
    })),
    basics: entry.basics.map(at),
    selfCare: {
      age: toMonths(entry.self_care.age),
      absent: entry.self_care.absent.map(at),
      notPresent: entry.self_care.not_present.map(at),
      atMost: Object.entries(entry.self_care.at_most).map(([finding, limit]) => ({
        finding: at(finding),
        limit,
      })),
      share: entry.self_care.share,
      source: entry.self_care.source,
    },
  }));
}
