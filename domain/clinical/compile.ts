import { compileComplaints, compileConditions, compileFindings, compileRules } from './compile-entries.ts';
import { buildLinkColumns, buildPriors, entropy } from './compile-tables.ts';
import type { CompiledKnowledge, CompiledRule } from './compiled.ts';
import { lexiconOf } from './lexicon.ts';
import { mergeKnowledge, type KnowledgeDocuments, type MergedKnowledge } from './merge.ts';
import { checkReferences } from './references.ts';
import { compileIndex } from './retrieval/index.ts';
import { findingsOf } from './rules.ts';
import { compileSenses } from './senses.ts';
import { compileLexicon, type Lexicon } from './text/index.ts';
import { compileUnreadWords } from './unread-words.ts';
import { compileClasses } from './word-classes.ts';

/** Thrown where the knowledge files do not make a knowledge base; `issues` names every problem found. */
export class KnowledgeError extends Error {
  readonly issues: string[];
  constructor(issues: string[]) {
    super(`the knowledge base has ${issues.length} issue(s):\n${issues.join('\n')}`);
    this.name = 'KnowledgeError';
    this.issues = issues;
  }
}

/**
 * Validates the parsed files against their schemas and against one another and lays them out for the engine.
 * @throws KnowledgeError with all issues; nothing is skipped in silence.
 */
export function compileKnowledge(documents: KnowledgeDocuments): CompiledKnowledge {
  const issues: string[] = [];
  const classes = compileClasses(documents.classes ?? [], issues);
  const merged = mergeKnowledge(documents, classes, issues);
  const words = {
    senses: compileSenses(documents.senses ?? [], classes, issues),
    unread: compileUnreadWords(documents.unread ?? [], issues),
  };
  if (issues.length > 0) throw new KnowledgeError(issues);
  issues.push(...checkReferences(merged));
  if (issues.length > 0) throw new KnowledgeError(issues);
  return layOut(merged, words);
}

function layOut(merged: MergedKnowledge, words: Omit<Lexicon, 'entries'>): CompiledKnowledge {
  const groupCodes = [...merged.groups.keys()];
  const findings = compileFindings(merged, groupCodes);
  const findingByCode = new Map(findings.map((finding) => [finding.code, finding]));
  const background = Float64Array.from(findings, (finding) => finding.entry.background ?? 0);
  const conditions = compileConditions(merged, findingByCode, background);
  const complaints = compileComplaints(merged, findingByCode);
  const complaintByCode = new Map(complaints.map((complaint) => [complaint.code, complaint]));
  const rules = compileRules(merged, findingByCode, complaintByCode);
  const rulesOfFinding = findings.map((): CompiledRule[] => []);
  for (const rule of rules) {
    for (const finding of new Set(findingsOf(rule))) {
      rulesOfFinding[finding]?.push(rule);
    }
  }
  const fallback = complaints.find((complaint) => complaint.entry.fallback);
  if (fallback === undefined) throw new KnowledgeError(['no complaint is marked as the fallback']);
  const story = findings.find((finding) => finding.entry.open === 'story');
  const closing = findings.find((finding) => finding.entry.open === 'closing');
  if (story === undefined || closing === undefined)
    throw new KnowledgeError(['no finding is marked as an open question']);
  const reassurances = [...merged.reassurances].map(([code, entry]) => ({ code, ...entry }));
  return {
    sources: merged.sources,
    topics: new Map([...merged.topics].map(([code, topic]) => [code, topic.name])),
    findings,
    findingByCode,
    leads: findings.filter(({ asksNext }) => asksNext.length > 0),
    conditions,
    complaints,
    complaintByCode,
    fallback,
    story,
    closing,
    rules,
    ruleByCode: new Map(rules.map((rule) => [rule.code, rule])),
    rulesOfFinding,
    background,
    backgroundEntropy: background.map(entropy),
    groups: groupCodes.map((code, index) => ({
      code,
      damping: merged.groups.get(code)?.damping ?? 1,
      members: findings.filter((finding) => finding.group === index).map((finding) => finding.index),
    })),
    reassurances,
    links: buildLinkColumns(findings.length, conditions),
    priors: buildPriors(complaints, conditions),
    lexicon: compileLexicon(lexiconOf({ findings, complaints, reassurances }, words)),
    retrieval: compileIndex({ findings, findingByCode, complaints, reassurances }),
  };
}
