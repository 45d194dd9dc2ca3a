import { KeyMissingError, type FreshKey } from '../crypto/data-keys.ts';
import { eventIdOf } from '../event-log/codec.ts';
import type { Caller, Demand, RateStatus } from '../http/route-types.ts';
import { ApiError } from '../http/errors.ts';
import type { Pool } from '../postgres/pool.ts';
import type { Credential } from './credential.ts';
import type { AccessCheck } from './genuine.ts';
import {
  identityColumns,
  identityParameters,
  toIdentity,
  unauthorized,
  type IdentityRow,
} from './identity.ts';

/** One command, as it asks to be admitted. */
export type AdmitCall = {
  now: Date;
  credential: Credential;
  demand: Demand;
  /** What a member creates is of test mode. A key's own mode goes before it. */
  asksTest: boolean;
  commandId: string;
  stream: string;
  /** The session that the command works on, or creates. */
  sessionId: string | null;
  creates: boolean;
  cost: number;
  deadline: Date;
  /** Null where the call carries no Idempotency-Key. */
  idempotency: { keyHash: Buffer; generation: number; fingerprint: Buffer } | null;
  keys: { subjectId: string; fresh: FreshKey[] };
};

type WrappedRow = { key_id: string; master_id: string | null; wrapped: Buffer | null };

/** The sealed row of the session that a command works on. */
export type SealedSession = { revision: number; sealed: Buffer; key: WrappedRow };

export type Admission = { caller: Caller; rate: RateStatus } &
  /** `test` is the mode of what is worked on: of the session, else of the caller; a member creates live, unless it asks for test mode. */
  (
    | {
        kind: 'admitted';
        test: boolean;
        commandId: string;
        isTakeover: boolean;
        cost: number;
        session: SealedSession | null;
      }
    /** The stored answer; its key may have been destroyed since. */
    | { kind: 'replay'; sealed: Buffer; key: WrappedRow }
    /** The Idempotency-Key was used more than 24 hours ago: admit again under this generation. */
    | { kind: 'reused'; generation: number }
    | { kind: 'refused'; error: ApiError }
  );

export type Admit = (call: AdmitCall) => Promise<Admission>;

type AdmissionRow = IdentityRow & {
  code: string;
  generation: number;
  command_id: string;
  is_test: boolean;
  is_takeover: boolean;
  cost: number;
  limit_value: number;
  retry_after_s: number;
  response_sealed: Buffer;
  response_key_id: string;
  response_master: string | null;
  response_wrapped: Buffer | null;
  revision: number | null;
  state_key_id: string;
  state_sealed: Buffer;
  state_master: string | null;
  state_wrapped: Buffer | null;
};

const ADMIT = `
  SELECT ${identityColumns('(a.caller)')}, a.code, a.generation, a.command_id, a.is_test, a.is_takeover, a.cost, a.limit_value,
         a.retry_after_s, a.response_sealed, a.response_key_id, a.response_master, a.response_wrapped,
         a.revision, a.state_key_id, a.state_sealed, a.state_master, a.state_wrapped
  FROM ops.admit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19::uuid[], $20::text[], $21::text[], $22::bytea[], $23) AS a`;

/**
 * Everything that must hold before a command is decided, in one round trip (see ops.admit). Throws 401, 403 and 429
 * of the key, KeyMissingError where the row of a key is lost.
 */
export function createAdmit(pool: Pool, access: Pick<AccessCheck, 'isCaller'>): Admit {
  return async (call) => {
    const row = await admitRow(pool, call);
    const isForged = row.identity_code !== 'unauthorized' && !(await access.isCaller(call.credential, row));
    if (isForged) throw unauthorized();
    const identity = toIdentity(row, call.demand);
    switch (row.code) {
      case 'admitted':
        return {
          ...identity,
          kind: 'admitted',
          test: row.is_test,
          commandId: row.command_id,
          isTakeover: row.is_takeover,
          cost: row.cost,
          session: sealedSession(row),
        };
      case 'replay': {
        const key = {
          key_id: row.response_key_id,
          master_id: row.response_master,
          wrapped: row.response_wrapped,
        };
        return { ...identity, kind: 'replay', sealed: row.response_sealed, key };
      }
      case 'reused':
        return { ...identity, kind: 'reused', generation: row.generation };
      default:
        return { ...identity, kind: 'refused', error: refusal(row, call.now) };
    }
  };
}

