import type { Passage } from '../language/passage.ts';
import { createSequenceTable, rowsOf } from '../language/sequences.ts';
import type { Extent } from './extent.ts';
import { inside, type NegationContext } from './negation-context.ts';

/** What takes back the words before it, by itself; "I mean" and "actually" also go on to say more of the same. */
const TAKES_BACK = createSequenceTable(
  rowsOf(
    'takes back',
    `
    no sorry, no wait, sorry no, sorry i meant, no i mean, no i meant, i meant, no hang on, no scratch that, scratch that, wait no, oops no, no correction, correction
    teda ne, vlastne ne, ne teda, ne vlastne, ne pardon, pardon ne, ne pockat, pockat ne, pardon myslel jsem, pardon myslela jsem, pardon chtel jsem rict
    pardon chtela jsem rict, myslel jsem, myslela jsem, ne chtel jsem rict, ne chtela jsem rict, oprava
    `,
  ),
);

/** "I have chest pain, no sorry, I meant stomach pain": the last thing before a correction that names another one. */
export function isTakenBack({ passage, mentions }: NegationContext, extent: Extent): boolean {
  const segment = passage.segmentOf(extent.first);
  const sentence = passage.sentenceOf(extent.first);
  const at = correctionBehind(passage, segment.end, sentence.end);
  if (at === null) return false;
  for (let clause = segment.clause; clause < passage.clauses.length; clause += 1) {
    if ((passage.clauses[clause]?.sentence ?? Infinity) > segment.sentence) return false;
    const named = mentions.get(clause) ?? [];
    if (
      named.some(
        (mention) => mention.first > at && inside(mention, { ...segment, first: at, end: sentence.end }),
      )
    )
      return true;
  }
  return false;
}

/** The last token of the correction that stands right behind a part of the sentence, through commas. */
function correctionBehind({ tokens }: Passage, from: number, end: number): number | null {
  const spoken = tokens.slice(from, Math.min(end, from + 2 * LONGEST)).filter(({ kind }) => kind !== 'mark');
  const hit = TAKES_BACK.at(spoken, 0);
  const last = hit === null ? undefined : spoken[hit.last];
  return last === undefined ? null : tokens.indexOf(last, from);
}

const LONGEST = 6;
