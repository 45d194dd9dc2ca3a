import {
  WrongRevisionError,
  type Appended,
  type EventLog,
  type ExpectedRevision,
} from '../../shared/event-log/event-log.ts';
import type { EncodedEvent } from '../../shared/event-log/stored-event.ts';

/** Appends at the end of a stream, wherever that is: for tests that write beside others. */
export async function appendAtEnd(log: EventLog, stream: string, events: EncodedEvent[]): Promise<Appended> {
  for (;;) {
    let end: ExpectedRevision = 'no_stream';
    for await (const { revision } of log.readTail(stream, 1)) end = revision;
    try {
      return await log.append(stream, end, events);
    } catch (error) {
      if (!(error instanceof WrongRevisionError)) throw error;
    }
  }
}
