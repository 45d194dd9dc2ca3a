import { z } from 'zod';
import { parseDocument, type KnowledgeDocument } from './knowledge-document.ts';
import { foldWord } from './text/index.ts';
import type { Language } from './text/language/vocabulary.ts';

/**
 * `lexicon/<language>/classes.yaml`: words that patterns name together, `<owner>`. Several words that stand in one place are
 * written with an underscore. A class may name classes before it.
 */
export const classFileSchema = z.strictObject({
  classes: z.record(z.string().regex(/^[a-z]+$/), z.string().min(1).max(4_000)),
});

/** By name, the words of each class, small and without accents. */
export type WordClasses = ReadonlyMap<string, readonly string[]>;
export type ClassesOf = Record<Language, WordClasses>;

/** The language of a file of the lexicon, told by its folder. */
export const languageOfFile = (name: string): Language => (/(^|\/)cs\//.test(name) ? 'cs' : 'en');

/** The classes of all files. What is wrong is added to `issues`, with the name of its class. */
export function compileClasses(documents: readonly KnowledgeDocument[], issues: string[]): ClassesOf {
  const all = { en: new Map<string, readonly string[]>(), cs: new Map<string, readonly string[]>() };
  for (const document of documents) {
    const { name } = document;
    const known = all[languageOfFile(name)];
    const { classes = {} } = parseDocument(classFileSchema, document, issues) ?? {};
    for (const [of, text] of Object.entries(classes)) {
      const words = text
        .trim()
        .split(/\s+/)
        .flatMap((word) => {
          const members = membersOf(word, known);
          if (members === null) issues.push(`${name}: ${of}: "${word}" is no class before it`);
          return members ?? [];
        });
      known.set(of, [...new Set(words)]);
    }
  }
  return all;
}

function membersOf(word: string, known: WordClasses): readonly string[] | null {
  return word.startsWith('<') ? (known.get(word.slice(1, -1)) ?? null) : [foldWord(word)];
}
