import type { HostName } from '../network/hosts.ts';
import { API_HOSTS, WORKER_HOSTS } from '../parts/service.ts';
import { CALLERS, outages } from './bounds.ts';
import type { Fault } from './fault.ts';
import { goesOn } from './going-on.ts';

/** A repeat takes a call over whose process died, 20 s after it began; until then it hears once a second that it runs. */
const TAKEOVER_MS = 20_000;
const REPEATS = TAKEOVER_MS / 1_000 + 1;
/** Until Postgres notices that a host is gone, what that had locked stays so, and whoever needs it is told to come back. */
const LOCKED_MS = 15_000;

/** A host loses power, the service goes on without it, and the host comes back. */
const killed = (name: HostName): Pick<Fault, 'name' | 'run'> => ({
  name: `host ${name} killed`,
  run: async (cluster, partners) => {
    await goesOn(partners);
    await cluster.powerOff(name);
    await goesOn(partners);
    await cluster.powerOn(name);
  },
});

const killApiHost = (name: HostName): Fault => ({
  ...killed(name),
  allowedFailures: {
    // Calls that were under way there. On a connection that had served a call before, the proxy answers nothing.
    'connection lost': CALLERS,
    '502 of the proxy': CALLERS,
    'no answer': CALLERS,
    '503 service_unavailable': CALLERS,
    'still running': CALLERS * REPEATS,
  },
  longestGapMs: outages(1).longestGapMs,
  recoveryLimitMs: 5_000,
});

/** Projections, reactors and dispatchers. A batch that was under way there has rows that answers write, too. */
const killWorkerHost = (name: HostName): Fault => ({
  ...killed(name),
  ...outages(1),
  recoveryLimitMs: LOCKED_MS,
});

export const killHosts: readonly Fault[] = [
  ...API_HOSTS.map(killApiHost),
  ...WORKER_HOSTS.map(killWorkerHost),
];
