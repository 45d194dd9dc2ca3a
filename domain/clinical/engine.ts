import { readBackground } from './background.ts';
import type { CompiledCondition, CompiledKnowledge, CompiledRule } from './compiled.ts';
import { buildConcepts } from './concepts.ts';
import { branchesOf, assessCase } from './assess-case.ts';
import { explain } from './explain.ts';
import { gatherFacts } from './facts.ts';
import type { Beliefs } from './inference.ts';
import { evidenceToFields, interpretFields } from './interpret.ts';
import { nextQuestion } from './questions.ts';
import { findingsAtHand, openIndex, suggest } from './retrieval/index.ts';
import { firedRules, RED_FLAG_LEVEL } from './rules.ts';
import { buildSummary } from './summary.ts';
import { offerOf } from './offer.ts';
import { createTextReader, type Offer } from './text/index.ts';
import {
  TRIAGE_LEVELS,
  type ClinicalCase,
  type Differential,
  type Engine,
  type Evidence,
  type Extraction,
  type Outcome,
  type Question,
} from './types.ts';

/** Version of the engine's code; raised with every change that can change an outcome. */
const ENGINE_VERSION = '1.19.0';
const MAX_DIFFERENTIALS = 10;
/** Conditions below this probability are not listed. */
const LEAST_PROBABILITY = 0.005;

/**
 * The engine over a compiled knowledge base. Pure: the same case gives the same outcome, in every process.
 * `knowledgeHash` is the SHA-256 (hex) over the knowledge base's files in name order.
 */
export function createEngine(knowledge: CompiledKnowledge, knowledgeHash: string): Engine {
  const reader = createTextReader(knowledge.lexicon);
  // What does not depend on the time is made once.
  const concepts = buildConcepts(knowledge);
  const codes = knowledge.findings.map(({ code }) => code);
  const candidatesFor = openIndex(knowledge.retrieval, codes);
  const asOf = (at: string | undefined): Engine => ({
    version: `${ENGINE_VERSION}+${knowledgeHash.slice(0, 8)}`,
    knowledge_hash: knowledgeHash,
    extract: (text, pending) => {
      const asked = pending === null ? undefined : askedBy(knowledge, pending);
      const reading = reader.extract(text, pending, { asked, at });
      return toExtraction(knowledge, reading, suggest(knowledge, candidatesFor, reading.unread));
    },
    interpret: (fields, flags, confidences) => interpretFields(knowledge, fields, flags, confidences),
    readBackground: (background) =>
      readBackground(knowledge, (text) => reader.extract(text, null, { at }).evidence, background),
    toFields: evidenceToFields,
    assess: (clinicalCase) => assess(knowledge, clinicalCase),
    summarize: (complaintText, clinicalCase, outcome) => {
      const { branches, demographics, state } = assessCase(knowledge, clinicalCase);
      const picture = { knowledge, branches, demographics, state, outcome };
      return buildSummary(picture, { complaintText, clinicalCase });
    },
    explain: (clinicalCase, outcome) => {
      const { branches, demographics, state } = assessCase(knowledge, clinicalCase);
      return explain(knowledge, state, { branches, demographics }, outcome);
    },
    candidatesFor,
    findingsAtHand: (interview) => findingsAtHand(knowledge, interview),
    settles: (question, evidence) => settles(knowledge, question, evidence),
    isQuestion: (questionId) => knowledge.findingByCode.get(questionId)?.askable ?? false,
    concepts,
    asOf,
  });
  return asOf(undefined);
}

function assess(knowledge: CompiledKnowledge, clinicalCase: ClinicalCase): Outcome {
  const { branches, demographics, state, reason } = assessCase(knowledge, clinicalCase);
  const { beliefs, fired, level } = state;
  const next = nextQuestion(knowledge, state, branches, demographics);
  return {
    triage_level: TRIAGE_LEVELS[level] ?? 'urgent',
    triage_reason: { ...reason, source: knowledge.sources.get(reason.source)?.citation ?? reason.source },
    differentials: rank(knowledge, beliefs),
    red_flags: redFlags(fired),
    active_branches: branches.filter((branch) => !branch.entry.fallback).map((branch) => branch.code),
    current_question: next.question,
    is_complete: next.question === null,
    stop_reason: next.stop,
  };
}

