import type { Passage, Segment } from '../language/passage.ts';
import type { TimeSpan } from '../values/time.ts';
import type { Cue } from './cues.ts';
import type { Extent } from './patient.ts';

/** What negation has to know about the text around a mention. */
export type NegationScene = {
  passage: Passage;
  cues: ReadonlyMap<number, readonly Cue[]>;
  /** Extents of all mentions, and stretches of time, by clause; in the order of the text. */
  mentions: ReadonlyMap<number, readonly (Extent & { lasting: boolean })[]>;
  times: ReadonlyMap<number, readonly TimeSpan[]>;
  /** Tokens that are words of a phrase whose own wording holds a negation ("cannot breathe"). */
  ownedTokens: ReadonlySet<number>;
};

/** The token of a cue that denies: of "být nemůžu" the second. */
export function denierOf(passage: Passage, { first, last }: Cue): number {
  return passage.tokens[first]?.word === 'byt' ? last : first;
}

const NEVER = /^(never|nikdy)$/;

/**
 * "Nikdy neměl záchvat, halucinace ani delirium", "tremor, hallucinations or fits he never had": what never was is a list
 * of what is asked for, even where its denial is a word of another phrase ("never had a fit").
 */
export const isNever = ({ tokens }: Passage, { first, last }: Cue): boolean =>
  tokens.slice(Math.max(0, first - 1), last + 2).some(({ word }) => NEVER.test(word));

export function inside(extent: Extent, segment: Segment): boolean {
  return extent.first >= segment.first && extent.first < segment.end;
}

/** A stretch or point of time tells of the item. */
export const isTimed = ({ times }: NegationScene, segment: Segment): boolean =>
  (times.get(segment.clause) ?? []).some((time) => time.relation !== 'every' && inside(time, segment));

/** True where another mention stands behind the cue in the segment. */
export function hasObjectBehind(scene: NegationScene, cue: Cue, segment: Segment): boolean {
  return (scene.mentions.get(cue.clause) ?? []).some(
    (mention) => mention.first > cue.last && mention.first < segment.end,
  );
}
