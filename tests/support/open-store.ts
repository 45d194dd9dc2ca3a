import { startEventStore, type EventStore, type EventStoreOptions } from '../../infra/event-store/server.ts';

/** An embedded event store in this process that lets everybody in, on a free port. */
export const startOpenStore = (
  options: Pick<EventStoreOptions, 'directory'> & Partial<EventStoreOptions>,
): Promise<EventStore> =>
  startEventStore({ host: '127.0.0.1', access: null, port: 0, now: () => new Date(), ...options });
