import type { SessionEvent } from '../../domain/session/events.ts';
import {
  evolve,
  isOpen,
  noSession,
  type OpenSession,
  type SessionState,
} from '../../domain/session/state.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import type { LogEvent, ProjectionContext } from '../../shared/projection/projection.ts';

/** A session and events that its state does not reflect yet, in order. */
export type SessionWork = { sessionId: string; pending: LogEvent[] };

/** Whether it has more than stand-ins: these alone do not even tell whether there was a session. */
export const isReadable = ({ pending }: Pick<SessionWork, 'pending'>): boolean =>
  pending.some(({ stored }) => stored.standIn === undefined);

export type FoldedSession = { tenantId: string; state: OpenSession };

/** Facts that follow from an outcome recorded beside them: they move the revision and nothing else. */
const CONSEQUENCES = new Set(['red-flag-detected', 'triage-escalated', 'assessment-completed']);

/** The sealed group of these events that replaces the outcome of the session. */
const OUTCOME_GROUPS: Readonly<Record<string, string>> = {
  'session-answered': 'outcome',
  'session-routed': 'outcome',
  'demographics-updated': 'outcome',
  'session-rectified': 'outcome',
  'session-finalized': 'conclusion',
};

const outcomeKeyOf = ({ stored }: LogEvent): string | undefined => {
  const group = OUTCOME_GROUPS[stored.type];
  if (group === undefined) return undefined;
  return (stored.data.sealed as Record<string, { k?: string } | undefined> | undefined)?.[group]?.k;
};

/**
 * Events whose outcome a later event of the same session replaces: opening it would change nothing. Only where that
 * last outcome can be read; else the last readable one counts.
 */
async function supersededOutcomes(
  sessions: readonly (readonly LogEvent[])[],
  context: ProjectionContext,
): Promise<Set<LogEvent>> {
  const candidates = sessions.map((events) => events.filter((event) => outcomeKeyOf(event) !== undefined));
  const lastKeys = candidates.map((events) => events.map(outcomeKeyOf).at(-1));
  const keys = await context.keys(lastKeys.filter((keyId) => keyId !== undefined));
  return new Set(
    candidates.flatMap((events, index) => {
      const key = keys.get(lastKeys[index] ?? '');
      return key === undefined || key === 'destroyed' ? [] : events.slice(0, -1);
    }),
  );
}

type Opened = ReadonlyMap<LogEvent, DecodedEvent<SessionEvent>>;

/** Opens what folding needs: no consequences, and of the outcomes of a session the last one. */
async function openForFold(
  sessions: readonly (readonly LogEvent[])[],
  context: ProjectionContext,
): Promise<Opened> {
  const needed = sessions.flat().filter(({ stored }) => !CONSEQUENCES.has(stored.type));
  const superseded = await supersededOutcomes(sessions, context);
  const facts = (await context.open(needed, (event) =>
    superseded.has(event) && OUTCOME_GROUPS[event.stored.type] === 'outcome' ? ['outcome'] : [],
  )) as DecodedEvent<SessionEvent>[];
  return new Map(facts.map((fact, index) => [needed[index], fact] as [LogEvent, DecodedEvent<SessionEvent>]));
}

const revisionOf = (state: SessionState): number => (state.status === 'none' ? -1 : state.revision);

function fold(base: SessionState, events: readonly LogEvent[], opened: Opened): SessionState {
  let state = base;
  for (const event of events) {
    const { revision } = event.stored;
    if (revision <= revisionOf(base)) continue;
    const fact = opened.get(event);
    if (fact) state = evolve(state, fact);
    else if (state.status !== 'none') state = { ...state, revision };
  }
  return state;
}

/** Whose session it is: stand-ins do not tell. */
const tenantOf = (events: readonly LogEvent[]): string | undefined =>
  events.find(({ stored }) => stored.standIn === undefined)?.metadata.tenant_id;

/**
 * The states of sessions after their pending events. A base that is missing or does not join the events (its row is
 * gone, or a rectification that comes later in the log has destroyed its key) is folded from the stream instead.
 * Erased sessions have no state.
 */
export async function foldSessions(
  work: readonly SessionWork[],
  bases: ReadonlyMap<string, FoldedSession>,
  context: ProjectionContext,
): Promise<FoldedSession[]> {
  const inputs: { base: SessionState; events: LogEvent[]; tenantId: string | undefined }[] = [];
  for (const { sessionId, pending } of work) {
    const known = bases.get(sessionId);
    const base = known?.state ?? noSession;
    const first = pending[0]?.stored.revision ?? 0;
    if (first <= revisionOf(base) + 1) {
      inputs.push({ base, events: pending, tenantId: known?.tenantId ?? tenantOf(pending) });
    } else {
      const last = pending.at(-1)?.stored.revision ?? first;
      const events = await context.history(sessionStream(sessionId), last);
      inputs.push({ base: noSession, events, tenantId: tenantOf(events) });
    }
  }
  const opened = await openForFold(
    inputs.map(({ events }) => events),
    context,
  );
  return inputs.flatMap(({ base, events, tenantId }) => {
    const state = fold(base, events, opened);
    return isOpen(state) && tenantId !== undefined ? [{ tenantId, state }] : [];
  });
}
