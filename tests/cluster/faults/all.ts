import { cutLinks } from './cut-links.ts';
import type { Fault } from './fault.ts';
import { fillDisks } from './fill-disks.ts';
import { jumpClocks } from './jump-clocks.ts';
import { killHosts } from './kill-hosts.ts';
import { logLeader } from './log-leader.ts';
import { none } from './none.ts';
import { restarts } from './restarts.ts';

/** What happens to a cluster of one version, one after the other. */
export const FAULTS: readonly Fault[] = [
  none,
  ...killHosts,
  ...restarts,
  ...logLeader,
  ...cutLinks,
  ...fillDisks,
  ...jumpClocks,
];
