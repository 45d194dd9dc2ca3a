import { wordMap } from './word-list.ts';

/** Irregular and related forms. Key: the stem. */
const IRREGULAR = wordMap(`
  pain: pain pains painful; hurt: hurt hurts hurting; ache: ache aches aching achy ached; sore: sore soreness;
  swell: swell swells swollen swelling swelled swole;
  vomit: vomit vomits vomiting vomited vomitting vomitted;
  throw: throw throws throwing threw thrown;
  faint: faint faints fainted fainting;
  bleed: bleed bleeds bleeding bled;
  breath: breath breathe breathes breathing breathed breaths;
  abdomen: abdomen abdomens abdominal;
  tooth: tooth teeth; foot: foot feet; child: child children;
  feel: feel feels feeling felt; get: get gets getting got gotten; lose: lose loses losing lost;
  fall: fall falls fell fallen falling; break: break breaks broke broken breaking;
  see: see sees seeing saw seen; hear: hear hears hearing heard; eat: eat eats eating ate eaten;
  drink: drink drinks drinking drank drunk; sleep: sleep sleeps sleeping slept; shake: shake shakes shaking shaken shook shaky;
  bite: bite bites biting bit bitten; burn: burn burns burning burnt burned; sting: sting stings stinging stung;
  speak: speak speaks speaking spoke spoken; stick: stick sticks sticking stuck; run: run running ran; runs: runs; runny: runny; spotting: spotting; spine: spine spines;
  pass: pass passes passing passed; black: black blacks blacked blacking; dizzi: dizzy dizziness dizzier;
  drool: drool drools drooling; be: be is am are was were been being; have: have has had having;
  urin: urine urinate urinates urinating urinated urination; pee: pee peeing pees peed;
  cannot: cannot; fast: fast faster; heart: heart hearts; chest: chest; stomach: stomach stomachs; belly: belly bellies tummy tummies;
  sweat: sweat sweats sweating sweated sweaty; cough: cough coughs coughing coughed; wheez: wheeze wheezes wheezing wheezy wheezed;
  itch: itch itches itching itchy itched; rash: rash rashes; numb: numb numbness; weak: weak weakness;
  stiff: stiff stiffness; tight: tight tightness tightening; short: short shortness; sick: sick sickness;
  nausea: nausea nauseous nauseated; fever: fever fevers feverish febrile; bruis: bruise bruises bruised bruising;
  vision: vision; diabet: diabetes diabetic; pregnan: pregnant pregnancy; allerg: allergy allergic allergies;
  hives: hive hives; crush: crush crushed crushes; crushing: crushing; goes: goes; testes: testes;
  limping: limping limps limped; boiling: boiling boiled; knifed: knifed; stabbed: stabbed
`);

/** Stems that mean the same inside a complaint of several words: "my chest hurts" is "chest pain". */
const MEANINGS = wordMap(
  'pain: hurt ache sore; stomach: belly abdomen; chest: breastbon sternum; radiat: spread goes; normal: unremarkabl',
);

/** The stem that stands for all stems of the same meaning. */
export function meaningEn(stem: string): string {
  return MEANINGS.get(stem) ?? stem;
}

const DOUBLED = /([bdgmnprt])\1$/;
const VOWEL = /[aeiouy]/;

/**
 * A light English stemmer over folded words: plural, -ing, -ed, -ness, -ion and British spelling. Deliberately
 * timid: a stem keeps at least three letters, and what it does not know it leaves alone.
 */
export function stemEn(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length < 4) return word;
  let stem = british(word);
  stem = singular(stem);
  stem = withoutSuffix(stem);
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  if (stem.length > 2 && stem.endsWith('y')) stem = `${stem.slice(0, -1)}i`;
  return IRREGULAR.get(stem) ?? stem;
}

function british(word: string): string {
  return word
    .replace('aemi', 'emi')
    .replace('haem', 'hem')
    .replace('oedem', 'edem')
    .replace('rrhoe', 'rrhe')
    .replace('pnoe', 'pne')
    .replace('oesoph', 'esoph')
    .replace('paed', 'ped')
    .replace('faec', 'fec')
    .replace('anaes', 'anes')
    .replace('lour', 'lor')
    .replace('mour', 'mor')
    .replace('dour', 'dor');
}

function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (word.endsWith('s') && !/[siu]s$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutSuffix(word: string): string {
  const cut = (length: number): string => word.slice(0, -length);
  if (word.endsWith('ness') && word.length > 6) return cut(4);
  if (/[ts]ion$/.test(word) && word.length > 6) return cut(3);
  if (word.endsWith('ing') && word.length > 5 && VOWEL.test(cut(3))) return cut(3).replace(DOUBLED, '$1');
  if (word.endsWith('ed') && word.length > 4 && VOWEL.test(cut(2))) return cut(2).replace(DOUBLED, '$1');
  if (word.endsWith('ly') && word.length > 5) return cut(2);
  return word;
}
