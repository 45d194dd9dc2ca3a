import type { Passage } from '../language/passage.ts';
import type { NumberSpan } from './numbers.ts';
import type { ValueMention } from './vitals.ts';

const TIMES = /^(times|x|krat)$/;
const PER = /^(a|per|every|in|za|\/|kazdou)$/;
const MINUTE = /^(minute|minutu|min|minuta)$/;
const BREATHING = /^(rr|df|breath\w*|respir\w*|dych\w*|dech\w*|nadech\w*)$/;
const BEATING = /^(hr|tf|sf|heart\w*|puls\w*|pulz\w*|beat\w*|tep\w*|srdce|tluce|bije|busi)$/;

const HEART = /^(heart\w*|puls\w*|pulz\w*|srdce|tep\w*)$/;
const RACING = /^(rac(es?|ing)|beat(s|ing)?|pound(s|ing)?|go(es|ing)|busi|tluce|leti|bije|jede)$/;
const AT = /^(at|around|about|over|na)$/;
const UNIT = /^([°%/+:-]|mg|ug|ml|kg|cm|km|mmhg|over|years?|let|am|pm)$/;
const RACING_BPM = { from: 100, to: 260 };

/** "Heart suddenly racing at 190": the number needs no minute. */
function isRacing(passage: Passage, { first, last, value }: NumberSpan): boolean {
  const { tokens } = passage;
  if (value < RACING_BPM.from || value > RACING_BPM.to || !AT.test(tokens[first - 1]?.word ?? ''))
    return false;
  if (UNIT.test(tokens[last + 1]?.word ?? '')) return false;
  const before = tokens.slice(passage.clauseOf(first).first, first);
  return before.some(({ word }) => HEART.test(word)) && before.some(({ word }) => RACING.test(word));
}

/** What is counted by the minute beside a word for breath or heart: "breathes 30 times a minute", "dýchá 40krát za minutu". */
export function readRates(passage: Passage, numbers: readonly NumberSpan[]): ValueMention[] {
  return numbers.flatMap((number): ValueMention[] => {
    if (isRacing(passage, number))
      return [
        { code: 'heart_rate_bpm', value: number.value, first: number.first, last: number.last, named: true },
      ];
    const last = minuteBehind(passage, number);
    if (last === null) return [];
    const { first, end } = passage.clauseOf(number.first);
    const before = passage.tokens.slice(first, number.first).reverse();
    const code = codeOf([...before, ...passage.tokens.slice(number.first, end)].map(({ word }) => word));
    return code === null ? [] : [{ code, value: number.value, first: number.first, last, named: true }];
  });
}

/** By the first word for breath or heart: "short of breath and heart beats 50 times a minute". */
function codeOf(words: readonly string[]): string | null {
  const word = words.find((other) => BREATHING.test(other) || BEATING.test(other));
  if (word === undefined) return null;
  return BREATHING.test(word) ? 'respiratory_rate_per_min' : 'heart_rate_bpm';
}

/** The token of the "minute" that the number is counted by, or null. */
function minuteBehind({ tokens }: Passage, number: NumberSpan): number | null {
  let at = number.last + 1;
  if (TIMES.test(tokens[at]?.word ?? '')) at += 1;
  return PER.test(tokens[at]?.word ?? '') && MINUTE.test(tokens[at + 1]?.word ?? '') ? at + 1 : null;
}
