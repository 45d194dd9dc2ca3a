import type { Passage } from '../language/passage.ts';
import { isNegatedWord } from '../language/words-cs.ts';
import { isDeterminer } from '../language/words-en.ts';
import type { Trigger } from './triggers.ts';
import type { Extent } from './extent.ts';

const WITHOUT = /^(without|bez|beze)$/;
const NOT = /^(no|not|never|cannot|neni|hardly|nikdy)$/;

/** "Not a day without pain", "cannot eat without vomiting": two denials in one part of the list. */
export function isDoubleNegation(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  const { tokens } = passage;
  const { first } = passage.segmentOf(trigger.first);
  const isNot = (word: string): boolean => NOT.test(word) || isNegatedWord(word);
  const word = tokens[trigger.first]?.word ?? '';
  if (WITHOUT.test(word)) return tokens.slice(first, trigger.first).some((token) => isNot(token.word));
  const end = Math.min(extent.first, passage.segmentOf(trigger.first).end);
  return isNot(word) && tokens.slice(trigger.last + 1, end).some((token) => WITHOUT.test(token.word));
}

/** "Climbs stairs without getting any chest pain" */
const leadsToObject = (word: string): boolean =>
  isDeterminer(word) || /^(getting|having|feeling|being)$/.test(word);

/** "Migraine without aura since 2014" is no "migraine since 2014" denied: the denial has an object of its own. */
export function hasOtherObject(
  { tokens }: Passage,
  trigger: Trigger,
  { first, last, own }: Extent & { own: ReadonlySet<number> },
): boolean {
  const word = tokens[trigger.first]?.word ?? '';
  const isInside = trigger.first > first && trigger.last < last;
  let object = trigger.last + 1;
  while (object < last && leadsToObject(tokens[object]?.word ?? '')) object += 1;
  return isInside && (WITHOUT.test(word) || word === 'w/o') && !own.has(object);
}

const TERMINATES = /^(for|about|na)$/;
const ANYTHING =
  /^(medicines?|medication|painkillers?|tablets|leky|leku|prasky|anything|something|nothing|nic|neco|doctor|gp|anyone|anybody|lekare|doktora)$/;

const HEADING = /^(of|the|following|any|these|nasledujici|tyto|potize|obtize|priznaky)$/;

/** "CT negative for a bleed: worst headache": behind a colon something new begins, unless it belongs to the denial. */
export function isAfterColon({ tokens }: Passage, trigger: Trigger, extent: Extent): boolean {
  const between = tokens.slice(trigger.last + 1, extent.first);
  const colon = between.findIndex(({ word }) => word === ':');
  return colon !== -1 && !between.slice(0, colon).every(({ word }) => HEADING.test(word));
}

const WISH = /^(want|wanted|wanting|fancy|wish)$/;
const REASON = /^(for|with|because|about|over)$/;
const CAUSE =
  /^(causes?|reasons?|source|explanation|cure|treatment|relief|pricin\w{1,2}|duvod\w{0,2}|vysvetlen\w{1,2}|zdroj\w{0,2})$/;

/** "Neither rest nor tablets ease the headache" */
const EASING =
  /^(eas(es?|ed|ing)|help(s|ed|ing)?|reliev(es?|ed|ing)|sooth\w*|touch(es|ed)?|control(s|led)?|explain\w*|understand|tolerate|bear|stand|ignore|pomaha\w*|zabira\w*|ulevi\w*)$/;
/** "No idea how I got this headache": what is pointed at is there, unless it is said that one has it not. */
const GIVEN = /^(this|these|tuto|tuhle|tyto|tyhle)$/;
const OWN = /^(my|moji|moje)$/;
const KEEPING = /^(have|had|has|having|get|got|feel|felt)$/;
const PLACING = /^(in|on|from|at|of|to)$/;
/** "Without a coat I fainted", "bez kabátu jsem omdlel"; the Czech "i" is no speaker. */
const SPEAKER = { en: /^(i|he|she|we|they)$/, cs: /^(jsem|jsme)$/ };

/**
 * Whether the scope of a denial ends before the mention: "did not take anything for the pain", "have not found the cause of the
 * pain", "nevzal jsem si nic na bolest".
 */
export function isScopeTerminated(passage: Passage, trigger: Trigger, extent: Extent): boolean {
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  for (let at = trigger.first; at < extent.first; at += 1) {
    if (CAUSE.test(word(at)) || (at > trigger.last && EASING.test(word(at)))) return true;
    if (ANYTHING.test(word(at)) && TERMINATES.test(word(at + 1))) return true;
  }
  const between = passage.tokens.slice(trigger.last + 1, extent.first).map((token) => token.word);
  const says = (wanted: RegExp): boolean => between.some((one) => wanted.test(one));
  // "Did not bite my tongue or faint": what stands before "or" is another item's.
  const ofItem = between.slice(Math.max(between.lastIndexOf('or'), between.lastIndexOf('nor')) + 1);
  const isOwn = ofItem.some((one) => OWN.test(one));
  if ((says(GIVEN) || (isOwn && !says(PLACING))) && !says(KEEPING)) return true;
  if (/^(not|never)$/.test(word(trigger.first)) && says(/^(when|why|how)$/)) return true;
  // "Don't want to sit there for a cat bite": a wish denies no reason for it.
  if (WISH.test(word(trigger.last + 1)) && says(REASON)) return true;
  const without = word(trigger.first);
  return WITHOUT.test(without) && says(SPEAKER[without.startsWith('bez') ? 'cs' : 'en']);
}
