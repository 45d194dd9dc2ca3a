import type { Random } from '../../bench/load/random.ts';

const HEX = 16;
const DIGITS = 3;
const VALUES = HEX ** DIGITS;
const HALF = VALUES ** 2;
const VARIANT = 8;

/** Numbers in three digits: looked up, since a sample has millions of ids. */
const THREE = Array.from({ length: VALUES }, (_, value) => value.toString(HEX).padStart(DIGITS, '0'));
const three = (value: number): string => THREE[Math.floor(value) % VALUES] ?? '';

/** A number below 2 to the power of 48, in twelve digits. */
function twelve(value: number): string {
  const [high, low] = [Math.floor(value / HALF), value % HALF];
  return three(high / VALUES) + three(high) + three(low / VALUES) + three(low);
}

/** A UUID (version 7) of a moment in milliseconds. */
export function idAt(atMs: number, random: Random): string {
  const time = twelve(atMs);
  const variant = VARIANT + Math.floor(random.next() * 4);
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${three(random.next() * VALUES)}-` +
    `${variant.toString(HEX)}${three(random.next() * VALUES)}-${twelve(Math.floor(random.next() * HALF ** 2))}`
  );
}
