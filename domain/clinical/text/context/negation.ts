import type { Passage, Segment } from '../language/passage.ts';
import { isNegatedWord } from '../language/words-cs.ts';
import { isDeterminer } from '../language/words-en.ts';
import { isDeniedAtEnd, isInBackwardScope } from './backward-scope.ts';
import { isAfterColon, isScopeTerminated, isDoubleNegation, hasOtherObject } from './scope-termination.ts';
import { isHabit, type Trigger } from './triggers.ts';
import {
  hasArticle,
  hasPlace,
  deniesState,
  isGenitive,
  isNominative,
  isOfNow,
  isVerbalNoun,
  tellsSeverityOrOnset,
  isUsualPair,
  opensSentence,
} from './lists.ts';
import {
  denyingToken,
  hasObjectBehind,
  inside,
  isNever,
  tellsTime,
  type NegationContext,
} from './negation-context.ts';
import type { Extent } from './extent.ts';
import { isDenialDenied } from './double-negation.ts';
import { isNotFoundVerb, isUnwitnessed } from './perception-verbs.ts';

const DENYING: ReadonlySet<Trigger['kind']> = new Set<Trigger['kind']>([
  'no',
  'verb',
  'denies',
  'absent',
  'excluded',
  'doubt',
]);

type Negation = 'none' | 'negated' | 'doubted';

/** Whether a mention is denied, and by which words: `own` are the tokens of the mention itself, which never deny it. */
export function negationOf(context: NegationContext, extent: Extent, own: ReadonlySet<number>): Negation {
  if (isDenialDenied(context.passage, extent)) return 'none';
  if (isDeniedAtEnd(context.passage, extent)) return 'negated';
  let result: Negation = 'none';
  const concord = [...own].some((token) => isNegatedPredicate(context.passage, token));
  for (const trigger of triggersAround(context, extent)) {
    if (beginsWithinPseudoTrigger(context.passage, trigger, extent)) return 'negated';
    if (!DENYING.has(trigger.kind)) continue;
    // "no signs of" before "signs of dehydration" shares a word with it and denies it all the same.
    // So does "být nemůžu" behind "těhotná být".
    if (own.has(denyingToken(context.passage, trigger))) continue;
    if (hasOtherObject(context.passage, trigger, { ...extent, own })) continue;
    if (concord && isCzechNegation(context, trigger)) continue;
    if (isDoubleNegation(context.passage, trigger, extent)) continue;
    if (!isInScope(context, trigger, extent) || isUnwitnessed(context.passage, trigger, extent)) continue;
    if (trigger.kind === 'doubt') result = 'doubted';
    else return 'negated';
  }
  return result;
}

/** "Not eased by leaning forward": what is neutral for the pain denies the easing. */
const beginsWithinPseudoTrigger = ({ tokens }: Passage, trigger: Trigger, extent: Extent): boolean =>
  trigger.kind === 'pseudo' &&
  /^(no|not|ne|neni)$/.test(tokens[trigger.first]?.word ?? '') &&
  extent.first > trigger.first &&
  extent.first <= trigger.last;

/** "Nedýchá", but not "neobvyklý": an adjective has no concord with the verb that denies it. */
function isNegatedPredicate({ text, tokens }: Passage, at: number): boolean {
  const token = tokens[at];
  return (
    token !== undefined && isNegatedWord(token.word) && !/[ýé]$/i.test(text.slice(token.start, token.end))
  );
}

function isCzechNegation(context: NegationContext, trigger: Trigger): boolean {
  return (
    trigger.kind === 'verb' || /^(ani|nikdy|zadn\w+)$/.test(context.passage.tokens[trigger.first]?.word ?? '')
  );
}

/** True where the trigger is part of the wording of the mention itself. */
export function overlaps(trigger: Extent, own: ReadonlySet<number>): boolean {
  for (let at = trigger.first; at <= trigger.last; at += 1) if (own.has(at)) return true;
  return false;
}

