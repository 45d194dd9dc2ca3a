import { leadOf, restOf } from '../language/around.ts';
import type { Token } from '../language/tokenize.ts';
import { words } from '../language/word-list.ts';

const YELLOW_MATTER =
  /^(gunk|pus|discharge|phlegm|snot|mucus|sputum|crust|crusts|crusty|stuff|nail|nails|fluid|liquid|spit|bile|matter|goo)\b/;
const OWNER = 'my |the |his |her |your |their |its ';

/** What right after a word makes it another thing, also for a phrase that stands there word for word. */
const COMPANIONS: ReadonlyMap<string, RegExp> = new Map([
  // A blocked nose is no breathlessness.
  ['breathe', /^through\b/],
  ['dychat', /^(nosem|nosnimi)\b/],
  // What comes out of an eye, a nose or a chest is yellow in a cold; jaundice is yellow all over.
  ...['yellow', 'yellowy', 'yellowish'].map((word): [string, RegExp] => [word, YELLOW_MATTER]),
  ...['fall', 'falls', 'fell', 'falling', 'fallen'].map((word): [string, RegExp] => [word, /^asleep\b/]),
  [
    'over',
    new RegExp(
      `^(${OWNER})(tummy|belly|abdomen|stomach|head|face|scalp|chest|back|mouth|knee|arm|leg|hand|foot)\\b`,
    ),
  ],
  ...['dole', 'nahore'].map((word): [string, RegExp] => [
    word,
    /^((boli|me|mi|mam|v|na) )*(zub|stolick|zad|zeb|chrup|vrz|plic|chrop)/,
  ]),
  // Who breaks out in a sweat has no rash.
  ['out', /^in (a |an )?((cold|hot|night) )?(sweats?|rash|hives)\b/],
  ['hands', /^with (him|her|them|people|someone)\b/],
  ['up', /^(straight|upright)\b/],
  // Who cannot put weight on a leg has gained none.
  ['weight', /^on (it|that|the|my|his|her|either|one)\b/],
  ['stand', /^(up (straight|upright)|the|it|him|her|them|noise|light)\b/],
]);

const VACCINE = /^(vaccines?|vaccinations?|jabs?|immuni[sz]ations?|boosters?)$/;

/** Not one on a line of its own. */
const isVaccine = (token: Token | undefined): boolean => token?.lines === 0 && VACCINE.test(token.word);

const DRUNK = /\b(like|as if|as though)( (a|an|i|he|she|they|am|is|was|were|being))* $/;

/** What right before a word makes it another thing. */
const LEADERS: ReadonlyMap<string, RegExp> = new Map([
  // Eyes that light hurts are no painful eyes.
  ...['hurt', 'hurts'].map((word): [string, RegExp] => [word, /\b(light|lights|brightness) $/]),
  // Who walks like drunk is not.
  ['drunk', DRUNK],
  // Of a curve, of the breath or of a bone, and not of the mind.
  ['depression', /\b(st|pr|segment|respiratory|cns|bone|marrow|skull) $/],
  ...words('opila opily opilej opilou opilec').map((word): [string, RegExp] => [
    word,
    /\bjako (by |bych )?(byl |byla )?$/,
  ]),
]);

const OTHER_SIDE = new RegExp(
  `^of (${OWNER})?(face|head|neck|jaw|cheek|chest|mouth|tongue|nose|throat|breast|knee|foot|ankle|hand|nail|eye)\\b`,
);
const PAINFUL = /^(pain|ache|hurt|sore|tender|stabb|stitch)/;

/** "Pain on the left side (of the face)". A weakness of one side is one wherever it begins. */
function isSideOfAnother(tokens: readonly Token[], first: number, last: number): boolean {
  if (tokens[last]?.word !== 'side' || !OTHER_SIDE.test(restOf(tokens, last))) return false;
  return tokens.slice(first, last).some(({ word }) => PAINFUL.test(word));
}

/**
 * True where a phrase leaves out what makes it another thing: "breathe (through my nose)", "(light) hurts my eyes",
 * "chickenpox (vaccine)".
 */
export const isCutShort = (tokens: readonly Token[], first: number, last: number): boolean =>
  isVaccine(tokens[last + 1]) ||
  isSideOfAnother(tokens, first, last) ||
  COMPANIONS.get(tokens[last]?.word ?? '')?.test(restOf(tokens, last)) === true ||
  LEADERS.get(tokens[first]?.word ?? '')?.test(leadOf(tokens, first)) === true;
