import { streamSubject } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, ProjectionContext } from '../../shared/projection/projection.ts';
import { removeSessionRows } from '../../shared/read-models/erase-sessions.ts';
import { copySessionRows, writeSessionRows } from '../../shared/read-models/session-rows.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import { foldSessions, isReadable, type FoldedSession, type SessionWork } from './fold-sessions.ts';
import { sealRows } from './seal-rows.ts';
import { erasedAmong, loadStates } from './stored-sessions.ts';

/** Unfinished sessions kept in memory, some 50 KB each; the least recently touched are written when there are more. */
const MAX_SESSIONS = 1_500;
const WRITE_AT_ONCE = 200;

/**
 * The sessions projection in a rebuild: states stay in memory between batches until the session is finalized, so that
 * most are sealed and written once rather than once a batch.
 */
export function rebuildSessions() {
  /** In the order in which they were touched last; `stored`: an older state of it stands in the table. */
  const kept = new Map<string, FoldedSession & { stored: boolean }>();

  async function write(sessionIds: string[], tx: Sql, context: ProjectionContext): Promise<void> {
    const sessions = sessionIds.flatMap((sessionId) => kept.get(sessionId) ?? []);
    for (const sessionId of sessionIds) kept.delete(sessionId);
    const stored = sessions.filter((session) => session.stored);
    const fresh = sessions.filter((session) => !session.stored);
    await copySessionRows(tx, await sealRows(fresh, context));
    await writeSessionRows(tx, await sealRows(stored, context));
  }

  async function writeAll(sessionIds: string[], tx: Sql, context: ProjectionContext): Promise<void> {
    for (let start = 0; start < sessionIds.length; start += WRITE_AT_ONCE) {
      await write(sessionIds.slice(start, start + WRITE_AT_ONCE), tx, context);
    }
  }

  /** States from memory; those that were written already, from their rows. */
  async function basesOf(
    work: readonly SessionWork[],
    tx: Sql,
    context: ProjectionContext,
  ): Promise<{ bases: Map<string, FoldedSession>; stored: Set<string> }> {
    const written = work.filter(({ sessionId, pending }) => !kept.has(sessionId) && !beginsAnew(pending));
    const bases = await loadStates(
      tx,
      written.map(({ sessionId }) => sessionId),
      context,
    );
    const stored = new Set(written.map(({ sessionId }) => sessionId));
    for (const { sessionId } of work) {
      const known = kept.get(sessionId);
      if (!known) continue;
      bases.set(sessionId, known);
      if (known.stored) stored.add(sessionId);
    }
    return { bases, stored };
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
      const pendingWork = [...bySession].map(([sessionId, pending]) => ({ sessionId, pending }));
      const { bases, stored } = await basesOf(pendingWork, tx, context);
      const work = pendingWork.filter((one) => bases.has(one.sessionId) || isReadable(one));
      const baseless = work.filter(({ sessionId, pending }) => !bases.has(sessionId) && !beginsAnew(pending));
      const erased = await erasedAmong(
        baseless.map(({ sessionId }) => sessionId),
        context,
      );
      const standing = work.filter(({ sessionId }) => !erased.has(sessionId));
      for (const session of await foldSessions(standing, bases, context)) {
        const { session_id: sessionId } = session.state;
        kept.delete(sessionId);
        kept.set(sessionId, { ...session, stored: stored.has(sessionId) });
      }
      await writeAll(finished(kept), tx, context);
      const tooMany = kept.size - MAX_SESSIONS;
      if (tooMany > 0) await writeAll([...kept.keys()].slice(0, tooMany), tx, context);
    },
    finish: (tx: Sql, context: ProjectionContext): Promise<void> => writeAll([...kept.keys()], tx, context),
  };
}

/** Little comes after the end of a session; what does finds its row. */
const finished = (sessions: ReadonlyMap<string, FoldedSession>): string[] =>
  [...sessions].flatMap(([sessionId, { state }]) => (state.status === 'finalized' ? [sessionId] : []));

const beginsAnew = (pending: readonly LogEvent[]): boolean => pending[0]?.stored.revision === 0;
