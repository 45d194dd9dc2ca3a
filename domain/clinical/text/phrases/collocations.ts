import { wordsBefore, WINDOW, wordsAfter } from '../language/nearby-words.ts';
import type { Token } from '../language/tokenize.ts';
import { words } from '../language/word-list.ts';

const YELLOW_MATTER =
  /^(gunk|pus|discharge|phlegm|snot|mucus|sputum|crust|crusts|crusty|stuff|nail|nails|fluid|liquid|spit|bile|matter|goo)\b/;
const NO_BLOW = new RegExp(
  [
    '^(too hard|around in|in (his|her) sleep|in (my|the|a) (wheel)?chair|on the swing|to (?!the |my )[a-z]+',
    'at (tennis|chess|cards|golf|squash|badminton|darts|pool|snooker|football|games?|the game)|in (a|the) (race|game|match)',
    'with (his|her|a|the|their) (toy|spoon|ball|lego|block|rattle|racket)|hrack|lzic|kostk)',
  ].join('|'),
);
const HARMS = words('ublizuje ublizuji ublizil ublizila ublizili ublizoval ublizovala');
const OWNER = 'my |the |his |her |your |their |its ';

/** What right after a word gives it another meaning, also in a phrase that stands there word for word. */
const COLLOCATES_AFTER: ReadonlyMap<string, RegExp> = new Map([
  // A blocked nose is no breathlessness.
  ['breathe', /^through\b/],
  ['dychat', /^(nosem|nosnimi)\b/],
  // A meter is no pulse.
  ['pulse', /^(ox|oximeter|meter)\b/],
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
  // An ache behind the ear is none of the face.
  ...['ache', 'aches', 'pain'].map((word): [string, RegExp] => [
    word,
    new RegExp(`^(behind|inside) (${OWNER})?(right |left )?ears?\\b`),
  ]),
  // Fingers that turn white, then blue, then red are no limb without blood.
  ...['white', 'blue', 'pale'].map((word): [string, RegExp] => [
    word,
    /^(, )?(then )?(blue )?(, )?(and )?(then )?red\b/,
  ]),
  // Of an inflamed pericardium, and of no infarction.
  ...['elevation', 'elevations'].map((word): [string, RegExp] => [
    word,
    /^(, |with |and |plus )*pr( segment)? depression\b/,
  ]),
  // Who sits up screaming in the night is not short of breath.
  ['upright', /^(in (the |his |her )?bed )?(, )?(and )?(scream|shriek|yell)(s|ing|ed)?\b/],
  // Who breaks out in a sweat has no rash, and a cold knocks nobody unconscious.
  [
    'out',
    /^(in (a |an )?((cold|hot|night) )?(sweats?|rash|hives)|by (the |a |this )?(flu|cold|virus|bug|covid))\b/,
  ],
  // Who strains for urine gives no birth.
  ['push', /^((really|quite) )?(hard )?to (pee|wee|urinate|poo)\b/],
  // A change of what is eaten or taken is none of what comes out.
  ...words('change changed changes').map((word): [string, RegExp] => [
    word,
    new RegExp(
      `^(of|in|to) (${OWNER})?(diet|food|medication|medicines?|tablets|pill|dose|routine|weather|air|scene|job)\\b`,
    ),
  ]),
  ['hands', /^with (him|her|them|people|someone)\b/],
  ['up', /^(straight|upright)\b/],
  // Who is beaten at chess, pushed in a wheelchair, kicked in sleep or driven into is hit by nobody.
  ['me', NO_BLOW],
  ['mlati', NO_BLOW],
  ...HARMS.map((word): [string, RegExp] => [word, /^(mi|mne|nam)\b/]),
  ['malaria', /^(tablets?|pills?|prophylaxis|medication|medicines?|drugs?|areas?|zones?|risk)\b/],
  // Who cannot put weight on a leg has gained none.
  ['weight', /^on (it|that|the|my|his|her|either|one)\b/],
  ['stand', /^(up (straight|upright)|the|it|him|her|them|noise|light)\b/],
]);

