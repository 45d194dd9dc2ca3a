import { isAboutNoPerson } from './context/non-person.ts';
import type { Token } from './language/token.ts';
import type { CompiledLexicon } from './phrases/packed.ts';
import type { UnreadSentence } from './lexicon.ts';
import type { TextReading } from './reader-state.ts';
import type { Statement } from './statements/statement.ts';

/** A text of more sentences tells a story, with what has nothing to do with the illness. */
const SHORT_SENTENCES = 3;

/**
 * The sentences in which nothing was read: no phrase of the lexicon, value, time, age or plain denial, no answer, and more than
 * small talk. They may tell of a danger in words that the reader does not know. Questions ask, and tell nothing.
 * In an answer or a longer text of which something was understood only those count that sound an alarm: two thirds of all stories hold a
 * sentence about cats and shifts, of emergencies and of harmless cases alike.
 */
export function unreadSentences(reading: TextReading, statements: readonly Statement[]): UnreadSentence[] {
  const { tokens, sentences, text } = reading.passage;
  const { unread } = reading.lexicon;
  const told = toldTokens(reading, statements);
  const isLong = reading.pending !== null || sentences.length > SHORT_SENTENCES;
  const isStory = isLong && told.size > 0;
  return sentences.flatMap(({ first, end, question }): UnreadSentence[] => {
    if (question || isAboutNoPerson(reading.passage, { first: end - 1, last: end - 1 })) return [];
    const spoken = tokens.slice(first, end).filter(({ kind }) => kind !== 'mark');
    if (spoken.every(({ word }) => unread.small_talk.has(word))) return [];
    if (spoken.some(({ word }) => unread.denials.has(word))) return [];
    for (let token = first; token < end; token += 1) if (told.has(token)) return [];
    if (isStory && !soundsAlarm(unread, spoken)) return [];
    const start = spoken[0]?.start ?? 0;
    const stop = spoken.at(-1)?.end ?? start;
    return [{ start, end: stop, text: text.slice(start, stop) }];
  });
}

const soundsAlarm = ({ alarms, well }: CompiledLexicon['unread'], spoken: readonly Token[]): boolean =>
  spoken.some(({ word }) => alarms.has(word)) && !spoken.some(({ word }) => well.has(word));

/** The tokens that something was read from. */
function toldTokens(
  { passage: { tokens }, mentions, times, ages, bare }: TextReading,
  statements: readonly Statement[],
): Set<number> {
  const told = new Set<number>();
  for (const { first, last } of [...mentions, ...times, ...ages, ...(bare === null ? [] : [bare])]) {
    for (let token = first; token <= last; token += 1) told.add(token);
  }
  let from = 0;
  for (const { start, end } of statements.toSorted((one, other) => one.start - other.start)) {
    while ((tokens[from]?.end ?? Infinity) <= start) from += 1;
    for (let token = from; (tokens[token]?.start ?? Infinity) < end; token += 1) told.add(token);
  }
  return told;
}
