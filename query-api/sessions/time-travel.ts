import type { z } from 'zod';
import type { SessionEvent } from '../../domain/session/events.ts';
import { evolve, isOpen, noSession, type SessionState } from '../../domain/session/state.ts';
import type { Fact } from '../../domain/kernel/event-definition.ts';
import { presentState } from '../../shared/sessions/present.ts';
import type { stateSchema } from '../../shared/sessions/schemas.ts';

/** What was concluded then can no longer be read: it was derived with an answer that was cleared since. */
export const ERASED = Symbol('erased');

/** An event until then cannot be read: the state was more than what is known of it. */
export const UNREADABLE = Symbol('unreadable');

/**
 * The revision that was the latest one at a time (ISO 8601) or is meant by its number. Null where the session was not
 * there yet, or never had that revision.
 */
export function viewedRevision(facts: readonly Fact<SessionEvent>[], at: number | string): number | null {
  if (typeof at === 'number') return facts[at]?.revision ?? null;
  const timeMs = Date.parse(at);
  return facts.findLast((fact) => Date.parse(fact.at) <= timeMs)?.revision ?? null;
}

/**
 * The state as it was answered when `revision` was the latest one: folded from the recorded outcomes, so that a newer
 * engine changes nothing. ERASED where that outcome's key is destroyed, UNREADABLE where an event until then
 * cannot be read; null where the session is erased.
 */
export function stateAsOf(
  facts: readonly Fact<SessionEvent>[],
  revision: number,
): z.output<typeof stateSchema> | typeof ERASED | typeof UNREADABLE | null {
  const until = facts.filter((fact) => fact.revision <= revision);
  const state = until.reduce<SessionState>((folded, fact) => evolve(folded, fact), noSession);
  const last = until.findLast((fact) => outcomeOf(fact) !== undefined);
  if (last !== undefined && outcomeOf(last) === null) return ERASED;
  if (isOpen(state) && state.unreadable === true) return UNREADABLE;
  return isOpen(state) ? presentState(state) : null;
}

/** The outcome that an event records: null where it is erased, undefined where the event records none. */
function outcomeOf({ event }: Fact<SessionEvent>): object | null | undefined {
  if ('outcome' in event.data) return event.data.outcome;
  return 'conclusion' in event.data ? event.data.conclusion : undefined;
}
