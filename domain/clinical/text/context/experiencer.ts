import type { Passage } from '../language/passage.ts';
import { words } from '../language/word-list.ts';
import { isContrasted, ONLY } from './contrast.ts';
import type { Extent, Owned, Statement, Worded } from './extent.ts';
import { isRelative, type Person } from './people.ts';

/** Who is the patient, and whether somebody else is the experiencer of something that was said. */
export type Patient = {
  /** 'self' for the writer, the name of a relative, 'third …' for the he or she of a referral, or 'unnamed'. */
  name: string;
  isOther(extent: Worded): boolean;
};

/** "5-year-old son": the age stands before its owner. */
const OLD = new Set(['old', 'yo', 'y/o', 'stary', 'stara']);
const INSIDE = new Set(['in', 'u']);
const OF_SOMEBODY = 3;

/** Somebody, and what is said of him, in the order of the text. */
type Candidate = { person: Person; said: Statement[] };

/**
 * Decides who the patient is: who has a complaint and not only a disease of long standing; else of whom most is said. The
 * writer counts with what he says of his own state, not with what he saw and did; where as much is said of both, it is whom
 * the text begins with. A child, a partner or the he or she of a
 * referral come before a parent, sibling or friend, who is meant only when the text begins with what ails them or tells of
 * an illness that goes on now, and no question is pending (an answer about the mother is family history).
 */
export function findPatient(
  passage: Passage,
  people: readonly Person[],
  statements: readonly Statement[],
  isAnswer: boolean,
): Patient {
  const antecedents = new Map(
    people.map((person, index) => [person, antecedentOf(passage, people, person, index)]),
  );
  const owner = (extent: Worded): Person | null => {
    const person = ownerOf(passage, people, extent);
    if (person === null || extent.own?.includes(person.at) === true) return null;
    return antecedents.get(person) ?? person;
  };
  const owned = statements.flatMap((statement) => {
    const person = owner(statement);
    return person === null ? [] : [{ statement, person }];
  });
  const own = owned.filter(
    ({ statement, person }) => tellsOfOneself(passage, person, statement) && !holds(passage, statement, TOO),
  );
  const nearest = mostSaid(owned.filter(({ person }) => NEAR.has(person.kind)));
  // "45F with dysuria. Husband has asthma": nobody named is the patient.
  const isAside =
    nearest !== null &&
    own.length === 0 &&
    isPartnersHistory(nearest) &&
    hasComplaint(statements.filter((statement) => owner(statement) === null));
  const near = isAside ? null : nearest;
  const isAlone = (one: Owned): boolean => own.length === 0 && isOnlyTopic(passage, one, owned, statements);
  const first = statements.find(({ denied }) => !denied);
  const ill = isAnswer
    ? undefined
    : owned.find((one) => isPresentIllness(passage, one, first) || isAlone(one))?.person;
  const kin = ill === undefined ? null : mostSaid(owned.filter(({ person }) => person.kind === ill.kind));
  const isOfWriter =
    !isAnswer &&
    isContrasted(passage, people, {
      own,
      owned: owned.filter(({ statement }) => isComplaint(statement)),
      told: statements.filter(isComplaint),
    });
  const patient = isOfWriter
    ? 'self'
    : choose(
        own.map(({ statement }) => statement),
        near === null ||
          (kin !== null && near.person.kind === 'third' && near.said.every(({ denied }) => denied))
          ? kin
          : near,
        owned.some(({ person }) => person.kind === 'self'),
      );
  const name = patient === 'self' ? 'self' : (patient?.name ?? 'unnamed');
  return {
    name,
    isOther: (extent) => {
      const person = owner(extent);
      if (person === null) return false;
      if (person.kind === 'stranger') return true;
      if (patient === null) return FAR.has(person.kind) || (isAside && person.kind === 'partner');
      if (patient === 'self') return person.kind !== 'self' && !mayBeThing(passage, person);
      if (person.kind === 'self') return tellsOfOneself(passage, person, extent);
      return !maySame(patient, person);
    },
  };
}

const isComplaint = ({ lasting, denied, age }: Statement): boolean => !lasting && !denied && age !== true;

const NEAR: ReadonlySet<Person['kind']> = new Set<Person['kind']>(['child', 'partner', 'third']);
const FAR: ReadonlySet<Person['kind']> = new Set<Person['kind']>(['kin', 'friend']);