const FROM_BEHIND: ReadonlySet<Trigger['kind']> = new Set<Trigger['kind']>(['verb', 'denies', 'absent']);

/** Triggers of the mention's clause and those of a neighbouring clause that may deny it, mostly from behind. */
function triggersAround(context: NegationContext, extent: Extent): readonly Trigger[] {
  const clause = context.passage.segmentOf(extent.first).clause;
  const here = context.triggers.get(clause) ?? [];
  const next = context.passage.clauses[clause + 1];
  if (isAfterException(context, extent))
    return [...(context.triggers.get(clause - 1) ?? []).filter((trigger) => isNegating(trigger)), ...here];
  const linked = next !== undefined && (next.opener === 'and' || next.opener === 'or');
  return linked
    ? [
        ...here,
        ...(context.triggers.get(clause + 1) ?? []).filter((trigger) => FROM_BEHIND.has(trigger.kind)),
      ]
    : here;
}

const EXCEPTION = /^(other than|apart from|aside from|except for|except \w+|krome \w+|vyjma \w+)$/;

/**
 * True behind an exception that only narrows one item of a list: "no swelling other than of the lip, fever or cough".
 * One that names a finding of its own begins a list of what is there: "nothing apart from a fever, cough".
 */
function isAfterException({ passage, mentions }: NegationContext, extent: Extent): boolean {
  const { segments, first, opener } = passage.clauseOf(extent.first);
  const [aside] = segments;
  if (opener !== 'hard' || aside === undefined || extent.first < aside.end) return false;
  const lead = passage.tokens.slice(first, first + 2).map(({ word }) => word);
  const own = mentions.get(aside.clause) ?? [];
  return EXCEPTION.test(lead.join(' ')) && !own.some((mention) => inside(mention, aside));
}

function isInScope(context: NegationContext, trigger: Trigger, extent: Extent): boolean {
  // "Spleen not palpable": of "palpable spleen".
  const isNot = /^(not|never)$/.test(context.passage.tokens[trigger.first]?.word ?? '');
  if (isNot && trigger.first > extent.first && trigger.first < extent.last) return true;
  if (trigger.first >= extent.first && trigger.last < extent.last) return trigger.kind !== 'absent';
  if (trigger.first < extent.first)
    return trigger.kind !== 'absent' && isInForwardScope(context, trigger, extent);
  return isInBackwardScope(context, trigger, extent);
}

function isInForwardScope(context: NegationContext, trigger: Trigger, extent: Extent): boolean {
  const { passage } = context;
  const owned = context.ownedTokens.has(trigger.first);
  const from = passage.segmentOf(trigger.first);
  const to = passage.segmentOf(extent.first);
  if (isAfterColon(passage, trigger, extent)) return false;
  if (isScopeTerminated(passage, trigger, extent)) return false;
  if (from === to) return !owned || isItsObject(context, trigger, extent);
  // "úraz neguje, bolest hlavy": its object stands before it.
  if (trigger.kind === 'denies' && trigger.segmentEnd && passage.tokens[from.end]?.word !== '(') return false;
  const afterException = from.clause === to.clause - 1 && isAfterException(context, extent);
  if (from.clause !== to.clause && !afterException) return false;
  const segments = [
    ...passage.clauseOf(trigger.first).segments,
    ...(afterException ? passage.clauseOf(extent.first).segments.slice(1) : []),
  ];
  const path = segments.slice(segments.indexOf(from) + 1, segments.indexOf(to) + 1);
  return path.every((segment) =>
    owned ? ownedScopeContinues(context, trigger, segment) : scopeContinues(context, trigger, segment),
  );
}

