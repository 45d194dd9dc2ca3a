import { costOf, type SessionCommand } from '../../../domain/session/commands.ts';
import { decide } from '../../../domain/session/decider.ts';
import type { SessionEvent } from '../../../domain/session/events.ts';
import {
  evolve,
  isOpen,
  noSession,
  type OpenSession,
  type SessionState,
} from '../../../domain/session/state.ts';
import type { Fact } from '../../../domain/kernel/event-definition.ts';
import type { SealedSession } from '../../../shared/admission/admit.ts';
import type { Runtime } from '../../../shared/api/runtime.ts';
import { commandKeyId, subjectKeyId } from '../../../shared/crypto/data-keys.ts';
import type { SealingKeys } from '../../../shared/event-log/codec.ts';
import { sessionStream } from '../../../shared/event-log/streams.ts';
import type { Caller } from '../../../shared/http/route-types.ts';
import { auditEntryOf } from '../../../shared/read-models/audit-rows.ts';
import { openState, toSessionRow } from '../../../shared/read-models/session-rows.ts';
import type { Writes } from './store.ts';

export type BaselineCommand = {
  sessionId: string;
  command: SessionCommand;
  action: 'session.create' | 'session.answer';
  caller: Caller;
  requestId: string;
  now: Date;
};

export type Decided = { state: OpenSession; facts: Fact<SessionEvent>[]; writes: Writes };

/** Opens the session, decides, seals and folds with the service's own functions; only where it is kept differs. */
export async function decideWrites(
  runtime: Runtime,
  request: BaselineCommand,
  session: SealedSession | null,
): Promise<Decided> {
  const { sessionId, command, action, caller, requestId, now } = request;
  const { codec, dataKeys, engine, random } = runtime;
  const { tenantId } = caller;
  const commandId = runtime.newId();
  const stream = sessionStream(sessionId);
  const state = session === null ? noSession : await openSession(runtime, tenantId, sessionId, session);
  const own = command.kind === 'open' ? 'subject' : 'answer';
  const ownId = own === 'subject' ? subjectKeyId(sessionId) : commandKeyId(commandId, 'answer');
  const ownKey = await dataKeys.make(ownId, own);
  const outcomeKey = await dataKeys.make(commandKeyId(commandId, 'outcome'), 'outcome');
  const keys: SealingKeys = { [own]: ownKey, outcome: outcomeKey };
  const events = decide(state, command, engine);
  const tokens = caller.test ? 0 : costOf(command);
  const encoded = codec.encode(events, {
    stream,
    commandId,
    keys,
    tokensCharged: tokens,
    metadata: {
      tenant_id: tenantId,
      actor: caller.actor,
      request_id: requestId,
      causation_id: null,
      engine_version: engine.version,
      occurred_at: now.toISOString(),
      test: caller.test === true,
    },
  });
  const first = (session?.revision ?? -1) + 1;
  const keyIds = { [own]: ownKey.keyId, outcome: outcomeKey.keyId };
  const facts = events.map((event, index): Fact<SessionEvent> => ({
    event: event,
    eventId: encoded[index]?.eventId ?? '',
    revision: first + index,
    at: now.toISOString(),
    keys: keyIds,
  }));
  const after = facts.reduce<SessionState>((folded, fact) => evolve(folded, fact), state);
  if (!isOpen(after)) throw new Error('an answer does not close a session');
  const tenant = await dataKeys.tenantKeys(runtime.poolOf(tenantId), tenantId);
  return {
    state: after,
    facts,
    writes: {
      stream,
      expectedRevision: session?.revision ?? null,
      keys: [ownKey, outcomeKey],
      events: encoded,
      row: toSessionRow(after, { tenantId, tenant, stateKey: outcomeKey.key, random }),
      audit: encoded.map((event, index) =>
        auditEntryOf({ ...event, stream, revision: first + index, position: 0n }),
      ),
      usage: { keyId: caller.actor.id, action, tokens, requestId },
      at: now,
    },
  };
}

async function openSession(
  { dataKeys }: Runtime,
  tenantId: string,
  sessionId: string,
  { key: wrapped, sealed }: SealedSession,
): Promise<SessionState> {
  const key = await dataKeys.unwrap(wrapped.key_id, { ...wrapped, has_key: true });
  if (key === 'destroyed') return noSession;
  return openState({ tenant_id: tenantId, session_id: sessionId, state_sealed: sealed }, key);
}
