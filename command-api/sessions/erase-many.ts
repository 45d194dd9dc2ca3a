import type { SessionEvent } from '../../domain/session/events.ts';
import { eventIdOf } from '../../shared/event-log/codec.ts';
import { LogUnavailableError } from '../../shared/event-log/event-log.ts';
import type { NewMetadata } from '../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { eraseSessions } from '../../shared/read-models/erase-sessions.ts';
import { appendInAttempts } from '../kernel/append-attempts.ts';
import type { CommandDeps } from '../kernel/deps.ts';

/** A session, the revision that its row reflects, and the mode that its events are of. */
export type ErasableSession = { session_id: string; revision: number; test: boolean };

export type MassErasure = {
  cause: Extract<SessionEvent, { type: 'session-erased' }>['data']['cause'];
  /** The same for a repeat: then the same event is appended again, which changes nothing. */
  commandIdOf: (sessionId: string) => string;
  metadata: Omit<NewMetadata, 'test'>;
  /** Whether a session that an event of this type has come to since is to be erased all the same. Default: always. */
  despite?: (type: string, sessionId: string) => boolean;
};

/**
 * `erased`: by this, now or in an earlier try; `before`: by somebody else; `alive`: something has come to it since;
 * `held`: a legal hold has.
 */
export type Verdict = 'erased' | 'before' | 'alive' | 'held';

/** Appends under way at a time: they share a wait for the disk. */
const AT_ONCE = 32;

/**
 * Appends to each of these sessions of a tenant the event that it is erased. Returns what happened to each. Any
 * session that is not erased yet and under no hold may be erased, so its contents need not be opened:
 * its caller chooses only sessions that are under none, and a hold that came since is seen here.
 */
export async function recordErased(
  deps: Pick<CommandDeps, 'log' | 'codec'>,
  sessions: readonly ErasableSession[],
  erasure: MassErasure,
): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  const waiting = [...sessions];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      verdicts.set(next.session_id, await appendErased(deps, next, erasure));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sessions.length) }, work));
  return verdicts;
}

/** Destroys keys, rows and copies of sessions of which the log says that they are erased. Returns the erasures' ids. */
export async function destroyErased(
  deps: Pick<CommandDeps, 'poolOf'>,
  sessionIds: readonly string[],
  { cause, commandIdOf, metadata }: MassErasure,
): Promise<string[]> {
  const { tenant_id: tenantId, occurred_at: at } = metadata;
  const erasures = sessionIds.map((subjectId) => {
    const erasureId = eventIdOf(commandIdOf(subjectId), 0);
    return { type: 'session', subjectId, tenantId, erasureId, cause, at } as const;
  });
  await inTransaction(deps.poolOf(tenantId), (tx) => eraseSessions(tx, erasures));
  return erasures.map(({ erasureId }) => erasureId);
}

async function appendErased(
  { log, codec }: Pick<CommandDeps, 'log' | 'codec'>,
  { session_id, revision: known, test }: ErasableSession,
  { cause, commandIdOf, metadata, despite = () => true }: MassErasure,
): Promise<Verdict> {
  const stream = sessionStream(session_id);
  const commandId = commandIdOf(session_id);
  const event = { type: 'session-erased', data: { cause } };
  const context = { stream, commandId, keys: {}, metadata: { ...metadata, test }, tokensCharged: 0 };
  const encoded = codec.encode([event], context);
  let revision = known;
  return appendInAttempts<Verdict>({
    attempt: async () => {
      await log.append(stream, revision, encoded);
      return 'erased';
    },
    lookAgain: async (error) => {
      for await (const later of log.readStream(stream, revision + 1)) {
        if (later.type === 'session-erased') {
          return later.eventId === eventIdOf(commandId, 0) ? 'erased' : 'before';
        }
        if (later.type === 'session-hold-placed') return 'held';
        if (!despite(later.type, session_id)) return 'alive';
        revision = later.revision;
      }
      if (error instanceof LogUnavailableError) throw error;
      return null;
    },
    exhausted: { message: 'A session is being changed by too many calls at once.', retryAfterS: 1 },
  });
}
