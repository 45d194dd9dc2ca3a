import { connect, Events, type NatsConnection } from 'nats';
import { natsServer } from '../config/nats-url.ts';
import type { Runnable } from '../lifecycle/runnable.ts';
import { atMost, sleep } from '../lifecycle/timing.ts';

export type NatsLink = Runnable & {
  /** True while the server answers. */
  isConnected(): boolean;
  /** The connection once there was one; null before. It mends itself. */
  connection(): NatsConnection | null;
};

const RECONNECT_WAIT_MS = 1_000;
const PING_INTERVAL_MS = 5_000;
const DRAIN_TIMEOUT_MS = 1_000;

/**
 * A connection that is never given up: starting does not wait for the server, and a server that goes away and comes
 * back is found again. Whoever uses it must do without it meanwhile.
 */
export function createNatsLink(options: { url: string; name: string }): NatsLink {
  let current: NatsConnection | null = null;
  let up = false;
  const stopping = new AbortController();
  let opening = Promise.resolve();

  async function follow(connection: NatsConnection): Promise<void> {
    up = true;
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) up = false;
      if (status.type === Events.Reconnect) up = true;
    }
    up = false;
  }

  const tryToConnect = (): Promise<NatsConnection> =>
    connect({
      ...natsServer(options.url),
      name: options.name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
    });

  /** The client's own waiting for the first connection cannot be ended: it would outlive this link. */
  async function open(): Promise<void> {
    while (!stopping.signal.aborted) {
      const connection = await tryToConnect().catch(() => null);
      if (connection === null) {
        await sleep(RECONNECT_WAIT_MS, stopping.signal);
      } else if (stopping.signal.aborted) {
        await connection.close();
      } else {
        current = connection;
        void follow(connection);
        return;
      }
    }
  }

  return {
    isConnected: () => up,
    connection: () => current,
    start: () => {
      opening = open().catch(() => undefined);
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      up = false;
      await atMost(DRAIN_TIMEOUT_MS, opening);
      if (current) await atMost(DRAIN_TIMEOUT_MS, current.drain().catch(() => undefined));
      await current?.close().catch(() => undefined);
    },
  };
}