/** A denial that is a word of another phrase goes on over "or", and over commas only from "never". */
function ownedScopeContinues(context: NegationContext, trigger: Trigger, segment: Segment): boolean {
  if (segment.opener === 'or') return true;
  if (segment.opener !== 'comma' || !isNever(context.passage, trigger)) return false;
  const { passage } = context;
  const denial = passage.tokens[denyingToken(passage, trigger)]?.word ?? '';
  const rest = restOfList(passage, segment, negationsOf(context, segment));
  // "Never had a stroke, slurred speech or numb face today": told of now.
  if (rest.some((item) => tellsSeverityOrOnset(passage, item) || isNominative(passage, denial, item)))
    return false;
  return rest.some((item) => item.opener === 'or');
}

const PRONOUN_CS = /^(se|si|mi|mu|ji)$/;
const TOWARDS = /^(to|into|in|on|onto|down|up|round|around|through|do|na|v|ve|pod|mezi)$/;

/**
 * A denial that is a word of another phrase denies what stands right behind it as well: "didn't (eat) any berries" is no
 * eating of them. So does one with its own noun what tells a place: "no radiation to the jaw".
 */
function isItsObject({ passage, ownedTokens }: NegationContext, trigger: Trigger, extent: Extent): boolean {
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const begins = (at: number): boolean => {
    let next = at;
    while (next < extent.first && (isDeterminer(word(next)) || PRONOUN_CS.test(word(next)))) next += 1;
    return next === extent.first;
  };
  if (begins(trigger.last + 1)) return true;
  let behind = trigger.last + 1;
  while (behind < extent.first && ownedTokens.has(behind)) behind += 1;
  return TOWARDS.test(word(behind)) && begins(behind);
}

const AFFIRMS = /^(with|s|se|yes|ano|positive|present|pozitivni|pritomn\w*)$/;

function affirms(passage: Passage, { first, end }: Segment): boolean {
  return passage.tokens.slice(first, end).some(({ word }) => AFFIRMS.test(word));
}

/** What "and" joins to these is denied with them only where it can hardly be there: "headache, no nausea and vomiting". */
const DENIES_BOTH = /^(no|without|w\/o|bez|beze|zadn\w+)$/;

/** Whether the scope of the negation includes this segment of the list. */
function scopeContinues(context: NegationContext, trigger: Trigger, segment: Segment): boolean {
  const { passage } = context;
  if (segment.opener === 'or') return true;
  if (trigger.kind === 'excluded') return segment.opener === 'and' && !tellsSeverityOrOnset(passage, segment);
  // "never smoked, diabetic": a habit is no list of complaints.
  if (isHabit(passage.tokens[trigger.last + 1]?.word ?? '')) return false;
  const negations = negationsOf(context, segment);
  if (negations.some((other) => inside(other, segment))) return false;
  if (affirms(passage, segment)) return false;
  if (trigger.kind === 'denies') return !isOfNow(passage, segment);
  if (trigger.kind === 'doubt') return !tellsSeverityOrOnset(passage, segment);
  // "no rash and fever 39": what was measured is there.
  if (passage.tokens.slice(segment.first, segment.end).some(({ kind }) => kind === 'number')) return false;
  if (tellsTime(context, segment)) return false;
  if (listEndsWithOr(passage, segment, negations)) return true;
  if (isBoundTo(context, trigger, segment)) return true;
  // Where every item carries its own sign, the one without is there: "no fever, no cough, rash".
  if (negations.some((other) => isSignBefore(passage, other, trigger))) return false;
  if (!beginsList(context, trigger) || isOtherKind(context, trigger, segment)) return false;
  return mayExtendScope(context, trigger, segment) && !isPrecededByPositive(context, trigger, negations);
}

/** A finding stands behind the denial, and is not only a state: "not feeling better, chest pain" is no list. */
const beginsList = (context: NegationContext, trigger: Trigger): boolean =>
  hasObjectBehind(context, trigger, context.passage.segmentOf(trigger.first)) &&
  !deniesState(context.passage, trigger);

/** "No diabetes, chest pain": a list of diseases does not go on with a complaint. */
function isOtherKind({ mentions }: NegationContext, trigger: Trigger, segment: Segment): boolean {
  const all = mentions.get(trigger.clause) ?? [];
  const denied = all.find(({ first }) => first > trigger.last);
  const items = all.filter((mention) => inside(mention, segment));
  return denied?.lasting === true && items.some(({ lasting }) => !lasting);
}

