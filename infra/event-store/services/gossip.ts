import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { formatEventId } from '../wire/event-id.ts';
import { messageField, numberField, stringField } from '../wire/protobuf.ts';

/** event_store.client.gossip.MemberInfo.VNodeState. */
export const MEMBER_STATE = { unknown: 2, follower: 6, leader: 8, resigningLeader: 15 } as const;
const DEFAULT_PORT = 80;

/** `host:port` as the caller wrote it, so that the caller can reach the address that it is told. */
function splitAuthority(authority: string): { address: string; port: number } {
  const at = authority.lastIndexOf(':');
  const port = Number(authority.slice(at + 1));
  return at < 0 || !Number.isInteger(port)
    ? { address: authority, port: DEFAULT_PORT }
    : { address: authority.slice(0, at), port };
}

/** The fields of one MemberInfo. */
export const gossipMember = (member: {
  id: string;
  at: Date;
  state: number;
  isAlive: boolean;
  address: string;
  port: number;
}): Buffer[] => [
  messageField(1, stringField(2, member.id)),
  numberField(2, member.at.getTime() * 10_000), // in ticks of 100 ns
  numberField(3, member.state),
  numberField(4, member.isAlive ? 1 : 0),
  messageField(5, stringField(1, member.address), numberField(2, member.port)),
];

/** Gossip.Read: a cluster of one leader, namely this server at the address the caller used. */
export const createGossipHandler =
  (instanceId: Buffer, now: () => Date) =>
  (call: ServerUnaryCall<unknown, Buffer>, callback: sendUnaryData<Buffer>): void => {
    const { address, port } = splitAuthority(call.getHost());
    const state = MEMBER_STATE.leader;
    const id = formatEventId(instanceId);
    const member = gossipMember({ id, at: now(), state, isAlive: true, address, port });
    callback(null, messageField(1, ...member));
  };
