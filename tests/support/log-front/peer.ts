import { connect, type ClientHttp2Session } from 'node:http2';
import { text } from 'node:stream/consumers';

/** Another member, over the network. */
export type Peer = {
  name: string;
  /** Its answer, as JSON; throws where none comes in time. */
  ask: (path: string, body?: unknown) => Promise<unknown>;
  close: () => void;
};

export type PeerOptions = {
  /** `host:port`, as it advertises itself. */
  name: string;
  /** The authority of its certificate; null: without TLS. */
  ca: string | null;
  timeoutMs: number;
};

/**
 * A connection that is kept while it answers. After a failure the next question opens another: one over a link that was cut
 * would take long to find out that the link is back.
 */
export function createPeer({ name, ca, timeoutMs }: PeerOptions): Peer {
  let session: ClientHttp2Session | undefined;
  const close = (): void => {
    session?.destroy();
    session = undefined;
  };
  const open = (): ClientHttp2Session => {
    const opened = ca === null ? connect(`http://${name}`) : connect(`https://${name}`, { ca });
    opened.on('error', () => undefined);
    opened.on('close', () => {
      if (session === opened) session = undefined;
    });
    return opened;
  };
  const ask = async (path: string, body?: unknown): Promise<unknown> => {
    session ??= open();
    const call = session.request({ ':path': path, ':method': body === undefined ? 'GET' : 'POST' });
    const timer = setTimeout(() => call.destroy(new Error('no answer in time')), timeoutMs);
    try {
      if (body !== undefined) call.end(JSON.stringify(body));
      return JSON.parse(await text(call)) as unknown;
    } catch (error) {
      call.destroy();
      close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return { name, ask, close };
}
