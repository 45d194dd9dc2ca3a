import type { Question } from '../types.ts';
import { readBareAnswer, type BareAnswer } from './answers/bare-answer.ts';
import { isUnsure } from './answers/indirect-answer.ts';
import type { Offer } from './answers/offered-value.ts';
import { separateParticle } from './answers/separate-particle.ts';
import { readTriggers } from './context/triggers.ts';
import type { NegationContext } from './context/negation-context.ts';
import { findPatient, tellsOfNow, type Patient } from './context/experiencer.ts';
import type { Extent, Statement } from './context/extent.ts';
import { readSections } from './context/sections.ts';
import { readPeople } from './context/people.ts';
import { readToday } from './language/calendar.ts';
import { readPassage, type Passage } from './language/passage.ts';
import {
  extentOf,
  readMentions,
  withoutMisreadDenials,
  withoutWishes,
  withoutPartsOfAges,
  type Mention,
} from './mentions.ts';
import type { CompiledEntry } from './lexicon.ts';
import { matchPhrases, type PhraseMatch } from './phrases/match.ts';
import type { CompiledLexicon } from './phrases/packed.ts';
import { readAges, type AgeMention } from './values/ages.ts';
import { readNumbers, type NumberSpan } from './values/numbers.ts';
import { readTimes, type TimeSpan } from './values/time.ts';

/** How a pending question asks: for a story or for one thing, and what it offers as the answer. */
export type Asked = { isStory: boolean; offer: Offer };

/** What is known beside a text: how the pending question asks, and when the text was told (ISO 8601). */
export type Circumstances = { asked?: Asked | undefined; at?: string | undefined };

/** Everything that was read from a text, before it is turned into evidence. */
export type TextReading = {
  passage: Passage;
  lexicon: CompiledLexicon;
  pending: Question | null;
  /** What the pending question offers; null where none is told of. */
  offer: Offer | null;
  /** It answers a question that asks for one thing, and tells no story of its own. */
  isAnswer: boolean;
  /** The yes, no or "don't know" at its beginning; null where it has none, or answers no question. */
  bare: BareAnswer | null;
  numbers: NumberSpan[];
  times: TimeSpan[];
  ages: AgeMention[];
  context: NegationContext;
  mentions: Mention[];
  patient: Patient;
  /** A he or she or a relative is spoken of: then the writer's own grammar tells nothing about the patient. */
  namesOthers: boolean;
};

/** Reads a text step by step: structure, numbers, phrases, signs, people. Linear in the length of the text. */
export function readText(
  lexicon: CompiledLexicon,
  text: string,
  pending: Question | null,
  { asked, at }: Circumstances = {},
): TextReading {
  const isAnswer = pending !== null && asked?.isStory !== true;
  const passage = readPassage(text, lexicon.vocabulary, {
    prepare: pending === null ? undefined : separateParticle,
    today: readToday(at),
  });
  const bare = pending === null ? null : readBareAnswer(passage);
  const numbers = readNumbers(passage.tokens);
  const times = readTimes(passage.tokens, numbers);
  const ages = readAges(passage, numbers, times);
  const found = withoutPartsOfAges(
    passage,
    matchPhrases(passage, lexicon, answersOf(passage, pending, bare)),
    ages,
  );
  const matches = withoutWishes(passage, withoutMisreadDenials(passage, found));
  const context: NegationContext = {
    passage,
    sections: readSections(passage),
    triggers: readTriggers(passage, wordedTokens(matches)),
    mentions: byClause(
      passage,
      matches.map((match) => ({
        ...extentOf(match),
        lasting: match.phrase.entry.lasting === true,
        inflected: isInflected(passage, match),
      })),
    ),
    times: byClause(passage, times),
    ownedTokens: new Set(matches.filter((match) => match.phrase.tight).flatMap((match) => match.tokens)),
  };
  const mentions = readMentions(context, matches);
  const people = readPeople(passage);
  const patient = findPatient(passage, people, statementsOf(context, mentions, ages), isAnswer);
  const namesOthers = people.some((person) => person.kind !== 'self');
  return {
    passage,
    lexicon,
    pending,
    offer: isAnswer ? (asked?.offer ?? null) : null,
    isAnswer,
    bare,
    numbers,
    times,
    ages,
    context,
    mentions,
    patient,
    namesOthers,
  };
}