function choose(
  self: readonly Statement[],
  other: Candidate | null,
  isWriterNamed: boolean,
): Person | 'self' | null {
  if (other === null) return isWriterNamed ? 'self' : null;
  if (self.length > 0 && hasComplaint(self) !== hasComplaint(other.said))
    return hasComplaint(self) ? 'self' : other.person;
  const more = timesSaid(self) - timesSaid(other.said);
  if (more !== 0) return more > 0 ? 'self' : other.person;
  const begins = (said: readonly Extent[]): number => said[0]?.first ?? Infinity;
  return FAR.has(other.person.kind) || begins(self) < begins(other.said) ? 'self' : other.person;
}

const isPartnersHistory = ({ person, said }: Candidate): boolean =>
  person.kind === 'partner' && !hasComplaint(said);

const hasComplaint = (said: readonly Statement[]): boolean => said.some(({ lasting }) => !lasting);

/** How often something is said: the same words may be two findings. */
function timesSaid(said: readonly Extent[]): number {
  let times = 0;
  let upTo = -1;
  for (const { first, last } of said) {
    if (first > upTo) times += 1;
    upTo = Math.max(upTo, last);
  }
  return times;
}

/** The person of whom most is said, the first of those; pronouns and nouns that may mean the same count as one. */
function mostSaid(owned: readonly Owned[]): Candidate | null {
  const candidates: Candidate[] = [];
  for (const { statement, person } of owned) {
    const known = candidates.find((candidate) => maySame(candidate.person, person));
    if (known === undefined) candidates.push({ person, said: [statement] });
    else {
      known.said.push(statement);
      if (known.person.kind === 'third' || known.person.name.endsWith(' x')) known.person = person;
    }
  }
  return candidates.reduce<Candidate | null>(
    (best, candidate) => (best === null || isMore(candidate.said, best.said) ? candidate : best),
    null,
  );
}

/** What ails somebody counts more than what he takes or has long had. */
function isMore(said: readonly Statement[], other: readonly Statement[]): boolean {
  const ails = (list: readonly Statement[]): number => timesSaid(list.filter(({ lasting }) => !lasting));
  return ails(said) === ails(other) ? timesSaid(said) > timesSaid(other) : ails(said) > ails(other);
}

const sexOf = ({ name }: Person): string => name.slice(-1);

/** "My daughter … the child … she": words that may name one person. */
function maySame(one: Person, other: Person): boolean {
  const isKind = one.kind === other.kind || one.kind === 'third' || other.kind === 'third';
  return isKind && (sexOf(one) === sexOf(other) || sexOf(one) === 'x' || sexOf(other) === 'x');
}

/** Czech "ho", "mu" and "ji" are also things; one that stands for nobody named says nothing about somebody else. */
const THINGS = new Set(words('ho mu ji'));
const mayBeThing = (passage: Passage, { kind, at }: Person): boolean =>
  kind === 'third' && THINGS.has(passage.tokens[at]?.word ?? '');

const LOOK_BACK = 40;

/**
 * Whom he or she means: whoever of that sex was named last, else a child or baby whose sex was not told; somebody else than
 * the family only within the sentence. The pronoun itself where nobody was named.
 */
function antecedentOf(passage: Passage, people: readonly Person[], person: Person, index: number): Person {
  if (person.kind !== 'third') return person;
  const sex = sexOf(person);
  const sentence = passage.sentenceOf(person.at);
  let unsure: Person | undefined;
  for (let before = index - 1; before >= 0 && before >= index - LOOK_BACK; before -= 1) {
    const named = people[before];
    if (named === undefined || named.kind === 'third' || named.kind === 'self') continue;
    if (named.kind === 'stranger' && named.at < sentence.first) continue;
    if (sexOf(named) === sex) return { ...named, at: person.at };
    if (sexOf(named) === 'x' && named.kind !== 'stranger') unsure ??= named;
  }
  return unsure === undefined ? person : { kind: unsure.kind, name: `${unsure.kind} ${sex}`, at: person.at };
}

/** "I have a cough too": a parent's aside in a text about a child. */
const TOO = new Set(words('myself too also sam sama taky take tez'));

