import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import { isNegatedWord } from '../language/words-cs.ts';
import { SUBJECTS_EN } from '../language/words-en.ts';
import { saysOnset } from '../values/anchors.ts';
import { HOURS, type TimeSpan } from '../values/time.ts';
import { isLeftOpen } from './behind.ts';
import { isYear, type Cue } from './cues.ts';
import { isListedAsHistory } from './history.ts';
import { coversInTime, isOfNow, segmentsBehind } from './lists.ts';
import { negationOf, overlaps } from './negation.ts';
import type { NegationScene } from './negation-scene.ts';
import type { Extent } from './patient.ts';
import { isToldBeforeQuestion } from './question-behind.ts';
import { isHaving } from './witness.ts';

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
const SHARES_WORDS: ReadonlySet<Cue['kind']> = new Set<Cue['kind']>(['bound', 'family']);

/** How the mention at `extent` is asserted. `own` are its tokens: cues within its own wording do not count. */
export function assertionOf(scene: NegationScene, extent: Extent, own: ReadonlySet<number>): Assertion {
  const { passage } = scene;
  const cues = (scene.cues.get(passage.segmentOf(extent.first).clause) ?? []).filter(
    (cue) =>
      !(SHARES_WORDS.has(cue.kind) ? own.has(cue.first) : overlaps(cue, own)) &&
      !scene.ownedTokens.has(cue.first),
  );
  const ofKind = (kind: Cue['kind']): Cue[] => cues.filter((cue) => cue.kind === kind);
  const negation = negationOf(scene, extent, own);
  const unsure = ofKind('unsure').some((cue) => cue.last < extent.first) || isLeftOpen(passage, extent);
  const question = askedAs(passage, extent);
  const bound = ofKind('bound').some((cue) => isBound(passage, cue, { ...extent, own }));
  const history = isListedAsHistory(scene, extent, own) || isLongPast(scene, cues, extent);
  const denied = bound || negation !== 'none' || question === 'answered_no';
  return {
    polarity: unsure ? 'unknown' : denied ? 'absent' : 'present',
    uncertain:
      negation === 'doubted' ||
      question === 'presupposed' ||
      ofKind('uncertain').some((cue) => isUncertain(passage, cue, extent)),
    // "gave up smoking ten years ago" tells of now.
    past: !bound && (history || isPast(scene, cues, extent)),
    history,
    hypothetical:
      question === 'open' ||
      ofKind('nearly').some((cue) => isDirectlyBefore(passage, cue, extent)) ||
      ofKind('hypothetical').some((cue) => isHypothetical(passage, cue, extent)) ||
      isUnderEarlierCondition(scene, extent),
    family: ofKind('family').some((cue) => isOfFamily(passage, cue, extent)),
    others: ofKind('nobody').some((cue) => isOfNobody(passage, cue, extent)),
    allergen: ofKind('allergen').some((cue) => isAllergen(passage, cue, extent)),
    bound,
  };
}

/** From the cue to the end of its clause; at the end of its segment also what stands before it ("horečka asi"). */
function isUncertain(passage: Passage, cue: Cue, extent: Extent): boolean {
  if (cue.first < extent.first) return true;
  return cue.segmentEnd && passage.segmentOf(cue.first) === passage.segmentOf(extent.first);
}

const AUXILIARIES = /^(jsem|se|i|have|had|has|to|mi|bych|going|am|like|of|be|been|a|an)$/;

/** "nearly passed out", "málem jsem omdlel". */
function isDirectlyBefore(passage: Passage, cue: Cue, extent: Extent): boolean {
  if (cue.last >= extent.first) return false;
  return passage.tokens.slice(cue.last + 1, extent.first).every((token) => AUXILIARIES.test(token.word));
}

