import { sessionEvents } from '../../domain/session/events.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, Projection, ProjectionContext } from '../../shared/projection/projection.ts';
import {
  eraseAnswers,
  eraseSessions,
  type AnswersErasure,
  type SubjectErasure,
} from '../../shared/read-models/erase-sessions.ts';
import { openBrief, openState, writeSessionRows } from '../../shared/read-models/session-rows.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import { refoldDiscarded } from '../refold-discarded.ts';
import { foldSessions, isReadable, type FoldedSession, type SessionWork } from './fold-sessions.ts';
import { rebuildSessions } from './rebuilding.ts';
import { sealRows } from './seal-rows.ts';
import { erasedAmong, loadRevisions, loadStates } from './stored-sessions.ts';

/**
 * The state and results of each session. Commands write the same rows right after their append; then there is
 * nothing left to do here but to destroy keys where the command was killed before it did.
 */
export const sessionsProjection: Projection = {
  name: 'sessions',
  version: 1,
  handles: sessionEvents.map((definition) => definition.type),
  streams: 'session',
  writtenThrough: true,
  tables: [
    {
      name: 'sessions',
      streamId: 'session_id',
      sealed: { columns: ['state_key_id', 'state_sealed', 'brief_sealed'], open: openRows },
    },
  ],
  project,
  rebuilding: rebuildSessions,
};

type SealedRow = {
  tenant_id: string;
  session_id: string;
  state_key_id: string;
  state_sealed: Buffer;
  brief_sealed: Buffer;
};

async function openRows(
  rows: readonly Record<string, unknown>[],
  context: Pick<ProjectionContext, 'keys'>,
): Promise<unknown[]> {
  const sealed = rows as readonly SealedRow[];
  const keys = await context.keys(sealed.map((row) => row.state_key_id));
  return sealed.map((row) => {
    const key = keys.get(row.state_key_id);
    if (key === undefined || key === 'destroyed') return null;
    return { state: openState(row, key), brief: openBrief(row, key) };
  });
}

const REFOLDED = { table: 'sessions', key: 'session_id' } as const;

async function project(given: readonly LogEvent[], tx: Sql, context: ProjectionContext): Promise<void> {
  const events = await refoldDiscarded(given, REFOLDED, { tx, context });
  const bySession = groupBy(events, ({ stored }) => streamSubject(stored.stream));
  const erasures = events
    .filter(({ stored }) => stored.type === 'session-erased')
    .map((event): SubjectErasure => ({
      ...erasureBy(event),
      type: 'session',
      cause: String(event.stored.data.cause),
    }));
  for (const { subjectId } of erasures) bySession.delete(subjectId);
  const { work, bases } = await pendingWork(bySession, tx, context);
  await writeSessionRows(tx, await sealRows(await foldSessions(work, bases, context), context));
  await eraseAnswers(tx, clearings(events));
  await eraseSessions(tx, erasures);
}

/** The events that the rows do not reflect yet, and the states before them. Erased sessions are left out. */
async function pendingWork(
  bySession: ReadonlyMap<string, LogEvent[]>,
  tx: Sql,
  context: ProjectionContext,
): Promise<{ work: SessionWork[]; bases: Map<string, FoldedSession> }> {
  const revisions = await loadRevisions(tx, [...bySession.keys()]);
  const behind = [...bySession].flatMap(([sessionId, events]): SessionWork[] => {
    const reflected = revisions.get(sessionId) ?? -1;
    const pending = events.filter(({ stored }) => stored.revision > reflected);
    return pending.length > 0 ? [{ sessionId, pending }] : [];
  });
  const hasRow = ({ sessionId }: SessionWork): boolean => revisions.has(sessionId);
  const standing = behind.filter((one) => hasRow(one) || isReadable(one));
  const bases = await loadStates(tx, standing.filter(hasRow).map(idOf), context);
  const rowless = standing.filter((one) => !hasRow(one) && one.pending[0]?.stored.revision !== 0);
  const erased = await erasedAmong(rowless.map(idOf), context);
  return { work: standing.filter(({ sessionId }) => !erased.has(sessionId)), bases };
}

const idOf = ({ sessionId }: SessionWork): string => sessionId;

const erasureBy = ({ stored, metadata }: LogEvent) => ({
  subjectId: streamSubject(stored.stream),
  tenantId: metadata.tenant_id,
  erasureId: stored.eventId,
  at: metadata.occurred_at,
});

/** What rectifications clear: their keys are named in the clear part of the event. */
const clearings = (events: readonly LogEvent[]): AnswersErasure[] =>
  events
    .filter(({ stored }) => stored.type === 'session-rectified')
    .map((event) => ({
      ...erasureBy(event),
      type: 'answers' as const,
      cause: 'cleared',
      keyIds: event.stored.data.destroyed_keys,
    }))
    // One that was skipped may name none.
    .filter((clearing): clearing is AnswersErasure => Array.isArray(clearing.keyIds));
