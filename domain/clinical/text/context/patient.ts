import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import type { Person } from './people.ts';

/** Tokens of something that was said about somebody; `last` is inclusive. */
export type Extent = { first: number; last: number };

/** An extent with the tokens that are its own words: a relative among them is part of what is said, not its owner. */
export type Worded = Extent & { own?: readonly number[] };

/**
 * A statement that helps to tell who the patient is: a present symptom, an age. `acute`: told as happening now. `lasting`:
 * a disease or a habit, which people also tell of their family.
 */
export type Statement = Worded & { acute: boolean; lasting: boolean };

/** Who is the patient, and whether something was said about somebody else. */
export type Patient = {
  /** 'self' for the writer, the name of a relative, 'third' for the he or she of a referral, or 'unnamed'. */
  name: string;
  isOther(extent: Worded): boolean;
};

/** "5-year-old son": the age stands before its owner. */
const OLD = new Set(['old', 'yo', 'y/o', 'stary', 'stara']);
const INSIDE = new Set(['in', 'u']);
const OF_SOMEBODY = 3;

/**
 * Decides who the patient is. The writer, as soon as something is said about "I" or "me"; else the child or partner
 * who is spoken of first; else a parent or sibling, but only when the text begins with what ails them or tells of an illness
 * that goes on now, and no question is pending (an answer about the mother is family history); else whoever is described.
 */
export function findPatient(
  passage: Passage,
  people: readonly Person[],
  statements: readonly Statement[],
  isAnswer: boolean,
): Patient {
  const owner = (extent: Worded): Person | null => {
    const person = ownerOf(passage, people, extent);
    return person !== null && extent.own?.includes(person.at) === true ? null : person;
  };
  const owners = statements.map((statement) => ({ statement, person: resolve(people, owner(statement)) }));
  const ofKind = (...kinds: string[]) =>
    owners.filter(({ person }) => person !== null && kinds.includes(person.kind));
  const child = ofKind('child')[0];
  const self = ofKind('self').some(
    ({ statement }) =>
      child === undefined || child.statement.first > statement.first || !tellsOfWriterToo(passage, statement),
  );
  const near = ofKind('child', 'partner')[0]?.person;
  const kin = isAnswer
    ? undefined
    : ofKind('kin').find(
        ({ statement }) =>
          !tellsOfDeath(passage, statement) &&
          (statement.acute ||
            (statement === statements[0] && !statement.lasting && !tellsOfBefore(passage, statement))),
      )?.person;
  const name = self
    ? 'self'
    : (near?.name ?? kin?.name ?? (ofKind('third').length > 0 ? 'third' : 'unnamed'));
  return {
    name,
    isOther: (extent) => {
      const person = resolve(people, owner(extent));
      if (person === null) return false;
      if (person.kind === 'stranger') return true;
      return name === 'unnamed' ? person.kind === 'kin' : person.name !== name;
    },
  };
}

const TOO = new Set(words('myself too also sam sama taky take tez'));

/** "I have a cough myself": a parent's aside in a text about a child. */
function tellsOfWriterToo(passage: Passage, statement: Statement): boolean {
  return holds(passage, statement, TOO);
}

/** He and she stand for the relative who was last named before, if there is one. */
function resolve(people: readonly Person[], person: Person | null): Person | null {
  if (person?.kind !== 'third') return person;
  const index = people.indexOf(person);
  for (let before = index - 1; before >= 0 && before >= index - MAX_LOOK_BACK; before -= 1) {
    const named = people[before];
    if (named !== undefined && named.kind !== 'third' && named.kind !== 'self') return named;
  }
  return person;
}

const MAX_LOOK_BACK = 20;

/** The person to whom the words belong: nearest before them in the clause, in them, before them in the sentence, after. */
function ownerOf(passage: Passage, people: readonly Person[], extent: Extent): Person | null {
  const clause = passage.clauseOf(extent.first);
  const sentence = passage.sentenceOf(extent.first);
  const upTo = countBefore(people, extent.last + 1);
  const nearest = people[upTo - 1];
  if (nearest !== undefined && nearest.at >= sentence.first) return nearest;
  const next = people[upTo];
  if (next === undefined || next.at >= clause.end) return null;
  if (next.kind === 'self') return next;
  const lead = passage.tokens.slice(extent.last + 1, next.at);
  if (lead.every((token) => OLD.has(token.word))) return next;
  return lead.length <= OF_SOMEBODY && lead.some((token) => INSIDE.has(token.word)) ? next : null;
}

/** How many people are mentioned before the token; by halving, since the list is ordered. */
function countBefore(people: readonly Person[], token: number): number {
  let low = 0;
  let high = people.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((people[middle]?.at ?? 0) < token) low = middle + 1;
    else high = middle;
  }
  return low;
}

const NOW = new Set(
  words(`
    now today currently suddenly just since tonight collapsed fainted unconscious started ted nyni dnes dneska nahle
    najednou prave od zacal zacala zacalo omdlel omdlela zkolaboval zkolabovala trpi stezuje
  `),
);

const BEFORE = new Set(words('had mel mela'));

/** "My mother had headaches": nothing that she has now. */
const tellsOfBefore = (passage: Passage, extent: Extent): boolean => holds(passage, extent, BEFORE);

const DEATH = new Set(
  words(
    'died dies dead killed suicide passed zemrel zemrela umrel umrela zabil zabila sebevrazdu sebevrazda',
  ),
);

/** "My brother killed himself": whoever has died is not the patient. */
const tellsOfDeath = (passage: Passage, extent: Extent): boolean => holds(passage, extent, DEATH);

/** True where the clause tells of something that happens now. */
export const tellsOfNow = (passage: Passage, extent: Extent): boolean => holds(passage, extent, NOW);

function holds(passage: Passage, extent: Extent, wanted: ReadonlySet<string>): boolean {
  const clause = passage.clauseOf(extent.first);
  for (let at = clause.first; at < clause.end; at += 1)
    if (wanted.has(passage.tokens[at]?.word ?? '')) return true;
  return false;
}
