import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import { isNegatedWord } from '../language/words-cs.ts';
import { SUBJECTS_EN } from '../language/words-en.ts';
import { saysOnset } from '../values/anchors.ts';
import { HOURS, type TimeSpan } from '../values/time.ts';
import { isLeftOpen } from './backward-scope.ts';
import { isYear, type Trigger } from './triggers.ts';
import { sectionOf } from './sections.ts';
import { isTakenBack } from './corrections.ts';
import { isListedAsHistory } from './history.ts';
import { coversInTime, isOfNow, segmentsBehind } from './lists.ts';
import { negationOf, overlaps } from './negation.ts';
import type { NegationContext } from './negation-context.ts';
import type { Extent } from './extent.ts';
import { isRelative } from './people.ts';
import { isFigureOfDespair } from './despair.ts';
import { isStatedBeforeQuestion } from './question-scope.ts';
import { isHaveOrBe } from './perception-verbs.ts';

/** How something was said. Everything but the owner, who is decided over the whole text. */
export type Assertion = {
  polarity: 'present' | 'absent' | 'unknown';
  uncertain: boolean;
  past: boolean;
  /** Listed as history, or years over, and so past: "with a history of seizures", "fits as a child". */
  history: boolean;
  hypothetical: boolean;
  family: boolean;
  /** Said of other people, who do not have it: "nobody else is ill". */
  others: boolean;
  /** Named as what somebody is allergic to. */
  allergen: boolean;
  /** Denied by the word right before it ("non-smoker"), which says nothing of its parts. */
  bound: boolean;
};

/** A mention may begin with the last words of these: "family (history of stroke)". */
const SHARES_WORDS: ReadonlySet<Trigger['kind']> = new Set<Trigger['kind']>(['bound', 'family']);

/** How the mention at `extent` is asserted. `own` are its tokens: triggers within its own wording do not count. */
export function assertionOf(context: NegationContext, extent: Extent, own: ReadonlySet<number>): Assertion {
  const { passage } = context;
  const triggers = triggersOf(context, extent, own);
  const ofKind = (kind: Trigger['kind']): Trigger[] => triggers.filter((trigger) => trigger.kind === kind);
  const negation = negationOf(context, extent, own);
  const unsure =
    ofKind('unsure').some((trigger) => trigger.last < extent.first) || isLeftOpen(passage, extent);
  const question = askedAs(passage, extent);
  const section = sectionOf(passage, context.sections, extent);
  const history =
    section === 'history' || isListedAsHistory(context, extent, own) || isLongPast(context, triggers, extent);
  const bound = ofKind('bound').some((trigger) => isBound(passage, trigger, { ...extent, own }));
  const nobody = ofKind('nobody').some((trigger) => isOfNobody(passage, trigger, extent));
  // "Nobody in the family has diabetes" denies what is said of the family.
  const ofFamily = nobody && [...own].some((token) => FAMILY_WORD.test(passage.tokens[token]?.word ?? ''));
  const denied =
    ofFamily || bound || negation !== 'none' || question === 'answered_no' || section === 'denied';
  return {
    polarity: unsure ? 'unknown' : denied ? 'absent' : 'present',
    uncertain:
      negation === 'doubted' ||
      question === 'presupposed' ||
      ofKind('uncertain').some((trigger) => isUncertain(passage, trigger, extent)),
    // "gave up smoking ten years ago" tells of now.
    past: !bound && (history || isPast(context, triggers, extent)),
    history,
    hypothetical: question === 'open' || isSupposed(context, triggers, { ...extent, own }),
    // "Father had a stroke" is of the family by its own words.
    family:
      (section === 'family' && !namesRelative(passage, own)) ||
      ofKind('family').some((trigger) => isOfFamily(passage, trigger, extent)),
    others: nobody && !ofFamily,
    allergen:
      section === 'allergy' || ofKind('allergen').some((trigger) => isAllergen(passage, trigger, extent)),
    bound,
  };
}

/** Not told as a fact: withdrawn, nearly, feared, under a condition, or a figure of speech. */
function isSupposed(
  context: NegationContext,
  triggers: readonly Trigger[],
  extent: Extent & { own: ReadonlySet<number> },
): boolean {
  const { passage } = context;
  if (isWithdrawn(context, extent) || isUnderEarlierCondition(context, extent)) return true;
  return triggers.some((trigger) => {
    if (trigger.kind === 'nearly') return isDirectlyBefore(passage, trigger, extent);
    if (trigger.kind === 'despair') return isFigureOfDespair(passage, trigger, extent);
    return trigger.kind === 'hypothetical' && isHypothetical(passage, trigger, extent);
  });
}

