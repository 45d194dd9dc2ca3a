import type { ServerUnaryCall, sendUnaryData } from '@grpc/grpc-js';
import { formatEventId } from '../wire/event-id.ts';
import { messageField, numberField, stringField } from '../wire/protobuf.ts';

const STATE_LEADER = 8;
const DEFAULT_PORT = 80;

/** `host:port` as the caller wrote it, so that the caller can reach the address that it is told. */
function splitAuthority(authority: string): { address: string; port: number } {
  const at = authority.lastIndexOf(':');
  const port = Number(authority.slice(at + 1));
  return at < 0 || !Number.isInteger(port)
    ? { address: authority, port: DEFAULT_PORT }
    : { address: authority.slice(0, at), port };
}

/** Gossip.Read: a cluster of one leader, namely this server at the address the caller used. */
export const createGossipHandler =
  (instanceId: Buffer, now: () => Date) =>
  (call: ServerUnaryCall<unknown, Buffer>, callback: sendUnaryData<Buffer>): void => {
    const { address, port } = splitAuthority(call.getHost());
    const ticks = now().getTime() * 10_000;
    const member = [
      messageField(1, stringField(2, formatEventId(instanceId))),
      numberField(2, ticks),
      numberField(3, STATE_LEADER),
      numberField(4, 1),
      messageField(5, stringField(1, address), numberField(2, port)),
    ];
    callback(null, messageField(1, ...member));
  };
