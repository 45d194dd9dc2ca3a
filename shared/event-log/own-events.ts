import { START, type ResolvedEvent } from '@eventstore/db-client';
import type { StoredEvent } from './stored-event.ts';
import { isOwnStream, STREAM_PREFIXES } from './streams.ts';

/** An event as the driver gives it out of a read or a subscription. */
export type Resolved = Pick<ResolvedEvent, 'event' | 'commitPosition'>;

/**
 * Told of an event of another application, once each. Not of all: a subscription does not receive what the server's filter
 * keeps back.
 */
export type OnForeign = (foreign: { position: bigint }) => void;

export const positionOf = ({ event, commitPosition }: Resolved): bigint =>
  event?.position?.commit ?? commitPosition ?? 0n;

/** Where to read on from after a position; null: from the beginning. */
export const placeOf = (position: bigint | null): typeof START | { commit: bigint; prepare: bigint } =>
  position === null ? START : { commit: position, prepare: position };

/** Data and metadata as they are: what stands in a stream may be of any shape. */
export function toStored(resolved: Resolved): StoredEvent {
  const event = resolved.event;
  if (!event) throw new Error('the log returned a link without its event');
  return {
    eventId: event.id,
    type: event.type,
    stream: event.streamId,
    revision: Number(event.revision),
    position: positionOf(resolved),
    data: event.data as Record<string, unknown>,
    metadata: event.metadata,
  };
}

/** Whether the event stands in a stream of the service, and is none of the server itself. */
export const isOwn = ({ event }: Resolved): boolean =>
  event !== undefined && !event.type.startsWith('$') && isOwnStream(event.streamId);

/**
 * Tells the service's own events from all else in the log. An event is ours where its stream has a name that the service
 * gives; an event of the server itself (of a type that begins with `$`) never is.
 */
export function createOwnEvents(onForeign: OnForeign): (resolved: Resolved) => StoredEvent | null {
  // Reads pass all of them, subscriptions those with a name like ours; each is told of by the first that comes to it.
  const toldTo = { alike: -1n, other: -1n };
  return (resolved) => {
    const { event } = resolved;
    if (!event || event.type.startsWith('$')) return null;
    if (isOwnStream(event.streamId)) return toStored(resolved);
    const position = positionOf(resolved);
    const kind = STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix)) ? 'alike' : 'other';
    if (position > toldTo[kind]) {
      toldTo[kind] = position;
      onForeign({ position });
    }
    return null;
  };
}

/** Events at the end of the log that are not ours: a reader who comes back to it need not read them again. */
export type ForeignEnd = {
  /** Where to read on from for what stands after a position. */
  skipTo: (after: bigint | null) => bigint | null;
  /** Notes what a read to the end of the log found: our last event after `after`, if any, and the last event of all. */
  note: (read: { after: bigint | null; own: bigint | null; last: bigint | null }) => void;
};

export function createForeignEnd(): ForeignEnd {
  let known: { from: bigint; to: bigint } | null = null;
  const isWithin = (after: bigint | null): boolean =>
    known !== null && (after ?? -1n) >= known.from && (after ?? -1n) < known.to;
  return {
    skipTo: (after) => (known !== null && isWithin(after) ? known.to : after),
    note: ({ after, own, last }) => {
      const before = isWithin(after) ? known : null;
      const from = own ?? before?.from ?? after ?? -1n;
      const to = last ?? before?.to ?? from;
      known = to > from ? { from, to } : null;
    },
  };
}
