import { withdraw } from '../../shared/admission/admit.ts';
import type { Caller, RouteResult } from '../../shared/http/route-types.ts';
import { identifyCommand, type CommandCall, type CommandIdentity } from './command-call.ts';
import type { CommandDeps } from './deps.ts';
import { isRefusal } from './refusal.ts';
import { replayResponse, sealResponse } from './stored-response.ts';

/** An admitted command about something of the tenant: a subscription, a key. */
export type AdmittedTenantCommand = CommandIdentity & { caller: Caller; test: boolean };

export type TenantCommandOptions = {
  /** Throws 403 where the answer, fresh or of an earlier call, holds more than this caller may be given. */
  requireReceivable?: ((body: unknown, caller: Caller) => void) | undefined;
  generation?: number;
};

/** A handler gives up after so long. */
const HANDLER_LIMIT_MS = 10_000;

/**
 * Admits a command that works on no session, runs it, and keeps its answer for repeats with the same
 * Idempotency-Key. A refusal takes the admission back.
 */
export async function executeTenantCommand(
  deps: CommandDeps,
  call: CommandCall,
  run: (admitted: AdmittedTenantCommand) => Promise<RouteResult>,
  { requireReceivable, generation = 0 }: TenantCommandOptions = {},
): Promise<RouteResult> {
  const identity = await identifyCommand(deps, call, generation);
  const admission = await deps.admit({
    now: call.now,
    credential: identity.credential,
    demand: call.route.demand,
    commandId: identity.commandId,
    stream: '',
    sessionId: null,
    creates: false,
    cost: 0,
    deadline: new Date(call.now.getTime() + HANDLER_LIMIT_MS),
    idempotency: identity.idempotency,
    keys: { subjectId: identity.tenantId, fresh: [] },
  });
  call.setCaller(admission.caller);
  call.setRate(admission.rate);
  switch (admission.kind) {
    case 'refused':
      throw admission.error;
    case 'reused':
      return executeTenantCommand(deps, call, run, { requireReceivable, generation: admission.generation });
    case 'replay':
      if (!identity.idempotency) throw new Error('a replay without an Idempotency-Key');
      return received(replayResponse(deps.dataKeys, admission, identity.idempotency.keyHash));
    case 'admitted':
      return received(
        carryOut(deps, run, {
          ...identity,
          commandId: admission.commandId,
          caller: admission.caller,
          test: admission.test,
        }),
      );
  }

  /** A stored answer, or one from the log, may be somebody else's: whoever gets it is looked at again. */
  async function received(answering: Promise<RouteResult>): Promise<RouteResult> {
    const answer = await answering;
    requireReceivable?.(answer.body, admission.caller);
    return answer;
  }
}

async function carryOut(
  deps: CommandDeps,
  run: (admitted: AdmittedTenantCommand) => Promise<RouteResult>,
  admitted: AdmittedTenantCommand,
): Promise<RouteResult> {
  const { tenantId, commandId, tenant } = admitted;
  const idempotencyHash = admitted.idempotency?.keyHash ?? null;
  try {
    const result = await run(admitted);
    if (idempotencyHash) {
      const at = { tenantId, idempotencyHash, key: tenant.seal, random: deps.random };
      await deps.poolOf(tenantId).query(
        `UPDATE ops.idempotency_keys SET is_done = true, response_sealed = $4, response_key_id = $5
         WHERE tenant_id = $1 AND key_hash = $2 AND command_id = $3`,
        [tenantId, idempotencyHash, commandId, sealResponse(result, at), tenant.keyId],
      );
    }
    return result;
  } catch (error) {
    if (isRefusal(error))
      await withdraw(deps.poolOf(tenantId), { tenantId, commandId, idempotencyHash, keyIds: [] });
    throw error;
  }
}
