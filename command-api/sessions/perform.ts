import { DomainError } from '../../domain/kernel/errors.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import { noSession, type SessionState } from '../../domain/session/state.ts';
import { withdraw } from '../../shared/admission/admit.ts';
import { subjectKeyId } from '../../shared/crypto/data-keys.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import type { SealingKeys } from '../../shared/event-log/codec.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { openState } from '../../shared/read-models/session-rows.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { AdmittedSession } from './admit-session.ts';
import { appendDecided, findCommand, type Done } from './append-decided.ts';
import { askUpstream } from './ask-upstream.ts';

/** What stood before the command, and the keys at hand by id. */
export type Performed = Done & { keys: ReadonlyMap<string, DataKey> };

/**
 * Folds from the row, has the texts read by the upstream extractor where there is one, decides and appends an admitted
 * command. A refusal takes the admission back, and so does an upstream that fails: nothing is appended by then.
 */
export async function perform(
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedSession,
): Promise<Performed> {
  const { admission, identity, sessionId } = admitted;
  const before = await openRow(deps, admitted);
  const sealing = await sealingKeys(deps, admitted);
  const keys = new Map(before.keys);
  for (const { keyId, key } of Object.values(sealing)) keys.set(keyId, key);
  if (admission.isTakeover) {
    const own = { ...deps, pool: deps.poolOf(identity.tenantId) };
    const earlier = findCommand(noSession, await readSession(own, sessionId, 0), admission.commandId);
    if (earlier) return { ...earlier, keys };
  }
  const command = await hear(deps, call, admitted, before.state);
  try {
    const done = await appendDecided(deps, {
      sessionId,
      commandId: admission.commandId,
      command,
      state: before.state,
      keys: sealing,
      metadata: {
        tenant_id: identity.tenantId,
        actor: admission.caller.actor,
        request_id: call.requestId,
        ip: call.ip,
        causation_id: null,
        engine_version: deps.engine.version,
        occurred_at: call.now.toISOString(),
        test: admission.test,
      },
      tokensCharged: admission.cost,
      deadline: admitted.deadline,
    });
    return { ...done, keys };
  } catch (error) {
    if (error instanceof DomainError) await takeBack(deps, admitted);
    throw error;
  }
}

async function hear(
  deps: CommandDeps,
  { signal }: CommandCall,
  admitted: AdmittedSession,
  state: SessionState,
): Promise<SessionCommand> {
  try {
    const { command, deadline } = admitted;
    return await askUpstream(deps, { state, command }, { deadline, signal });
  } catch (error) {
    await takeBack(deps, admitted);
    throw error;
  }
}

async function openRow(
  deps: CommandDeps,
  { admission, identity, sessionId }: AdmittedSession,
): Promise<{ state: SessionState; keys: Map<string, DataKey> }> {
  const { session } = admission;
  if (session === null) return { state: noSession, keys: new Map() };
  // ops.admit has failed where the key's row is gone.
  const key = await deps.dataKeys.unwrap(session.key.key_id, { ...session.key, has_key: true });
  // Erased between the row's reading and now: the same as if it had been gone before.
  if (key === 'destroyed') throw new ApiError('not_found', 'The session does not exist.');
  const row = { tenant_id: identity.tenantId, session_id: sessionId, state_sealed: session.sealed };
  return { state: openState(row, key), keys: new Map([[session.key.key_id, key]]) };
}

/**
 * The keys to seal the command's events with: those made for it, or, where an earlier call with the same id stored
 * its own, those. The subject's key is older than the command unless this opens the session.
 */
async function sealingKeys(deps: CommandDeps, admitted: AdmittedSession): Promise<SealingKeys> {
  const { admission, fresh, sessionId } = admitted;
  const sealing: SealingKeys = {};
  for (const { role, keyId, key } of fresh) sealing[role] = { keyId, key };
  const stored = admission.isTakeover ? fresh.map((key) => key.keyId) : [];
  if (SEALS_WITH_SUBJECT.has(admitted.command.kind)) stored.push(subjectKeyId(sessionId));
  const loaded = await deps.dataKeys.load(deps.poolOf(admitted.identity.tenantId), stored);
  for (const [keyId, key] of loaded) {
    if (key === 'destroyed') throw new ApiError('not_found', 'The session does not exist.');
    const role = fresh.find((made) => made.keyId === keyId)?.role ?? 'subject';
    sealing[role] = { keyId, key };
  }
  return sealing;
}

const SEALS_WITH_SUBJECT = new Set(['update_demographics', 'rectify', 'give_feedback']);

const takeBack = (deps: CommandDeps, { admission, identity, fresh }: AdmittedSession): Promise<void> =>
  withdraw(deps.poolOf(identity.tenantId), {
    tenantId: identity.tenantId,
    commandId: admission.commandId,
    idempotencyHash: identity.idempotency?.keyHash ?? null,
    keyIds: fresh.map((key) => key.keyId),
  });
