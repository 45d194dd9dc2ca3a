import type { OpenSession } from '../../domain/session/state.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, ProjectionContext } from '../../shared/projection/projection.ts';
import { removeSessionRows } from '../../shared/read-models/erase-sessions.ts';
import { writeSessionRows } from '../../shared/read-models/session-rows.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import { foldSessions, type FoldedSession, type SessionWork } from './fold-sessions.ts';
import { sealRows } from './seal-rows.ts';
import { erasedAmong, loadStates } from './stored-sessions.ts';

/** Sessions kept in memory, some 10 KB each; the least recently touched are written when there are more. */
const MAX_SESSIONS = 8_000;
const WRITE_AT_ONCE = 2_000;

/**
 * The sessions projection in a rebuild: states stay in memory between batches, so that each is sealed and written
 * once rather than once a batch.
 */
export function rebuildSessions() {
  /** In the order in which they were touched last. */
  const kept = new Map<string, FoldedSession>();

  async function write(sessionIds: string[], tx: Sql, context: ProjectionContext): Promise<void> {
    const sessions = sessionIds.flatMap((sessionId) => kept.get(sessionId) ?? []);
    for (const sessionId of sessionIds) kept.delete(sessionId);
    await writeSessionRows(tx, await sealRows(sessions, context));
  }

  /** States from memory; those that were written already, from their rows. */
  async function basesOf(
    work: readonly SessionWork[],
    tx: Sql,
    context: ProjectionContext,
  ): Promise<Map<string, OpenSession>> {
    const written = work.filter(({ sessionId, pending }) => !kept.has(sessionId) && !beginsAnew(pending));
    const bases = await loadStates(
      tx,
      written.map(({ sessionId }) => sessionId),
      context,
    );
    for (const { sessionId } of work) {
      const known = kept.get(sessionId);
      if (known) bases.set(sessionId, known.state);
    }
    return bases;
  }

  return {
    project: async (events: readonly LogEvent[], tx: Sql, context: ProjectionContext): Promise<void> => {
      const bySession = groupBy(events, ({ stored }) => streamSubject(stored.stream));
      const gone = events
        .filter(({ stored }) => stored.type === 'session-erased')
        .map(({ stored }) => streamSubject(stored.stream));
      for (const sessionId of gone) {
        bySession.delete(sessionId);
        kept.delete(sessionId);
      }
      await removeSessionRows(tx, gone);
      const work = [...bySession].map(([sessionId, pending]) => ({ sessionId, pending }));
      const bases = await basesOf(work, tx, context);
      const baseless = work.filter(({ sessionId, pending }) => !bases.has(sessionId) && !beginsAnew(pending));
      const erased = await erasedAmong(
        baseless.map(({ sessionId }) => sessionId),
        context,
      );
      const standing = work.filter(({ sessionId }) => !erased.has(sessionId));
      for (const session of await foldSessions(standing, bases, context)) {
        kept.delete(session.state.session_id);
        kept.set(session.state.session_id, session);
      }
      if (kept.size > MAX_SESSIONS) await write([...kept.keys()].slice(0, WRITE_AT_ONCE), tx, context);
    },
    finish: (tx: Sql, context: ProjectionContext): Promise<void> => write([...kept.keys()], tx, context),
  };
}

const beginsAnew = (pending: readonly LogEvent[]): boolean => pending[0]?.stored.revision === 0;
