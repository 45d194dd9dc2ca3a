import { v5 as uuidV5 } from 'uuid';
import { findKeyHash, unauthorized } from '../../shared/admission/identity.ts';
import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import { keyedHash } from '../../shared/crypto/seal.ts';
import type { RouteContext } from '../../shared/http/route-types.ts';
import type { CommandDeps } from './deps.ts';

/** The part of a route's context that a command handler needs. */
export type CommandCall = Pick<
  RouteContext<unknown, unknown, unknown>,
  | 'requestId'
  | 'now'
  | 'authorization'
  | 'idempotencyKey'
  | 'fingerprint'
  | 'ip'
  | 'route'
  | 'setRate'
  | 'setCaller'
>;

/** What is known of a call before it is admitted: enough to name its command and everything that follows from it. */
export type CommandIdentity = {
  keyHash: Buffer;
  tenantId: string;
  tenant: TenantKeys;
  commandId: string;
  idempotency: { keyHash: Buffer; generation: number; fingerprint: Buffer } | null;
};

/**
 * Names the command. With an Idempotency-Key its id follows from tenant, mode (test or live) and key, so that a
 * repeat names the same command; without one it is new. Throws 401 for a key that does not exist.
 */
export async function identifyCommand(
  deps: CommandDeps,
  call: CommandCall,
  generation = 0,
): Promise<CommandIdentity> {
  const keyHash = findKeyHash(call.authorization);
  const tenantId = keyHash === null ? null : await deps.tenantOfKey(keyHash);
  if (keyHash === null || tenantId === null) {
    // The gate counts a malformed or guessed key against the address.
    await deps.gate.authenticate({ ...call, scope: call.route.scope });
    throw unauthorized();
  }
  const tenant = await deps.dataKeys.tenantKeys(deps.pool, tenantId);
  if (call.idempotencyKey === null) {
    return { keyHash, tenantId, tenant, commandId: deps.newId(), idempotency: null };
  }
  const mode = call.authorization?.startsWith('Bearer svc_test_') === true ? 'test' : 'live';
  const name = `${mode}|${call.idempotencyKey}`;
  return {
    keyHash,
    tenantId,
    tenant,
    commandId: uuidV5(`${name}|${generation}`, tenantId),
    idempotency: {
      keyHash: keyedHash(tenant.lookup, `idempotency|${name}`),
      generation,
      fingerprint: Buffer.from(call.fingerprint, 'hex'),
    },
  };
}
