import type { Duplex } from 'node:stream';
import { UnavailableError, type EventStoreDBClient } from '@eventstore/db-client';

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
type OpenStream = (call: object) => Duplex;

/** What the driver's listener gets for each append. */
type Answer = { getError(): { getMessage(): string } | undefined };

const APPENDS = 'appendToStream';
/** How EventStoreDB answers an append on a node that knows no leader (Streams.BatchAppend.cs). */
const WITHOUT_LEADER = ['Server Is Not Ready', 'No leader info available in response'];

/**
 * Mends four faults that the driver has when nodes go away. Changes the client and returns it.
 *
 * - Before an append, the driver asks the server whether it has BatchAppend. It keeps the answer, even a failure: a client
 *   that asked while no node of its cluster was in reach would never append again. All servers that this service runs on
 *   have BatchAppend (EventStoreDB since 21.10), so the driver does not ask.
 * - The driver keeps unanswered appends in one table for the process and empties it when the connection of one of them
 *   ends. An answer that arrives later over another connection would end the process. It is ignored here: its append has
 *   failed as unanswered.
 * - After an error the driver looks at its connection again. If no node can be found just then, the rejection that nobody
 *   handles would end the process. It is ignored here: the next call looks for a node again.
 * - The driver stays with a node that answers appends without knowing a leader, also when the other nodes have elected
 *   one. Here it looks for the leader.
 */
export function steadyDriver(client: EventStoreDBClient): EventStoreDBClient {
  const insides = client as unknown as Insides;
  const { handleError, GRPCStreamCreator } = insides;
  insides.supports = () => Promise.resolve(true);
  insides.handleError = (call, error) => handleError(call, error).catch(() => undefined);
  insides.GRPCStreamCreator = (service, name, open, cache) => {
    const opened: OpenStream = (call) => {
      const stream = open(call);
      hearAnswers(stream, async () => {
        await insides.handleError(call, new UnavailableError());
        stream.end(); // what it still owes arrives, and the server ends it
      });
      return stream;
    };
    return GRPCStreamCreator(service, name, name === APPENDS ? opened : open, cache);
  };
  return client;
}

/** Puts itself before the driver's listener, which throws at an answer that is not in the driver's table. */
function hearAnswers(stream: Duplex, leaveNode: () => Promise<void>): void {
  for (const take of stream.listeners('data') as ((answer: Answer) => void)[]) {
    stream.removeListener('data', take);
    stream.on('data', (answer: Answer) => {
      try {
        take(answer);
      } catch {
        // Its append has failed already.
      }
      if (WITHOUT_LEADER.includes(answer.getError()?.getMessage() ?? '')) void leaveNode();
    });
  }
}
