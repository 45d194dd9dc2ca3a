import type { Fault } from './fault.ts';
import { none } from './none.ts';

/** What happens to the cluster, one after the other. */
export const FAULTS: readonly Fault[] = [none];
