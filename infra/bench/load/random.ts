/** A source of numbers that gives the same sequence for the same seed (mulberry32). */
export type Random = {
  /** From 0 to below 1. */
  next: () => number;
  pick: <T>(from: readonly [T, ...T[]]) => T;
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
};

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
  };
}
