import type { z } from 'zod';
import { checkLexicon } from './check-lexicon.ts';
import { compileFrames, spellOut } from './frames.ts';
import { parseDocument, type KnowledgeDocument } from './knowledge-document.ts';
import {
  complaintWords,
  conditionWords,
  findingWords,
  lexiconSchema,
  type Lexicon,
  type LexiconFile,
} from './lexicon-schema.ts';
import { knowledgeSchema, type ClinicalContent, type KnowledgeFile, type Merged } from './schema.ts';
import type { Language } from './text/language/vocabulary.ts';
import type { ClassesOf } from './word-classes.ts';

/**
 * The files of a knowledge base: the clinical ones, the lexicon by language, and what the lexicon is written with: where words
 * mean something else, by what words unread sentences are judged, classes of words, and frames.
 */
export type KnowledgeDocuments = Record<'knowledge' | Language, KnowledgeDocument[]> & {
  senses?: KnowledgeDocument[];
  unread?: KnowledgeDocument[];
  classes?: KnowledgeDocument[];
  frames?: KnowledgeDocument[];
};

type InEach<Part> = Record<Language, Part>;

type Clinical<Section extends keyof KnowledgeFile> = KnowledgeFile[Section][string];
type Words<Section extends keyof LexiconFile> = LexiconFile[Section][string];
/** An entry with its wording and the words by which it is recognised side by side. */
type WithWords<Entry extends InEach<object>, Found> = Omit<Entry, Language> & InEach<Entry['en'] & Found>;

type ClinicalValue = NonNullable<Clinical<'findings'>['value']>;
type ClinicalChoice = Extract<ClinicalValue, { type: 'choice' }>['choices'][number];
type ChoiceEntry = WithWords<ClinicalChoice, Words<'findings'>['choices'][string]>;
type FindingValue = Extract<ClinicalValue, { type: 'number' }> | { type: 'choice'; choices: ChoiceEntry[] };

export type FindingEntry = Omit<
  WithWords<Clinical<'findings'>, Omit<Words<'findings'>, 'choices' | 'frames'>>,
  'value'
> & { value?: FindingValue };
export type ConditionEntry = WithWords<Clinical<'conditions'>, Words<'conditions'>>;
export type ComplaintEntry = WithWords<Clinical<'complaints'>, Words<'complaints'>>;
type ReassuranceEntry = Omit<Words<'reassurances'>, 'phrases'> & InEach<string[]>;

/** The whole knowledge base, each entry with its words. */
export type MergedKnowledge = Omit<ClinicalContent, 'findings' | 'conditions' | 'complaints'> & {
  findings: Map<string, FindingEntry>;
  conditions: Map<string, ConditionEntry>;
  complaints: Map<string, ComplaintEntry>;
  reassurances: Map<string, ReassuranceEntry>;
};

/** Sections whose codes callers may name; one code means one thing over all of them. */
const PUBLIC_SECTIONS = new Set<string>(['complaints', 'findings', 'conditions', 'rules']);

/** Validates the files and joins what belongs to one code. What is wrong is added to `issues`. */
export function mergeKnowledge(
  documents: KnowledgeDocuments,
  classes: ClassesOf,
  issues: string[],
): MergedKnowledge {
  const clinical = mergeFiles(knowledgeSchema, documents.knowledge, issues);
  const written = {
    en: mergeFiles(lexiconSchema, documents.en, issues),
    cs: mergeFiles(lexiconSchema, documents.cs, issues),
  };
  issues.push(...checkLexicon(clinical, written));
  const frames = compileFrames(documents.frames ?? [], issues);
  const lexicon = {
    en: spellOut(written.en, { language: 'en', classes: classes.en, frames: frames.en }, issues),
    cs: spellOut(written.cs, { language: 'cs', classes: classes.cs, frames: frames.cs }, issues),
  };
  return {
    ...clinical,
    complaints: withWords(clinical.complaints, (code, { en, cs }) => ({
      en: { ...en, ...wordsOf(lexicon.en.complaints, code, complaintWords) },
      cs: { ...cs, ...wordsOf(lexicon.cs.complaints, code, complaintWords) },
    })),
    conditions: withWords(clinical.conditions, (code, { en, cs }) => ({
      en: { ...en, ...wordsOf(lexicon.en.conditions, code, conditionWords) },
      cs: { ...cs, ...wordsOf(lexicon.cs.conditions, code, conditionWords) },
    })),
    findings: withWords(clinical.findings, (code, entry) => findingWith(lexicon, code, entry)),
    reassurances: joinReassurances(lexicon),
  };
}

