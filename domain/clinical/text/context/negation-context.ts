import type { Passage, Segment } from '../language/passage.ts';
import type { TimeSpan } from '../values/time.ts';
import type { Sections } from './sections.ts';
import type { Trigger } from './triggers.ts';
import type { Extent } from './extent.ts';

/** What the scope of a negation depends on: the structure of the text around a mention. */
export type NegationContext = {
  passage: Passage;
  sections: Sections;
  triggers: ReadonlyMap<number, readonly Trigger[]>;
  /** Extents of all mentions (`inflected`: one Czech noun in another case than its phrase), and stretches of time, by clause; in the order of the text. */
  mentions: ReadonlyMap<number, readonly (Extent & { lasting: boolean; inflected: boolean })[]>;
  times: ReadonlyMap<number, readonly TimeSpan[]>;
  /** Tokens that are words of a phrase whose own wording holds a negation ("cannot breathe"). */
  ownedTokens: ReadonlySet<number>;
};

/** The token of a trigger that denies: of "být nemůžu" the second. */
export function denyingToken(passage: Passage, { first, last }: Trigger): number {
  return passage.tokens[first]?.word === 'byt' ? last : first;
}

const NEVER = /^(never|nikdy)$/;

/**
 * "Nikdy neměl záchvat, halucinace ani delirium", "tremor, hallucinations or fits he never had": what never was is a list
 * of what is asked for, even where its denial is a word of another phrase ("never had a fit").
 */
export const isNever = ({ tokens }: Passage, { first, last }: Trigger): boolean =>
  tokens.slice(Math.max(0, first - 1), last + 2).some(({ word }) => NEVER.test(word));

export function inside(extent: Extent, segment: Segment): boolean {
  return extent.first >= segment.first && extent.first < segment.end;
}

/** A stretch or point of time tells of the item. */
export const tellsTime = ({ times }: NegationContext, segment: Segment): boolean =>
  (times.get(segment.clause) ?? []).some((time) => time.relation !== 'every' && inside(time, segment));

/** True where another mention stands behind the trigger in the segment. */
export function hasObjectBehind(context: NegationContext, trigger: Trigger, segment: Segment): boolean {
  return (context.mentions.get(trigger.clause) ?? []).some(
    (mention) => mention.first > trigger.last && mention.first < segment.end,
  );
}
