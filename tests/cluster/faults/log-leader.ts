import { LOG_HOSTS } from '../network/hosts.ts';
import { bothWays, withCut } from '../network/links.ts';
import type { OwnLog } from '../parts/log.ts';
import { outages } from './bounds.ts';
import { ownLog, type Fault } from './fault.ts';
import { goesOn } from './going-on.ts';

type Nodes = OwnLog['nodes'];

const withoutLeader = (
  name: string,
  lose: (nodes: Nodes, leader: number) => Promise<void> | void,
  giveBack: (nodes: Nodes, leader: number) => Promise<void> | void = () => undefined,
): Fault => ({
  ...outages(1),
  name: `log's leader ${name}`,
  isOfLog: true,
  run: async (cluster, partners) => {
    const { nodes } = ownLog(cluster);
    await goesOn(partners);
    const leader = await nodes.leader();
    await lose(nodes, leader);
    await goesOn(partners);
    await giveBack(nodes, leader);
    await goesOn(partners);
  },
});

/**
 * What says nothing is waited for, before callers are told: a handler begins tries to append for 10 s, and the last one may take
 * 6 s (command-api/kernel/append-attempts.ts, shared/event-log/event-log.ts).
 */
const SILENCE_MS = 16_000;

/** Another node leads from then on; the one that did comes back as a follower. */
export const logLeader: readonly Fault[] = [
  withoutLeader('deposed', (nodes, leader) => nodes.depose(leader)),
  withoutLeader(
    'killed',
    (nodes, leader) => nodes.kill(leader),
    (nodes, leader) => nodes.start(leader),
  ),
  {
    ...withoutLeader(
      'frozen',
      (nodes, leader) => nodes.freeze(leader),
      (nodes, leader) => nodes.thaw(leader),
    ),
    longestGapMs: outages(1).longestGapMs + SILENCE_MS,
  },
  {
    ...outages(1),
    name: "log's leader cut off from the others",
    isOfLog: true,
    run: async (cluster, partners) => {
      const { nodes } = ownLog(cluster);
      await goesOn(partners);
      const cutOff = await nodes.leader();
      const hosts = LOG_HOSTS.map((name) => cluster.hosts[name]);
      const ways = hosts.flatMap((host, index) =>
        index === cutOff ? [] : bothWays(hosts[cutOff] ?? host, host),
      );
      await withCut(ways, () => goesOn(partners));
      await goesOn(partners);
    },
  },
];
