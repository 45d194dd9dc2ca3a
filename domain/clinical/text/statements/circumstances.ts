import type { BareAnswer } from '../answers/bare-answer.ts';
import { readText, type TextReading } from '../reader-state.ts';
import { findingStatements } from './finding-statements.ts';
import { offsetsOf, type Statement } from './statement.ts';

/**
 * What an answer that grants a circumstance says together with what was asked: "a little when climbing stairs" to the
 * question about breathlessness is breathlessness on effort. Only what takes words of both.
 */
export function circumstanceStatements(reading: TextReading, granted: BareAnswer): Statement[] {
  const { offer, passage, pending, lexicon } = reading;
  const name = offer?.name?.[passage.sentenceOf(granted.first).language];
  if (name === undefined) return [];
  const place = offsetsOf(reading, granted);
  const lead = `${name} `;
  const whole = readText(lexicon, lead + passage.text.slice(place.start, place.end), null);
  const isOfName = (token: number): boolean => (whole.passage.tokens[token]?.start ?? 0) < lead.length;
  return findingStatements(whole, []).flatMap((statement): Statement[] => {
    const { finding, status, confidence, uncertain, tokens = [] } = statement;
    const takesBoth = tokens.some(isOfName) && !tokens.every(isOfName);
    if (!takesBoth || status !== 'present' || pending?.targets.includes(finding) === true) return [];
    return [{ finding, status, confidence, ...place, ...(uncertain === undefined ? {} : { uncertain }) }];
  });
}
