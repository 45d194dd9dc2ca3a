import { readFileSync } from 'node:fs';
import { connect, type ClientHttp2Session } from 'node:http2';
import { basicAuthorization } from '../../shared/event-log/channel.ts';
import { parseConnection } from '../../shared/event-log/connection-string.ts';

/** An event store as what stands before it calls it. */
export type Upstream = {
  connect: () => ClientHttp2Session;
  /** What each call needs besides its own headers. */
  headers: Record<string, string>;
};

/** Reads a connection string for a front: HTTP/2 over TLS or without, and the header that lets its calls in. */
export function upstreamOf(storeUrl: string): Upstream {
  const { hosts, isSecure, caFile, user } = parseConnection(storeUrl);
  const address = `${isSecure ? 'https' : 'http'}://${hosts[0]?.host}:${hosts[0]?.port}`;
  const options = caFile === null ? {} : { ca: readFileSync(caFile) };
  return {
    connect: () => connect(address, options),
    headers: user === null ? {} : { authorization: basicAuthorization(user) },
  };
}
