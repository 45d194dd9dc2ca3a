import type { Cluster } from '../cluster.ts';
import type { Disk } from '../network/disks.ts';
import { outages } from './bounds.ts';
import type { Fault } from './fault.ts';
import { goesOn, standsStill } from './going-on.ts';

/** Nothing can be written, until an operator makes room; no process is started again by hand. */
const filled = (name: string, diskOf: (cluster: Cluster) => Disk): Fault => ({
  ...outages(1),
  name: `disk of the ${name} full`,
  run: async (cluster, partners) => {
    const disk = diskOf(cluster);
    await goesOn(partners);
    disk.fill();
    try {
      await standsStill(partners);
    } finally {
      disk.free();
    }
    await goesOn(partners);
  },
});

export const fillDisks: readonly Fault[] = [
  filled('database', ({ disks }) => disks.database),
  { ...filled('log', ({ disks }) => disks.store), isOfLog: true },
];
