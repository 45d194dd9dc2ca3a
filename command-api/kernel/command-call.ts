import { v5 as uuidV5 } from 'uuid';
import type { Credential } from '../../shared/admission/credential.ts';
import { unauthorized } from '../../shared/admission/identity.ts';
import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import { keyedHash } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { RouteContext } from '../../shared/http/route-types.ts';
import type { CommandDeps } from './deps.ts';

/** The part of a route's context that a command handler needs. */
export type CommandCall = Pick<
  RouteContext<unknown, unknown, unknown>,
  | 'requestId'
  | 'now'
  | 'credentials'
  | 'idempotencyKey'
  | 'onBehalfOf'
  | 'askedMode'
  | 'fingerprint'
  | 'ip'
  | 'route'
  | 'setRate'
  | 'setCaller'
  | 'signal'
>;

/** What is known of a call before it is admitted: enough to name its command and everything that follows from it. */
export type CommandIdentity = {
  credential: Credential;
  tenantId: string;
  tenant: TenantKeys;
  /** The mode of what the command makes: that of the key, else what the call asks for. */
  test: boolean;
  commandId: string;
  idempotency: { keyHash: Buffer; generation: number; fingerprint: Buffer } | null;
};

/**
 * Names the command. With an Idempotency-Key its id follows from tenant, mode (test or live) and key, so that a
 * repeat names the same command; without one it is new. Throws 401 for a credential that does not exist.
 */
export async function identifyCommand(
  deps: CommandDeps,
  call: CommandCall,
  generation = 0,
): Promise<CommandIdentity> {
  const refuse = (refusal: ApiError): Promise<never> => refuseAtGate(deps, call, refusal);
  const credential = await deps.readCredential(call.credentials, call.now).catch((error: unknown) => {
    if (error instanceof ApiError) return refuse(error);
    throw error;
  });
  const tenantId = credential === null ? null : await tenantOf(deps, credential);
  if (credential === null || tenantId === null) return refuse(unauthorized());
  const tenant = await deps.dataKeys.tenantKeys(deps.poolOf(tenantId), tenantId);
  const test = credential.test ?? call.askedMode === 'test';
  if (call.idempotencyKey === null) {
    return { credential, tenantId, tenant, test, commandId: deps.newId(), idempotency: null };
  }
  const name = `${test ? 'test' : 'live'}|${call.idempotencyKey}`;
  return {
    credential,
    tenantId,
    tenant,
    test,
    commandId: uuidV5(`${name}|${generation}`, tenantId),
    idempotency: {
      keyHash: keyedHash(tenant.lookup, `idempotency|${name}`),
      generation,
      fingerprint: Buffer.from(call.fingerprint, 'hex'),
    },
  };
}

/**
 * Has the gate refuse a call whose credential is malformed, guessed, good no more or without its CSRF token: it counts the
 * call against the address. Throws `refusal` where the gate would let it in.
 */
export async function refuseAtGate(deps: CommandDeps, call: CommandCall, refusal: ApiError): Promise<never> {
  await deps.gate.authenticate({ ...call, demand: call.route.demand });
  throw refusal;
}

const tenantOf = async (deps: CommandDeps, credential: Credential): Promise<string | null> =>
  credential.kind === 'key' ? deps.tenantOfKey(credential.keyHash) : credential.tenantId;
