import type { EventLog, ExpectedRevision } from '../../shared/event-log/event-log.ts';
import { isStranger } from '../../shared/event-log/stored-event.ts';

/** Where a stream ends, and the ids of those of its last events that are ours. */
export type StreamEnd = { last: ExpectedRevision; eventIds: ReadonlySet<string> };

/** Reads so many events back from the end of a stream: for who has to know what a process before it appended. */
export async function readEnd(log: EventLog, stream: string, count: number): Promise<StreamEnd> {
  let last: ExpectedRevision = 'no_stream';
  const eventIds = new Set<string>();
  for await (const event of log.readTail(stream, count)) {
    if (last === 'no_stream') last = event.revision;
    if (!isStranger(event)) eventIds.add(event.eventId);
  }
  return { last, eventIds };
}
