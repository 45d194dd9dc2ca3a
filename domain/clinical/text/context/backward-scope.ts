import { wordsAfter } from '../language/nearby-words.ts';
import { segmentsIn, type Passage, type Segment } from '../language/passage.ts';
import type { Token } from '../language/token.ts';
import type { Trigger } from './triggers.ts';
import { isAccusative, tellsSeverityOrOnset, isUsualPair, coordinatesAll } from './lists.ts';
import {
  denyingToken,
  hasObjectBehind,
  isNever,
  tellsTime,
  type NegationContext,
} from './negation-context.ts';
import type { Extent } from './extent.ts';
import { isNotFoundVerb } from './perception-verbs.ts';

/** Whether a mention is in the scope of a denial that stands behind it: "horečku nemám", "fever and cough denied". */
export function isInBackwardScope(context: NegationContext, trigger: Trigger, extent: Extent): boolean {
  const { passage } = context;
  if (extent.last >= trigger.last) return false;
  const at = passage.segmentOf(trigger.first);
  const mine = passage.segmentOf(extent.first);
  if (context.ownedTokens.has(denyingToken(passage, trigger)) && (mine === at || !isNever(passage, trigger)))
    return false;
  switch (trigger.kind) {
    case 'verb':
      return (
        !isCircumstance(passage, extent) &&
        !hasObjectBehind(context, trigger, at) &&
        (mine === at ||
          reachesInto(passage, extent, at) ||
          (isLast(passage, trigger, at) && isObjectOf(context, trigger, mine)))
      );
    case 'no':
      return isNoInBackwardScope(context, trigger, extent);
    case 'denies':
      return trigger.segmentEnd && (mine === at || isObjectOf(context, trigger, mine));
    case 'absent':
      if (!trigger.segmentEnd || isOfSign(passage, trigger, extent)) return false;
      return mine === at || (isOfAll(context, trigger) && isLinkedBack(context, mine, at));
    default:
      return false;
  }
}

const OCCASION = /^(po|pri|pred|pres|od|kvuli|proti|pro|diky)$/;
const REMEDY = /^(lek|leky|leku|prasky|praska|nic|neco|kapky|mast|masti|tablety|doktora|lekare)$/;

/** "Po pádu nezvracel", "léky na bolest nebral": when it was and what it was for is there. */
function isCircumstance({ tokens }: Passage, { first }: Extent): boolean {
  const before = tokens[first - 1]?.word ?? '';
  return OCCASION.test(before) || (before === 'na' && REMEDY.test(tokens[first - 2]?.word ?? ''));
}

/** "S postřiky a hnojivy nepracuje": it ends in the part of the list that holds the verb. */
const reachesInto = (passage: Passage, { last }: Extent, at: Segment): boolean =>
  passage.segmentOf(last) === at;

function isNoInBackwardScope(context: NegationContext, trigger: Trigger, extent: Extent): boolean {
  const { passage } = context;
  const at = passage.segmentOf(trigger.first);
  const mine = passage.segmentOf(extent.first);
  if (mine === at) return trigger.segmentEnd || isFronted(passage, trigger, extent);
  return isNoneOf(passage, trigger, at) && isLinkedBack(context, mine, at);
}

/** "Hnis nebo lepení žádné": said of all that "or" joins. */
const isNoneOf = ({ tokens }: Passage, trigger: Trigger, { opener }: Segment): boolean =>
  opener === 'or' && trigger.segmentEnd && /^zadn/.test(tokens[trigger.first]?.word ?? '');

const AUXILIARIES = /^(jsem|jsme|se|si|je|taky|take|tez|nikdy|vubec)$/;

/** Nothing stands behind the verb to be its object: "a neviděl jsem lékaře" denies no doctor and no rash. */
function isLast(passage: Passage, trigger: Trigger, { end }: Segment): boolean {
  return passage.tokens
    .slice(trigger.last + 1, end)
    .every(({ kind, word }) => kind === 'mark' || AUXILIARIES.test(word));
}

const SUBJECT = /^(i|he|she|we|they|you)$/;
const HAVING =
  /^(have|had|has|do|does|did|seen|noticed|felt|got|feel|see|notice|found|at|all|either|though)$/;