/** Right before the mention or, inside it, before one of its own words: "rash, non-itchy". */
function isBound(
  passage: Passage,
  cue: Cue,
  { first, last, own }: Extent & { own: ReadonlySet<number> },
): boolean {
  if (cue.last < first) return isDirectlyBefore(passage, cue, { first, last });
  // "nemůžu být" before "být těhotná".
  if (cue.first < first) return true;
  return own.has(cue.last + 1);
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
function isOfNobody(passage: Passage, cue: Cue, extent: Extent): boolean {
  if (cue.last >= extent.first || !sameSegment(passage, cue, extent)) return false;
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const { end } = passage.segmentOf(cue.first);
  let verb = cue.last + 1;
  while (verb < extent.first && !isHaving(word(verb))) verb += 1;
  for (let at = cue.last + 1; at < verb; at += 1)
    if (PATIENT.has(word(at)) && !OTHERS.test(word(at + 1))) return false;
  const who = verb - cue.last - 1;
  if (who > LONGEST_WHO || (who > 0 && !WHO.test(word(cue.last + 1)))) return false;
  if (verb < extent.first) {
    let at = verb + 1;
    while (at < extent.first && (HAD.test(word(at)) || isHaving(word(at)))) at += 1;
    return at === extent.first;
  }
  // A phrase that begins with who has it: "nobody in his (family has had cancer)".
  if (OTHERS.test(word(extent.first))) return true;
  // Its own verb, or having and being behind it.
  if (/(s|ed|ing)$/.test(word(extent.first)) || isNegatedWord(word(extent.first))) return true;
  return passage.tokens.slice(extent.last + 1, end).some((token) => isHaving(token.word));
}

const FAMILY_HEADING = /^(family|fhx|fh|rodinna|rodinnou|ra)$/;
const RUNS = /^runs?$/;

/**
 * The list before "runs in the family", and what "in the family" ends. A heading ("family history of", "v rodině") says nothing
 * of what stands before it, and of what follows only up to what is told of now: "v rodině trombózy, dneska dušnost".
 */
function isOfFamily(passage: Passage, cue: Cue, extent: Extent): boolean {
  if (cue.first <= extent.first)
    return !segmentsBehind(passage, cue, extent).some((segment) => isOfNow(passage, segment));
  const word = passage.tokens[cue.first]?.word ?? '';
  if (FAMILY_HEADING.test(word)) return false;
  return (cue.segmentEnd && RUNS.test(word)) || coversInTime(passage, cue, extent);
}

const LONGEST_ALLERGY = 4;
const ALLERGIC_OTHERWISE = /^(reaction|reactions|rash|rhinitis|conjunctivitis|asthma|shock)$/;

/** "allergic to warfarin", "allergies: warfarin, aspirin", "warfarin allergy". */
function isAllergen(passage: Passage, cue: Cue, extent: Extent): boolean {
  if (cue.first === cue.last) {
    const after = passage.tokens[cue.last + 1]?.word ?? '';
    return cue.first === extent.last + 1 && !ALLERGIC_OTHERWISE.test(after);
  }
  if (cue.first > extent.first) return false;
  if (passage.tokens[cue.last]?.word === ':') return true;
  return sameSegment(passage, cue, extent) && extent.first - cue.last <= LONGEST_ALLERGY;
}

/** First words of a fear; "mam" is that of "mám strach". */
const FEARS = /^(boji\w*|obav\w*|afraid|scared|frightened|worried|concerned|mam)$/;
/** Last words of what is still to be excluded. */
const EXCLUDE = /^(exclude|out|o|r\/o|vylouceni|vyloucit)$/;
const CONDITIONS = /^(if|unless|pokud|jestli|jestlize|kdyby|kdybych)$/;
const SUBJECTS = new Set([...SUBJECTS_EN, 'my']);
const DONE = /^(took|swallowed|ate|drank|gave|inhaled|cut|hit|fell|broke)$/;

/** Forward to the end of the clause; at the end of its segment a fear covers what stands before it ("infarktu se bojím"). */
function isHypothetical(passage: Passage, cue: Cue, extent: Extent): boolean {
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const isBeside = sameSegment(passage, cue, extent);
  if (cue.first > extent.first) return cue.segmentEnd && /^boji/.test(word(cue.first)) && isBeside;
  // "Bojím se, svírá mě na hrudi": a fear that stands for itself.
  if (cue.segmentEnd && FEARS.test(word(cue.first)) && !isBeside) return false;
  if (EXCLUDE.test(word(cue.last)) && isFoundBehind(passage, cue, extent)) return false;
  // "Worried I took too much": that was done, and what it does is feared.
  if (word(cue.last) === 'i') return !DONE.test(word(cue.last + 1));
  return !CONDITIONS.test(word(cue.last)) || isUnderCondition(passage, cue, extent);
}

/** "To exclude sepsis: febrile", "rule out a stroke, BP 190/110": what stands behind the colon, or was measured, was found. */
function isFoundBehind(passage: Passage, cue: Cue, extent: Extent): boolean {
  const isColon = ({ word }: { word: string }): boolean => word === ':';
  if (passage.tokens.slice(cue.last + 2, extent.first).some(isColon)) return true;
  const { first, end } = passage.segmentOf(extent.first);
  return (
    !sameSegment(passage, cue, extent) &&
    passage.tokens.slice(first, end).some(({ kind }) => kind === 'number')
  );
}

/** A condition ends where a second subject begins: "if I walk my chest hurts". */
function isUnderCondition(passage: Passage, cue: Cue, extent: Extent): boolean {
  if (!sameSegment(passage, cue, extent))
    return passage.segmentOf(extent.first).opener !== 'comma' || !startsWithIf(passage, cue);
  let subjects = 0;
  for (let at = cue.last + 1; at < extent.first; at += 1)
    if (SUBJECTS.has(passage.tokens[at]?.word ?? '')) subjects += 1;
  return subjects < 2;
}

/** "Call if your lips swell or you cannot breathe": "or" goes on with the condition. */
function isUnderEarlierCondition({ passage, cues }: NegationScene, extent: Extent): boolean {
  const clause = passage.clauseOf(extent.first);
  if (clause.opener !== 'or') return false;
  const before = passage.segmentOf(extent.first).clause - 1;
  if (passage.clauses[before]?.sentence !== clause.sentence) return false;
  return (cues.get(before) ?? []).some(
    (cue) => cue.kind === 'hypothetical' && CONDITIONS.test(passage.tokens[cue.last]?.word ?? ''),
  );
}

/** "if I press, pain": what follows the comma is the consequence. */
function startsWithIf(passage: Passage, cue: Cue): boolean {
  return passage.segmentOf(cue.first).first === cue.first;
}

function sameSegment(passage: Passage, cue: Cue, extent: Extent): boolean {
  return passage.segmentOf(cue.first) === passage.segmentOf(extent.first);
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
function isLongPast({ passage, times }: NegationScene, cues: readonly Cue[], extent: Extent): boolean {
  const clause = passage.clauseOf(extent.first);
  if (saysOnset(passage.tokens, clause) || says(passage, passage.sentenceOf(extent.first), NOW_AGAIN))
    return false;
  const said = ({ first, last }: Cue): string =>
    passage.tokens
      .slice(first, last + 1)
      .map(({ word }) => word)
      .join(' ');
  const isCovered = (cue: Cue): boolean =>
    sameSegment(passage, cue, extent) && (isYear(passage, cue) || LONG_AGO.test(said(cue)));
  if (cues.some((cue) => cue.kind === 'past' && isCovered(cue))) return true;
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

function isPast(scene: NegationScene, cues: readonly Cue[], extent: Extent): boolean {
  const { passage } = scene;
  const clause = passage.clauseOf(extent.first);
  const pastCues = cues.filter((cue) => cue.kind === 'past');
  const covers = (cue: Cue): boolean =>
    isYear(passage, cue) ? sameSegment(passage, cue, extent) : coversInTime(passage, cue, extent);
  // "My chest pain began last month": it has gone on since.
  const isOnset = saysOnset(passage.tokens, clause);
  const isOver = ({ first }: Cue): boolean => OVER.test(passage.tokens[first]?.word ?? '');
  if (pastCues.some((cue) => covers(cue) && (!isOnset || isOver(cue)))) return true;
  if (cues.some((cue) => cue.kind === 'gone' && isGone(passage, cue, extent))) return true;
  if (endsWithBefore(passage, extent)) return true;
  if (isOnset) return false;
  const times = scene.times.get(passage.segmentOf(extent.first).clause) ?? [];
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
function isGone(passage: Passage, cue: Cue, extent: Extent): boolean {
  // "The INR is over 8".
  if (!sameSegment(passage, cue, extent) || passage.tokens[cue.last + 1]?.kind === 'number') return false;
  // "The pain has settled in the right lower belly."
  if (passage.tokens[cue.last]?.word === 'settled' && PLACE.test(passage.tokens[cue.last + 1]?.word ?? ''))
    return false;
  if (extent.last < cue.first) return true;
  // "He has passed red urine", "she has gone very pale": that is not over.
  if (/^(passed|gone)$/.test(passage.tokens[cue.last]?.word ?? '')) return false;
  return passage.segmentOf(cue.first).first + 1 >= cue.first;
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
  if (!sentence.question || clause.end < sentence.end || isToldBeforeQuestion(passage, extent)) return 'not';
  const answer = passage.tokens[sentence.end]?.word ?? '';
  if (sentence.end - sentence.first <= LONGEST_HEADING && /^(yes|no|ano|ne|jo|none)$/.test(answer)) {
    return answer.startsWith('n') ? 'answered_no' : 'not';
  }
  for (let at = clause.first; at < extent.first; at += 1)
    if (OPEN_WORDS.test(passage.tokens[at]?.word ?? '')) return 'not';
  const lead = passage.tokens.slice(Math.max(clause.first, extent.first - GIVEN_WINDOW), extent.first);
  return lead.some((token) => GIVEN.test(token.word)) ? 'presupposed' : 'open';
}
