import type { SessionEvent } from '../../domain/session/events.ts';
import type { DataKeys } from '../crypto/data-keys.ts';
import type { Codec, DecodedEvent } from '../event-log/codec.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { StoredEvent } from '../event-log/stored-event.ts';
import { sessionStream } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';

/** More events than a session can have: 20 questions, each with its consequences, stay far below. */
const MAX_EVENTS = 5_000;

/** Reads and opens a session's events from a revision on. Throws LogUnavailableError; [] for no such session. */
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
  return stored.map((event) => deps.codec.decode(event, keys) as DecodedEvent<SessionEvent>);
}