/** It stands at a box that nobody ticked, or is taken back. */
const isWithdrawn = (context: NegationContext, extent: Extent): boolean =>
  context.passage.sentenceOf(extent.first).unticked || isTakenBack(context, extent);

const ANY_MORE = /^(anymore|uz)$/;
const DENIES = /^(no|not|never|cannot)$/;

/** "Do not want to live anymore": by its own words that is so now. */
const endsDenial = ({ tokens }: Passage, { last }: Trigger, own: ReadonlySet<number>): boolean =>
  ANY_MORE.test(tokens[last]?.word ?? '') && [...own].some((token) => DENIES.test(tokens[token]?.word ?? ''));

/** The triggers of the mention's clause that are no words of it or of another phrase. */
function triggersOf(context: NegationContext, extent: Extent, own: ReadonlySet<number>): Trigger[] {
  const { passage, ownedTokens } = context;
  const isOwn = (trigger: Trigger): boolean =>
    SHARES_WORDS.has(trigger.kind)
      ? own.has(trigger.first) || namesFamily(passage, trigger, own)
      : overlaps(trigger, own);
  return (context.triggers.get(passage.segmentOf(extent.first).clause) ?? []).filter(
    (trigger) =>
      !isOwn(trigger) &&
      !ownedTokens.has(trigger.first) &&
      !(trigger.kind === 'past' && endsDenial(passage, trigger, own)),
  );
}

/** "V (rodině) měl někdo (cukrovku)": a phrase that speaks of the family by itself. */
const namesFamily = ({ tokens }: Passage, { first, last }: Trigger, own: ReadonlySet<number>): boolean =>
  [...own].some((at) => at >= first && at <= last && FAMILY_WORD.test(tokens[at]?.word ?? ''));

const FAMILY_WORD = /^(famil|rodin)/;

const namesRelative = ({ tokens }: Passage, own: ReadonlySet<number>): boolean =>
  [...own].some((token) => isRelative(tokens[token]?.word ?? ''));

/** From the trigger to the end of its clause; at the end of its segment also what stands before it ("horečka asi"). */
function isUncertain(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  if (trigger.first < extent.first) return true;
  return trigger.segmentEnd && passage.segmentOf(trigger.first) === passage.segmentOf(extent.first);
}

const AUXILIARIES = /^(jsem|se|i|have|had|has|to|mi|bych|going|am|like|of|be|been|a|an)$/;

/** "nearly passed out", "málem jsem omdlel". */
function isDirectlyBefore(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  if (trigger.last >= extent.first) return false;
  return passage.tokens.slice(trigger.last + 1, extent.first).every((token) => AUXILIARIES.test(token.word));
}

/** Right before the mention or, inside it, before one of its own words: "rash, non-itchy". */
function isBound(
  passage: Passage,
  trigger: Trigger,
  { first, last, own }: Extent & { own: ReadonlySet<number> },
): boolean {
  if (trigger.last < first) return isDirectlyBefore(passage, trigger, { first, last });
  // "nemůžu být" before "být těhotná".
  if (trigger.first < first) return true;
  return own.has(trigger.last + 1);
}

/** Words of the patient himself: "nobody I know has it" and "nobody knows why my head hurts". */
const PATIENT = new Set(
  words('i my me him his he her he she it that there if ze mam me mne muj moje moji jsem ho jeho ji jeji mu'),
);

/** "Nobody in his family", "nikdo z mé rodiny". */
const OTHERS =
  /^(famil\w*|households?|house|home|flat|class|school|office|work|friends?|relatives|parents|siblings|colleagues|rodin\w*|okoli|trid\w*|prac\w*|pribuzn\w*)$/;

/** What may stand between "nobody" and the verb: who they are. */
const WHO = /^(else|in|at|on|from|of|around|here|us|jiny|dalsi|doma|tady|u|v|ve|z|ze|na|kolem|nas)$/;
/** What may stand between "is" or "has" and the finding. */
const HAD =
  /^(a|an|any|the|been|had|ever|also|such|same|similar|or|got|having|jsem|se|taky|take|zadn\w+|takov\w+|stejn\w+)$/;
const LONGEST_WHO = 5;

