import type { Upcaster } from '../kernel/event-definition.ts';

/** Version 2 may name further red flags, since one command raises a bounded number of these events. */
export const sessionUpcasters: readonly Upcaster[] = [{ type: 'red-flag-detected', fromVersion: 1 }];
