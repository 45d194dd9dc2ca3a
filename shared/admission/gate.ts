import { v7 as uuidV7 } from 'uuid';
import { sha256 } from '../crypto/seal.ts';
import { ApiError } from '../http/errors.ts';
import type { Gate, GateCall } from '../http/gate.ts';
import { rateHeaders, rateLimitedError } from '../http/rate.ts';
import type { Pool } from '../postgres/pool.ts';
import { clientOf } from '../sign-in/limits.ts';
import type { Credential, ReadCredential } from './credential.ts';
import type { AccessCheck } from './genuine.ts';
import { createTenantOfKey, type TenantOfKey } from './tenant-of-key.ts';
import {
  credentialParameters,
  identityColumns,
  identityParameters,
  toIdentity,
  unauthorized,
  type IdentityRow,
} from './identity.ts';

/** Calls a minute that one address may make without a credential. */
const ANONYMOUS_LIMIT_RPM = 60;

/** The gate over Postgres. When it is out of reach the error passes, and the call is refused: limits fail closed. */
export function createGate(
  pool: Pool,
  readCredential: ReadCredential,
  access: Pick<AccessCheck, 'isCaller'>,
  options: { tenantOfKey?: TenantOfKey; newId?: () => string } = {},
): Gate {
  const { tenantOfKey = createTenantOfKey(pool), newId = uuidV7 } = options;
  const query = async <Row>(statement: { name: string; text: string; values: unknown[] }): Promise<Row> => {
    const { rows } = await pool.query(statement);
    return rows[0] as Row;
  };

  const admitAnonymous: Gate['admitAnonymous'] = async ({ ip, now }) => {
    const row = await query<{ allowed: boolean; remaining: number; reset_s: number; retry_after_s: number }>({
      name: 'count-anonymous-call',
      text: 'SELECT allowed, remaining, reset_s, retry_after_s FROM ops.count_call($1, $2, $3)',
      values: [`ip:${sha256(clientOf(ip)).toString('hex')}`, ANONYMOUS_LIMIT_RPM, now],
    });
    const rate = { limit: ANONYMOUS_LIMIT_RPM, remaining: row.remaining, resetAtUnixS: row.reset_s };
    if (!row.allowed) throw rateLimitedError({ ...rate, retryAfterS: row.retry_after_s });
    return rate;
  };

  /** A guess counts against the address that guesses, also where it is not even of the form of a key. */
  const refuse = async (call: GateCall, refusal: ApiError): Promise<never> => {
    const rate = await admitAnonymous(call);
    const { message, headers } = refusal;
    throw new ApiError(refusal.code, message, { headers: { ...headers, ...rateHeaders(rate) } });
  };
  const refuseGuess = (call: GateCall): Promise<never> => refuse(call, unauthorized());
  /** Whose credential was good once, the audit trail tells: a guess is nobody's, and leaves no row. */
  const refuseKnown = async (call: GateCall, credential: Credential): Promise<never> => {
    await query({
      name: 'record-refused-credential',
      text: 'SELECT ops.record_refused_credential($1, $2, $3, $4, $5, $6)',
      values: [newId(), ...credentialParameters(credential), call.requestId, call.ip, call.now],
    });
    return refuseGuess(call);
  };
  const credentialOf = async (call: GateCall): Promise<Credential> => {
    const read = readCredential(call.credentials, call.now);
    const credential = await read.catch((error: unknown) => {
      // A cookie without its CSRF token.
      if (error instanceof ApiError) return refuse(call, error);
      throw error;
    });
    return credential ?? (await refuseGuess(call));
  };

  return {
    admitAnonymous,
    authenticate: async (call) => {
      const credential = await credentialOf(call);
      const row = await query<IdentityRow>({
        name: 'authenticate',
        text: `SELECT ${identityColumns('c')} FROM ops.authenticate($1, $2, $3, $4, $5, $6, $7) AS c`,
        values: [call.now, ...identityParameters(credential, call.demand)],
      });
      const isKnown = row.identity_code !== 'unauthorized' && (await access.isCaller(credential, row));
      return isKnown ? toIdentity(row, call.demand) : refuseKnown(call, credential);
    },
    recognises: async (call) => {
      const credential = await readCredential(call.credentials, call.now).catch((error: unknown) => {
        if (error instanceof ApiError) return null;
        throw error;
      });
      if (credential === null) return false;
      return credential.kind === 'session' || (await tenantOfKey(credential.keyHash)) !== null;
    },
    bodyLimitBytes: async (call) => {
      const credential = await credentialOf(call);
      const row = await query<{ known: boolean; body_limit_bytes: number | null }>({
        name: 'body-limit',
        text: 'SELECT known, body_limit_bytes FROM ops.body_limit($1, $2, $3)',
        values: [call.now, ...credentialParameters(credential)],
      });
      return row.known ? (row.body_limit_bytes ?? 0) : refuseKnown(call, credential);
    },
  };
}
