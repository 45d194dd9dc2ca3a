import { eventSkipped } from '../../domain/event-log/events.ts';
import type { StoredEvent } from './stored-event.ts';
import { skippedStream } from './streams.ts';

/** What the codec writes with every event, by which an event that it did not write is told. */
const REQUIRED = ['tenant_id', 'command_id', 'occurred_at', 'schema_version'];

/**
 * Whether an event lacks what the service writes beside each of its own. Only such an event may be skipped: one that is
 * merely damaged, or of a later version, never.
 */
export function lacksOurMetadata({ metadata }: StoredEvent): boolean {
  if (typeof metadata !== 'object' || metadata === null) return true;
  return !REQUIRED.every((name) => name in metadata);
}

/** Whether an operator had this event, which lacks our metadata, skipped. `readStream` reads from the log of the event. */
export async function isSkipped(
  stored: StoredEvent,
  readStream: (stream: string) => AsyncIterable<StoredEvent>,
): Promise<boolean> {
  for await (const { type, data } of readStream(skippedStream(stored.eventId))) {
    const parsed = eventSkipped.clear.safeParse(data);
    if (type !== eventSkipped.type || !parsed.success) continue;
    const { event_id, stream, position } = parsed.data;
    if (event_id !== stored.eventId || stream !== stored.stream) continue;
    if (position === String(stored.position)) return true;
  }
  return false;
}
