import type { ComplaintEntry, ConditionEntry, FindingEntry } from './merge.ts';
import type { PackedIndex } from './retrieval/types.ts';
import type { RuleEntry, SourceEntry } from './schema.ts';
import type { PackedLexicon } from './text/index.ts';

/** Age in months, from ≤ age < below. */
export type MonthWindow = { from: number; below: number };

export type CompiledFinding = {
  index: number;
  code: string;
  entry: FindingEntry;
  /** Index of the correlation group, or -1. */
  group: number;
  /** What a number of this finding makes present or absent. */
  derives: { finding: number; from: number; below: number; age: MonthWindow }[];
  /** For a choice: which findings each choice makes present, and all findings that any choice speaks about. */
  choiceSets: Map<string, number[]>;
  choiceFindings: number[];
  /** The tri-state findings that an answer settles: the finding itself, or what its value means. */
  settles: number[];
  implies: number[];
  /** Findings that imply this one: all of them are absent where this one is. */
  impliedBy: number[];
  excludes: number[];
  /** Finding that must be present before this one is asked, or -1. */
  after: number;
  /** It is asked only beside one of these; beside anything where there are none. */
  askedWith: number[];
  /** Findings that are asked among the first once this one is present. */
  asksNext: number[];
  applies: { sex: 'female' | 'male' | null; age: MonthWindow };
  /** Age in months from which it is asked. */
  askedFrom: number;
  askable: boolean;
};

/** One P(finding | condition) as the engine uses it: natural logarithms of the two likelihood ratios, scaled as all evidence. */
export type CompiledLink = {
  finding: number;
  present: number;
  absent: number;
  /** P(finding | condition) for the question's expected information. */
  p: number;
  source: string;
};

export type CompiledCondition = {
  index: number;
  code: string;
  entry: ConditionEntry;
  /** Position in TRIAGE_LEVELS: 0 is the most urgent. */
  urgency: number;
  danger: number;
  links: CompiledLink[];
};

export type CompiledRule = {
  index: number;
  code: string;
  entry: RuleEntry;
  level: number;
  complaints: Set<number> | null;
  all: number[];
  any: number[];
  atLeast: { count: number; of: number[] } | null;
  age: MonthWindow | null;
  sex: 'female' | 'male' | null;
};

export type CompiledComplaint = {
  index: number;
  code: string;
  entry: ComplaintEntry;
  finding: number;
  start: { level: number; age: MonthWindow | null; sex: 'female' | 'male' | null; source: string }[];
  safetyNet: number[];
  netAtAge: { age: MonthWindow | null; findings: number[] }[];
  basics: number[];
  selfCare: {
    age: MonthWindow | null;
    absent: number[];
    notPresent: number[];
    atMost: { finding: number; limit: number }[];
    share: number;
    source: string;
  };
};

/** Links by finding: those of finding f lie at [start[f], start[f + 1]). */
export type LinkColumns = {
  start: Int32Array;
  condition: Int32Array;
  present: Float64Array;
  absent: Float64Array;
  p: Float64Array;
  /** Entropy of p in nats. */
  entropy: Float64Array;
};

/**
 * Priors of one complaint by age band (the last one: unknown) and sex (female, male, unknown), already normalised: a row of
 * numbers, one for each condition that may be behind the complaint, and the share of "other" in each row.
 */
export type PriorTable = { conditions: Int32Array; rows: Float64Array; other: Float64Array };

/**
 * The knowledge base, validated and laid out for the engine. Plain data, which can be kept and read again. Never changed
 * after compilation.
 */
export type CompiledKnowledge = {
  sources: Map<string, SourceEntry>;
  topics: Map<string, string>;
  findings: CompiledFinding[];
  findingByCode: Map<string, CompiledFinding>;
  /** Those after which others must be asked. */
  leads: CompiledFinding[];
  conditions: CompiledCondition[];
  complaints: CompiledComplaint[];
  complaintByCode: Map<string, CompiledComplaint>;
  fallback: CompiledComplaint;
  /** What asks for the story in the patient's own words, and what asks at the end for anything else. */
  story: CompiledFinding;
  closing: CompiledFinding;
  rules: CompiledRule[];
  ruleByCode: Map<string, CompiledRule>;
  /** For each finding the rules that name it. */
  rulesOfFinding: CompiledRule[][];
  background: Float64Array;
  /** Entropy of the background in nats. */
  backgroundEntropy: Float64Array;
  groups: { code: string; damping: number; members: number[] }[];
  reassurances: {
    code: string;
    denies: string[];
    figure: boolean;
    fixed: boolean;
    en: string[];
    cs: string[];
  }[];
  links: LinkColumns;
  /** By complaint. */
  priors: PriorTable[];
  lexicon: PackedLexicon;
  /** Findings by the words of the catalogue. */
  retrieval: PackedIndex;
};
