import type { Cluster } from '../cluster.ts';
import { LOG_HOSTS, type Host } from '../network/hosts.ts';
import { bothWays, withCut } from '../network/links.ts';
import { CALLERS, outages, UNNOTICED, type Bounds } from './bounds.ts';
import { ownLog, type Fault } from './fault.ts';
import { goesOn } from './going-on.ts';

type Cut = { between: (cluster: Cluster) => Promise<[Host, Host]> | [Host, Host]; ways: 'both' | 'one' };

/** The service goes on while the link is cut, and after it. */
const cut = (name: string, { between, ways }: Cut, bounds: Bounds): Fault => ({
  ...bounds,
  name: `link ${name} cut${ways === 'one' ? ' in one direction' : ''}`,
  run: async (cluster, partners) => {
    await goesOn(partners);
    const [from, to] = await between(cluster);
    await withCut(ways === 'both' ? bothWays(from, to) : [{ from, to }], () => goesOn(partners));
    await goesOn(partners);
  },
});

const leaderOf = async (cluster: Cluster): Promise<Host> => {
  const name = LOG_HOSTS[await ownLog(cluster).nodes.leader()];
  if (name === undefined) throw new Error('the log has no leader');
  return cluster.hosts[name];
};

/** The proxy takes out an API that cannot work. Calls that wait there are told so, or get no answer. */
const OF_API: Bounds = {
  ...outages(1),
  allowedFailures: { ...outages(1).allowedFailures, 'no answer': CALLERS, 'connection lost': CALLERS },
};
/** The other worker host takes over; no caller waits for either. */
const OF_WORKER: Bounds = { ...UNNOTICED, recoveryLimitMs: 30_000 };

export const cutLinks: readonly Fault[] = [
  cut('api-1 – database', { between: ({ hosts }) => [hosts['api-1'], hosts.database], ways: 'both' }, OF_API),
  cut('database → api-2', { between: ({ hosts }) => [hosts.database, hosts['api-2']], ways: 'one' }, OF_API),
  cut(
    'worker-1 – database',
    { between: ({ hosts }) => [hosts['worker-1'], hosts.database], ways: 'both' },
    OF_WORKER,
  ),
  {
    ...cut(
      'api-1 – leader of the log',
      { between: async (cluster) => [cluster.hosts['api-1'], await leaderOf(cluster)], ways: 'both' },
      OF_API,
    ),
    isOfLog: true,
  },
  {
    ...cut(
      'leader of the log → worker-2',
      { between: async (cluster) => [await leaderOf(cluster), cluster.hosts['worker-2']], ways: 'one' },
      OF_WORKER,
    ),
    isOfLog: true,
  },
];