/** "Nobody in the house is pregnant", "doma nikdo nemocný není", "nikdo nekašle": with any other verb it is the patient's. */
function isOfNobody(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  if (trigger.last >= extent.first || !sameSegment(passage, trigger, extent)) return false;
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const { end } = passage.segmentOf(trigger.first);
  let verb = trigger.last + 1;
  while (verb < extent.first && !isHaveOrBe(word(verb))) verb += 1;
  for (let at = trigger.last + 1; at < verb; at += 1)
    if (PATIENT.has(word(at)) && !OTHERS.test(word(at + 1))) return false;
  const who = verb - trigger.last - 1;
  if (who > LONGEST_WHO || (who > 0 && !WHO.test(word(trigger.last + 1)))) return false;
  if (verb < extent.first) {
    let at = verb + 1;
    while (at < extent.first && (HAD.test(word(at)) || isHaveOrBe(word(at)))) at += 1;
    return at === extent.first;
  }
  // A phrase that begins with who has it: "nobody in his (family has had cancer)".
  if (OTHERS.test(word(extent.first))) return true;
  // Its own verb, or having and being behind it.
  if (/(s|ed|ing)$/.test(word(extent.first)) || isNegatedWord(word(extent.first))) return true;
  return passage.tokens.slice(extent.last + 1, end).some((token) => isHaveOrBe(token.word));
}

const FAMILY_HEADING = /^(family|fhx|fh|rodinna|rodinnou|ra)$/;
const RUNS = /^runs?$/;

/**
 * The list before "runs in the family", and what "in the family" ends. A heading ("family history of", "v rodině") says nothing
 * of what stands before it, and of what follows only up to what is told of now: "v rodině trombózy, dneska dušnost".
 */
function isOfFamily(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  if (trigger.first <= extent.first)
    return !segmentsBehind(passage, trigger, extent).some((segment) => isOfNow(passage, segment));
  const word = passage.tokens[trigger.first]?.word ?? '';
  if (FAMILY_HEADING.test(word)) return false;
  return (trigger.segmentEnd && RUNS.test(word)) || coversInTime(passage, trigger, extent);
}

const LONGEST_ALLERGY = 4;
const ALLERGIC_OTHERWISE = /^(reaction|reactions|rash|rhinitis|conjunctivitis|asthma|shock)$/;

/** "allergic to warfarin", "allergies: warfarin, aspirin", "warfarin allergy". */
function isAllergen(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  if (trigger.first === trigger.last) {
    const after = passage.tokens[trigger.last + 1]?.word ?? '';
    return trigger.first === extent.last + 1 && !ALLERGIC_OTHERWISE.test(after);
  }
  if (trigger.first > extent.first) return false;
  if (passage.tokens[trigger.last]?.word === ':') return true;
  return sameSegment(passage, trigger, extent) && extent.first - trigger.last <= LONGEST_ALLERGY;
}

/** First words of a fear; "mam" is that of "mám strach". */
const FEARS = /^(boji\w*|obav\w*|afraid|scared|frightened|worried|concerned|mam)$/;
/** Last words of what is still to be excluded. */
const EXCLUDE = /^(exclude|out|o|r\/o|vylouceni|vyloucit)$/;
const CONDITIONS = /^(if|unless|pokud|jestli|jestlize|kdyby|kdybych)$/;
const SUBJECTS = new Set([...SUBJECTS_EN, 'my']);
const DONE = /^(took|swallowed|ate|drank|gave|inhaled|cut|hit|fell|broke)$/;

/** Forward to the end of the clause; at the end of its segment a fear covers what stands before it ("infarktu se bojím"). */
function isHypothetical(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const isBeside = sameSegment(passage, trigger, extent);
  if (trigger.first > extent.first)
    return trigger.segmentEnd && /^boji/.test(word(trigger.first)) && isBeside;
  // "Bojím se, svírá mě na hrudi": a fear that stands for itself.
  if (trigger.segmentEnd && FEARS.test(word(trigger.first)) && !isBeside) return false;
  if (EXCLUDE.test(word(trigger.last)) && isFoundBehind(passage, trigger, extent)) return false;
  // "Worried I took too much": that was done, and what it does is feared.
  if (word(trigger.last) === 'i') return !DONE.test(word(trigger.last + 1));
  return !CONDITIONS.test(word(trigger.last)) || isUnderCondition(passage, trigger, extent);
}

/** "To exclude sepsis: febrile", "rule out a stroke, BP 190/110": what stands behind the colon, or was measured, was found. */
function isFoundBehind(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  const isColon = ({ word }: { word: string }): boolean => word === ':';
  if (passage.tokens.slice(trigger.last + 2, extent.first).some(isColon)) return true;
  const { first, end } = passage.segmentOf(extent.first);
  return (
    !sameSegment(passage, trigger, extent) &&
    passage.tokens.slice(first, end).some(({ kind }) => kind === 'number')
  );
}

