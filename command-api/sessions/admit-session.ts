import { v5 as uuidV5 } from 'uuid';
import { costOf, type SessionCommand } from '../../domain/session/commands.ts';
import type { KeyRole } from '../../domain/kernel/event-definition.ts';
import type { Admission } from '../../shared/admission/admit.ts';
import { commandKeyId, subjectKeyId, type FreshKey } from '../../shared/crypto/data-keys.ts';
import { sessionStream } from '../../shared/event-log/streams.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { identifyCommand, type CommandCall, type CommandIdentity } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { replayResponse } from '../kernel/stored-response.ts';

export type SessionIntent = {
  /** Null opens a new session. */
  sessionId: string | null;
  command(session: { sessionId: string; test: boolean }): SessionCommand;
};

export type AdmittedSession = {
  kind: 'admitted';
  admission: Extract<Admission, { kind: 'admitted' }>;
  identity: CommandIdentity;
  sessionId: string;
  command: SessionCommand;
  fresh: FreshKey[];
  deadline: Date;
};

/** A handler gives up after so long; the sweeper of intents and the takeover of a call wait longer. */
const HANDLER_LIMIT_MS = 10_000;

/** Admits one command about a session, or answers it from what an earlier call stored. Throws ApiError. */
export async function admitSession(
  deps: CommandDeps,
  call: CommandCall,
  intent: SessionIntent,
  generation = 0,
): Promise<AdmittedSession | { kind: 'replayed'; result: RouteResult }> {
  const identity = await identifyCommand(deps, call, generation);
  const { commandId } = identity;
  const sessionId = intent.sessionId ?? uuidV5('session', commandId);
  const test = identity.credential.test === true;
  const command = intent.command({ sessionId, test });
  const fresh = await makeKeys(deps, command, sessionId, commandId);
  const deadline = new Date(call.now.getTime() + HANDLER_LIMIT_MS);
  const admission = await deps.admit({
    now: call.now,
    credential: identity.credential,
    demand: call.route.demand,
    commandId,
    stream: sessionStream(sessionId),
    sessionId,
    creates: command.kind === 'open',
    cost: costOf(command),
    deadline,
    idempotency: identity.idempotency,
    keys: { subjectId: sessionId, fresh },
  });
  call.setCaller(admission.caller);
  call.setRate(admission.rate);
  switch (admission.kind) {
    case 'refused':
      throw admission.error;
    case 'reused':
      return admitSession(deps, call, intent, admission.generation);
    case 'replay': {
      if (!identity.idempotency) throw new Error('a replay without an Idempotency-Key');
      const result = await replayResponse(deps.dataKeys, admission, identity.idempotency.keyHash);
      return { kind: 'replayed', result };
    }
    case 'admitted':
      return { kind: 'admitted', admission, identity, sessionId, command, fresh, deadline };
  }
}

/** The roles of the keys that a command's events are sealed with and that do not exist before it. */
const NEW_KEYS: Record<SessionCommand['kind'], readonly KeyRole[]> = {
  open: ['subject', 'outcome'],
  answer: ['answer', 'outcome'],
  route: ['answer', 'outcome'],
  update_demographics: ['outcome'],
  rectify: ['outcome'],
  finalize: ['outcome'],
  give_feedback: [],
  time_out: [],
  erase: [],
};

async function makeKeys(
  deps: CommandDeps,
  command: SessionCommand,
  sessionId: string,
  commandId: string,
): Promise<FreshKey[]> {
  const idOf = (role: KeyRole): string =>
    role === 'answer' || role === 'outcome' ? commandKeyId(commandId, role) : subjectKeyId(sessionId);
  return Promise.all(NEW_KEYS[command.kind].map((role) => deps.dataKeys.make(idOf(role), role)));
}
