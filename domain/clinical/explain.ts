import type { CompiledComplaint, CompiledCondition, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { mayBeAsked } from './demographics.ts';
import { isPresent, PRESENT, type Facts } from './facts.ts';
import { contributions, type Demographics } from './inference.ts';
import type { QuestionState } from './question-worth.ts';
import { explainQuestion } from './questions.ts';
import { reasonWords } from './reason-words.ts';
import { findingsOf } from './rules.ts';
import type {
  Differential,
  ExplainedDifferential,
  Explanation,
  Named,
  OpenLine,
  Outcome,
  SourcedLine,
  TriageReason,
} from './types.ts';
import { adviceOf, reasonText } from './wording.ts';

/** Open findings that are listed for one diagnosis. */
const MAX_OPEN = 10;

type ClinicalContext = { branches: CompiledComplaint[]; demographics: Demographics };

/** The reasoning behind an outcome, from the facts and beliefs that it was concluded from. */
export function explain(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  context: ClinicalContext,
  outcome: Outcome,
): Explanation {
  const listed = outcome.differentials.reduce((sum, { probability }) => sum + probability, 0);
  const advice = adviceOf(outcome.triage_level);
  return {
    differentials: outcome.differentials.map((one) =>
      explainDifferential(knowledge, state.facts, context, one),
    ),
    other_probability: rounded(Math.max(0, 1 - listed)),
    question: questionOf(knowledge, state, context, outcome),
    triage: triageOf(knowledge, state, outcome),
    advice: {
      who: advice.who.en,
      who_cs: advice.who.cs,
      how_soon: advice.howSoon.en,
      how_soon_cs: advice.howSoon.cs,
    },
  };
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

function explainDifferential(
  knowledge: CompiledKnowledge,
  facts: Facts,
  { branches, demographics }: ClinicalContext,
  differential: Differential,
): ExplainedDifferential {
  const condition = knowledge.conditions.find(({ entry }) => entry.en.name === differential.diagnosis);
  if (condition === undefined)
    return { ...differential, evidence_for: [], evidence_against: [], unasked: [] };
  const sources = new Map(condition.links.map((link) => [link.finding, citation(knowledge, link.source)]));
  const lines = contributions(knowledge, facts, condition.index, branches).flatMap(
    ({ finding, weight }): SourcedLine[] => {
      const known = knowledge.findings[finding];
      if (known === undefined || weight === 0) return [];
      const { en, cs } = known.entry;
      const isThere = facts.status[finding] === PRESENT;
      return [
        {
          finding: known.code,
          label: isThere ? en.name : `Not present: ${en.name}`,
          label_cs: isThere ? cs.name : `Není přítomno: ${cs.name}`,
          weight: rounded(weight),
          source: sources.get(finding) ?? '',
        },
      ];
    },
  );
  return {
    ...differential,
    evidence_for: lines.filter((line) => line.weight > 0),
    evidence_against: lines.filter((line) => line.weight < 0),
    unasked: openLines(knowledge, facts, demographics, condition),
  };
}

/** What is still open and would tell most about a condition, either way. */
function openLines(
  knowledge: CompiledKnowledge,
  facts: Facts,
  demographics: Demographics,
  condition: CompiledCondition,
): OpenLine[] {
  const open = condition.links.flatMap((link): OpenLine[] => {
    const finding = knowledge.findings[link.finding];
    if (finding === undefined || facts.status[finding.index] !== 0) return [];
    if (!mayBeAsked(finding, demographics)) return [];
    return [
      {
        finding: finding.code,
        label: finding.entry.en.name,
        label_cs: finding.entry.cs.name,
        if_present: rounded(link.present),
        if_absent: rounded(link.absent),
        source: citation(knowledge, link.source),
      },
    ];
  });
  const reach = (line: OpenLine): number => Math.max(Math.abs(line.if_present), Math.abs(line.if_absent));
  return open.sort((one, two) => reach(two) - reach(one)).slice(0, MAX_OPEN);
}

function questionOf(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  context: ClinicalContext,
  { current_question: question }: Outcome,
): Explanation['question'] {
  const finding = knowledge.findingByCode.get(question?.question_id ?? '');
  if (question === null || finding === undefined) return null;
  const { reason, information, rules } = explainQuestion(knowledge, state, context, {
    finding,
    isReask: question.is_reask,
  });
  return {
    question_id: question.question_id,
    reason,
    text: reasonText(reason, 'en'),
    text_cs: reasonText(reason, 'cs'),
    information: rounded(information),
    rules: rules.map((rule) => namedRule(knowledge, rule)),
  };
}

function triageOf(
  knowledge: CompiledKnowledge,
  state: QuestionState,
  outcome: Outcome,
): Explanation['triage'] {
  const { kind, code, source } = outcome.triage_reason;
  const rule = kind === 'rule' ? knowledge.ruleByCode.get(code) : undefined;
  const held =
    rule === undefined ? [] : findingsOf(rule).filter((finding) => isPresent(state.facts, finding));
  return {
    level: outcome.triage_level,
    kind,
    decided_by: { code, ...textsOf(knowledge, outcome.triage_reason), source },
    findings: labelled(knowledge, held),
    red_flags: outcome.red_flags.flatMap(({ flag }) => {
      const fired = knowledge.ruleByCode.get(flag);
      return fired === undefined ? [] : [namedRule(knowledge, fired)];
    }),
    unconfirmed: labelled(knowledge, state.unconfirmed),
  };
}

const labelled = (
  knowledge: CompiledKnowledge,
  findings: readonly number[],
): Explanation['triage']['findings'] =>
  [...new Set(findings)].flatMap((index) => {
    const finding = knowledge.findings[index];
    if (finding === undefined) return [];
    return [{ finding: finding.code, label: finding.entry.en.name, label_cs: finding.entry.cs.name }];
  });

/** What made the level, in words. */
function textsOf(knowledge: CompiledKnowledge, reason: TriageReason): Omit<Named, 'code' | 'source'> {
  const texts = reasonWords(knowledge, reason) ?? { en: reason.code, cs: reason.code };
  return { text: texts.en, text_cs: texts.cs };
}

const namedRule = (knowledge: CompiledKnowledge, { code, entry }: CompiledRule): Named => ({
  code,
  text: entry.en,
  text_cs: entry.cs,
  source: citation(knowledge, entry.source),
});

const citation = (knowledge: CompiledKnowledge, source: string): string =>
  knowledge.sources.get(source)?.citation ?? source;
