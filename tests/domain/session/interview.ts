import type { Fact } from '../../../domain/kernel/event-definition.ts';
import { decide, evolve, noSession, type SessionCommand } from '../../../domain/session/index.ts';
import { sessionEvents, type NewSessionEvent, type SessionEvent } from '../../../domain/session/events.ts';
import type { SessionState } from '../../../domain/session/state.ts';
import { subjectKeyId, type OpenedKeys } from '../../../shared/crypto/data-keys.ts';
import { sha256, type DataKey } from '../../../shared/crypto/seal.ts';
import { sessionUpcasters } from '../../../domain/session/upcasters.ts';
import { createCodec } from '../../../shared/event-log/codec.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../../shared/event-log/streams.ts';
import { answerKeyOf, commandIdOf, outcomeKeyOf, SESSION_ID, sessionFacts, timeOf } from './events.ts';
import { scriptedEngine } from './scripted-engine.ts';

const STREAM = sessionStream(SESSION_ID);
const TENANT_ID = '0191d3a0-0000-7000-8000-00000000000a';
const codec = createCodec(sessionEvents, sessionUpcasters, (size) => new Uint8Array(size));
const engine = scriptedEngine();

/** Any key, always the same one for an id: its SHA-256. */
const keyOf = (keyId: string): DataKey => new Uint8Array(sha256(keyId));

/**
 * A session as a command handler keeps it, beside its log as the event store would hold it: sealed. `execute` throws
 * what the decision throws.
 */
export function createInterview() {
  let state: SessionState = noSession;
  const groups: NewSessionEvent[][] = [];
  const stored: StoredEvent[] = [];
  const destroyed = new Set<string>();

  /** The log's events opened; those whose key is destroyed only in part. */
  const openLog = (isDestroyed: (keyId: string) => boolean): Fact<SessionEvent>[] => {
    const keyIds = stored.flatMap((event) => codec.keyIdsOf(event));
    const keys: OpenedKeys = new Map(
      keyIds.map((keyId) => [keyId, isDestroyed(keyId) ? 'destroyed' : keyOf(keyId)]),
    );
    return stored.map((event) => codec.decode(event, keys) as unknown as Fact<SessionEvent>);
  };
  const fold = (facts: Fact<SessionEvent>[]): SessionState =>
    facts.reduce<SessionState>((folded, fact) => evolve(folded, fact), noSession);

  return {
    engine,
    state: () => state,
    /** The log as it stands, sealed. */
    stored: () => stored,
    /** What the log gives while every key is there. */
    foldLive: () => fold(openLog(() => false).map(stripped)),
    /** What the log gives now that the keys which rectifications named are destroyed. */
    foldCleared: () => fold(openLog((keyId) => destroyed.has(keyId)).map(stripped)),
    /** What the log gives once every key of the session is destroyed. */
    foldErased: () => fold(openLog(() => true).map(stripped)),
    facts: () => openLog(() => false).map(stripped),
    clearedFacts: () => openLog((keyId) => destroyed.has(keyId)).map(stripped),
    execute: (command: SessionCommand): NewSessionEvent[] => {
      const n = groups.length;
      const events = decide(state, command, engine);
      if (events.length === 0) return events;
      groups.push(events);
      const roles = {
        subject: subjectKeyId(SESSION_ID),
        answer: answerKeyOf(n),
        outcome: outcomeKeyOf(n),
      };
      const encoded = codec.encode(events, {
        stream: STREAM,
        commandId: commandIdOf(n),
        keys: Object.fromEntries(
          Object.entries(roles).map(([role, keyId]) => [role, { keyId, key: keyOf(keyId) }]),
        ),
        metadata: {
          tenant_id: TENANT_ID,
          actor: { type: 'system', id: 'test' },
          request_id: 'r',
          causation_id: null,
          engine_version: engine.version,
          occurred_at: timeOf(n),
          test: false,
        },
        tokensCharged: 0,
      });
      for (const event of encoded) {
        const revision = stored.length;
        // As bytes in between would: whatever JSON does not carry is lost.
        const { data, metadata } = JSON.parse(JSON.stringify(event)) as typeof event;
        const { eventId, type } = event;
        stored.push({ eventId, type, stream: STREAM, revision, position: BigInt(revision), data, metadata });
      }
      state = sessionFacts(groups)
        .slice(stored.length - events.length)
        .reduce((folded, fact) => evolve(folded, fact), state);
      for (const { type, data } of events) {
        if (type === 'session-rectified') for (const keyId of data.destroyed_keys) destroyed.add(keyId);
      }
      return events;
    },
  };
}

export type Interview = ReturnType<typeof createInterview>;

/** A fact as a fold takes it, without its place in the log. */
const stripped = ({ event, eventId, revision, at, keys }: Fact<SessionEvent>): Fact<SessionEvent> => ({
  event,
  eventId,
  revision,
  at,
  keys,
});
