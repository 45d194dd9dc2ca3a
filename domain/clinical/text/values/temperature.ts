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

/** °C from a bare number that answers a question about temperature, null where it can be neither °C nor °F. */
export function temperatureOf(value: number): number | null {
  return readTemperature(value, 'temperature_c', null)?.value ?? null;
}

const FEVER_FROM_C = 37.5;

/** A measured temperature that is no fever. */
export const isNormalTemperature = ({ code, value }: { code: string; value: number }): boolean =>
  code === 'temperature_c' && value < FEVER_FROM_C;
