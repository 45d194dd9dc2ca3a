import type { Passage } from '../language/passage.ts';
import type { Extent, Owned } from './extent.ts';
import type { Person } from './people.ts';

/** "I only have a headache" */
export const ONLY = /^(only|just|jen|jenom|pouze|akorat)$/;
/** All that somebody says who has not what was told of another: "I do not", "já ne", "já nemám". */
const DENIES =
  /^(but |whereas |while |and |ale |a )?(i (do|am|have|did|was|can) not|i cannot|not (me|i)|me not|ja (ne|nemam|nejsem|nikdy|nic)|u me ne)( at all| though| vubec)?$/;
const LIMITS = /^(i|ja|me|mne|mam|mi)$/;

/**
 * The writer sets himself against somebody else: "my husband has a fever, I do not", "syn zvrací, mě jen bolí hlava". What is
 * told of the other in other sentences shows that the other is meant all the same, unless the writer has something himself.
 */
export function isContrasted(
  passage: Passage,
  people: readonly Person[],
  { own, owned, told }: { own: readonly Owned[]; owned: readonly Owned[]; told: readonly Extent[] },
): boolean {
  const others = owned.filter(({ person }) => person.kind !== 'self');
  if (others.length === 0) return false;
  const sentenceOf = ({ statement }: Owned): unknown => passage.sentenceOf(statement.first);
  return people.some((person) => {
    if (person.kind !== 'self') return false;
    const sentence = passage.sentenceOf(person.at);
    const isBesideOthers = others.some(
      (one) => sentenceOf(one) === sentence && one.statement.first < person.at,
    );
    if (!isBesideOthers) return false;
    if (isElliptic(passage, person))
      return own.length > 0 || told.every(({ first }) => passage.sentenceOf(first) === sentence);
    return isLimited(passage, person) && own.some((one) => sentenceOf(one) === sentence);
  });
}

/** Nothing but the denial stands in its part of the sentence. */
function isElliptic(passage: Passage, { at }: Person): boolean {
  const { first, end } = passage.segmentOf(at);
  const spoken = passage.tokens.slice(first, end).filter(({ kind }) => kind !== 'mark');
  return DENIES.test(spoken.map(({ word }) => word).join(' '));
}

const isLimited = ({ tokens }: Passage, { at }: Person): boolean =>
  LIMITS.test(tokens[at]?.word ?? '') &&
  [1, 2].some((step) => tokens[at + step]?.kind === 'word' && ONLY.test(tokens[at + step]?.word ?? ''));
