import { leaveToRepeats, withdraw, type AdmitCall, type Admission } from '../../shared/admission/admit.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { inMode } from '../../shared/http/modes.ts';
import type { Caller, RouteResult } from '../../shared/http/route-types.ts';
import { handlerDeadline } from './append-attempts.ts';
import { identifyCommand, refuseAtGate, type CommandCall, type CommandIdentity } from './command-call.ts';
import type { CommandDeps } from './deps.ts';
import { isRefusal, UnsettledAppendError } from './refusal.ts';
import { withBalance } from './payment-required.ts';
import { replayResponse } from './stored-response.ts';

/** What a command needs from its admission: what it works on, what it costs, the keys to store. */
export type CommandNeeds = Pick<AdmitCall, 'stream' | 'sessionId' | 'creates' | 'cost' | 'keys'>;

export type AdmittedCommand<Needs extends CommandNeeds = CommandNeeds> = CommandIdentity &
  Extract<Admission, { kind: 'admitted' }> & {
    needs: Needs;
    /** When the handler gives up: it looks at the clock again just before its append. */
    deadline: Date;
  };

export type CommandSteps<Needs extends CommandNeeds> = {
  needs(identity: CommandIdentity): Promise<Needs>;
  /** Decides, appends, writes through, and keeps the answer (`completion`). What may be refused goes through `orTakeBack`. */
  carryOut(admitted: AdmittedCommand<Needs>): Promise<RouteResult>;
  /** Throws 403 where the answer, fresh or of an earlier call, holds more than this caller may be given. */
  requireReceivable?: ((body: unknown, caller: Caller) => Promise<void>) | undefined;
};

/**
 * Carries out a command that a caller sends:
 *
 * 1. `identifyCommand` gives it its id, the same for a repeat with the same Idempotency-Key.
 * 2. `needs` says what it works on and what it costs, and makes the keys that its events will be sealed with.
 * 3. `admit` checks and counts the call and stores what it needs, in one round trip. A repeat of a finished call
 *    gets that call's answer. An Idempotency-Key that was used more than 24 hours ago begins again, under a new
 *    generation.
 * 4. `carryOut` does the rest: `sessions/execute.ts` for a session, `tenant-command.ts` for everything else.
 *
 * Throws ApiError if the call is refused, and what `carryOut` throws.
 */
export async function executeCommand<Needs extends CommandNeeds>(
  deps: CommandDeps,
  call: CommandCall,
  steps: CommandSteps<Needs>,
  generation = 0,
): Promise<RouteResult> {
  const identity = await identifyCommand(deps, call, generation);
  const { credential, commandId, idempotency, test: asksTest } = identity;
  const needs = await steps.needs(identity);
  const deadline = handlerDeadline(call.now);
  const { now } = call;
  const { demand } = call.route;
  const admission = await deps
    .admit({ ...needs, now, credential, demand, asksTest, commandId, deadline, idempotency })
    .catch((error: unknown) => {
      // A key that is good no more: the gate refuses it as everywhere, counts the call and leaves an audit row.
      if (error instanceof ApiError && error.code === 'unauthorized') return refuseAtGate(deps, call, error);
      throw error;
    })
    .then((admitted) => ({ ...admitted, caller: inMode(admitted.caller, call.askedMode) }));
  call.setCaller(admission.caller);
  call.setRate(admission.rate);
  switch (admission.kind) {
    case 'refused':
      throw admission.error.code === 'payment_required'
        ? await withBalance(deps.poolOf(identity.tenantId), identity.tenantId, needs.cost)
        : admission.error;
    case 'reused':
      return executeCommand(deps, call, steps, admission.generation);
    case 'replay':
      return received(await replayResponse(deps.dataKeys, admission, identity));
    case 'admitted':
      return received(
        await leavingToRepeats(deps, { ...identity, ...admission, startedAt: now }, () =>
          steps.carryOut({ ...identity, ...admission, needs, deadline }),
        ),
      );
  }

  /** A repeat may come from another caller than the first call, so each caller's right to the answer is checked. */
  async function received(answer: RouteResult): Promise<RouteResult> {
    requireReadable(answer, admission.caller);
    await steps.requireReceivable?.(answer.body, admission.caller);
    return answer;
  }
}

/** Throws 403 where the answer holds what the caller has no scope for. */
function requireReadable({ readableWith }: RouteResult, { scopes }: Caller): void {
  if (readableWith === undefined || readableWith.some((scope) => scopes.includes(scope))) return;
  throw new ApiError('forbidden', 'The credential lacks a scope for what this call was answered with.');
}

type Running = CommandIdentity & { startedAt: Date };

/**
 * A repeat takes a call over when its handler must have ended, by the clock. One that has ended early leaves it to the
 * next repeat at once, or as soon as its append can no longer happen. The repeat looks into the log first.
 */
async function leavingToRepeats<Result>(
  deps: Pick<CommandDeps, 'poolOf' | 'now'>,
  { tenantId, commandId, idempotency, startedAt }: Running,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (idempotency === null || isRefusal(error)) throw error;
    const settlesInMs =
      error instanceof UnsettledAppendError ? Math.max(0, error.settledAtMs - performance.now()) : 0;
    const from = new Date(deps.now().getTime() + settlesInMs);
    // Where the database is out of reach as well, the clock decides.
    await leaveToRepeats(deps.poolOf(tenantId), {
      tenantId,
      commandId,
      idempotencyHash: idempotency.keyHash,
      startedAt,
      from,
    }).catch(() => undefined);
    throw error;
  }
}

/**
 * Does work that may still refuse the command. A refusal means that nothing was appended, so it takes back what the
 * admission stored. After any other error it is not known whether something was appended: the sweepers look into
 * the log later.
 */
export async function orTakeBack<Result>(
  deps: Pick<CommandDeps, 'poolOf'>,
  { tenantId, commandId, idempotency, needs }: AdmittedCommand,
  work: () => Promise<Result>,
  isRefused: (error: unknown) => boolean = isRefusal,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isRefused(error)) {
      const idempotencyHash = idempotency?.keyHash ?? null;
      const keyIds = needs.keys.fresh.map(({ keyId }) => keyId);
      await withdraw(deps.poolOf(tenantId), { tenantId, commandId, idempotencyHash, keyIds });
    }
    throw error;
  }
}
