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
/**
 * For one try. A server that hangs up on a client that was too busy to introduce itself, as a process is that has just
 * started, is not noticed by the client before that.
 */
const CONNECT_TIMEOUT_MS = 3_000;
const PING_INTERVAL_MS = 5_000;
const DRAIN_TIMEOUT_MS = 1_000;
/** A try to connect that is under way is closed when it ends, though nobody waits for it any more. */
const STOP_TIMEOUT_MS = 1_500;

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
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_WAIT_MS,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
    });

  /** The client's own waiting for the first connection cannot be ended: it would outlive this link. */
  async function open(): Promise<void> {
    while (current === null && !stopping.signal.aborted) {
      current = await tryToConnect().catch(() => null);
      if (current === null) await sleep(RECONNECT_WAIT_MS, stopping.signal);
      else void follow(current);
    }
  }

  async function close(): Promise<void> {
    if (current === null) return;
    const drained = current.drain().catch(() => undefined);
    await atMost(DRAIN_TIMEOUT_MS, drained);
    await current.close().catch(() => undefined);
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
      await atMost(STOP_TIMEOUT_MS, opening.then(close));
    },
  };
}