/** The entries of all files by section, in the order of the files. */
function mergeFiles<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  documents: KnowledgeDocument[],
  issues: string[],
): Merged<z.infer<z.ZodObject<Shape>>> {
  const sections = Object.keys(schema.shape);
  const merged = Object.fromEntries(sections.map((section) => [section, new Map<string, unknown>()]));
  const owners = new Map<string, string>();
  for (const document of documents) {
    const { name } = document;
    const parsed = parseDocument(schema, document, issues) as Record<string, object> | null;
    for (const section of sections) {
      const space = PUBLIC_SECTIONS.has(section) ? 'code' : section;
      const entries = parsed?.[section] ?? {};
      for (const [code, entry] of Object.entries(entries)) {
        const owner = owners.get(`${space}/${code}`);
        if (owner !== undefined) issues.push(`${name}: ${section}.${code}: already defined in ${owner}`);
        owners.set(`${space}/${code}`, `${name} (${section})`);
        merged[section]?.set(code, entry);
      }
    }
  }
  return merged as Merged<z.infer<z.ZodObject<Shape>>>;
}

function withWords<Entry, Found extends object>(
  entries: Map<string, Entry>,
  find: (code: string, entry: Entry) => Found,
): Map<string, Omit<Entry, keyof Found> & Found> {
  return new Map([...entries].map(([code, entry]) => [code, { ...entry, ...find(code, entry) }]));
}

/** The words of a code; those of one that the lexicon does not name are none. */
function wordsOf<Found>(found: Map<string, Found>, code: string, schema: z.ZodType<Found>): Found {
  return found.get(code) ?? schema.parse({});
}

function findingWith(
  lexicon: InEach<Lexicon>,
  code: string,
  { en, cs, value }: Clinical<'findings'>,
): Pick<FindingEntry, Language | 'value'> {
  const { choices: choicesEn, frames: _, ...wordsEn } = wordsOf(lexicon.en.findings, code, findingWords);
  const { choices: choicesCs, frames: __, ...wordsCs } = wordsOf(lexicon.cs.findings, code, findingWords);
  const text = { en: { ...en, ...wordsEn }, cs: { ...cs, ...wordsCs } };
  if (value === undefined) return text;
  if (value.type === 'number') return { ...text, value };
  const choices = value.choices.map((choice) => ({
    ...choice,
    en: { ...choice.en, ...(choicesEn[choice.value] ?? { words: [], asked: [] }) },
    cs: { ...choice.cs, ...(choicesCs[choice.value] ?? { words: [], asked: [] }) },
  }));
  return { ...text, value: { ...value, choices } };
}

/** What both languages name is one entry; the others have no phrases in one of them. */
function joinReassurances({ en, cs }: InEach<Lexicon>): MergedKnowledge['reassurances'] {
  const all = new Map([...cs.reassurances, ...en.reassurances]);
  const codes = new Set([...en.reassurances.keys(), ...cs.reassurances.keys()]);
  return new Map(
    [...codes].flatMap((code) => {
      const entry = all.get(code);
      if (entry === undefined) return [];
      const { phrases: _, ...reassurance } = entry;
      const phrasesIn = (part: Lexicon): string[] => part.reassurances.get(code)?.phrases ?? [];
      return [[code, { ...reassurance, en: phrasesIn(en), cs: phrasesIn(cs) }]];
    }),
  );
}