/** A condition ends where a second subject begins: "if I walk my chest hurts". */
function isUnderCondition(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  if (!sameSegment(passage, trigger, extent))
    return passage.segmentOf(extent.first).opener !== 'comma' || !startsWithIf(passage, trigger);
  let subjects = 0;
  for (let at = trigger.last + 1; at < extent.first; at += 1)
    if (SUBJECTS.has(passage.tokens[at]?.word ?? '')) subjects += 1;
  return subjects < 2;
}

/** "Call if your lips swell or you cannot breathe": "or" goes on with the condition. */
function isUnderEarlierCondition({ passage, triggers }: NegationContext, extent: Extent): boolean {
  const clause = passage.clauseOf(extent.first);
  if (clause.opener !== 'or') return false;
  const before = passage.segmentOf(extent.first).clause - 1;
  if (passage.clauses[before]?.sentence !== clause.sentence) return false;
  return (triggers.get(before) ?? []).some(
    (trigger) => trigger.kind === 'hypothetical' && CONDITIONS.test(passage.tokens[trigger.last]?.word ?? ''),
  );
}

/** "if I press, pain": what follows the comma is the consequence. */
function startsWithIf(passage: Passage, trigger: Trigger): boolean {
  return passage.segmentOf(trigger.first).first === trigger.first;
}

function sameSegment(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  return passage.segmentOf(trigger.first) === passage.segmentOf(extent.first);
}

const WAS = new Set(words('had was were mel mela melo meli byl byla bylo byly prodelal prodelala'));
const PERFECT = new Set(words('have has ve'));
const LONG_AGO_HOURS = 28 * HOURS.day;
const WEEK_AGO_HOURS = HOURS.week;

const LONG_AGO =
  /\b(child|kid|girl|boy|baby|toddler|childhood|youth|children|kids|young|younger|years ago|long time ago|ages ago|detstvi|dite|mladi|mlada|maly|mala|kdysi|pred lety|pred leti)\b/;
const NOW_AGAIN = new Set(
  words('again today now tonight back cannot like znovu zase opet dnes dneska ted nyni nemuzu nemuze jako'),
);
const YEAR_HOURS = 365 * HOURS.day;

/** "In childhood", "years ago", "in 2010", "three years ago" in the same part of the sentence, and not "again today". */
function isLongPast(
  { passage, times }: NegationContext,
  triggers: readonly Trigger[],
  extent: Extent,
): boolean {
  const clause = passage.clauseOf(extent.first);
  if (saysOnset(passage.tokens, clause) || says(passage, passage.sentenceOf(extent.first), NOW_AGAIN))
    return false;
  const said = ({ first, last }: Trigger): string =>
    passage.tokens
      .slice(first, last + 1)
      .map(({ word }) => word)
      .join(' ');
  const isCovered = (trigger: Trigger): boolean =>
    sameSegment(passage, trigger, extent) && (isYear(passage, trigger) || LONG_AGO.test(said(trigger)));
  if (triggers.some((trigger) => trigger.kind === 'past' && isCovered(trigger))) return true;
  const here = times.get(passage.segmentOf(extent.first).clause) ?? [];
  return here.some(
    (time) =>
      time.relation === 'ago' &&
      time.hours >= YEAR_HOURS &&
      passage.segmentOf(time.first) === passage.segmentOf(extent.first) &&
      !here.some((other) => takesOver(passage, time, other, extent)),
  );
}

/** "No longer", "not any more", "anymore", "used to" */
const OVER = /^(no|not|anymore|used)$/;

function isPast(context: NegationContext, triggers: readonly Trigger[], extent: Extent): boolean {
  const { passage } = context;
  const clause = passage.clauseOf(extent.first);
  const pastTriggers = triggers.filter((trigger) => trigger.kind === 'past');
  const covers = (trigger: Trigger): boolean =>
    isYear(passage, trigger) ? sameSegment(passage, trigger, extent) : coversInTime(passage, trigger, extent);
  // "My chest pain began last month": it has gone on since.
  const isOnset = saysOnset(passage.tokens, clause);
  const isOver = ({ first }: Trigger): boolean => OVER.test(passage.tokens[first]?.word ?? '');
  if (pastTriggers.some((trigger) => covers(trigger) && (!isOnset || isOver(trigger)))) return true;
  if (triggers.some((trigger) => trigger.kind === 'gone' && isGone(passage, trigger, extent))) return true;
  if (endsWithBefore(passage, extent)) return true;
  if (isOnset) return false;
  const times = context.times.get(passage.segmentOf(extent.first).clause) ?? [];
  const ago = times.filter(
    (time) =>
      time.relation === 'ago' &&
      coversInTime(passage, time, extent) &&
      !times.some((other) => takesOver(passage, time, other, extent)),
  );
  if (ago.some((time) => time.hours >= LONG_AGO_HOURS)) return true;
  return (
    ago.some((time) => time.hours >= WEEK_AGO_HOURS) &&
    says(passage, clause, WAS) &&
    !says(passage, clause, PERFECT)
  );
}

