import { createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import { listen } from '../listening.ts';
import { upstreamOf } from '../store-upstream.ts';
import { certificate, privateKey } from './certificates.ts';

/** Who may come in: an EventStoreDB with users, as far as its answers to calls go. */
export type Users = { passwords: Map<string, string>; withoutRights: Set<string> };

export type Front = { port: number; users: Users; stop: () => void };

const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** What EventStoreDB answers without a user. */
const OPEN_TO_ALL = /^\/event_store\.client\.(server_features|gossip)\./;

/** How EventStoreDB 23.10 refuses a call: headers and status in one. */
function refuse(stream: ServerHttp2Stream, status: number, headers: Record<string, string> = {}): void {
  stream.respond(
    { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(status), ...headers },
    { endStream: true },
  );
}

/**
 * Users before an embedded store, which knows one that may do everything: calls of a known user pass, others are refused as
 * EventStoreDB does. Users can be changed while it runs, and the certificate is any.
 */
export async function startFront(storeUrl: string, options: { cert?: string } = {}): Promise<Front> {
  const users: Users = { passwords: new Map([['clinic', 'right-password']]), withoutRights: new Set() };
  const upstream = upstreamOf(storeUrl);
  const backend = upstream.connect();
  backend.on('error', () => undefined);
  const server = createSecureServer({ key: privateKey, cert: options.cert ?? certificate });
  const sessions = new Set<{ destroy: () => void }>();
  server.on('session', (session) => void sessions.add(session));
  server.on('sessionError', () => undefined);
  server.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    const [user = '', password = ''] = Buffer.from((headers.authorization ?? '').slice(6), 'base64')
      .toString()
      .split(':');
    const isOpen = OPEN_TO_ALL.test(String(headers[':path']));
    if (!isOpen && users.passwords.get(user) !== password) {
      refuse(stream, UNAUTHENTICATED);
      return;
    }
    if (!isOpen && users.withoutRights.has(user)) {
      refuse(stream, PERMISSION_DENIED, { exception: 'access-denied' });
      return;
    }
    const { authorization, ...passed } = headers;
    const call = backend.request({ ...passed, ...upstream.headers });
    call.on('error', () => stream.destroy());
    call.on('response', (answered, flags) => {
      // A refusal is one frame of headers that ends the call.
      if ((flags & 1) === 1) {
        stream.respond(answered, { endStream: true });
        return;
      }
      stream.respond(answered, { waitForTrailers: true });
      let trailers: IncomingHttpHeaders = {};
      call.on('trailers', (last: IncomingHttpHeaders) => {
        trailers = last;
      });
      stream.on('wantTrailers', () => stream.sendTrailers(trailers));
      call.pipe(stream);
    });
    stream.on('close', () => call.close());
    stream.pipe(call);
  });
  const port = await listen(server);
  return {
    port,
    users,
    stop: () => {
      server.close();
      for (const session of sessions) session.destroy();
      backend.destroy();
    },
  };
}
