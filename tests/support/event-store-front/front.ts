import { status } from '@grpc/grpc-js';
import { OPEN_METHODS } from '../../../infra/event-store/access/guard.ts';
import { refuse } from '../log-front/grpc-answers.ts';
import { startProxy } from '../log-front/proxy.ts';
import { upstreamOf } from '../store-upstream.ts';
import { certificate, privateKey } from './certificates.ts';

/** Who may come in: an EventStoreDB with users, as far as its answers to calls go. */
export type Users = { passwords: Map<string, string>; withoutRights: Set<string> };

export type Front = { port: number; users: Users; stop: () => Promise<void> };

/**
 * Users before an embedded store, which knows one that may do everything: calls of a known user pass, others are refused as
 * EventStoreDB does. Users can be changed while it runs, and the certificate is any.
 */
export async function startFront(storeUrl: string, options: { cert?: string } = {}): Promise<Front> {
  const users: Users = { passwords: new Map([['clinic', 'right-password']]), withoutRights: new Set() };
  const { port, end } = await startProxy({
    host: '127.0.0.1',
    port: 0,
    tls: { key: privateKey, cert: options.cert ?? certificate },
    store: upstreamOf(storeUrl),
    serve: ({ stream, headers, path, passOn }) => {
      const [user = '', password = ''] = Buffer.from((headers.authorization ?? '').slice(6), 'base64')
        .toString()
        .split(':');
      if (OPEN_METHODS.includes(path)) passOn();
      else if (users.passwords.get(user) !== password) refuse(stream, status.UNAUTHENTICATED);
      else if (users.withoutRights.has(user)) {
        refuse(stream, status.PERMISSION_DENIED, { exception: 'access-denied' });
      } else passOn();
    },
  });
  return { port, users, stop: end };
}