/** "stopped tablets six weeks ago, two days of headache": a later part of the list with a time of its own. */
function takesOver(passage: Passage, ago: Extent, other: TimeSpan, extent: Extent): boolean {
  const segment = passage.segmentOf(other.first).first;
  return (
    other.relation !== 'ago' &&
    segment > passage.segmentOf(ago.first).first &&
    segment <= passage.segmentOf(extent.first).first
  );
}

function says(passage: Passage, range: { first: number; end: number }, list: ReadonlySet<string>): boolean {
  for (let at = range.first; at < range.end; at += 1)
    if (list.has(passage.tokens[at]?.word ?? '')) return true;
  return false;
}

const PLACE = /^(in|on|at|to|into|over|around|round|behind|below|above|down|low|lower)$/;

/** "the fever is gone"; or forward where nothing stands before it: "přestala mě bolet hlava". */
function isGone(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  // "The INR is over 8".
  if (!sameSegment(passage, trigger, extent) || passage.tokens[trigger.last + 1]?.kind === 'number')
    return false;
  // "The pain has settled in the right lower belly."
  if (
    passage.tokens[trigger.last]?.word === 'settled' &&
    PLACE.test(passage.tokens[trigger.last + 1]?.word ?? '')
  )
    return false;
  if (extent.last < trigger.first) return true;
  // "He has passed red urine", "she has gone very pale": that is not over.
  if (/^(passed|gone)$/.test(passage.tokens[trigger.last]?.word ?? '')) return false;
  return passage.segmentOf(trigger.first).first + 1 >= trigger.first;
}

/** "I have had this headache before": but not "worse than before" and not "pain before meals". */
function endsWithBefore(passage: Passage, extent: Extent): boolean {
  const { first, end } = passage.segmentOf(extent.first);
  for (let at = extent.last + 1; at < end; at += 1) {
    if (passage.tokens[at]?.word !== 'before') continue;
    const rest = passage.tokens.slice(at + 1, end).some((token) => token.kind === 'word');
    const compared = /^(than|as|never|like|ever|not)$/.test(passage.tokens[at - 1]?.word ?? '');
    return !rest && !compared && says(passage, { first, end }, WAS);
  }
  return false;
}

const OPEN_WORDS = /^(why|how|what|when|where|which|who|proc|jak|co|kdy|kde|jaky|jaka|jake|kolik|kam)$/;
const GIVEN = /^(my|this|these|moje|moji|muj|tato|tahle|tuhle|tyhle)$/;
const GIVEN_WINDOW = 3;
const LONGEST_HEADING = 8;

/**
 * A yes-or-no question asserts nothing, unless it is answered at once ("Fever? No."); "why does my head hurt?" and
 * "could my chest pain be serious?" take their symptom for given, the latter with less weight.
 */
function askedAs(passage: Passage, extent: Extent): 'not' | 'open' | 'presupposed' | 'answered_no' {
  const sentence = passage.sentenceOf(extent.first);
  const clause = passage.clauseOf(extent.first);
  if (!sentence.question || clause.end < sentence.end || isStatedBeforeQuestion(passage, extent))
    return 'not';
  const answer = passage.tokens[sentence.end]?.word ?? '';
  if (sentence.end - sentence.first <= LONGEST_HEADING && /^(yes|no|ano|ne|jo|none)$/.test(answer)) {
    return answer.startsWith('n') ? 'answered_no' : 'not';
  }
  for (let at = clause.first; at < extent.first; at += 1)
    if (OPEN_WORDS.test(passage.tokens[at]?.word ?? '')) return 'not';
  const lead = passage.tokens.slice(Math.max(clause.first, extent.first - GIVEN_WINDOW), extent.first);
  return lead.some((token) => GIVEN.test(token.word)) ? 'presupposed' : 'open';
}
