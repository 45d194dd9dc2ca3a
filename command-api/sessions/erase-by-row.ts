import type { SessionEvent } from '../../domain/session/events.ts';
import { eventIdOf } from '../../shared/event-log/codec.ts';
import { LogUnavailableError, WrongRevisionError } from '../../shared/event-log/event-log.ts';
import type { NewMetadata } from '../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { eraseSession } from '../../shared/read-models/session-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';

export type RowErasure = {
  /** Its id, and the revision that its row reflects. */
  session: { session_id: string; revision: number };
  cause: Extract<SessionEvent, { type: 'session-erased' }>['data']['cause'];
  /** The same for a repeat: then the same event is appended again, which changes nothing. */
  commandId: string;
  metadata: NewMetadata;
};

/** Somebody else was first; so often the append is tried again after what they left. */
const MAX_ATTEMPTS = 4;

/**
 * Erases one session of many: appends that it was, destroys its keys and removes its row. That is decided on any session
 * that is not erased, so nothing of it is opened. Returns the id under which the keys were destroyed.
 */
export async function eraseByRow(
  deps: Pick<CommandDeps, 'log' | 'codec' | 'poolOf'>,
  erasure: RowErasure,
): Promise<string> {
  const { session, commandId, metadata } = erasure;
  await appendErased(deps, erasure);
  const erasureId = eventIdOf(commandId, 0);
  await inTransaction(deps.poolOf(metadata.tenant_id), (tx) =>
    eraseSession(tx, { sessionId: session.session_id, erasureId, at: metadata.occurred_at }),
  );
  return erasureId;
}

async function appendErased(
  { log, codec }: Pick<CommandDeps, 'log' | 'codec'>,
  { session, cause, commandId, metadata }: RowErasure,
): Promise<void> {
  const stream = sessionStream(session.session_id);
  const event = { type: 'session-erased', data: { cause } };
  const encoded = codec.encode([event], { stream, commandId, keys: {}, metadata, tokensCharged: 0 });
  let { revision } = session;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      await log.append(stream, revision, encoded);
      return;
    } catch (error) {
      if (!(error instanceof WrongRevisionError) && !(error instanceof LogUnavailableError)) throw error;
      for await (const last of log.readTail(stream, 1)) {
        if (last.type === 'session-erased') return;
        revision = last.revision;
      }
      if (error instanceof LogUnavailableError) throw error;
    }
  }
  throw new ApiError('service_unavailable', 'A session is being changed by too many calls at once.', {
    headers: { 'Retry-After': '1' },
  });
}
