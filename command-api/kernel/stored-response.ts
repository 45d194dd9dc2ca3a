import type { Admission } from '../../shared/admission/admit.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import { openJson, sealJson, type DataKey, type RandomBytes } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { CommandIdentity } from './command-call.ts';

const placeOf = (tenantId: string, keyHash: Buffer): string =>
  `response|${tenantId}|${keyHash.toString('hex')}`;

/** Finishes a call: its Idempotency-Key is done, and its answer is kept for repeats. Takes five parameters. */
export const COMPLETE_CALL = `
  UPDATE ops.idempotency_keys SET is_done = true, response_sealed = $4, response_key_id = $5
  WHERE tenant_id = $1 AND key_hash = $2 AND command_id = $3`;

/** The statement that finishes one call, with its parameters. */
export type Completion = { text: string; values: unknown[] };

/** Finishes a call with its answer, sealed under a key. Null where the call carries no Idempotency-Key. */
export function completion(
  { tenantId, commandId, idempotency }: CommandIdentity,
  answer: RouteResult,
  { keyId, key, random }: { keyId: string; key: DataKey; random: RandomBytes },
): Completion | null {
  if (idempotency === null) return null;
  const { keyHash } = idempotency;
  return {
    text: COMPLETE_CALL,
    values: [tenantId, keyHash, commandId, sealJson(key, placeOf(tenantId, keyHash), answer, random), keyId],
  };
}

/** The stored answer, unchanged. Throws 404 where its subject was erased in the meantime. */
export async function replayResponse(
  dataKeys: DataKeys,
  replay: Extract<Admission, { kind: 'replay' }>,
  { tenantId, idempotency }: CommandIdentity,
): Promise<RouteResult> {
  if (idempotency === null) throw new Error('a replay without an Idempotency-Key');
  // ops.admit has failed where the key's row is gone.
  const key = await dataKeys.unwrap(replay.key.key_id, { ...replay.key, has_key: true });
  if (key === 'destroyed') throw new ApiError('not_found', 'What this call answered with was erased.');
  const result = openJson(key, placeOf(tenantId, idempotency.keyHash), replay.sealed) as RouteResult;
  return { ...result, headers: { ...result.headers, 'Idempotency-Replayed': 'true' } };
}
