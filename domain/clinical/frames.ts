import { frameFileSchema, type Lexicon } from './lexicon-schema.ts';
import { parseDocument, type KnowledgeDocument } from './knowledge-document.ts';
import type { Language } from './text/language/vocabulary.ts';
import { languageOfFile, type WordClasses } from './word-classes.ts';

/** By name, the patterns of each frame. */
type Frames = ReadonlyMap<string, readonly string[]>;
type Means = { language: Language; classes: WordClasses; frames: Frames };
type FindingWords = Lexicon['findings'] extends Map<string, infer Words> ? Words : never;
/** By parameter of a frame, the classes that stand for it. */
type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** The frames of all files. A frame that one language lacks, or has with other parameters, is added to `issues`. */
export function compileFrames(
  documents: readonly KnowledgeDocument[],
  issues: string[],
): Record<Language, Frames> {
  const all = { en: new Map<string, readonly string[]>(), cs: new Map<string, readonly string[]>() };
  for (const document of documents) {
    const { frames = {} } = parseDocument(frameFileSchema, document, issues) ?? {};
    for (const [frame, patterns] of Object.entries(frames))
      all[languageOfFile(document.name)].set(frame, patterns);
  }
  for (const frame of new Set([...all.en.keys(), ...all.cs.keys()])) {
    if (parametersOf(all.en.get(frame)) !== parametersOf(all.cs.get(frame)))
      issues.push(`lexicon: frames.${frame}: has one set of parameters in English and another in Czech`);
  }
  return all;
}

const parametersOf = (patterns: readonly string[] = []): string =>
  [...new Set(patterns.flatMap((pattern) => pattern.match(/\{[a-z]+\}/g) ?? []))].sort().join(' ');

/** The lexicon with its frames as patterns, and its classes as their words. What is unknown is added to `issues`. */
export function spellOut(lexicon: Lexicon, means: Means, issues: string[]): Lexicon {
  const findings = new Map(
    [...lexicon.findings].map(([code, entry]): [string, FindingWords] => {
      const told = (issue: string): unknown =>
        issues.push(`lexicon/${means.language}: findings.${code}: ${issue}`);
      const framed = entry.frames.flatMap((uses) =>
        Object.entries(uses).flatMap(([frame, parameters]) => filledIn(frame, parameters, means, told)),
      );
      const patterns = [...entry.patterns, ...framed].map((pattern) =>
        withWords(pattern, means.classes, told),
      );
      return [code, { ...entry, patterns }];
    }),
  );
  return { ...lexicon, findings };
}

/** The patterns of a frame with its parameters in their places. */
function filledIn(
  frame: string,
  parameters: Parameters,
  { frames }: Means,
  told: (issue: string) => unknown,
): string[] {
  const patterns = frames.get(frame);
  if (patterns === undefined) told(`"${frame}" is no frame`);
  const given = Object.keys(parameters)
    .sort()
    .map((name) => `{${name}}`)
    .join(' ');
  if (patterns !== undefined && given !== parametersOf(patterns))
    told(`${frame} has the parameters ${parametersOf(patterns)}, and not ${given}`);
  return (patterns ?? []).map((pattern) =>
    pattern.replaceAll(/\{([a-z]+)\}/g, (_, name: string) =>
      [parameters[name] ?? []]
        .flat()
        .map((of) => `<${of}>`)
        .join('|'),
    ),
  );
}

/** `<number over 10>` is written `#10-` for the reader, and a class as its words. */
function withWords(pattern: string, classes: WordClasses, told: (issue: string) => unknown): string {
  return pattern.replaceAll(/<([^>]*)>/g, (_, name: string) => {
    const number = /^number(?: over (?<over>\d+))?(?: below (?<below>\d+))?$/.exec(name)?.groups;
    if (number !== undefined) return `#${number['over'] ?? ''}-${number['below'] ?? ''}`;
    const words = classes.get(name);
    if (words === undefined) told(`"<${name}>" is no class`);
    const open = words?.find((word) => /[^\p{L}\p{N}_]/u.test(word));
    if (open !== undefined) told(`<${name}> has "${open}", which is no word that texts are searched for`);
    return words?.join('|') ?? '';
  });
}
