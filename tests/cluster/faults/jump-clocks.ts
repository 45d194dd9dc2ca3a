import type { Partners } from '../load/partners.ts';
import type { ClockHost } from '../network/hosts.ts';
import { outages, UNNOTICED, type Bounds } from './bounds.ts';
import type { Fault } from './fault.ts';
import { goesOn, standsStill } from './going-on.ts';

const HOUR_S = 3_600;

type Jump = Bounds & {
  /** Default: it goes on. */
  becomes?: (partners: Partners) => Promise<void>;
  allowedRefusals?: readonly string[];
};

/** A host's clock jumps by an hour, the service goes on with it or stands still, and the clock is put right. */
const jumped = (host: ClockHost, way: 'ahead' | 'behind', { becomes = goesOn, ...bounds }: Jump): Fault => ({
  ...bounds,
  name: `clock of ${host} an hour ${way}`,
  run: async ({ hosts }, partners) => {
    const { clock } = hosts[host];
    if (clock === null) throw new Error(`${host} has no clock of its own`);
    await goesOn(partners);
    clock.put(way === 'ahead' ? HOUR_S : -HOUR_S);
    try {
      await becomes(partners);
    } finally {
      clock.put(0);
    }
    await goesOn(partners);
  },
});

/** An append has to be decided 5 s after the process began it, by the store's clock (docs/operator/distributed.md). */
export const jumpClocks: readonly Fault[] = [
  jumped('api-2', 'ahead', outages(1)),
  jumped('api-2', 'behind', outages(1)),
  // Receivers refuse what is dated more than 5 minutes ahead; it is sent again 30 s later.
  jumped('worker-2', 'ahead', { ...UNNOTICED, allowedRefusals: ['too_new'] }),
  jumped('worker-2', 'behind', { ...UNNOTICED, allowedRefusals: ['too_old'] }),
  jumped('database', 'ahead', UNNOTICED),
  jumped('database', 'behind', UNNOTICED),
  { ...jumped('store', 'ahead', { ...outages(1), becomes: standsStill }), isOfLog: true },
  { ...jumped('store', 'behind', outages(1)), isOfLog: true },
];