/** "Srdce mě bije": a heart that beats, and nobody who is beaten. */
function isHeartbeat(tokens: readonly Token[], first: number, last: number): boolean {
  if (![first, last].some((at) => tokens[at]?.word === 'bije')) return false;
  const isOfMe = tokens.slice(Math.max(0, first - 1), last + 2).some(({ word }) => /^(me|mne)$/.test(word));
  return (
    isOfMe &&
    tokens.slice(Math.max(0, first - WINDOW), last + WINDOW).some(({ word }) => word.startsWith('srdc'))
  );
}

const KIN =
  /^(husband|hubby|boyfriend|partner|wife|girlfriend|fiance|spouse|ex|dad|father|stepdad|stepfather|mum|mother|brother|son|daughter|he|she)$/;
const KIN_CS = /^(me$|mne$|manzel|pritel|partner|exmanzel|otec|tata|bratr|matka|syn|dcer|vnuk)/;

const JOINS = /^(a|i|,|ale|kdyz|protoze|and|but|when|while|as|because|so)$/;

/** "The door hit me when my husband opened it", "kopla mě kráva a manžel": whoever stands behind did not do it. */
function isDoerBehind(tokens: readonly Token[], first: number, last: number): boolean {
  if (!/^(me|mne)$/.test(tokens[first + 1]?.word ?? '')) return false;
  const doer = tokens[last]?.word ?? '';
  const joined = tokens.slice(first + 2, last).some(({ word }) => JOINS.test(word));
  return joined && (KIN.test(doer) || KIN_CS.test(doer));
}

const VACCINE = /^(vaccines?|vaccinations?|jabs?|immuni[sz]ations?|boosters?|ockovani|vakcin\w{1,2})$/;

/** Not one on a line of its own. */
const isVaccine = (token: Token | undefined): boolean => token?.lines === 0 && VACCINE.test(token.word);

const DRUNK = /\b(like|as if|as though)( (a|an|i|he|she|they|am|is|was|were|being))* $/;

const BEING =
  'it|is|was|were|had|have|has|would|been|being|got|just|the|my|a|i|he|she|someone|somebody|skin|bych|by|me|mne|ho|ji|nekdo|byla?|bylo';
/** "As though I had been kicked", "it looks like he was" is another thing; "a pain stabbed me". */
const HARMED_IN_LIKENESS = new RegExp(
  `\\b(((?<!(looks?|seems?|sounds?) )like|as if|as though|jako( by| kdyby)?) ((${BEING}) ){0,6}|(pains?|aches?|twinges?) ((has|had|just|suddenly) )*)$`,
);

/** What right before a word gives it another meaning. */
const COLLOCATES_BEFORE: ReadonlyMap<string, RegExp> = new Map([
  // Whom another one harms does not harm himself.
  ...HARMS.map((word): [string, RegExp] => [word, /\b(mi|mne|nam)( (?!si\b|se\b|ze\b)\w+){0,2} $/]),
  // Who feels as if strangled was not.
  ...words('someone somebody nekdo').map((word): [string, RegExp] => [
    word,
    /\b(like|as if|as though|jako( by| kdyz| kdyby)?( me)?) $/,
  ]),
  // Who feels as though burnt, kicked or stabbed was not, and one who looks so may be; nor is one whom a pain stabbed.
  ...words(
    `
    scald scalded burnt burned oparena opareny oparene popalena popaleny popalene spalena spaleny
    kicked punched hit shot beaten knifed stabbed trampled crushed struck knocked run whacked
    kopl kopnul nakopl bodl bodnul srazil prejel prejelo prejela uderil strelil zbil zmlatil
    `,
  ).map((word): [string, RegExp] => [word, HARMED_IN_LIKENESS]),
  // Phlegm, a bruise or a nail that turned yellow is no jaundice.
  ...words('turned turns turning gone went').map((word): [string, RegExp] => [
    word,
    /\b(snot|phlegm|mucus|discharge|bruise|nails?|sputum|nose) ((?!(skin|eyes?|face|he|she|husband|wife|i) )\w+ ){0,5}$/,
  ]),
  // Eyes that light hurts are no painful eyes.
  ...['hurt', 'hurts'].map((word): [string, RegExp] => [word, /\b(light|lights|brightness) $/]),
  // Who is in tears feels nothing tear.
  ['tears', /\b(in|to|near) $/],
  // Who walks like drunk is not.
  ['drunk', DRUNK],
  // Who has a defibrillator for it once had it.
  ...words('cardiac ventricular').map((word): [string, RegExp] => [
    word,
    /\b(icd|defibrillator) (implanted |fitted |inserted |placed )?(after|for|following) (an? |his |her )?$/,
  ]),
  ['eclampsia', /\bpre $/],
  // Of a curve, of the breath or of a bone, and not of the mind.
  ['depression', /\b(st|pr|segment|respiratory|cns|bone|marrow|skull) $/],
  ...words('opila opily opilej opilou opilec').map((word): [string, RegExp] => [
    word,
    /\bjako (by |bych )?(byl |byla )?$/,
  ]),
]);