function rank(knowledge: CompiledKnowledge, beliefs: Beliefs): Differential[] {
  const probabilityOf = (condition: CompiledCondition): number => beliefs.probabilities[condition.index] ?? 0;
  return knowledge.conditions
    .filter((condition) => probabilityOf(condition) >= LEAST_PROBABILITY)
    .sort((a, b) => probabilityOf(b) - probabilityOf(a) || a.index - b.index)
    .slice(0, MAX_DIFFERENTIALS)
    .map((condition, index) => ({
      code: condition.code,
      diagnosis: condition.entry.en.name,
      diagnosis_cs: condition.entry.cs.name,
      icd: condition.entry.icd,
      probability: Math.round(probabilityOf(condition) * 10_000) / 10_000,
      rank: index + 1,
    }));
}

/** Rules at or above the urgent level, most urgent first, as flags. */
function redFlags(fired: CompiledRule[]): Outcome['red_flags'] {
  return fired
    .filter((rule) => rule.level <= RED_FLAG_LEVEL)
    .sort((a, b) => a.level - b.level || a.index - b.index)
    .map(({ code, entry }) => ({ flag: code, description: entry.en, description_cs: entry.cs }));
}

type TextReading = ReturnType<ReturnType<typeof createTextReader>['extract']>;

/** Asked for his own words, somebody has answered who told anything, or that there is nothing; a bare yes tells nothing. */
function settles(knowledge: CompiledKnowledge, question: Question, evidence: readonly Evidence[]): boolean {
  const isAsked = ({ finding }: Evidence): boolean => question.targets.includes(finding);
  if (!isOpen(knowledge, question)) return evidence.some(isAsked);
  return evidence.some((entry) => !isAsked(entry) || entry.status !== 'present');
}

const NOTHING_OFFERED = { values: [], wording: null, name: null };

/** How the question asks, by the catalogue of today: its answer is understood by the words of that. */
function askedBy(knowledge: CompiledKnowledge, question: Question): { isStory: boolean; offer: Offer } {
  const [target] = question.targets;
  const finding = knowledge.findingByCode.get(target ?? '');
  return {
    isStory: isOpen(knowledge, question),
    offer: finding === undefined ? NOTHING_OFFERED : offerOf(finding.entry),
  };
}

/** The question asks for the patient's own words. */
const isOpen = ({ findingByCode }: CompiledKnowledge, { targets }: Question): boolean =>
  targets.some((target) => findingByCode.get(target)?.entry.open !== undefined);

/** Whoever states a complaint has what it is about, also where only the complaint's own words say so. */
function withComplaints(knowledge: CompiledKnowledge, reading: TextReading): Evidence[] {
  const said = new Set(reading.evidence.map(({ finding }) => finding));
  const stated = reading.complaints.flatMap(({ code, confidence }): Evidence[] => {
    const finding = knowledge.findings[knowledge.complaintByCode.get(code)?.finding ?? -1];
    if (finding === undefined || said.has(finding.code)) return [];
    return [{ finding: finding.code, status: 'present', confidence, source: 'text', derived_from: [code] }];
  });
  return [...reading.evidence, ...stated];
}

function toExtraction(
  knowledge: CompiledKnowledge,
  reading: TextReading,
  unread: Extraction['unread'],
): Extraction {
  const evidence = withComplaints(knowledge, reading).filter(({ finding }) =>
    knowledge.findingByCode.has(finding),
  );
  return {
    evidence,
    fields: evidenceToFields(evidence),
    flags: flagsIn(knowledge, { ...reading, evidence }),
    field_confidences: Object.fromEntries(evidence.map((entry) => [entry.finding, entry.confidence])),
    complaints: reading.complaints,
    routed: reading.routed,
    age_months: reading.age_months,
    sex: reading.sex,
    informant: reading.informant,
    unread,
  };
}

/** Codes of the red flags that the text alone establishes. */
function flagsIn(knowledge: CompiledKnowledge, reading: TextReading): string[] {
  const clinicalCase: ClinicalCase = {
    complaints: reading.complaints.map((complaint) => complaint.code),
    age_months: reading.age_months,
    sex: reading.sex,
    evidence: reading.evidence,
    asked: [],
  };
  const branches = branchesOf(knowledge, clinicalCase);
  const facts = gatherFacts(knowledge, clinicalCase, branches);
  const demographics = { ageMonths: reading.age_months, sex: reading.sex };
  return redFlags(firedRules(knowledge, facts, branches, demographics)).map((flag) => flag.flag);
}
