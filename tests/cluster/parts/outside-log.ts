import { parseConnection } from '../../../shared/event-log/connection-string.ts';
import type { Host, HostName } from '../network/hosts.ts';
import { makeWayOut, whyNoWay } from '../network/way-out.ts';
import type { PartOptions } from './database.ts';
import type { Log } from './log.ts';

export type OutsideLogOptions = {
  /** EVENTSTORE_URL: names every node, by what its certificate and its gossip say. */
  url: string;
  hosts: Record<HostName, Host>;
  /** The hosts that stand for the nodes, in their order. */
  through: readonly HostName[];
  folder: string;
  listens: PartOptions['listens'];
};

/** Why a log outside cannot be reached from the hosts; null where it can. */
export function whyNoOutsideLog(url: string, nodes: number): string | null {
  const { hosts } = parseConnection(url);
  if (hosts.length > nodes)
    return `EVENTSTORE_URL names ${hosts.length} nodes, and the drill has hosts for ${nodes}`;
  return hosts.map(whyNoWay).find((why) => why !== null) ?? null;
}

/** An event store of the operator's as the log: hosts of the drill stand for its nodes. */
export async function reachOutsideLog(options: OutsideLogOptions): Promise<Log> {
  const { url, hosts, through, folder, listens } = options;
  const relays = await Promise.all(
    parseConnection(url).hosts.map((outside, index) => {
      const node = hosts[through[index] ?? 'log-1'];
      const others = Object.values(hosts).filter((host) => host !== node);
      return makeWayOut({ outside, through: node, others, folder, listens });
    }),
  );
  return { url, processes: relays, own: null };
}
