import { z } from 'zod';
import { parseDocument, type KnowledgeDocument } from './knowledge-document.ts';
import type { UnreadWords } from './text/index.ts';

/** Words as texts are compared: small letters, no accents. */
const listed = z
  .string()
  .max(8_000)
  .regex(/^[a-z]+( [a-z]+)*$/);

/** `lexicon/<language>/unread.yaml`: how a sentence is judged in which nothing was read (`text/unread-sentences.ts`). */
export const unreadFileSchema = z.strictObject({
  /** They tell nothing of an illness. */
  small_talk: listed,
  /** They deny plainly. */
  denials: listed,
  /** They say that all is well with what the sentence names. */
  well: listed,
  /** A danger is told with them, whatever the words for the danger itself are. */
  alarms: listed,
});

/** The words of all files together: whoever writes mixes languages. What is wrong is added to `issues`. */
export function compileUnreadWords(documents: readonly KnowledgeDocument[], issues: string[]): UnreadWords {
  const files = documents.flatMap((document) => parseDocument(unreadFileSchema, document, issues) ?? []);
  const wordsOf = (kind: keyof UnreadWords): string[] => [
    ...new Set(files.flatMap((file) => file[kind].split(' '))),
  ];
  return {
    small_talk: wordsOf('small_talk'),
    denials: wordsOf('denials'),
    well: wordsOf('well'),
    alarms: wordsOf('alarms'),
  };
}
