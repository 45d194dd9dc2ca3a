import type { CompiledComplaint, CompiledFinding, CompiledKnowledge } from './compiled.ts';
import type { FindingEntry } from './merge.ts';
import { whenAsked, wordForWord, type Lexicon, type LexiconEntry } from './text/index.ts';

/** What of a knowledge base is recognised in text. */
type Catalogue = Pick<CompiledKnowledge, 'findings' | 'complaints' | 'reassurances'>;

/** Names longer than this are descriptions and not phrases that somebody would write. */
const LONGEST_NAME_WORDS = 4;

/** All phrases of the catalogue by which text is recognised: findings, risk factors and complaints. */
export function lexiconOf(catalogue: Catalogue, words: Omit<Lexicon, 'entries'>): Lexicon {
  const measures = new Map(
    catalogue.findings.flatMap(({ code, entry }) =>
      entry.derive.map(({ finding }) => [finding, code] as const),
    ),
  );
  const findings = catalogue.findings
    .filter(isExtracted)
    .map((finding) => findingEntry(catalogue, finding, measures.get(finding.code)));
  const complaints = catalogue.complaints
    .filter((complaint) => !complaint.entry.fallback)
    .map((complaint) => complaintEntry(catalogue, complaint));
  const reassurances = catalogue.reassurances.map(({ fixed, en, cs, ...reassurance }): LexiconEntry => ({
    ...reassurance,
    en: fixed ? en.map(wordForWord) : en,
    cs: fixed ? cs.map(wordForWord) : cs,
    kind: 'finding',
    value: null,
  }));
  return {
    entries: [...findings, ...complaints, ...reassurances, ...catalogue.findings.flatMap(denialEntry)],
    ...words,
  };
}

/** A finding without phrases is only asked, derived or implied; its bare name ("pain") would say too little. */
function isExtracted(finding: CompiledFinding): boolean {
  const { en, cs } = finding.entry;
  return [en.words, en.patterns, cs.words, cs.patterns].some((list) => list.length > 0);
}

function phrases(...candidates: string[]): string[] {
  return [...new Set(candidates.map((phrase) => phrase.trim()).filter((phrase) => phrase !== ''))];
}

/** A name that can stand in running text: short, and without an enumeration or a remark in brackets. */
function asPhrase(name: string): string {
  return name.split(' ').length <= LONGEST_NAME_WORDS && !/[(),;:]/.test(name) ? name.toLowerCase() : '';
}

type Wordings = Pick<FindingEntry['en'], 'words' | 'fixed'> & { patterns?: string[] };

const waysOfSaying = ({ words, patterns = [], fixed }: Wordings): string[] => [
  ...words,
  ...patterns,
  ...fixed.map(wordForWord),
];

/** It, or one of its choices, has phrases that are read only as an answer. */
function hasAnswers({ entry: { en, cs, value } }: CompiledFinding): boolean {
  const choices = value?.type === 'choice' ? value.choices.flatMap((choice) => [choice.en, choice.cs]) : [];
  return [en, cs, ...choices].some(({ asked }) => asked.length > 0);
}

/** The questions that a finding answers: its own, and those of what it implies, follows, sets or is a choice of. */
function questionsOf({ findings }: Catalogue, finding: CompiledFinding): string[] {
  const { code, index, after, entry, choiceFindings } = finding;
  const choices = findings.filter((other) => other.choiceFindings.includes(index));
  const others = [findings[after], ...choiceFindings.map((target) => findings[target]), ...choices];
  return [code, ...entry.implies, ...others.flatMap((other) => other?.code ?? [])];
}

function findingEntry(
  catalogue: Catalogue,
  finding: CompiledFinding,
  measuredBy: string | undefined,
): LexiconEntry {
  const { en, cs } = finding.entry;
  return {
    code: finding.code,
    kind: 'finding',
    en: phrases(asPhrase(en.name), asPhrase(en.plain), ...waysOfSaying(en), ...en.asked.map(whenAsked)),
    cs: phrases(asPhrase(cs.name), asPhrase(cs.plain), ...waysOfSaying(cs), ...cs.asked.map(whenAsked)),
    value: valueOf(finding),
    ...(hasAnswers(finding) ? { answers: questionsOf(catalogue, finding) } : {}),
    lasting: finding.entry.kind === 'risk_factor',
    inability: finding.entry.inability,
    ...(measuredBy === undefined ? {} : { measuredBy }),
  };
}

/** What denies a finding only where it is asked for. */
function denialEntry({ code, entry: { en, cs } }: CompiledFinding): LexiconEntry[] {
  if (en.denied.length === 0 && cs.denied.length === 0) return [];
  const said = { en: en.denied.map(whenAsked), cs: cs.denied.map(whenAsked) };
  return [
    { code: `${code}, denied`, kind: 'finding', ...said, value: null, denies: [code], answers: [code] },
  ];
}

function valueOf(finding: CompiledFinding): LexiconEntry['value'] {
  const { value } = finding.entry;
  if (value === undefined) return null;
  if (value.type === 'number') {
    const { type, unit, minimum, maximum, other_units: otherUnits } = value;
    return { type, unit, minimum, maximum, otherUnits };
  }
  return {
    type: 'choice',
    choices: value.choices.map((choice) => ({
      value: choice.value,
      en: phrases(asPhrase(choice.en.name), ...choice.en.words, ...choice.en.asked.map(whenAsked)),
      cs: phrases(asPhrase(choice.cs.name), ...choice.cs.words, ...choice.cs.asked.map(whenAsked)),
    })),
  };
}

/**
 * A complaint is recognised by its own phrases, by those of the finding that it is, and by those of the findings
 * that imply it ("burning when I pee" is a urinary complaint).
 */
function complaintEntry(catalogue: Catalogue, complaint: CompiledComplaint): LexiconEntry {
  const { en, cs } = complaint.entry;
  const own = catalogue.findings[complaint.finding];
  const related = [complaint.finding, ...(own?.impliedBy ?? [])].flatMap((index) => {
    const finding = catalogue.findings[index];
    return finding === undefined ? [] : [finding.entry];
  });
  return {
    code: complaint.code,
    kind: 'complaint',
    en: phrases(asPhrase(en.name), ...[en, ...related.map((entry) => entry.en)].flatMap(waysOfSaying)),
    cs: phrases(asPhrase(cs.name), ...[cs, ...related.map((entry) => entry.cs)].flatMap(waysOfSaying)),
    value: null,
  };
}
