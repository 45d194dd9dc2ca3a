import type { Language } from '../language/vocabulary.ts';
import { words } from '../language/word-list.ts';
import type { Token } from '../language/token.ts';

const INTERJECTIONS = new Set(
  words(`
    oh well um uh hmm hm haha hehe lol god gosh jeez omg luckily fortunately thankfully unfortunately hey look
    hele jezis jezisi proboha bohuzel nastesti bohudik hm ehm
  `),
);
/** Whatever follows these is a statement of its own. */
const ANSWERS = new Set(
  words(
    'yes yeah yea yep yup nope nah ano jo joo jj jojo jasne ne nee neee nene nn kdepak kdeze vubec rozhodne samozrejme',
  ),
);
/** A statement begins with these and no noun: "no my arms are fine", but "no fever". */
const BEGINS_STATEMENT = new Set(
  words(`
    i he she it we they you the my his her its our their this that these those there a an
    no not nothing none never just only everything everyone both all still already always sometimes
    with except because since for but and also as
    have has had am is are was were feel feels do does did can cannot could will would went came got fell had been
  `),
);
/** What yes and no make one answer with: "ne moc", "no way", "yes and no". */
const PART_OF_ANSWER = new Set(
  words('moc uplne tak vzdy vzdycky vubec ne ze nemam way idea clue not really more longer doubt one and i'),
);

/** A comma that nobody typed. It has no length, so that every offset stays. */
const commaBehind = ({ end }: Token): Token => ({
  kind: 'mark',
  word: ',',
  start: end,
  end,
  value: NaN,
  spaced: false,
  lines: 0,
});

/**
 * Separates the yes or no of an answer from what is told behind it by the comma that nobody types: "ne kousla mě kočka" and
 * "no just blistered" are a no and a statement. A Czech "no" at the beginning says "well" and is left out.
 */
export function separateParticle(tokens: Token[], languageBehindFirst: () => Language | null): Token[] {
  const at = tokens.findIndex(({ kind, word }) => kind === 'word' && !INTERJECTIONS.has(word));
  const first = tokens[at];
  const next = tokens[at + 1];
  if (first === undefined || next === undefined) return tokens;
  if (first.word === 'no' && languageBehindFirst() === 'cs') return tokens.toSpliced(at, 1);
  const endsHere = ANSWERS.has(first.word) || (first.word === 'no' && BEGINS_STATEMENT.has(next.word));
  if (!endsHere || next.kind === 'mark' || PART_OF_ANSWER.has(next.word)) return tokens;
  return tokens.toSpliced(at + 1, 0, commaBehind(first));
}
