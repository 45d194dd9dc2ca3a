import { isBox, sideOfBoxes } from './boxes.ts';
import type { Token } from './token.ts';
import { words } from './word-list.ts';

/** A line shorter than this was broken on purpose, and ends a sentence like a full stop, unless its text is wrapped. */
const WRAPPED_LINE_LENGTH = 50;
/** A text that is wrapped still narrower has no more than a word a line. */
const LEAST_WIDTH = 12;

/** No item of a list ends with one of these: the line goes on. */
const GOES_ON = new Set(
  words(`
    and a an the my his her of in on at to with without for from by but or i have had has is am are was were been very
    v ve na do s z ze k ke o u po pro pri za bez mam jsem je jsou byl byla ze ale nebo muj moje me mi se si
  `),
);
/** "But no", "have no", "a bez": a denial whose object stands on the next line. */
const LEADS_DENIAL = /^(but|and|have|had|has|with|is|are|there|ale|a|mam)$/;

/** Tells after which tokens a line ends what is said. */
export type Lines = { endsAt(index: number): boolean };

/** Reads how a text is broken into lines; `text` is what the tokens were cut from. */
export function readLines(text: string, tokens: readonly Token[]): Lines {
  const isWrapped = isWrappedNarrow(text, tokens);
  const boxes = sideOfBoxes(tokens);
  const starts = startsOfLines(tokens);
  return {
    endsAt: (index) => {
      const [token, after] = [tokens[index], tokens[index + 1]];
      if (token === undefined || after === undefined) return false;
      if (boxes === 'before' ? isBox(after) : boxes === 'behind' && isBox(token)) return true;
      if (endsField(tokens, index)) return true;
      if (after.lines !== 1) return after.lines > 1;
      if (token.end - (starts[index] ?? 0) >= WRAPPED_LINE_LENGTH) return false;
      return !(beginsSmall(text, after) && (isWrapped || leadsOn(tokens, index)));
    },
  };
}

/** Where the line of each token begins, as an offset. */
function startsOfLines(tokens: readonly Token[]): number[] {
  let start = 0;
  return tokens.map((token) => {
    if (token.lines > 0) start = token.start;
    return start;
  });
}

const beginsSmall = (text: string, { start, kind }: Token): boolean =>
  kind === 'word' && /^\p{Ll}/u.test(text.slice(start, start + 2));

function leadsOn(tokens: readonly Token[], index: number): boolean {
  const word = tokens[index]?.word ?? '';
  if (GOES_ON.has(word)) return true;
  return word === 'no' && LEADS_DENIAL.test(tokens[index - 1]?.word ?? '');
}

/** Every line is full: the first word of the next one would not have fitted on it. */
function isWrappedNarrow(text: string, tokens: readonly Token[]): boolean {
  const breaks = tokens.flatMap((token, index) => (index > 0 && token.lines === 1 ? [index] : []));
  if (!breaks.some((at) => leadsOn(tokens, at - 1))) return false;
  const lines = text.split('\n').map((line) => line.trim());
  const width = Math.max(...lines.map(({ length }) => length));
  if (width < LEAST_WIDTH) return false;
  return lines.every((line, index) => {
    const next = lines[index + 1];
    if (next === undefined || next === '' || line === '') return true;
    return line.length + 1 + (next.split(' ')[0]?.length ?? 0) > width;
  });
}

const ANSWER = /^(yes|no|y|n|none|nil|negative|positive|neg|pos|ano|ne|negativni|pozitivni|0|\+|-)$/;
const LONGEST_LABEL = 4;

/** "Fever: no Cough: yes": the answer of a field, where another field follows. */
function endsField(tokens: readonly Token[], index: number): boolean {
  if (tokens[index - 1]?.word !== ':' || !ANSWER.test(tokens[index]?.word ?? '')) return false;
  for (let at = index + 1; at <= index + LONGEST_LABEL + 1; at += 1) {
    if (tokens[at]?.word === ':') return at > index + 1;
    if (tokens[at]?.kind !== 'word') return false;
  }
  return false;
}
