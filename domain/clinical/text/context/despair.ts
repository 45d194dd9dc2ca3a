import type { Passage } from '../language/passage.ts';
import type { Extent } from './extent.ts';
import type { Trigger } from './triggers.ts';

const DEATH = /^(die|died|dying|dead|umri\w*|umre\w*|umru|mrtv\w*|smrt)$/;
const HURTING = /^(\w*aches?|aching|pains?|painful|hurts?|hurting|agony|throbbing|migraines?|bol[ei]\w*)$/;

/** "The pain makes me want to die": in a sentence about pain it tells how bad that is, and asks to be asked. */
export function isFigureOfDespair(
  passage: Passage,
  trigger: Trigger,
  { first, own }: Extent & { own: ReadonlySet<number> },
): boolean {
  const wishes = [...own].some((token) => DEATH.test(passage.tokens[token]?.word ?? ''));
  const { first: start, end } = passage.sentenceOf(first);
  return (
    wishes && trigger.first < first && passage.tokens.slice(start, end).some(({ word }) => HURTING.test(word))
  );
}
