import type { Evidence, Informant, RoutedComplaint, Sex } from '../types.ts';
import type { PackedSense } from './phrases/senses.ts';

/** One of this unit is `times` of the catalogue's, and `plus` more. `bare`: meant where an impossible number has no unit. */
type OtherUnit = { unit: string; times: number; plus: number; bare: boolean };

/** A number in the catalogue's unit, or one of a closed list of choices; null for yes, no and unknown. */
export type LexiconValue =
  | NumberValue
  | { type: 'choice'; choices: { value: string; en: string[]; cs: string[] }[] };
export type NumberValue = {
  type: 'number';
  unit: string;
  minimum: number;
  maximum: number;
  otherUnits: OtherUnit[];
};

const FIXED = '=';
const ASKED = '?';

/** A phrase that says so in just these words ("out to get me") and in no others. */
export const wordForWord = (phrase: string): string => `${FIXED}${phrase}`;

/** A phrase that says so only in answer to a question of its entry's `answers` ("tonight"). */
export const whenAsked = (phrase: string): string => `${ASKED}${phrase}`;

/** The words of a phrase of the lexicon, whether it stands for just these, and whether it is only an answer. */
export function unmarked(phrase: string): { text: string; isFixed: boolean; isAsked: boolean } {
  const isFixed = phrase.startsWith(FIXED);
  const isAsked = phrase.startsWith(ASKED);
  return { text: isFixed || isAsked ? phrase.slice(1) : phrase, isFixed, isAsked };
}

/**
 * One thing that text may speak of. Phrases are base forms ("chest pain", "bolest na hrudi"): word forms, accents,
 * word order and typing errors are the matcher's work.
 */
export type LexiconEntry = {
  /** Catalogue code of a finding, a risk factor or a complaint. */
  code: string;
  kind: 'finding' | 'complaint';
  en: string[];
  cs: string[];
  /**
   * A choice phrase of one word counts only where one of the entry's own phrases stands in the same sentence, where
   * the entry has no own phrases, or where the pending question targets the entry.
   */
  value: null | LexiconValue;
  /** True for what once was stays true (a disease, an operation, a risk factor): told as past it is present. */
  lasting?: boolean;
  /** Its question asks whether something cannot be done or is missing: "yes, I can" denies it, "I can't" affirms it. */
  inability?: boolean;
  /** The questions to which its phrases of `whenAsked` are answers. */
  answers?: string[];
  /** The code of the number by which it is measured (the temperature of a fever). */
  measuredBy?: string;
  /** A reassurance, which says that these findings are not there. */
  denies?: string[];
  /** One that is only a figure of speech: it says nothing, and its words are no sign of those findings. */
  figure?: boolean;
};

/** By what a sentence is judged in which nothing was read; folded words. */
export type UnreadWords = Record<'small_talk' | 'denials' | 'well' | 'alarms', string[]>;

/** What text is recognised by, where words mean something else, and what tells of sentences that were not read. */
export type Lexicon = { entries: LexiconEntry[]; senses: PackedSense[]; unread: UnreadWords };

/** What stays of an entry once its phrases are compiled. */
export type CompiledEntry = Omit<LexiconEntry, 'en' | 'cs' | 'value'> & {
  value: null | NumberValue | { type: 'choice' };
  /** It has phrases of its own, not only those of its choices. */
  isNamed: boolean;
};

/** A sentence about the patient that told nothing which the reader knows. */
export type UnreadSentence = NonNullable<Evidence['span']>;

/** What a text told about the patient. */
export type TextExtraction = {
  /** At most one entry per finding, in the order of the text. */
  evidence: Evidence[];
  /** Complaints that the patient has, most likely first. */
  complaints: { code: string; confidence: number }[];
  /** The chief complaint, or null with a low confidence where the text is outside the lexicon's complaints. */
  routed: RoutedComplaint;
  age_months: number | null;
  sex: Sex | null;
  /** Who writes, by how he speaks of the patient; null where that does not show. */
  informant: Informant | null;
  /** Sentences about the patient of which nothing was understood, in the order of the text. */
  unread: UnreadSentence[];
};
