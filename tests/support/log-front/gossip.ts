import { MEMBER_STATE } from '../../../infra/event-store/services/gossip.ts';
import type { Seen, Told } from './membership.ts';

/** Where EventStoreDB answers the same. */
export const GOSSIP_PATH = '/gossip';
/** Votes; EventStoreDB has a service of gRPC of its own for them. */
export const ELECTION_PATH = '/election';

/** The names that EventStoreDB gives. */
const STATES = {
  Unknown: MEMBER_STATE.unknown,
  Follower: MEMBER_STATE.follower,
  Leader: MEMBER_STATE.leader,
  ResigningLeader: MEMBER_STATE.resigningLeader,
} as const;
type StateName = keyof typeof STATES;

/** As EventStoreDB answers it, as far as it is needed here. */
export type Gossip = {
  members: {
    instanceId: string;
    state: StateName;
    isAlive: boolean;
    httpEndPointIp: string;
    httpEndPointPort: number;
    epochNumber: number;
  }[];
  serverIp: string;
  serverPort: number;
};

const nameOf = (state: number): StateName =>
  (Object.keys(STATES) as StateName[]).find((name) => STATES[name] === state) ?? 'Unknown';

export const endpointOf = (name: string) => {
  const [host = '', port] = name.split(':');
  return { host, port: Number(port) };
};

/** What a member says of all. */
export function gossipOf(asked: string, seen: readonly Seen[]): Gossip {
  const { host, port } = endpointOf(asked);
  return {
    members: seen.map(({ name, told, isAlive }) => ({
      instanceId: told.id,
      state: nameOf(told.state),
      isAlive,
      httpEndPointIp: endpointOf(name).host,
      httpEndPointPort: endpointOf(name).port,
      epochNumber: told.epoch,
    })),
    serverIp: host,
    serverPort: port,
  };
}

/** What the member that was asked tells of itself and its leader. */
export function readGossip(answered: unknown): Told {
  const { members, serverIp, serverPort } = answered as Gossip;
  const own = members.find((one) => one.httpEndPointIp === serverIp && one.httpEndPointPort === serverPort);
  if (own === undefined) throw new Error('a member that does not know itself');
  const leader = members.find(({ state, isAlive }) => state === 'Leader' && isAlive);
  return {
    id: own.instanceId,
    state: STATES[own.state],
    epoch: own.epochNumber,
    leader: leader?.instanceId ?? null,
  };
}
