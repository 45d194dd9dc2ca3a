import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { sameBytes, type DataKey } from '../crypto/seal.ts';
import type { EncodedEvent, MacProblem, StoredEvent } from './stored-event.ts';

/** Proves of events that this installation wrote them, as they stand and where they stand. */
export type EventMacs = {
  /** The events as they are stored, each with its MAC, where the first gets this revision of the stream. */
  add(stream: string, firstRevision: number, events: readonly EncodedEvent[]): EncodedEvent[];
  /** Why an event does not count as written by this installation; null where it does. */
  problemOf(stored: StoredEvent): MacProblem | null;
};

type Stored = { metadata: object; data: object };
type Place = Pick<StoredEvent, 'stream' | 'revision' | 'eventId' | 'type'>;

/** Says what is authenticated: no other MAC under the same key begins like this. */
const LABEL = 'event-mac-1';

const bound = (part: string): string => `|${part.length}:${part}`;

/**
 * The MAC of all that it binds: each part with its length before it, so that no two events make the same text. Data and
 * metadata are told as the JSON that is stored of them; a copy of it parses, and is written, the same. What another value is
 * written as, such as infinity as null, `isAsWritten` finds. The data, most of the text, are not copied into it.
 */
function macOf(key: KeyObject, { stream, revision, eventId, type }: Place, of: Stored): string {
  const [metadata, data] = [JSON.stringify(of.metadata), JSON.stringify(of.data)];
  const place = LABEL + bound(stream) + bound(String(revision)) + bound(eventId) + bound(type);
  const beforeData = `${place}${bound(metadata)}|${data.length}:`;
  return createHmac('sha256', key).update(beforeData).update(data).digest('base64url');
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);

/** False where JSON holds a number that nobody writes, but that is read from what somebody put there: `1e400`, `-0`. */
function isAsWritten(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every(isAsWritten);
}

/**
 * MACs (HMAC-SHA-256) under a key. The MAC stands in the event's metadata, which readers know without it. An event without
 * one counts as ours up to the position `unsignedUntil` of the log: it is from before there were MACs. Nobody can append
 * there.
 */
export function createEventMacs(key: DataKey, unsignedUntil: bigint): EventMacs {
  const secret = createSecretKey(key);
  return {
    add: (stream, firstRevision, events) =>
      events.map((event, index) => {
        const place = { ...event, stream, revision: firstRevision + index };
        return { ...event, metadata: { ...event.metadata, mac: macOf(secret, place, event) } };
      }),
    problemOf: (stored) => {
      if (!isObject(stored.metadata) || stored.metadata.mac === undefined) {
        return stored.position > unsignedUntil ? 'mac_missing' : null;
      }
      const { mac, ...metadata } = stored.metadata;
      if (typeof mac !== 'string' || !isObject(stored.data)) return 'mac_wrong';
      if (!isAsWritten(metadata) || !isAsWritten(stored.data)) return 'mac_wrong';
      const right = macOf(secret, stored, { metadata, data: stored.data });
      return sameBytes(Buffer.from(mac), Buffer.from(right)) ? null : 'mac_wrong';
    },
  };
}

/** For a log without MACs: all that stands in it counts. */
export const NO_MACS: EventMacs = { add: (_stream, _first, events) => [...events], problemOf: () => null };