/** "Blood in the stool I have not seen", "chest pain he does not have": the object stands before its subject. */
function isFronted(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  if (passage.tokens[trigger.first]?.word !== 'not') return false;
  const lead = passage.tokens.slice(extent.last + 1, trigger.first).map(({ word }) => word);
  const rest = passage.tokens.slice(trigger.last + 1, passage.segmentOf(trigger.first).end);
  const ends = rest.every((token) => token.kind === 'mark' || HAVING.test(token.word));
  return ends && SUBJECT.test(lead[0] ?? '') && lead.slice(1).every((word) => HAVING.test(word));
}

const OF_SEVERAL = /^(are|were|all|both|jsou|byly)$/;

/**
 * "Fever, cough and rash are absent": said of several, or joined by "or", which only a denial joins. What is no finding
 * may be missing by itself.
 */
function isOfAll({ passage, mentions }: NegationContext, trigger: Trigger): boolean {
  const segment = passage.segmentOf(trigger.first);
  const own = (mentions.get(trigger.clause) ?? []).some(
    (mention) => mention.first >= segment.first && mention.last < trigger.first,
  );
  if (!own || segment.opener === 'or') return own;
  return passage.tokens.slice(segment.first, trigger.first).some(({ word }) => OF_SEVERAL.test(word));
}

/** What is a sign where it is absent. */
const MISSED =
  /^(puls\w*|pulz\w*|reflex\w*|sounds?|entry|ozv\w*|zvuk\w*|urin\w*|moc|output|memor\w*|pamet\w*|movements?|pohyb\w*|power|sensation|feeling|cit|tone|gag|flow|vision|sight|hearing|speech|consciousness|vedomi|response|tears|periods?|menses|with|s|se)$/;

/** "Pain and pulses are absent", "pain with pulses absent": it is said of what stands between. */
const isOfSign = (passage: Passage, trigger: Trigger, extent: Extent): boolean =>
  passage.tokens.slice(extent.last + 1, trigger.first).some(({ word }) => MISSED.test(word));

/** "horečku, kašel ani rýmu nemám", "horečku a kašel neguje": an item that can only be the object of the verb behind it. */
function isObjectOf(context: NegationContext, trigger: Trigger, mine: Segment): boolean {
  const { passage } = context;
  const verbs = passage.segmentOf(trigger.first);
  if (isNotFoundVerb(passage.tokens[trigger.first]?.word ?? '') || !isLinkedBack(context, mine, verbs))
    return false;
  const isPair = mine.end === verbs.first && isUsualPair(passage, verbs);
  return isPair || coordinatesAll(passage, verbs) || isAccusative(passage, mine);
}

/** "Silnou bolest hlavy ani ztuhlý krk nemám": however strong it is told, it is denied with its neighbour. */
const isJoinedByAni = (passage: Passage, mine: Segment, verbs: Segment): boolean =>
  mine.end === verbs.first &&
  [verbs.first - 1, verbs.first].some((at) => passage.tokens[at]?.word === 'ani') &&
  isAccusative(passage, mine);

/** An item of the list that ends with the verb, bound to it by a conjunction; not one whose own time or force is told. */
function isLinkedBack(context: NegationContext, mine: Segment, verbs: Segment): boolean {
  const { passage } = context;
  if (mine.sentence !== verbs.sentence || (verbs.opener !== 'and' && verbs.opener !== 'or')) return false;
  if (tellsTime(context, mine)) return false;
  if (tellsSeverityOrOnset(passage, mine) && !isJoinedByAni(passage, mine, verbs)) return false;
  const between = segmentsIn(passage, { first: mine.first, end: verbs.first });
  return between.every((segment) => !segment.finite && segment.opener !== 'hard');
}

const ENDS_LIST = /^(:|-)$/;
const ALL_DENIED_EN =
  /^((i|he|she|we|they|there|the|patient|pt|have|has|had|been|is|are|was|were) )*(nothing (like that|of the (kind|sort)|of that (kind|sort))|none( of (those|these|that|them|it))?|no sign of (those|these|that|them|it))( (at all|ever|either|whatsoever|thankfully|so far))?$/;
const ALL_DENIED_CS =
  /^nic (z toho|takoveho|podobneho)( (jsem|jsme|se|u|nas|me|ho|vubec|nikdy neprodelal\w?|nebylo|neni|nemam|nema|nemame|nestalo|nemel\w?|neprodelal\w?|neprobehlo|neudava|neguje|nepozoruj\w+|nezaznamenal\w?))+$/;
