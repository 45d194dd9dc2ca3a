import { EventStoreDBClient } from '@eventstore/db-client';
import { StartupError } from '../lifecycle/startup-error.ts';
import { parseConnection } from './connection-string.ts';
import { steadyDriver } from './steady-driver.ts';
import type { StoredEvent } from './stored-event.ts';

/** Told of an event that a subscription brought, and of where that one stood before; null: at the beginning. */
export type Listener = (event: StoredEvent, previous: bigint | null) => void;

export type SharedClient = {
  client: EventStoreDBClient;
  /** Who is told of what the subscriptions over this client bring. */
  listeners: Set<Listener>;
  /**
   * Releases the client. The last release closes the connection, and resolves when it is closed. A second call does
   * nothing.
   */
  giveBack: () => Promise<void>;
};

type Entry = { client: EventStoreDBClient; listeners: Set<Listener>; users: number };

/**
 * The driver keeps the unanswered appends of all clients in one table for the process. When the connection of one
 * client ends, it empties that table: the appends of the other clients fail too. So a process has one client for each
 * server, however many logs it opens.
 */
const entries = new Map<string, Entry>();

/** The process's client of a server, made where there is none. Throws StartupError, and what the driver throws. */
export function shareClient(connectionString: string): SharedClient {
  if (!parseConnection(connectionString).hasKnownOptions) {
    throw new StartupError(
      'EVENTSTORE_URL has an option that the driver does not know, or tlsVerifyCert=false, which it does not support',
    );
  }
  const entry = entries.get(connectionString) ?? {
    client: steadyDriver(EventStoreDBClient.connectionString`${connectionString}`),
    listeners: new Set(),
    users: 0,
  };
  entry.users += 1;
  entries.set(connectionString, entry);
  let isGivenBack = false;
  return {
    client: entry.client,
    listeners: entry.listeners,
    giveBack: async () => {
      if (isGivenBack) return;
      isGivenBack = true;
      entry.users -= 1;
      if (entry.users > 0) return;
      entries.delete(connectionString);
      await entry.client.dispose();
    },
  };
}
