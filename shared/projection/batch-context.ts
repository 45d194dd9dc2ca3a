import type { DataKeys, OpenedKey } from '../crypto/data-keys.ts';
import type { RandomBytes } from '../crypto/seal.ts';
import type { Codec, DecodedEvent } from '../event-log/codec.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { metadataOf, type StoredEvent } from '../event-log/stored-event.ts';
import type { Sql } from '../postgres/pool.ts';
import type { LogEvent, ProjectionContext } from './projection.ts';

export type ContextParts = { codec: Codec; dataKeys: DataKeys; log: EventLog; random: RandomBytes };

/** Metadata is parsed when it is first used, so that invalid metadata fails only the projections that use it. */
export const toLogEvent = (stored: StoredEvent): LogEvent => ({
  stored,
  get metadata() {
    return metadataOf(stored);
  },
});

/** Ids of the keys that seal these groups of an event. The codec refuses an event of another shape. */
function keysOfGroups(stored: StoredEvent, groups: readonly string[]): string[] {
  const sealed = (stored.data.sealed ?? {}) as Record<string, { k?: string } | undefined>;
  return groups.flatMap((group) => sealed[group]?.k ?? []);
}

/** The keys, with those that are left out as if destroyed, so that their groups stay null. */
const withoutKeys = (
  keyIds: readonly string[],
  keys: ReadonlyMap<string, OpenedKey>,
  left: readonly string[],
): ReadonlyMap<string, OpenedKey> =>
  new Map(keyIds.map((keyId) => [keyId, left.includes(keyId) ? 'destroyed' : required(keys.get(keyId))]));

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('an event or a key was not loaded');
  return value;
}

/** What the projections of one batch share: keys are loaded once, events opened once. */
export function createBatchContext(parts: ContextParts, tx: Sql, live: boolean): ProjectionContext {
  const { codec, dataKeys, log, random } = parts;
  const keys = new Map<string, OpenedKey>();
  const opened = new Map<StoredEvent, DecodedEvent>();

  const loadKeys = async (keyIds: Iterable<string>): Promise<ReadonlyMap<string, OpenedKey>> => {
    const missing = [...new Set(keyIds)].filter((keyId) => !keys.has(keyId));
    for (const [keyId, key] of await dataKeys.load(tx, missing)) keys.set(keyId, key);
    return keys;
  };

  return {
    random,
    live,
    keys: loadKeys,
    tenantKeys: (tenantId) => dataKeys.tenantKeys(tx, tenantId),
    open: async (events, leaveClosed = () => []) => {
      const closed = events
        .filter(({ stored }) => !opened.has(stored))
        .map((event) => ({ stored: event.stored, left: keysOfGroups(event.stored, leaveClosed(event)) }));
      const wanted = closed.flatMap(({ stored, left }) =>
        codec.keyIdsOf(stored).filter((keyId) => !left.includes(keyId)),
      );
      const loaded = await loadKeys(wanted);
      const partly = new Map<StoredEvent, DecodedEvent>();
      for (const { stored, left } of closed) {
        if (left.length === 0) opened.set(stored, codec.decode(stored, loaded));
        else partly.set(stored, codec.decode(stored, withoutKeys(codec.keyIdsOf(stored), loaded, left)));
      }
      return events.map(({ stored }) => required(opened.get(stored) ?? partly.get(stored)));
    },
    history: async (stream, toRevision) => {
      const events: LogEvent[] = [];
      for await (const stored of log.readStream(stream, 0)) {
        if (stored.revision > toRevision) break;
        events.push(toLogEvent(stored));
      }
      return events;
    },
  };
}
