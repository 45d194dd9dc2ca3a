import type { Token } from '../language/token.ts';
import { words } from '../language/word-list.ts';

/** Ranges of °C and °F in which a number can be the temperature of a body, and in which it is one by its form alone. */
const PLAUSIBLE = { celsius: [30, 45], fahrenheit: [86, 115], bare: [34.5, 42.5] } as const;

/** °C from a number with a name or a unit; a number with a decimal in the range of bodies is one by itself. */
export function readTemperature(
  value: number,
  name: string | null,
  unit: string | null,
): { value: number; named: boolean } | null {
  const within = ([low, high]: readonly [number, number]): boolean => value >= low && value <= high;
  const celsius = { value: Math.round(value * 10) / 10, named: true };
  const fahrenheit = { value: Math.round(((value - 32) / 1.8) * 10) / 10, named: true };
  if (name !== null && name !== 'temperature_c') return null;
  if (unit === 'celsius') return celsius;
  if (unit === 'fahrenheit') return within(PLAUSIBLE.fahrenheit) ? fahrenheit : null;
  if (name !== null || unit === 'degrees' || unit === 'temperature_c') {
    if (within(PLAUSIBLE.celsius)) return celsius;
    return within(PLAUSIBLE.fahrenheit) ? fahrenheit : null;
  }
  const bare = unit === null && !Number.isInteger(value) && within(PLAUSIBLE.bare);
  return bare ? { ...celsius, named: false } : null;
}

const PLACES = new Set(
  words(`
    outside outdoors weather shade sun heatwave room bedroom flat house office car tent greenhouse oven dough water bath
    bathwater pool sauna wash washing air summer beach
    venku stinu slunci slunicku pokoji mistnosti loznici byte dome aute stanu skleniku troube trouba vode voda vane vana
    koupel koupeli bazenu saune pracce prani pocasi horku vedru vedra veder vzduch dilne hale kancelari
  `),
);
/** What is measured in degrees and is no temperature. */
const ANGLES = new Set(
  words(
    'flexe flexi flexion extension extenze abdukce abduction rotace rotation cobb angle uhel uhlu zakriveni',
  ),
);
/** "He was in the bath and had 39 degrees", but "we had 36 degrees in the flat". */
const HAS = /^(has|had|have|got|ma|mel|mela|melo|mam)$/;
const OF_PLACE = /^(we|it|they|jsme)$/;
const PLACE_WINDOW = 6;
/** "33 degrees here" */
const HERE = /^(here|tady|tu)$/;
const ends = ({ kind, word }: Token): boolean => kind === 'mark' && word !== '°';

/** "31 degrees outside" is how warm the air is, and "flexion 110°" how far a knee bends. */
export function isNotOfBody(
  tokens: readonly Token[],
  { first, last }: { first: number; last: number },
): boolean {
  const [who = '', has = ''] = tokens.slice(Math.max(0, first - 2), first).map(({ word }) => word);
  if (HAS.test(has) && !OF_PLACE.test(who)) return false;
  const before = tokens.slice(Math.max(0, first - PLACE_WINDOW), first);
  const after = tokens.slice(last + 1, last + 1 + PLACE_WINDOW);
  const start = before.findLastIndex(ends) + 1;
  const end = after.findIndex(ends);
  const around = [...before.slice(start), ...after.slice(0, end === -1 ? undefined : end)];
  return (
    after.slice(0, 2).some(({ word }) => HERE.test(word)) ||
    around.some(({ word }) => PLACES.has(word) || ANGLES.has(word))
  );
}

/** °C from a bare number that answers a question about temperature, null where it can be neither °C nor °F. */
export function temperatureOf(value: number): number | null {
  return readTemperature(value, 'temperature_c', null)?.value ?? null;
}

const FEVER_FROM_C = 37.5;

/** A measured temperature that is no fever. */
export const isNormalTemperature = ({ code, value }: { code: string; value: number }): boolean =>
  code === 'temperature_c' && value < FEVER_FROM_C;
