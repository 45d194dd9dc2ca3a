import { oneOf, usePlace, type Search } from '../../app/place.ts';

export const MODES = ['', 'live', 'test'] as const;
export type Mode = (typeof MODES)[number];
export const RANGES = ['24h', '7d', '30d'] as const;
export type Range = (typeof RANGES)[number];

const read = (search: Search) => ({
  mode: oneOf(search, 'mode', MODES, ''),
  range: oneOf(search, 'range', RANGES, '24h'),
});

/** Of which mode the numbers are, and how far back calls are looked at. */
export const useHomePlace = () => usePlace(read);
