import type { Evidence } from '../../types.ts';
import type { Passage } from '../language/passage.ts';
import type { Statement } from './statement.ts';

/**
 * One entry per finding, in the order of the text. Where statements agree the surest stays; where they contradict
 * the later one, unless it is doubtful and the earlier is not, or denies another sign of the same finding; an unknown never
 * replaces what is known.
 */
export function mergeStatements(passage: Passage, statements: readonly Statement[]): Evidence[] {
  const ordered = [...statements].sort(
    (a, b) => Number(b.bare ?? false) - Number(a.bare ?? false) || a.start - b.start,
  );
  const merged = new Map<string, Statement>();
  for (const statement of ordered) {
    const known = merged.get(statement.finding);
    merged.set(statement.finding, known === undefined ? statement : preferred(passage, known, statement));
  }
  return [...merged.values()]
    .sort((a, b) => a.start - b.start || a.end - b.end || (a.finding < b.finding ? -1 : 1))
    .map((statement) => toEvidence(passage.text, statement));
}

function preferred(passage: Passage, earlier: Statement, later: Statement): Statement {
  if (earlier.status === 'unknown' || later.status === 'unknown')
    return later.status === 'unknown' ? earlier : later;
  if (earlier.status === later.status && earlier.value === later.value) {
    return later.confidence > earlier.confidence ? later : earlier;
  }
  // A statement with a value says more than the bare presence of the same finding.
  if (earlier.status === later.status && later.value === undefined) return earlier;
  if (deniesAnotherSign(passage, earlier, later) || deniesOtherSide(passage, earlier, later)) return earlier;
  return later.uncertain === true && earlier.uncertain !== true ? earlier : later;
}

/** "Subcostal recession, no grunting": both are signs of laboured breathing, and the one is there without the other. */
function deniesAnotherSign({ readings }: Passage, earlier: Statement, later: Statement): boolean {
  const { status, tokens: told } = earlier;
  const { tokens: denied } = later;
  if (status !== 'present' || later.status !== 'absent' || !told || !denied) return false;
  const idsOf = (tokens: readonly number[]): number[] =>
    tokens.flatMap((token) => (readings[token] ?? []).map(({ id }) => id));
  const ids = idsOf(told);
  return !idsOf(denied).some((id) => ids.includes(id));
}

const SIDES = /^(left|right|other|opposite|good|lev\w{1,3}|prav\w{1,3}|druh\w{1,3}|zdrav\w{1,3})$/;

/** "My right leg is cold. The left one is warm": what is not there on a side that was not spoken of before. */
function deniesOtherSide(passage: Passage, earlier: Statement, later: Statement): boolean {
  if (earlier.status !== 'present' || later.status !== 'absent') return false;
  const denied = sidesAround(passage, later);
  if (denied.length === 0) return false;
  const told = sidesAround(passage, earlier);
  return !denied.some((side) => told.includes(side));
}

/** The sides that the statement's sentence names, each by its first letters: "levá" and "levou" are one. */
function sidesAround(passage: Passage, { start }: Statement): string[] {
  const at = passage.tokens.findIndex((token) => token.end > start);
  if (at === -1) return [];
  const { first, end } = passage.sentenceOf(at);
  return passage.tokens.slice(first, end).flatMap(({ word }) => (SIDES.test(word) ? [word.slice(0, 3)] : []));
}

function toEvidence(text: string, statement: Statement): Evidence {
  const { finding, status, value, confidence, start, end } = statement;
  return {
    finding,
    status,
    ...(value === undefined ? {} : { value }),
    confidence,
    source: 'text',
    span: { start, end, text: text.slice(start, end) },
  };
}