async function admitRow(pool: Pool, call: AdmitCall): Promise<AdmissionRow> {
  const { fresh } = call.keys;
  const statement = {
    name: 'admit',
    text: ADMIT,
    values: [
      call.now,
      ...identityParameters(call.credential, call.demand),
      call.commandId,
      eventIdOf(call.commandId, 0),
      call.stream,
      call.sessionId,
      call.creates,
      call.cost,
      call.deadline,
      call.idempotency?.keyHash ?? null,
      call.idempotency?.generation ?? 0,
      call.idempotency?.fingerprint ?? null,
      call.keys.subjectId,
      fresh.map((key) => key.keyId),
      fresh.map((key) => key.role),
      fresh.map((key) => key.stored.masterId),
      fresh.map((key) => key.stored.wrapped),
      call.asksTest,
    ],
  };
  const { rows } = await pool.query<AdmissionRow>(statement).catch((error: unknown) => {
    throw lostKey(error) ?? error;
  });
  const row = rows[0];
  if (!row) throw new Error('ops.admit returned no row');
  return row;
}

/** What ops.admit raises for a key without its row. */
function lostKey(error: unknown): KeyMissingError | null {
  const { code, detail } = error as { code?: unknown; detail?: unknown };
  return code === 'DK001' && typeof detail === 'string' ? new KeyMissingError(detail) : null;
}

function sealedSession(row: AdmissionRow): SealedSession | null {
  if (row.revision === null) return null;
  const key = { key_id: row.state_key_id, master_id: row.state_master, wrapped: row.state_wrapped };
  return { revision: row.revision, sealed: row.state_sealed, key };
}

/** A place comes free with any finalize, and clients' retry handlers sleep for as long as Retry-After says. */
const MAX_WAIT_FOR_PLACE_S = 30;

function noPlaceError({ limit_value: limit, retry_after_s: idleInS }: AdmissionRow, now: Date): ApiError {
  const retryAfterS = Math.min(idleInS, MAX_WAIT_FOR_PLACE_S);
  const slotFreeAt = new Date(now.getTime() + idleInS * 1_000);
  return new ApiError('rate_limited', `The tier's limit of ${limit} concurrent sessions is reached.`, {
    detail: { retry_after: retryAfterS, limit, slot_free_at: slotFreeAt.toISOString() },
    headers: { 'Retry-After': String(retryAfterS) },
  });
}

function refusal(row: AdmissionRow, now: Date): ApiError {
  switch (row.code) {
    case 'not_found':
      return new ApiError('not_found', 'The session does not exist.');
    case 'payment_required':
      return new ApiError('payment_required', 'The token balance does not cover this call.');
    case 'in_progress':
      return new ApiError('conflict', 'A call with this Idempotency-Key is still running.', {
        headers: { 'Retry-After': '1' },
      });
    case 'mismatch':
      return new ApiError(
        'validation_error',
        'The Idempotency-Key was used with another method, path or body.',
        {
          detail: {
            field_errors: [
              {
                field: 'Idempotency-Key',
                code: 'idempotency_mismatch',
                message: 'Use a fresh key for each logical action.',
              },
            ],
          },
        },
      );
    case 'concurrency':
      return noPlaceError(row, now);
    default:
      throw new Error(`ops.admit returned an unknown code`);
  }
}

/** Takes back what an admission inserted, for a command that was refused before anything was appended. */
export async function withdraw(
  pool: Pool,
  admitted: { tenantId: string; commandId: string; idempotencyHash: Buffer | null; keyIds: string[] },
): Promise<void> {
  await pool.query({
    name: 'withdraw',
    text: 'SELECT ops.withdraw($1, $2, $3, $4::uuid[])',
    values: [admitted.tenantId, admitted.commandId, admitted.idempotencyHash, admitted.keyIds],
  });
}

/**
 * Lets a repeat with the same Idempotency-Key take a call over from then on, instead of 20 s after its start (ops.admit).
 * Does nothing where the call has an answer, or was taken over already: then it began at another time.
 */
export async function leaveToRepeats(
  pool: Pool,
  running: { tenantId: string; commandId: string; idempotencyHash: Buffer; startedAt: Date; from: Date },
): Promise<void> {
  await pool.query({
    name: 'leave-to-repeats',
    text: `UPDATE ops.idempotency_keys SET started_at = $5::timestamptz - interval '20 seconds'
           WHERE tenant_id = $1 AND key_hash = $2 AND command_id = $3 AND started_at = $4 AND NOT is_done`,
    values: [running.tenantId, running.idempotencyHash, running.commandId, running.startedAt, running.from],
  });
}
