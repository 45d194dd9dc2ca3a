import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Cluster } from '../cluster.ts';
import type { Part } from '../parts/database.ts';
import { outages, UNNOTICED } from './bounds.ts';
import { ownLog, type Fault } from './fault.ts';
import { goesOn } from './going-on.ts';

/** Stops a part in order, then ends it as a loss of power does, and starts it again both times. */
const restarted = (
  name: string,
  partOf: (cluster: Cluster) => Pick<Part, 'process'>,
): Pick<Fault, 'name' | 'run'> => ({
  name: `${name} restarted`,
  run: async (cluster, partners) => {
    const { process } = partOf(cluster);
    await goesOn(partners);
    await process.stop();
    await process.start();
    await goesOn(partners);
    await process.kill();
    await process.start();
    await goesOn(partners);
  },
});

/** What JetStream keeps is gone: it carries no more than signals, and the service makes its streams again. */
const natsLosesAll: Fault = {
  ...UNNOTICED,
  name: 'NATS loses its store',
  run: async ({ nats }, partners) => {
    await goesOn(partners);
    await nats.process.kill();
    for (const name of readdirSync(nats.dataFolder)) {
      rmSync(path.join(nats.dataFolder, name), { recursive: true, force: true });
    }
    await nats.process.start();
    await goesOn(partners);
  },
};

export const restarts: readonly Fault[] = [
  { ...outages(2), ...restarted('database', ({ database }) => database) },
  { ...outages(2), ...restarted('log', ownLog), isOfLog: true },
  { ...UNNOTICED, ...restarted('NATS', ({ nats }) => nats) },
  natsLosesAll,
];
