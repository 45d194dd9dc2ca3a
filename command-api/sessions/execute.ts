import type { Fact } from '../../domain/kernel/event-definition.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import { isOpen, type OpenSession } from '../../domain/session/state.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { DataKey } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Caller, RouteResult } from '../../shared/http/route-types.ts';
import { inTransaction, type Pool } from '../../shared/postgres/pool.ts';
import {
  stateKeyId,
  toSessionRow,
  writeSessionRows,
  type SessionRow,
} from '../../shared/read-models/session-rows.ts';
import { eraseAnswers } from '../../shared/read-models/erase-sessions.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { sealResponse } from '../kernel/stored-response.ts';
import { admitSession, type AdmittedSession, type SessionIntent } from './admit-session.ts';
import { perform, type Performed } from './perform.ts';
import { awaitProjected, writeThrough, type Completion } from './write-through.ts';

/** What a finished command hands to its route's presenter. */
export type Executed = {
  state: OpenSession;
  facts: Fact<SessionEvent>[];
  caller: Caller;
  meta: { tokens_charged: number; processing_time_ms: number };
};

export type SessionRequest = SessionIntent & {
  /** Adds to an admitted command what has to be looked up for it. */
  complete?(admitted: AdmittedSession): Promise<SessionCommand>;
  respond(executed: Executed): RouteResult;
};

/** admit → fold from the row → decide → append at the row's revision → write through → answer. */
export async function executeSessionCommand(
  deps: CommandDeps,
  call: CommandCall,
  request: SessionRequest,
): Promise<RouteResult> {
  const admission = await admitSession(deps, call, request);
  if (admission.kind === 'replayed') return admission.result;
  const command = (await request.complete?.(admission)) ?? admission.command;
  const admitted = { ...admission, command };
  const performed = await perform(deps, call, admitted);
  const { state, latest } = performed;
  // Erased by another call since: there is nothing left to answer with.
  if (!isOpen(state) || !isOpen(latest)) throw new ApiError('not_found', 'The session does not exist.');
  const tokens_charged = admitted.admission.cost;
  const processing_time_ms = Math.max(0, deps.now().getTime() - call.now.getTime());
  const answered = request.respond({
    state,
    facts: performed.facts,
    caller: admitted.admission.caller,
    meta: { tokens_charged, processing_time_ms },
  });
  const result =
    tokens_charged === 0
      ? answered
      : { ...answered, headers: { ...answered.headers, 'X-Svc-Tokens-Charged': String(tokens_charged) } };
  await settle(deps, { admitted, performed, latest, result });
  return result;
}

type Settlement = {
  admitted: AdmittedSession;
  performed: Performed;
  latest: OpenSession;
  result: RouteResult;
};

/** Makes the change readable before it is answered: row, destroyed keys, stored answer. */
async function settle(deps: CommandDeps, settlement: Settlement): Promise<void> {
  const { admitted, performed, latest } = settlement;
  const { identity } = admitted;
  const keyId = stateKeyId(latest);
  const stateKey =
    performed.keys.get(keyId) ?? (await loadKey(deps.dataKeys, deps.poolOf(identity.tenantId), keyId));
  const row = toSessionRow(latest, {
    tenantId: identity.tenantId,
    tenant: identity.tenant,
    stateKey,
    random: deps.random,
  });
  const completion = toCompletion(deps, settlement, { keyId, key: stateKey });
  try {
    const rectified = performed.facts.find((fact) => fact.event.type === 'session-rectified');
    if (rectified) await destroyCleared(deps, rectified, row);
    await writeThrough(deps.relaxedPoolOf(identity.tenantId), row, completion);
  } catch {
    // The projector repairs the row; a repeat of the call finds its events in the log.
    await awaitProjected(deps.poolOf(identity.tenantId), latest);
  }
}

async function destroyCleared(
  deps: CommandDeps,
  rectified: Fact<SessionEvent>,
  row: SessionRow,
): Promise<void> {
  if (rectified.event.type !== 'session-rectified') return;
  const { destroyed_keys } = rectified.event.data;
  await inTransaction(deps.poolOf(row.tenant_id), async (tx) => {
    await writeSessionRows(tx, [row]);
    const { eventId: erasureId, at } = rectified;
    const { session_id: subjectId, tenant_id: tenantId } = row;
    await eraseAnswers(tx, [
      { type: 'answers', subjectId, tenantId, erasureId, cause: 'cleared', keyIds: destroyed_keys, at },
    ]);
  });
  // The reactor that looks after the ledger writes it where this could not.
  const pool = deps.poolOf(row.tenant_id);
  if (destroyed_keys.length > 0) await deps.ledger.record(pool, [rectified.eventId]).catch(() => undefined);
}

async function loadKey(dataKeys: DataKeys, pool: Pool, keyId: string): Promise<DataKey> {
  const key = (await dataKeys.load(pool, [keyId])).get(keyId);
  if (key === undefined || key === 'destroyed') {
    throw new ApiError('not_found', 'The session does not exist.');
  }
  return key;
}

function toCompletion(
  deps: CommandDeps,
  { admitted, result }: Settlement,
  sealing: { keyId: string; key: DataKey },
): Completion | null {
  const { identity, admission } = admitted;
  if (!identity.idempotency) return null;
  const { tenantId } = identity;
  const idempotencyHash = identity.idempotency.keyHash;
  return {
    tenantId,
    idempotencyHash,
    commandId: admission.commandId,
    responseKeyId: sealing.keyId,
    responseSealed: sealResponse(result, {
      tenantId,
      idempotencyHash,
      key: sealing.key,
      random: deps.random,
    }),
  };
}