/**
 * Whether an entry's phrases that say something only as an answer are read here: those that affirm not behind a no ("no, not my
 * head"), those that deny not behind a yes ("yes, nearly fainted"), and none where somebody can't tell.
 */
function answersOf(
  passage: Passage,
  pending: Question | null,
  bare: BareAnswer | null,
): ((entry: CompiledEntry) => boolean) | null {
  if (pending === null || isUnsure(passage.tokens)) return null;
  const mayAffirm = bare === null || bare.answer === 'yes' || bare.isVerb === true;
  const mayDeny = bare?.answer !== 'yes';
  return ({ answers = [], denies }) =>
    (denies === undefined ? mayAffirm : mayDeny) && answers.some((code) => pending.targets.includes(code));
}

/** "Hnid" of "hnidy", "dušnosti" of "dušnost": a noun by itself in the genitive, where that is no other case as well. */
function isInflected({ tokens }: Passage, { phrase, tokens: own }: PhraseMatch): boolean {
  const word = tokens[own[0] ?? -1]?.word ?? '';
  const isNoun = phrase.language === 'cs' && own.length === 1 && phrase.wording.length === 1;
  return isNoun && phrase.wording.some((lemma) => genitivesOf(lemma).includes(word));
}

/** Folded. "Vyrážky" and "hleny" are left out: they are plurals too. */
function genitivesOf(lemma: string): string[] {
  if (/[ay]$/.test(lemma)) return [lemma.slice(0, -1)];
  if (lemma.endsWith('st')) return [`${lemma}i`];
  return /[^aeiouy]$/.test(lemma) ? [`${lemma}u`, `${lemma}e`] : [];
}

/** Words of phrases, but not where one is only denied somewhere beside the other word. */
const wordedTokens = (matches: readonly PhraseMatch[]): ReadonlySet<number> =>
  new Set(
    matches.flatMap(({ quality, negatedInside, tokens }) =>
      quality === 'loose' && negatedInside ? [] : tokens,
    ),
  );

function byClause<T extends Extent>(passage: Passage, extents: readonly T[]): Map<number, T[]> {
  const map = new Map<number, T[]>();
  for (const extent of extents) {
    const { clause } = passage.segmentOf(extent.first);
    const list = map.get(clause);
    if (list === undefined) map.set(clause, [extent]);
    else list.push(extent);
  }
  return map;
}

/** What tells who the patient is: symptoms that are there now, and ages. */
function statementsOf(
  context: NegationContext,
  mentions: readonly Mention[],
  ages: readonly AgeMention[],
): Statement[] {
  const symptoms = mentions
    .filter(
      ({ assertion }) => !assertion.past && !assertion.hypothetical && !assertion.family && !assertion.others,
    )
    .map(({ first, last, match, assertion }): Statement => {
      const { lasting = false, denies } = match.phrase.entry;
      const denied = assertion.polarity === 'absent' || denies !== undefined;
      return { first, last, own: match.tokens, acute: isAcute(context, { first, last }), lasting, denied };
    });
  const told = ages.map(({ first, last }): Statement => ({
    first,
    last,
    acute: true,
    lasting: false,
    denied: false,
    age: true,
  }));
  return [...symptoms, ...told].sort((a, b) => a.first - b.first);
}

const ACUTE: ReadonlySet<TimeSpan['relation']> = new Set<TimeSpan['relation']>(['for', 'since']);

function isAcute(context: NegationContext, extent: Extent): boolean {
  const times = context.times.get(context.passage.segmentOf(extent.first).clause) ?? [];
  const short = times.some(
    (time) =>
      ACUTE.has(time.relation) && (time.unit === 'minute' || time.unit === 'hour' || time.unit === 'day'),
  );
  return short || tellsOfNow(context.passage, extent);
}
