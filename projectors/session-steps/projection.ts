import { sessionStream, streamSubject } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { LogEvent, Projection, ProjectionContext } from '../../shared/projection/projection.ts';
import { removeSessionSteps } from '../../shared/read-models/erase-sessions.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import { erasedAmong } from '../sessions/stored-sessions.ts';
import { loadSteps, supersedeSteps, writeSteps, type StepRow } from './step-rows.ts';
import { erasedStep, nextStep, openingStep, rectifiedSteps, type SessionFact } from './steps.ts';

/** Events that are a step of their session. */
const STEPS = [
  'session-opened',
  'session-answered',
  'session-routed',
  'demographics-updated',
  'session-rectified',
  'session-finalized',
  'feedback-given',
  'session-timed-out',
  'session-erased',
];

/**
 * A row a step of a live session, in codes: what the datasets for data teams are made of. A rectification empties the rows
 * of what it has cleared; an erasure leaves one row that says so.
 */
export const sessionStepsProjection: Projection = {
  name: 'session-steps',
  version: 1,
  handles: STEPS,
  streams: 'session',
  writtenThrough: false,
  tables: [{ name: 'session_steps', streamId: 'session_id' }], // an erasure deletes rows at once
  project,
};

/** The steps of a session as far as they are in memory, and which of them are to be written. */
type Work = {
  sessionId: string;
  /** Events still to be applied, in order. */
  events: LogEvent[];
  steps: StepRow[];
  /** Whether its rows have to go first, since it is made anew. */
  anew: boolean;
};

const isReal = ({ stored }: LogEvent): boolean => stored.standIn === undefined;

async function project(given: readonly LogEvent[], tx: Sql, context: ProjectionContext): Promise<void> {
  const bySession = groupBy(
    given.filter((event) => !isReal(event) || !event.metadata.test),
    ({ stored }) => streamSubject(stored.stream),
  );
  const work = await begin(bySession, tx, context);
  const events = work.flatMap((one) => one.events.filter(isReal));
  const opened = (await context.open(events)) as SessionFact[];
  const facts = new Map(events.map((event, index) => [event, opened[index]]));
  const changes = work.map((one) => applied(one, facts));
  await removeSessionSteps(
    tx,
    changes.flatMap(({ sessionId, removed }) => (removed ? [sessionId] : [])),
  );
  await writeSteps(
    tx,
    changes.flatMap(({ written }) => written),
  );
  await supersedeSteps(
    tx,
    changes.flatMap(({ superseded }) => superseded),
  );
}

/**
 * What each session stands at. One that is not to be continued from its rows (an event of it was skipped or discarded, or
 * it has none) is made anew from its whole stream.
 */
async function begin(
  bySession: ReadonlyMap<string, LogEvent[]>,
  tx: Sql,
  context: ProjectionContext,
): Promise<Work[]> {
  const continued = [...bySession].filter(([, events]) => events[0]?.stored.revision !== 0);
  const needAll = continued.filter(([, events]) => events.some(rectifies)).map(([id]) => id);
  const needLast = continued.filter(([, events]) => !events.some(rectifies)).map(([id]) => id);
  const stored = groupBy(
    [...(await loadSteps(tx, needAll, 'all')), ...(await loadSteps(tx, needLast, 'last'))],
    (row) => row.session_id,
  );
  const isBaseless = (id: string): boolean => !stored.has(id);
  const erased = await erasedAmong(continued.map(([id]) => id).filter(isBaseless), context);
  const work: Work[] = [];
  for (const [sessionId, events] of bySession) {
    const isBroken = !events.every(isReal);
    const isContinued = events[0]?.stored.revision !== 0;
    const hasNoBase = isContinued && isBaseless(sessionId) && !erased.has(sessionId);
    if (isBroken || (hasNoBase && !events.some(erases))) {
      const last = events.at(-1)?.stored.revision ?? 0;
      const all = await context.history(sessionStream(sessionId), last);
      const live = all.filter((event) => !isReal(event) || !event.metadata.test);
      work.push({ sessionId, events: live, steps: [], anew: true });
    } else {
      work.push({ sessionId, events, steps: stored.get(sessionId) ?? [], anew: false });
    }
  }
  return work;
}

const rectifies = ({ stored }: LogEvent): boolean => stored.type === 'session-rectified';
const erases = ({ stored }: LogEvent): boolean => stored.type === 'session-erased';

type Change = { sessionId: string; removed: boolean; written: StepRow[]; superseded: StepRow[] };

/** Applies the events of one session to its steps. */
function applied(
  { sessionId, events, steps, anew }: Work,
  facts: ReadonlyMap<LogEvent, SessionFact | undefined>,
): Change {
  const before = new Map(steps.map((row) => [row.revision, row]));
  let now = [...steps];
  let removed = anew;
  for (const event of events) {
    const fact = facts.get(event);
    if (fact === undefined || fact.revision <= (now.at(-1)?.revision ?? -1)) continue;
    if (fact.event.type === 'session-erased') {
      now = [erasedStep(fact, fact.event.data)];
      removed = true;
    } else {
      now = follow(now, fact);
    }
  }
  const changed = now.filter((row) => before.get(row.revision) !== row);
  const isStored = (row: StepRow): boolean => !removed && isOnlySuperseded(row, before.get(row.revision));
  return {
    sessionId,
    removed,
    written: changed.filter((row) => !isStored(row)),
    superseded: changed.filter(isStored),
  };
}

/** The steps with what one event changes in them. */
export function follow(steps: StepRow[], fact: SessionFact): StepRow[] {
  const { event } = fact;
  const last = steps.at(-1);
  if (event.type === 'session-opened') {
    const first = openingStep(fact, event.data);
    return first ? [first] : [];
  }
  if (last === undefined || last.kind === 'erased' || last.kind === 'pruned') return steps;
  if (event.type === 'session-rectified') return superseding(rectifiedSteps(fact, event.data, steps));
  const next = nextStep(fact, last);
  return next ? superseding([...steps, next]) : steps;
}

/** Each step but the last one is followed by another. */
function superseding(steps: readonly StepRow[]): StepRow[] {
  const next = steps.at(-1);
  return steps.map((row, index) =>
    index === steps.length - 2 && next && row.superseded_position !== next.position
      ? { ...row, superseded_position: next.position }
      : row,
  );
}

/** Whether nothing but this differs from what stands in the table. */
const isOnlySuperseded = (row: StepRow, stored: StepRow | undefined): boolean =>
  stored !== undefined &&
  row.changed_position === stored.changed_position &&
  row.superseded_position !== stored.superseded_position;
