import { z } from 'zod';
import type { AccessAction } from '../../domain/access/events.ts';
import { HeldError, MAX_HOLD_REASON, type LegalHold } from '../../domain/hold/types.ts';
import { recordAccess, type Access } from '../../shared/audit/record-access.ts';
import type { Caller, Scope } from '../../shared/http/route-types.ts';
import { filledText } from '../../shared/http/schemas.ts';
import type { StoredKey } from '../../shared/crypto/data-keys.ts';
import { openPatient } from '../../shared/read-models/patient-rows.ts';
import { openState } from '../../shared/read-models/session-rows.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { accessOfCall } from './access-of-call.ts';
import type { CommandCall } from './command-call.ts';
import type { CommandDeps } from './deps.ts';
import type { AdmittedCommand } from './execute-command.ts';

/** The body of the calls that place a hold. */
export const placeHoldBody = z
  .object({
    reason: filledText(MAX_HOLD_REASON).meta({
      description: 'Why it is held: stored sealed, and told to whoever wants to erase it and may read it.',
      examples: ['claim 2026-114'],
    }),
  })
  .meta({ id: 'PlaceHold', description: 'Why something is put under legal hold.' });

type Refusal = { action: AccessAction; subject: () => Promise<Access['subject']> };

/** The refusal as its caller gets it: only who may read what is held, or the tenant's affairs, is told why it is. */
const toldTo = ({ scopes }: Caller, { subject, hold }: HeldError): HeldError => {
  const readers: readonly Scope[] = [`${subject}s:read`, 'admin:read', 'admin:write'];
  const mayRead = readers.some((scope) => scopes.includes(scope));
  return new HeldError(subject, mayRead ? hold : { ...hold, reason: null });
};

/**
 * Runs what destroys. Where a legal hold refuses it, the refusal goes into the audit trail before it is answered. Throws
 * what `run` throws, and 503 where a refusal cannot be audited.
 */
export async function auditingHolds<Result>(
  deps: Pick<CommandDeps, 'poolOf' | 'newId' | 'random'>,
  { refusal, ...command }: { call: CommandCall; admitted: AdmittedCommand; refusal: Refusal },
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof HeldError)) throw error;
    const { tenantId, test } = command.admitted;
    const what = { action: refusal.action, subject: await refusal.subject(), test };
    const { accessId, access } = accessOfCall(deps, command, what);
    await recordAccess(deps.poolOf(tenantId), accessId, access);
    throw toldTo(command.admitted.caller, error);
  }
}

type Reading = Pick<CommandDeps, 'dataKeys' | 'poolOf'>;
type Wrapped = StoredKey & { key_id: string };

/** The legal hold on the patient of a session; null where none stands. */
export async function holdOnPatientOf(
  { dataKeys, poolOf }: Reading,
  tenantId: string,
  sessionId: string,
): Promise<LegalHold | null> {
  const { rows } = await poolOf(tenantId).query<Wrapped & { profile_id: string; profile_sealed: Buffer }>({
    name: 'hold-on-patient-of',
    text: `SELECT p.profile_id, p.profile_sealed, p.key_id, k.master_id, k.wrapped, k.key_id IS NOT NULL AS has_key
           FROM read.sessions s
           JOIN read.patient_profiles p
             ON p.tenant_id = s.tenant_id AND p.test = s.test AND p.patient_hash = s.patient_hash AND p.held
           LEFT JOIN ops.data_keys k ON k.key_id = p.key_id
           WHERE s.tenant_id = $1 AND s.session_id = $2`,
    values: [tenantId, sessionId],
  });
  const row = rows[0];
  if (!row) return null;
  const key = await dataKeys.unwrap(row.key_id, row);
  return openPatient({ ...row, tenant_id: tenantId }, key)?.hold ?? null;
}

/** Throws HeldError where a session of this patient is under legal hold itself. */
export async function requireFreeSessions(
  { dataKeys }: Pick<Reading, 'dataKeys'>,
  sql: Sql,
  { tenantId, test, hash }: { tenantId: string; test: boolean; hash: Buffer },
): Promise<void> {
  const { rows } = await sql.query<Wrapped & { session_id: string; state_sealed: Buffer }>({
    name: 'held-session-of-patient',
    text: `SELECT s.session_id, s.state_sealed, s.state_key_id AS key_id, k.master_id, k.wrapped,
             k.key_id IS NOT NULL AS has_key
           FROM read.sessions s LEFT JOIN ops.data_keys k ON k.key_id = s.state_key_id
           WHERE s.tenant_id = $1 AND s.patient_hash = $2 AND s.test = $3 AND s.held LIMIT 1`,
    values: [tenantId, hash, test],
  });
  const row = rows[0];
  if (!row) return;
  const key = await dataKeys.unwrap(row.key_id, row);
  if (key === 'destroyed') return;
  const { hold } = openState({ ...row, tenant_id: tenantId }, key);
  if (hold) throw new HeldError('session', hold);
}
