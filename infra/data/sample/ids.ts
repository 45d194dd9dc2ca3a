import type { Random } from '../../bench/load/random.ts';

const HEX = 16;
const VARIANT = 8;

const hex = (value: number, digits: number): string => value.toString(HEX).padStart(digits, '0');

/** A UUID (version 7) of a moment in milliseconds. */
export function idAt(atMs: number, random: Random): string {
  const time = hex(atMs, 12);
  const variant = hex(VARIANT + Math.floor(random.next() * 4), 1);
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${hex(Math.floor(random.next() * 0x1000), 3)}-` +
    `${variant}${hex(Math.floor(random.next() * 0x1000), 3)}-${hex(Math.floor(random.next() * 2 ** 48), 12)}`
  );
}
