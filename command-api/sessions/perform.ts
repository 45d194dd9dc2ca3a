import { noSession, type SessionState } from '../../domain/session/state.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { openState } from '../../shared/read-models/session-rows.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import { metadataOf, originOf } from '../kernel/command-origin.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { orTakeBack } from '../kernel/execute-command.ts';
import { appendDecided, findCommand, type Done } from './append-decided.ts';
import { askUpstream } from './ask-upstream.ts';
import { sealingKeys } from './session-keys.ts';
import type { AdmittedSession } from './session-needs.ts';

/** What a command did, and the keys at hand by id. */
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
  const { commandId, tenantId, isTakeover, cost, deadline } = admitted;
  const {
    sessionId,
    command,
    keys: { fresh: made },
  } = admitted.needs;
  const own = { ...deps, pool: deps.poolOf(tenantId) };
  const { state, keys } = await openRow(deps, admitted);
  const { kind } = command;
  const sealing = await sealingKeys(own, { kind, sessionId, commandId, made, isTakeover });
  for (const { keyId, key } of Object.values(sealing)) keys.set(keyId, key);
  if (isTakeover) {
    const earlier = findCommand(noSession, await readSession(own, sessionId, 0), commandId);
    if (earlier) return { ...earlier, keys };
  }
  const { signal } = call;
  const metadata = metadataOf(originOf(call, admitted), deps.engine.version);
  const task = { state, command, at: metadata.occurred_at };
  const ask = () => askUpstream(deps, task, { tenantId, deadline, signal });
  const heard = await orTakeBack(deps, admitted, ask, () => true);
  const done = await orTakeBack(deps, admitted, () =>
    appendDecided(deps, {
      sessionId,
      commandId,
      command: heard,
      state,
      keys: sealing,
      metadata,
      tokensCharged: cost,
      deadline,
    }),
  );
  return { ...done, keys };
}

async function openRow(
  deps: CommandDeps,
  { session, tenantId, needs }: AdmittedSession,
): Promise<{ state: SessionState; keys: Map<string, DataKey> }> {
  if (session === null) return { state: noSession, keys: new Map() };
  // ops.admit has failed where the key's row is gone.
  const key = await deps.dataKeys.unwrap(session.key.key_id, { ...session.key, has_key: true });
  // Erased between the row's reading and now: the same as if it had been gone before.
  if (key === 'destroyed') throw new ApiError('not_found', 'The session does not exist.');
  const row = { tenant_id: tenantId, session_id: needs.sessionId, state_sealed: session.sealed };
  return { state: openState(row, key), keys: new Map([[session.key.key_id, key]]) };
}
