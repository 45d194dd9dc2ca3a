import { connect, Events, type NatsConnection } from 'nats';
import type { Runnable } from '../lifecycle/runnable.ts';
import { atMost, sleep } from '../lifecycle/timing.ts';
import type { Logger } from '../logging/logger.ts';
import { describeNatsProblem, describeNatsServer, NATS_LOST } from './describe-problem.ts';
import type { NatsOptions } from './settings.ts';

export type NatsLink = Runnable & {
  /** True while the server answers. */
  isConnected(): boolean;
  /** One line on why it cannot be used, null where it can. */
  problem(): string | null;
  /** The connection once there was one; null before. It mends itself. */
  connection(): NatsConnection | null;
};

const RECONNECT_WAIT_MS = 1_000;
const LOOK_AGAIN_MS = 5_000;
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
export function createNatsLink(options: { server: NatsOptions; name: string; logger?: Logger }): NatsLink {
  let current: NatsConnection | null = null;
  let up = false;
  let connected = 0;
  let problem: string | null = 'NATS is out of reach: no connection yet';
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let opening = Promise.resolve();

  const describe = (error: unknown): string =>
    describeNatsProblem(error, { isTls: options.server.tls !== undefined });

  /** Says each problem once, when it comes; the operator has to act on some, and none stops this process. */
  function tell(found: string | null): void {
    if (found === problem || isStopping()) return;
    problem = found;
    if (found === null) options.logger?.info('NATS answers');
    else options.logger?.error(found);
  }

  /** Until the server has what it needs, or is gone, or this link ends. */
  async function look(connection: NatsConnection): Promise<void> {
    if (isStopping()) return;
    const looking = (connected += 1);
    const isOver = (): boolean => !up || looking !== connected || isStopping();
    up = true;
    while (!isOver()) {
      const found = await describeNatsServer(connection);
      if (isOver()) return;
      tell(found);
      if (found === null) return;
      await sleep(LOOK_AGAIN_MS, stopping.signal);
    }
  }

  async function follow(connection: NatsConnection): Promise<void> {
    const statuses = connection.status();
    void look(connection);
    for await (const { type, data } of statuses) {
      if (type === Events.Disconnect) {
        up = false;
        tell(NATS_LOST);
      }
      // While it is gone, these are tries to come back that have failed.
      if (type === Events.Error && !up) tell(describe({ code: data }));
      if (type === Events.Reconnect) void look(connection);
    }
    up = false;
  }

  const tryToConnect = (): Promise<NatsConnection> =>
    connect({
      ...options.server,
      name: options.name,
      timeout: CONNECT_TIMEOUT_MS,
      maxReconnectAttempts: -1,
      ignoreAuthErrorAbort: true, // a password may be mended at the server
      reconnectTimeWait: RECONNECT_WAIT_MS,
      pingInterval: PING_INTERVAL_MS,
      maxPingOut: 2,
    });

  /** The client's own waiting for the first connection cannot be ended: it would outlive this link. */
  async function open(): Promise<void> {
    while (current === null && !isStopping()) {
      current = await tryToConnect().catch((error: unknown) => {
        tell(describe(error));
        return null;
      });
      if (current === null) await sleep(RECONNECT_WAIT_MS, stopping.signal);
      else if (!isStopping()) void follow(current);
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
    problem: () => problem,
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
