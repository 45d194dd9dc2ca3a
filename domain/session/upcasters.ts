import type { Upcaster } from '../kernel/event-definition.ts';

/** Events that hold what the engine concluded, by the version from which on it can hold more. */
const WITH_CONCLUSIONS: readonly [type: string, fromVersion: number][] = [
  ['session-opened', 1],
  ['session-answered', 1],
  ['session-routed', 1],
  ['demographics-updated', 1],
  ['session-rectified', 1],
  ['session-finalized', 1],
  ['red-flag-detected', 2],
];

/** Events that tell who speaks, or hold a summary in sections, from version 3 on. */
const WITH_PROSE = ['session-opened', 'session-answered', 'session-routed', 'session-finalized'];

/**
 * Of a red flag, version 2 may name further ones, since one command raises a bounded number of these events. The versions
 * of the list above hold codes, Czech names and the form of an answer; what was concluded before stays without (recorded.ts).
 */
export const sessionUpcasters: readonly Upcaster[] = [
  { type: 'red-flag-detected', fromVersion: 1 },
  ...WITH_CONCLUSIONS.map(([type, fromVersion]) => ({ type, fromVersion })),
  ...WITH_PROSE.map((type) => ({ type, fromVersion: 2 })),
];
