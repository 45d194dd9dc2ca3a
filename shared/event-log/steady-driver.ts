import type { Duplex } from 'node:stream';
import type { EventStoreDBClient } from '@eventstore/db-client';

/** The parts of the driver (6.2.1) that are replaced here; its types call them protected. */
type Insides = {
  supports: () => Promise<boolean>;
  handleError: (call: object, error: Error) => Promise<void>;
  GRPCStreamCreator: (
    service: object,
    name: string,
    open: OpenStream,
    cache?: object,
  ) => () => Promise<Duplex>;
};
type OpenStream = (call: object) => Duplex | Promise<Duplex>;

const APPENDS = 'appendToStream';

/**
 * Mends what the driver does when nodes go away; the client that it is given is the one that it returns.
 *
 * - Before it appends, it asks a server whether it has BatchAppend, and keeps the answer, be it a failure: a client that
 *   asked while no node of its cluster was in reach would never append again. Each server that this service runs on has
 *   it (EventStoreDB since 21.10), so nothing is asked.
 * - It keeps unanswered appends in one table of the process and empties that when the connection of any of them ends.
 *   An answer that arrives afterwards over another connection would end the process. It is passed over: its append was
 *   already given up as unanswered.
 * - It looks for another node after an error, and would end the process where it finds none. The next call looks again.
 */
export function steadyDriver(client: EventStoreDBClient): EventStoreDBClient {
  const insides = client as unknown as Insides;
  const { handleError, GRPCStreamCreator } = insides;
  insides.supports = () => Promise.resolve(true);
  insides.handleError = (call, error) => handleError(call, error).catch(() => undefined);
  insides.GRPCStreamCreator = (service, name, open, cache) => {
    const opened: OpenStream = async (call) => passOverLateAnswers(await open(call));
    return GRPCStreamCreator(service, name, name === APPENDS ? opened : open, cache);
  };
  return client;
}

/** The driver's listener throws at an answer that is not in its table. */
function passOverLateAnswers(stream: Duplex): Duplex {
  for (const take of stream.listeners('data') as ((answer: unknown) => void)[]) {
    stream.removeListener('data', take);
    stream.on('data', (answer) => {
      try {
        take(answer);
      } catch {
        // Its append was given up.
      }
    });
  }
  return stream;
}
