import { readFileSync } from 'node:fs';
import { CallCredentials, credentials, Metadata, type ChannelCredentials } from '@grpc/grpc-js';
import { parseConnection, type Connection } from './connection-string.ts';
import { leaveOutAddressNames } from './tls-server-name.ts';

/** What a client of one's own needs to reach the first server of a connection string, as the driver would reach it. */
export type Channel = { address: string; credentials: ChannelCredentials };

/** The header by which a user comes in. */
export const basicAuthorization = ({ name, password }: NonNullable<Connection['user']>): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

function credentialsOf({ isSecure, caFile, user }: Connection): ChannelCredentials {
  if (!isSecure) return credentials.createInsecure();
  leaveOutAddressNames();
  const channel = credentials.createSsl(caFile === null ? null : readFileSync(caFile));
  if (user === null) return channel;
  const call = CallCredentials.createFromMetadataGenerator((_, callback) => {
    const metadata = new Metadata();
    metadata.set('authorization', basicAuthorization(user));
    callback(null, metadata);
  });
  return credentials.combineChannelCredentials(channel, call);
}

/** Over TLS with user and password, where the string has them; as with the driver, no password without TLS. */
export function channelTo(connectionString: string): Channel {
  const connection = parseConnection(connectionString);
  const [server = { host: '', port: 0 }] = connection.hosts;
  return { address: `${server.host}:${server.port}`, credentials: credentialsOf(connection) };
}
