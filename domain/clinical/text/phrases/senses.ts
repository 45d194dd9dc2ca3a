import type { Token } from '../language/tokenize.ts';
import { words } from '../language/word-list.ts';

/**
 * Words of everyday language that are also words of complaints: "back" in "came back", "moc" (much) that without its
 * accent looks like "moč" (urine). In these surroundings they are not read as part of a phrase.
 */
type Guard = {
  before?: ReadonlySet<string>;
  after?: ReadonlySet<string>;
  onlyAfter?: RegExp;
  unlessBefore?: RegExp;
  /** A word within a few tokens that shows the other sense. */
  near?: RegExp;
};

const GUARDS: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  [
    'back',
    {
      before: new Set(words('is was are came come comes coming went go goes going call move moved')),
      after: new Set(words('of to from again at home then when')),
      unlessBefore: /^(pain|pains|ache|aches|hurts|spasm|injury|trouble)$/,
    },
  ],
  ['right', { before: new Set(['all']), after: new Set(words('now away after before')) }],
  ['hand', { before: new Set(['other', 'one']), after: new Set(['over', 'out']) }],
  ['bit', { before: new Set(words('a little tiny quite wee')) }],
  ['head', { after: new Set(['of', 'office']) }],
  ['cold', { after: new Set(words('weather water drink drinks air compress')) }],
  [
    'sick',
    { before: new Set(['worried']), after: new Set(words('of note notes leave pay person people day days')) },
  ],
  ['clubbing', { before: new Set(words('out been went go going night were was')) }],
  // "Fit and well", "FIT 180", "coughing fits": a seizure is a fit.
  ['fit', { onlyAfter: /^(a|an|another|shaking|epileptic|febrile|first|his|her)$/ }],
  ['fits', { onlyAfter: /^(had|having|has|of|epileptic|several|two|three|shaking|febrile)$/ }],
  // Diseases of their own name, of which the fever may be long over or never have been.
  ['fever', { before: new Set(words('hay glandular scarlet dengue yellow typhoid rheumatic trench q')) }],
  [
    'pregnancy',
    {
      before: new Set(words('previous prior last past earlier planning preventing prevent')),
      after: new Set(words('vaccine vaccines vaccination vaccinations jab jabs clinic class classes leave')),
    },
  ],
  ['pregnant', { before: new Set(words('get getting become becoming')) }],
  // "Goes into my arm" tells of a pain, "goes red" and "goes on" of something else.
  [
    'goes',
    {
      unlessBefore: /^(to|into|down|up|through|across|along|towards?|in|away|back|right|all|out|off)$/,
      onlyAfter: /^and$/,
    },
  ],
  // Of an infant or a chin it is spittle, and no urine.
  ['dribbling', { near: /^(chin|saliva|spit|drool\w*|baby|infant|newborn|months?|teeth\w*|swallow\w*)$/ }],
  // "od rána" is since the morning, "rána" a wound.
  ['rana', { before: new Set(words('od do z k')) }],
  ['moc', { onlyAfter: /^(tmav|krvav|cerven|hned|zakal|zapach|zelen|kaln|pen|moj|muj|svet|ruzov|ma$)/ }],
]);

/** Beside the guards above: words that are a disease by themselves only here, and in longer phrases anything: "cold hands", "pale and cold". */
const ALONE: ReadonlyMap<string, Guard> = new Map<string, Guard>([
  [
    'cold',
    {
      onlyAfter:
        /^(a|an|the|bad|heavy|awful|nasty|slight|mild|common|head|caught|catch|catching|chest|winter|summer|streaming|his|her|my|this|that|usual|recent|of)$/,
      after: new Set(words('sore sores tap milk shower day night')),
    },
  ],
  ['runs', { onlyAfter: /^the$/ }],
]);

const NEAR = 6;

/** True where the token at `at` must not be read as a word of a phrase. */
export const isGuarded = (tokens: readonly Token[], at: number): boolean => stands(GUARDS, tokens, at);

/** True where it must not be read as a phrase of this one word. */
export const isGuardedAlone = (tokens: readonly Token[], at: number): boolean => stands(ALONE, tokens, at);

function stands(guards: ReadonlyMap<string, Guard>, tokens: readonly Token[], at: number): boolean {
  const guard = guards.get(tokens[at]?.word ?? '');
  if (guard === undefined) return false;
  const before = tokens[at - 1]?.word ?? '';
  const after = tokens[at + 1]?.word ?? '';
  if (guard.unlessBefore?.test(after) === true) return false;
  if (guard.near !== undefined) {
    const around = tokens.slice(Math.max(0, at - NEAR), at + NEAR + 1);
    return around.some((token) => guard.near?.test(token.word) === true);
  }
  if (guard.onlyAfter?.test(before) === false) return true;
  return guard.before?.has(before) === true || guard.after?.has(after) === true;
}

const YELLOW_MATTER = new Set(
  words(
    'gunk pus discharge phlegm snot mucus sputum crust crusts crusty stuff nail nails fluid liquid spit bile matter goo',
  ),
);

/** Words right after one that make it another thing, also for a phrase that stands there word for word. */
const COMPANIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // A blocked nose is no breathlessness.
  ['breathe', new Set(['through'])],
  ['dychat', new Set(['nosem', 'nosnimi'])],
  // What comes out of an eye, a nose or a chest is yellow in a cold; jaundice is yellow all over.
  ...['yellow', 'yellowy', 'yellowish'].map((word) => [word, YELLOW_MATTER] as const),
  ...['fall', 'falls', 'fell', 'falling', 'fallen'].map((word) => [word, new Set(['asleep'])] as const),
]);

/** Words right before one that make it another thing. */
const LEADERS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  // Eyes that light hurts are no painful eyes.
  ['hurts', new Set(['light', 'lights', 'brightness'])],
  ['hurt', new Set(['light', 'lights', 'brightness'])],
]);

/** True where a phrase leaves out what makes it another thing: "breathe (through my nose)", "(light) hurts my eyes". */
export const isCutShort = (tokens: readonly Token[], first: number, last: number): boolean =>
  COMPANIONS.get(tokens[last]?.word ?? '')?.has(tokens[last + 1]?.word ?? '') === true ||
  LEADERS.get(tokens[first]?.word ?? '')?.has(tokens[first - 1]?.word ?? '') === true;

/** True for a word that may be guarded somewhere. */
export function isGuardedWord(word: string): boolean {
  return GUARDS.has(word);
}