/** Whether an item that nothing but a comma or "and" joins can be meant by the denial before it. */
function mayExtendScope({ passage }: NegationContext, trigger: Trigger, segment: Segment): boolean {
  const denial = passage.tokens[trigger.first]?.word ?? '';
  if (
    isNotFoundVerb(denial) ||
    tellsSeverityOrOnset(passage, segment) ||
    isNominative(passage, denial, segment)
  )
    return false;
  if (segment.opener !== 'and') return true;
  if (hasArticle(passage, segment)) return false;
  return !DENIES_BOTH.test(denial) || (opensSentence(passage, trigger.first) && !hasPlace(passage, segment));
}

/**
 * A pair that is always told together is denied whatever stands before it, and so are behind "bez" and a complaint of its own
 * a genitive, what "i" joins, and a noun in -í before a genitive: "bez kašle, bez pocení a dušnosti", "bez otoků i ortopnoe",
 * "bez závratí, hubnutí a poruchy řeči".
 */
function isBoundTo(context: NegationContext, trigger: Trigger, segment: Segment): boolean {
  const { passage } = context;
  const denial = passage.tokens[trigger.first]?.word ?? '';
  if (!DENIES_BOTH.test(denial) || tellsSeverityOrOnset(passage, segment) || hasArticle(passage, segment))
    return false;
  const isInflected = (context.mentions.get(segment.clause) ?? []).some(
    (mention) => mention.inflected && inside(mention, segment),
  );
  if (denial.startsWith('bez') && isInflected && !segment.finite) return true;
  if (denial.startsWith('bez') && beginsList(context, trigger) && !isNominative(passage, denial, segment)) {
    if (isGenitive(passage, segment) || passage.tokens[segment.first]?.word === 'i') return true;
    const rest = restOfList(passage, segment, negationsOf(context, segment));
    if (isVerbalNoun(passage, segment) && rest.some((later) => isGenitive(passage, later))) return true;
  }
  return segment.opener === 'and' && isUsualPair(passage, segment);
}

/** The same denial stands before it, and not as the head of a list: "no bleeding: no melaena, epistaxis". */
function isSignBefore({ tokens }: Passage, other: Trigger, trigger: Trigger): boolean {
  if (other.first >= trigger.first || other.kind !== trigger.kind) return false;
  return !tokens.slice(other.last, trigger.first).some(({ word }) => word === ':');
}

const negationsOf = ({ triggers }: NegationContext, { clause }: Segment): readonly Trigger[] =>
  (triggers.get(clause) ?? []).filter((trigger) => isNegating(trigger));

function isNegating(trigger: Trigger): boolean {
  return trigger.kind === 'no' || trigger.kind === 'verb' || trigger.kind === 'denies';
}

/** "No cough, wheeze or vomiting" */
const listEndsWithOr = (passage: Passage, segment: Segment, negations: readonly Trigger[]): boolean =>
  restOfList(passage, segment, negations).some((later) => later.opener === 'or');

/** From the item on, up to where the next denial begins. */
function restOfList(passage: Passage, segment: Segment, negations: readonly Trigger[]): Segment[] {
  const { segments } = passage.clauseOf(segment.first);
  const rest = segments.slice(segments.indexOf(segment));
  const next = rest.findIndex(
    (later) => later.opener !== 'or' && negations.some((other) => inside(other, later)),
  );
  return rest.slice(0, next === -1 ? undefined : next);
}

/** "chest pain, no fever, cough": the list mixes signs, so each item stands for itself. */
function isPrecededByPositive(
  context: NegationContext,
  trigger: Trigger,
  negations: readonly Trigger[],
): boolean {
  return (context.mentions.get(trigger.clause) ?? []).some(
    (mention) => mention.last < trigger.first && !negations.some((other) => other.first < mention.first),
  );
}
