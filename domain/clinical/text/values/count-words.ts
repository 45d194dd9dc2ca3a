/** The genitives of numbers that begin a Czech adjective of age or length: "tříletý", "šedesátiletý". */
const ONES = ['', 'jedno', 'dvou', 'tri', 'ctyr', 'peti', 'sesti', 'sedmi', 'osmi', 'deviti'];
const TEENS = ['deseti', 'jedenacti', 'dvanacti', 'trinacti', 'ctrnacti', 'patnacti', 'sestnacti'].concat([
  'sedmnacti',
  'osmnacti',
  'devatenacti',
]);
const TENS = [
  'dvaceti',
  'triceti',
  'ctyriceti',
  'padesati',
  'sedesati',
  'sedmdesati',
  'osmdesati',
  'devadesati',
];
/** "pětadvacetiletý" */
const INVERTED = ['', 'jedna', 'dvaa', 'tria', 'ctyria', 'peta', 'sesta', 'sedma', 'osma', 'deveta'];

const COUNTS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['pul', 0.5],
  ['jeden', 1],
  ...ONES.slice(1).map((word, index): [string, number] => [word, index + 1]),
  ...TEENS.map((word, index): [string, number] => [word, index + 10]),
  ...TENS.flatMap((tens, index) =>
    ONES.flatMap((one, unit): [string, number][] => [
      [`${tens}${one}`, index * 10 + 20 + unit],
      [`${INVERTED[unit] ?? ''}${tens}`, index * 10 + 20 + unit],
    ]),
  ),
  ['sto', 100],
]);

const ADJECTIVE = /^(\D*?)(?:(let)(?:y|a|e|eho|emu|ou|ym)|(rocni|mesicni|tydenni|denni)(?:ho|mu|m)?)$/;

type Length = { count: number; unit: 'year' | 'month' | 'week' | 'day' };
const UNITS: ReadonlyMap<string, Length['unit']> = new Map([
  ['let', 'year'],
  ['rocni', 'year'],
  ['mesicni', 'month'],
  ['tydenni', 'week'],
  ['denni', 'day'],
]);

/** The unit of a Czech adjective behind a number: "65letý", "8 měsíční"; null for any other word. */
export function unitOfAdjective(word: string): Length['unit'] | null {
  const [, prefix, years, noun = years ?? ''] = ADJECTIVE.exec(word) ?? [];
  return prefix === '' ? (UNITS.get(noun) ?? null) : null;
}

/** A length of time in one Czech adjective: "tříletý", "půlroční", "čtrnáctidenní"; null for any other word. */
export function lengthOfAdjective(word: string): Length | null {
  const [, prefix = '', years, noun = years ?? ''] = ADJECTIVE.exec(word) ?? [];
  const unit = UNITS.get(noun);
  const count = COUNTS.get(prefix);
  // Without a number only "roční" is an age; "denní" and "týdenní" say how often.
  const isCounted = prefix !== '' || noun === 'rocni';
  return unit === undefined || count === undefined || !isCounted ? null : { count, unit };
}
