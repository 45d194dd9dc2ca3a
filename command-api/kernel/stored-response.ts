import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import { openJson, sealJson, type DataKey, type RandomBytes } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { Admission } from '../../shared/admission/admit.ts';

const placeOf = (tenantId: string, idempotencyHash: Buffer): string =>
  `response|${tenantId}|${idempotencyHash.toString('hex')}`;

/** Seals an answer for repeats of the same call. */
export const sealResponse = (
  result: RouteResult,
  at: { tenantId: string; idempotencyHash: Buffer; key: DataKey; random: RandomBytes },
): Buffer => sealJson(at.key, placeOf(at.tenantId, at.idempotencyHash), result, at.random);

/** The stored answer, unchanged. Throws 404 where its subject was erased in the meantime. */
export async function replayResponse(
  dataKeys: DataKeys,
  replay: Extract<Admission, { kind: 'replay' }>,
  idempotencyHash: Buffer,
): Promise<RouteResult> {
  // ops.admit has failed where the key's row is gone.
  const key = await dataKeys.unwrap(replay.key.key_id, { ...replay.key, has_key: true });
  if (key === 'destroyed') throw new ApiError('not_found', 'What this call answered with was erased.');
  const place = placeOf(replay.caller.tenantId, idempotencyHash);
  const result = openJson(key, place, replay.sealed) as RouteResult;
  return { ...result, headers: { ...result.headers, 'Idempotency-Replayed': 'true' } };
}