const BY_NIGHT =
  /^((at|during the|through the|in the) night\b|overnight|to (pee|wee|urinate)\b|refreshed|rested|coughing)/;
const WILL_NOT = /^(wo|will|would|did|could|can|cannot)$/;

/** Who does not wake up at night sleeps through, and is not beyond waking. */
const isSleptThrough = (tokens: readonly Token[], first: number, last: number): boolean =>
  last - first >= 2 &&
  tokens[last - 1]?.word === 'wake' &&
  tokens[last]?.word === 'up' &&
  !tokens.slice(Math.max(0, first - 1), last).some(({ word }) => WILL_NOT.test(word)) &&
  BY_NIGHT.test(wordsAfter(tokens, last));

const ELECTRIC = /^(electric|electrical|elektricky)$/;
const LIKENESS =
  /\b(like|as if|as though|jako|jakoby)( (an?|by|small|little|mild|sharp|sudden|tiny|nejaky|maly))* $/;

/** "Like an electric shock" tells how a pain is, and of no current. */
const isLikeness = (tokens: readonly Token[], first: number, last: number): boolean =>
  last === first + 1 && ELECTRIC.test(tokens[first]?.word ?? '') && LIKENESS.test(wordsBefore(tokens, first));

/** "ST elevation with PR depression" is no depression of ST. */
const isOfPr = (tokens: readonly Token[], first: number, last: number): boolean =>
  tokens[last]?.word === 'depression' &&
  tokens[first]?.word !== 'pr' &&
  /\bpr (segment )?$/.test(wordsBefore(tokens, last));

const OTHER_SIDE = new RegExp(
  `^of (${OWNER})?(face|head|neck|jaw|cheek|chest|mouth|tongue|nose|throat|breast|knee|foot|ankle|hand|nail|eye)\\b`,
);
const PAINFUL = /^(pain|ache|hurt|sore|tender|stabb|stitch)/;

/** "Pain on the left side (of the face)". A weakness of one side is one wherever it begins. */
function isSideOfAnother(tokens: readonly Token[], first: number, last: number): boolean {
  if (tokens[last]?.word !== 'side' || !OTHER_SIDE.test(wordsAfter(tokens, last))) return false;
  return tokens.slice(first, last).some(({ word }) => PAINFUL.test(word));
}

/**
 * True where a phrase is but a part of a collocation that means another thing: "breathe (through my nose)", "(light) hurts my eyes",
 * "chickenpox (vaccine)".
 */
export const isPartOfCollocation = (tokens: readonly Token[], first: number, last: number): boolean =>
  isVaccine(tokens[last + 1]) ||
  isSideOfAnother(tokens, first, last) ||
  isHeartbeat(tokens, first, last) ||
  isDoerBehind(tokens, first, last) ||
  isSleptThrough(tokens, first, last) ||
  isLikeness(tokens, first, last) ||
  isOfPr(tokens, first, last) ||
  COLLOCATES_AFTER.get(tokens[last]?.word ?? '')?.test(wordsAfter(tokens, last)) === true ||
  COLLOCATES_BEFORE.get(tokens[first]?.word ?? '')?.test(wordsBefore(tokens, first)) === true;
