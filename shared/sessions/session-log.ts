import type { SessionEvent } from '../../domain/session/events.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Codec, DecodedEvent } from '../event-log/codec.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { isStranger, type StoredEvent } from '../event-log/stored-event.ts';
import { sessionStream } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';

/** More events than a session can have: 20 questions, each with its consequences, stay far below. */
const MAX_EVENTS = 5_000;

/**
 * Reads and opens a session's events from a revision on. One that is not ours has no time of its own: it gets that of the event
 * before. Throws LogUnavailableError; [] for no such session.
 */
export async function readSession(
  deps: { log: EventLog; codec: Codec; dataKeys: DataKeys; pool: Sql },
  sessionId: string,
  fromRevision: number,
): Promise<DecodedEvent<SessionEvent>[]> {
  const stored: StoredEvent[] = [];
  for await (const event of deps.log.readStream(sessionStream(sessionId), fromRevision)) {
    stored.push(event);
    if (stored.length > MAX_EVENTS) throw new Error('a session has more events than it can have');
  }
  const keys = await deps.dataKeys.load(
    deps.pool,
    stored.flatMap((event) => deps.codec.keyIdsOf(event)),
  );
  const facts: DecodedEvent<SessionEvent>[] = [];
  for (const event of stored) {
    const fact = deps.codec.decode(event, keys) as DecodedEvent<SessionEvent>;
    facts.push(isStranger(event) ? { ...fact, at: facts.at(-1)?.at ?? fact.at } : fact);
  }
  return facts;
}