/** What follows "I" where somebody tells how he is: "I have", "I feel", "I can not". */
const STATES = new Set(
  words(`
    have had has feel felt am was get got suffer keep kept can could cannot do did need woke wake started start ache hurt
    cough sneeze vomit itch bleed shake faint sleep take smoke drink
  `),
);
/** What follows where he tells what he saw, did or fears for somebody: "I have noticed", "I am worried". */
const WATCHES = new Set(
  words(`
    noticed given tried seen checked counted called rung phoned looked found taken put worried concerned calling writing
    asking hoping wondering scared sure afraid her him his them tell see hear say think give
  `),
);
/** Czech of the same kind, beside "jsem": "všimla jsem si", "dal jsem mu". */
const WATCHES_CS = new Set(
  words(`
    vsiml vsimla nasel nasla videl videla zmeril zmerila nameril namerila dal dala podal podala zavolal zavolala zkusil
    zkusila pocital pocitala myslel myslela volam pisu rodic matka mama maminka otec tata babicka
  `),
);
/** To whom the writer does something, or cannot: "I can't wake him" tells how he is. */
const SOMEBODY_ELSE = new Set(words('him her them ho ji'));
const REACH = 3;

/** True where the writer speaks of his own state and not of what he sees in somebody. */
function tellsOfOneself(passage: Passage, person: Person, statement: Extent): boolean {
  if (person.kind !== 'self') return false;
  const word = (at: number): string => passage.tokens[at]?.word ?? '';
  const around = [-2, -1, 1, 2].map((step) => word(person.at + step));
  if (around.some((beside) => WATCHES.has(beside) || WATCHES_CS.has(beside))) return false;
  if (SOMEBODY_ELSE.has(word(statement.last)) || SOMEBODY_ELSE.has(word(statement.last + 1))) return false;
  const isClose = statement.first <= person.at + REACH && statement.last >= person.at - REACH;
  const verb = person.at + (ONLY.test(word(person.at + 1)) ? 2 : 1);
  return isClose || (word(person.at) === 'i' && STATES.has(word(verb)));
}

/** Of kin or a friend: not somebody who has died, not a disease of a lifetime, not something that is over. */
function isPresentIllness(
  passage: Passage,
  { person, statement }: Owned,
  first: Statement | undefined,
): boolean {
  if (!FAR.has(person.kind) || tellsOfDeath(passage, statement)) return false;
  if (statement.age && tellsOfBefore(passage, statement)) return false;
  // Of one who is spoken of as he or she more is told than that he has it, too.
  if (person.kind === 'friend') return statement.acute || !isRelative(passage.tokens[person.at]?.word ?? '');
  return statement.acute || (statement === first && !statement.lasting && !tellsOfBefore(passage, statement));
}

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

/** In the present. */
const IS = new Set(words('is has are have keeps does ma je nema neni'));

/**
 * Of kin or a friend, where nothing is told of anybody else: of a friend two things that are so now, since one is soon said
 * of a neighbour.
 */
function isOnlyTopic(
  passage: Passage,
  { person, statement }: Owned,
  owned: readonly Owned[],
  statements: readonly Statement[],
): boolean {
  if (!FAR.has(person.kind) || statement.age || statement.lasting) return false;
  if (tellsOfDeath(passage, statement) || tellsOfBefore(passage, statement)) return false;
  const ofThem = owned.filter((other) => maySame(other.person, person) && !other.statement.lasting);
  const places = new Set(ofThem.map((other) => `${other.statement.first} ${other.statement.last}`));
  if (person.kind === 'friend' && (places.size < 2 || !holds(passage, statement, IS))) return false;
  const sentences = new Set(ofThem.map((other) => passage.sentenceOf(other.statement.first)));
  const isTheirs = (one: Statement): boolean =>
    one.lasting ||
    one.denied ||
    sentences.has(passage.sentenceOf(one.first)) ||
    owned.some((other) => other.statement === one);
  return statements.every(isTheirs);
}

const NOW = new Set(
  words(`
    now today currently suddenly just since tonight collapsed fainted unconscious started ted nyni dnes dneska nahle
    najednou prave od zacal zacala zacalo omdlel omdlela zkolaboval zkolabovala trpi stezuje
    unresponsive responding choking fitting seizing stabbed shot drowning electrocuted
    nereaguje nedycha nedejcha neodpovida chrci dusi bezvedomi zhroutil zhroutila skacel skacela slozil slozila
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
