import { randomUUID } from 'node:crypto';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { EncodedEvent } from '../../shared/event-log/stored-event.ts';
import { appendAtEnd } from './append-at-end.ts';
import type { RawEvent } from './foreign-events.ts';

/** Events that nobody can read, although the service wrote them: as a defect of it would make them, by kind. */
export const OWN_BROKEN_EVENTS: Record<string, RawEvent> = {
  'without our metadata': { data: '{"order":7}', metadata: '{"trace":"x"}' },
  'without anything': { data: '{}', metadata: '{}' },
};

/** Appends it with the MAC of the installation; returns its id. Data and metadata are JSON objects. */
export async function appendOwnBroken(
  log: EventLog,
  stream: string,
  { type = 'order-placed', data, metadata = '{}' }: RawEvent,
): Promise<string> {
  const eventId = randomUUID();
  const [dataOf, metadataOf] = [data, metadata].map((text) => JSON.parse(text) as unknown);
  const event = { eventId, type, data: dataOf, metadata: metadataOf } as EncodedEvent;
  await appendAtEnd(log, stream, [event]);
  return eventId;
}
