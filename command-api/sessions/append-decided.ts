import { isUnreadable } from '../../domain/event-log/events.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import type { NewSessionEvent, SessionEvent } from '../../domain/session/events.ts';
import { evolve, type SessionState } from '../../domain/session/state.ts';
import type { Fact } from '../../domain/kernel/event-definition.ts';
import { eventIdOf, type SealingKeys } from '../../shared/event-log/codec.ts';
import { LogUnavailableError } from '../../shared/event-log/event-log.ts';
import type { EventMetadata, NewMetadata } from '../../shared/event-log/stored-event.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import { appendInAttempts, requireTime } from '../kernel/append-attempts.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { decideWithin } from './decide-within.ts';

export type Decision = {
  sessionId: string;
  commandId: string;
  command: SessionCommand;
  state: SessionState;
  keys: SealingKeys;
  metadata: NewMetadata;
  tokensCharged: number;
  deadline: Date;
};

/** What a command did: its own events, the state right after them, and the newest state that is known. */
export type Done = { facts: Fact<SessionEvent>[]; state: SessionState; latest: SessionState };

/**
 * Decides and appends. On a conflict or a lost answer the tail of the stream is read first: where this command's
 * events stand there, that is success. Throws DomainError, 503 past the deadline or when the log is out of reach
 * (then the append may have happened: nothing is taken back).
 */
export async function appendDecided(deps: CommandDeps, decision: Decision): Promise<Done> {
  let { state } = decision;
  const { command, deadline } = decision;
  const { tenant_id: tenantId, occurred_at: at } = decision.metadata;
  const own = { ...deps, pool: deps.poolOf(tenantId) };
  return appendInAttempts({
    attempt: async () => {
      const events = await decideWithin(deps, { state, command, at }, { tenantId, deadline });
      requireTime(deps.now(), deadline);
      await append(deps, decision, state, events);
      return applied(state, events, decision);
    },
    lookAgain: async (error) => {
      const tail = await readSession(own, decision.sessionId, nextRevision(state));
      const found = findCommand(state, tail, decision.commandId);
      if (!found && error instanceof LogUnavailableError) throw error;
      state = tail.reduce<SessionState>((folded, fact) => evolve(folded, fact), state);
      return found;
    },
    exhausted: { message: 'The session is being changed by too many calls at once.', retryAfterS: 1 },
  });
}

/** The command's events and the states around them, where it already stands in the log. */
export function findCommand(
  before: SessionState,
  tail: (Fact<SessionEvent> & { metadata: EventMetadata })[],
  commandId: string,
): Done | null {
  const facts = tail.filter((fact) => fact.metadata.command_id === commandId);
  const last = facts.at(-1);
  // Of what cannot be read there is no answer: deciding once more refuses it.
  if (!last || facts.some(isUnreadable)) return null;
  const fold = (part: Fact<SessionEvent>[]): SessionState =>
    part.reduce<SessionState>((folded, fact) => evolve(folded, fact), before);
  return { facts, state: fold(tail.filter((fact) => fact.revision <= last.revision)), latest: fold(tail) };
}

const nextRevision = (state: SessionState): number => (state.status === 'none' ? 0 : state.revision + 1);

async function append(
  deps: CommandDeps,
  decision: Decision,
  state: SessionState,
  events: NewSessionEvent[],
): Promise<void> {
  const stream = sessionStream(decision.sessionId);
  const { commandId, keys, metadata, tokensCharged } = decision;
  const encoded = deps.codec.encode(events, { stream, commandId, keys, metadata, tokensCharged });
  await deps.log.append(stream, state.status === 'none' ? 'no_stream' : state.revision, encoded);
}

/** Folds the events just appended, without reading them back. */
function applied(state: SessionState, events: NewSessionEvent[], decision: Decision): Done {
  const keys = Object.fromEntries(Object.entries(decision.keys).map(([role, key]) => [role, key.keyId]));
  const facts = events.map((event, index) => ({
    event: event,
    eventId: eventIdOf(decision.commandId, index),
    revision: nextRevision(state) + index,
    at: decision.metadata.occurred_at,
    keys,
  }));
  const after = facts.reduce<SessionState>((folded, fact) => evolve(folded, fact), state);
  return { facts, state: after, latest: after };
}