/** "Zlomenina - vyloučeno": said of one thing. "To jsem nikdy neměl" is said of what is new as well. */
const IT_DENIED = /^((to )?(bylo |je |byla |byly )?vyloucen\w?|ruled out|excluded)$/;
const NO = /^(no|nil|negative|absent|denied|denies|ne|zadn\w+|neguje|nepritomn\w+|negativni)$/;
/** A sentence of its own stands there, and no list. */
const STATES = /^(i|he|she|it|we|they|have|has|had|is|am|are|mam|ma|mel\w?|jsem|je|boli)$/;

/** How what stands behind a colon or a dash denies what stands before it: a list (`all`, `or`) or one thing (`it`). */
function denialBehind(passage: Passage, at: number, end: number): 'all' | 'or' | 'it' | null {
  const { tokens } = passage;
  const said = tokens
    .slice(at + 1, end)
    .flatMap(({ kind, word }) => (kind === 'mark' ? [] : [word]))
    .join(' ');
  if (IT_DENIED.test(said)) return 'it';
  // "Fever, sweats or chills: no", but not "cough, fever: no".
  const isNo = NO.test(tokens[at + 1]?.word ?? '') && (at + 2 >= end || tokens[at + 2]?.kind === 'mark');
  if (isNo) return 'or';
  return ALL_DENIED_EN.test(said) || ALL_DENIED_CS.test(said) ? 'all' : null;
}

const DENIES_LIST = /^(neguj\w*|popira\w*|neudava\w*)$/;
const IS_ZERO = /^(0|neg)$/;
const SHORTEST_LIST = 4;
const LONGEST_ITEM = 3;

/**
 * "Horečka, hubnutí, pád neguje", "nauzea, zvracení, aura 0": a sentence of a clinician that is a list and nothing else, denied at
 * its end. Before a nought each item is one word: "bolest na hrudi, dušnost, kašel 0" may be two complaints.
 */
function isListDenied(passage: Passage, first: number): boolean {
  const sentence = passage.sentenceOf(first);
  // Not the letters of "i.v."
  const itemOf = (range: { first: number; end: number }): Token[] =>
    passage.tokens
      .slice(range.first, range.end)
      .filter(({ kind, word }) => kind === 'number' || (kind === 'word' && word.length > 1));
  const denial = itemOf(sentence).at(-1)?.word ?? '';
  const longest = DENIES_LIST.test(denial) ? LONGEST_ITEM : IS_ZERO.test(denial) ? 1 : 0;
  if (longest === 0) return false;
  const segments = segmentsIn(passage, sentence);
  if (segments.length < SHORTEST_LIST) return false;
  return segments.every((segment, index) => {
    const own = index === segments.length - 1 ? itemOf(segment).slice(0, -1) : itemOf(segment);
    const isListed = index === 0 || segment.opener === 'comma';
    const isPlain = own.every(({ kind, word }) => kind === 'word' && !STATES.test(word) && !NO.test(word));
    return isListed && own.length > 0 && own.length <= longest && isPlain;
  });
}

const MINE = /^(my|his|her|the|moje|jeho|jeji)$/;
const NOT_KNOWN =
  /^((:|-|is|mi|mu|ji|si|asi|zatim) )*(unknown|unsure|dunno|idk|not (sure|known)|do not know|no idea|nevim\w*|netus\w+|nezn\w+)( [.,;!?].*)?$/;

/** "Temperature unknown", "teplota nevím": what is named, and nothing but that it is not known. */
export function isLeftOpen(passage: Passage, { first, last }: Extent): boolean {
  const segment = passage.segmentOf(first);
  const isFirst = passage.tokens.slice(segment.first, first).every(({ word }) => MINE.test(word));
  return isFirst && NOT_KNOWN.test(wordsAfter(passage.tokens, last));
}

/** "Seizures, blackouts: none, ever", "slabost, pokles koutku - nic z toho nebylo": what the end of its sentence denies. */
export function isDeniedAtEnd(passage: Passage, { first, last }: Extent): boolean {
  const { tokens } = passage;
  const { first: start, end } = passage.sentenceOf(first);
  if (isListDenied(passage, first)) return true;
  let at = last + 1;
  while (at < end && !ENDS_LIST.test(tokens[at]?.word ?? '')) at += 1;
  if (at === end) return false;
  const denial = denialBehind(passage, at, end);
  if (denial === null) return false;
  const items = segmentsIn(passage, { first: start, end: at });
  if (denial === 'or' && items.at(-1)?.opener !== 'or') return false;
  if ((denial === 'it') !== (items.length === 1)) return false;
  const isPlain = items.every(({ end: itemEnd, finite }) => itemEnd > at || !finite);
  return isPlain && !tokens.slice(start, at).some(({ word }) => STATES.test(word));
}
