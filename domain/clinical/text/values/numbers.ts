import type { Token } from '../language/token.ts';
import { wordMap } from '../language/word-list.ts';

/** A number in digits or words; `last` is inclusive. `ordinal`: written as "third", "třetí" or "20.". */
export type NumberSpan = { first: number; last: number; value: number; ordinal: boolean };

const UNITS = numberTable(`
  0: zero nula nulu; 1: one jeden jedna jedno jednu jednoho jednim jednom; 2: two dva dve dvou dvema; 3: three tri tremi trech;
  4: four ctyri ctyrmi ctyr; 5: five pet peti; 6: six sest sesti; 7: seven sedm sedmi; 8: eight osm osmi;
  9: nine devet deviti
`);
const TEENS = numberTable(`
  10: ten deset deseti; 11: eleven jedenact jedenacti; 12: twelve dvanact dvanacti dozen tucet; 13: thirteen trinact trinacti;
  14: fourteen ctrnact ctrnacti; 15: fifteen patnact patnacti; 16: sixteen sestnact sestnacti;
  17: seventeen sedmnact sedmnacti; 18: eighteen osmnact osmnacti; 19: nineteen devatenact devatenacti
`);
const TENS = numberTable(`
  20: twenty dvacet dvaceti; 30: thirty tricet triceti; 40: forty fourty ctyricet ctyriceti; 50: fifty padesat padesati;
  60: sixty sedesat sedesati; 70: seventy sedmdesat sedmdesati; 80: eighty osmdesat osmdesati;
  90: ninety devadesat devadesati
`);
/** Words for a small number that is not counted: "a few" is three, "a couple of" two. */
const VAGUE = numberTable('0.5: half pul; 2: couple; 3: few par nekolik nekolika; 4: several');
const ORDINALS = numberTable(`
  1: first prvni prvniho prvnim; 2: second druhy druheho druha druhym; 3: third treti tretiho tretim; 4: fourth ctvrty ctvrteho ctvrtym;
  5: fifth paty pateho patem patym; 6: sixth sesty sesteho sestem sestym; 7: seventh sedmy sedmeho sedmem; 8: eighth osmy osmeho osmem;
  9: ninth devaty devateho devatem; 10: tenth desaty desateho desatem; 12: twelfth dvanacty dvanacteho dvanactem;
  20: twentieth dvacaty dvacateho dvacatem; 30: thirtieth tricaty tricateho tricatem
`);
/** Behind these a dot after a number makes it an ordinal, elsewhere it ends the sentence. */
const ORDINAL_NOUN = /^(tyd|mesic|den|dne|trimest|rok)/;
/** "pětadvacet": five and twenty in one word. */
const INVERTED = invertedTable();

function numberTable(text: string): ReadonlyMap<string, number> {
  return new Map([...wordMap(text)].map(([word, value]) => [word, Number(value)]));
}

function invertedTable(): ReadonlyMap<string, number> {
  const units = ['jedna', 'dva', 'tri', 'ctyri', 'pet', 'sest', 'sedm', 'osm', 'devet'];
  const tens = [...TENS].filter(([word]) => /t$/.test(word) && /(cet|sat)$/.test(word));
  return new Map(
    tens.flatMap(([word, ten]) =>
      units.map((unit, index): [string, number] => [`${unit}a${word}`, ten + index + 1]),
    ),
  );
}

/** True for a number below twenty written as a word: "two", "dva". */
export const isSmallNumberWord = (word: string): boolean => UNITS.has(word) || TEENS.has(word);

/** Finds every number from left to right. Number words add up: "thirty eight and a half", "sto dva". */
export function readNumbers(tokens: readonly Token[]): NumberSpan[] {
  const spans: NumberSpan[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const span = numberAt(tokens, index);
    if (span === null) continue;
    spans.push(span);
    index = span.last;
  }
  return spans;
}

function numberAt(tokens: readonly Token[], index: number): NumberSpan | null {
  const token = tokens[index];
  if (token === undefined) return null;
  if (token.kind === 'number') {
    const ordinal = tokens[index + 1]?.word === '.' && ORDINAL_NOUN.test(tokens[index + 2]?.word ?? '');
    return withHalf(tokens, { first: index, last: index, value: token.value, ordinal });
  }
  const spoken = spokenAt(tokens, index);
  if (spoken !== null) return withHalf(tokens, withPoint(tokens, spoken));
  const vague = VAGUE.get(token.word);
  if (vague !== undefined) return { first: index, last: index, value: vague, ordinal: false };
  const ordinal = ORDINALS.get(token.word);
  return ordinal === undefined ? null : { first: index, last: index, value: ordinal, ordinal: true };
}

/** At most hundreds, tens and units; bounded by the grammar, not by the text. */
function spokenAt(tokens: readonly Token[], index: number): NumberSpan | null {
  const hundred = hundredAt(tokens, index);
  const from = hundred === null ? index : hundred.last + 1;
  const rest = belowHundred(tokens, hundred !== null && tokens[from]?.word === 'and' ? from + 1 : from);
  if (hundred === null) return rest;
  return rest === null ? hundred : { ...hundred, last: rest.last, value: hundred.value + rest.value };
}

function hundredAt(tokens: readonly Token[], index: number): NumberSpan | null {
  const word = tokens[index]?.word ?? '';
  if (word === 'sto' || word === 'hundred') return { first: index, last: index, value: 100, ordinal: false };
  const count = word === 'a' ? 1 : UNITS.get(word);
  const next = tokens[index + 1]?.word ?? '';
  if (count === undefined || !/^(hundred|ste|sta|set)$/.test(next)) return null;
  return { first: index, last: index + 1, value: count * 100, ordinal: false };
}

function belowHundred(tokens: readonly Token[], index: number): NumberSpan | null {
  const word = tokens[index]?.word ?? '';
  const tens = TENS.get(word);
  if (tens !== undefined) {
    const unit = UNITS.get(tokens[index + 1]?.word ?? '') ?? 0;
    return { first: index, last: unit > 0 ? index + 1 : index, value: tens + unit, ordinal: false };
  }
  const value = UNITS.get(word) ?? TEENS.get(word) ?? INVERTED.get(word);
  return value === undefined ? null : { first: index, last: index, value, ordinal: false };
}

/** "thirty eight point five", "třicet osm celých pět". */
function withPoint(tokens: readonly Token[], span: NumberSpan): NumberSpan {
  const point = tokens[span.last + 1]?.word ?? '';
  const digit = tokens[span.last + 2];
  if (!/^(point|celych|cela|cele)$/.test(point) || digit === undefined) return span;
  const value = UNITS.get(digit.word) ?? (digit.kind === 'number' ? digit.value : undefined);
  return value === undefined || value > 9
    ? span
    : { ...span, last: span.last + 2, value: span.value + value / 10 };
}

/** "one and a half", "jeden a půl", "1½". */
function withHalf(tokens: readonly Token[], span: NumberSpan): NumberSpan {
  if (!Number.isInteger(span.value)) return span;
  const [first = '', second = '', third = ''] = [1, 2, 3].map((step) => tokens[span.last + step]?.word);
  if (tokens[span.last + 1]?.kind === 'number' && first.startsWith('0.')) {
    return { ...span, last: span.last + 1, value: span.value + Number(first) };
  }
  if (first === 'and' && second === 'a' && third === 'half')
    return { ...span, last: span.last + 3, value: span.value + 0.5 };
  if ((first === 'a' && second === 'pul') || (first === 'and' && second === 'half')) {
    return { ...span, last: span.last + 2, value: span.value + 0.5 };
  }
  return span;
}
