import { parseCookie } from 'cookie';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { deriveKey } from '../../shared/crypto/seal.ts';
import type { ServiceKeys } from '../../shared/crypto/service-keys.ts';
import { TRUSTED_DEVICE_COOKIE } from '../../shared/http/cookies.ts';

/** Interface, "Limits": a browser that has shown a code need not show another one for 5 days. */
export const DEVICE_LIFETIME_S = 5 * 86_400;

const ALGORITHM = 'HS256';
const AUDIENCE = 'trusted-device';
const claims = z.object({ jti: z.uuid(), sub: z.uuid() });

/** A browser that has shown a code of this member. */
export type Device = { deviceId: string; memberId: string };

const deviceKey = async (serviceKeys: ServiceKeys): Promise<Uint8Array> =>
  deriveKey((await serviceKeys()).seal, 'trusted-device');

/** The cookie's value: a signed token of the device and its member. Whether it stands, the database knows. */
export async function issueDeviceToken(
  serviceKeys: ServiceKeys,
  { deviceId, memberId }: Device,
  issuedAt: Date,
): Promise<string> {
  const issuedAtS = Math.floor(issuedAt.getTime() / 1_000);
  return new SignJWT()
    .setProtectedHeader({ alg: ALGORITHM })
    .setAudience(AUDIENCE)
    .setJti(deviceId)
    .setSubject(memberId)
    .setIssuedAt(issuedAtS)
    .setExpirationTime(issuedAtS + DEVICE_LIFETIME_S)
    .sign(await deviceKey(serviceKeys));
}

/** The device that a call shows; null for none, or one that is forged, damaged or lapsed. */
export async function readDevice(
  serviceKeys: ServiceKeys,
  cookieHeader: string | null,
  now: Date,
): Promise<Device | null> {
  const token = cookieHeader === null ? undefined : parseCookie(cookieHeader)[TRUSTED_DEVICE_COOKIE];
  if (token === undefined) return null;
  try {
    const options = { algorithms: [ALGORITHM], audience: AUDIENCE, currentDate: now };
    const { payload } = await jwtVerify(token, await deviceKey(serviceKeys), options);
    const { jti, sub } = claims.parse(payload);
    return { deviceId: jti, memberId: sub };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) return null;
    throw error;
  }
}
