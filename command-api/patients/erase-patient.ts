import { v5 as uuidV5 } from 'uuid';
import { requireFree } from '../../domain/hold/types.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import { eventIdOf } from '../../shared/event-log/codec.ts';
import type { OnBehalfOf } from '../../shared/event-log/on-behalf-of.ts';
import { patientStream } from '../../shared/event-log/streams.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { findPatient, patientNotFound } from '../../shared/patients/find.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { destroySubjectKeys } from '../../shared/read-models/erase-sessions.ts';
import { removePatientRows } from '../../shared/read-models/patient-rows.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { concludeErasures, SESSION_REMAINS } from '../kernel/erasure.ts';
import {
  erasedPatientHash,
  findStatement,
  stateErased,
  type ErasureStatement,
} from '../../shared/erasure/certificates.ts';
import { requireFreeSessions } from '../kernel/holds.ts';
import { executeOnStream } from '../kernel/execute-on-stream.ts';
import {
  destroyErased,
  recordErased,
  type ErasableSession,
  type MassErasure,
} from '../sessions/erase-many.ts';
import { patientAggregate } from './aggregate.ts';
import { beginErasure, endErasure, noteSessions, standingErasure, type Erasure } from './erasure-rows.ts';

export type ErasureRequest = {
  tenantId: string;
  tenant: TenantKeys;
  caller: Pick<Caller, 'actor' | 'test'>;
  patientId: string;
  commandId: string;
  requestId: string;
  ip: string;
  now: Date;
  /** When the handler gives up. */
  deadline: Date;
  onBehalfOf: OnBehalfOf | undefined;
};

type ErasureDeps = Pick<
  CommandDeps,
  'poolOf' | 'log' | 'codec' | 'dataKeys' | 'ledger' | 'random' | 'now' | 'backupRetentionDays'
>;

const REMAINS = [
  "The profile's events in the log, in the same way as those of each session.",
  ...SESSION_REMAINS,
  "What this certificate says, with a keyed hash of the patient's id, by which it can be found and signed again.",
];

/** One call erases for this long; the next call goes on. Less than the 10 s of a handler. */
const CALL_LIMIT_MS = 8_000;
const SESSIONS_A_PAGE = 50;

/**
 * Erases the profile and the sessions of a patient. The profile goes first, so that no new session copies it. If an
 * erasure was interrupted, repeating it completes it and states what both calls destroyed; if only the answer was lost, the
 * same command gets the same statement. Throws 404 if there is nothing to erase, HeldError if the patient or a session is
 * under legal hold, 503 if one call cannot erase everything.
 */
export async function erasePatient(deps: ErasureDeps, request: ErasureRequest): Promise<ErasureStatement> {
  const pool = deps.poolOf(request.tenantId);
  const certificate = { tenantId: request.tenantId, certificateId: request.commandId };
  const stated = await findStatement(pool, certificate);
  if (stated !== null) return stated;
  const hash = patientHash(request.tenant, request.patientId);
  const erasure = await begin(deps, request, hash);
  const profiles = await eraseProfiles(deps, request, erasure);
  const sessionIds = await eraseSessions(deps, request, erasure);
  const erasureIds = [...erasure.profileIds, ...sessionIds].map((id) =>
    eventIdOf(commandIdOf(erasure, id), 0),
  );
  const { tenantId } = request;
  const { keyIds, copies, at } = await concludeErasures(deps, pool, { tenantId, erasureIds });
  const erasedHash = erasedPatientHash(request.tenant, request.patientId);
  const subjectId = erasure.profileIds.at(-1) ?? erasedHash.toString('hex');
  const statement = await stateErased(deps, pool, {
    tenantId,
    at: at ?? request.now,
    remains: REMAINS,
    patientHash: erasedHash,
    certificateId: erasure.erasureId,
    subject: { type: 'patient', id: subjectId },
    keyIds,
    rows: { sessions: sessionIds.length, patient_profiles: profiles },
    copies,
  });
  // Last: until then the same call goes on, and comes to the statement that stands.
  await endErasure(pool, erasure);
  return statement;
}

async function begin(deps: ErasureDeps, request: ErasureRequest, hash: Buffer): Promise<Erasure> {
  const { tenantId, caller, patientId, commandId, now } = request;
  const pool = deps.poolOf(tenantId);
  const patient = await findPatient(deps, { tenantId, test: caller.test }, patientId);
  const standing = patient ? null : await standingErasure(pool, { tenantId, hash, test: caller.test });
  const test = patient?.test ?? standing?.test;
  if (test === undefined) throw patientNotFound();
  requireFree('patient', patient?.profile?.hold);
  await requireFreeSessions(deps, pool, { tenantId, test, hash });
  const profileId = patient?.profile?.profile_id ?? null;
  return beginErasure(pool, { tenantId, test, hash, profileId, erasureId: commandId, now });
}

/** The id of the command that erases one part; the same in every repeat. */
const commandIdOf = ({ erasureId }: Erasure, subjectId: string): string => uuidV5(subjectId, erasureId);

/** The number of profiles that were there. */
async function eraseProfiles(deps: ErasureDeps, request: ErasureRequest, erasure: Erasure): Promise<number> {
  const { tenantId } = request;
  const pool = deps.poolOf(tenantId);
  let erased = 0;
  for (const profileId of erasure.profileIds) {
    const commandId = commandIdOf(erasure, profileId);
    if (await recordProfileErased(deps, request, { profileId, commandId, test: erasure.test })) erased += 1;
    await inTransaction(pool, async (tx) => {
      // The row before the keys, as all who lock both: see ops.may_write_patient.
      await removePatientRows(tx, [profileId]);
      const at = request.now.toISOString();
      const erasureId = eventIdOf(commandId, 0);
      const one = {
        type: 'patient',
        subjectId: profileId,
        tenantId,
        erasureId,
        cause: 'requested',
        at,
      } as const;
      await destroySubjectKeys(tx, [one]);
      // A first row that was written just before the keys were locked.
      await removePatientRows(tx, [profileId]);
      await tx.query('DELETE FROM ops.patient_claims WHERE tenant_id = $1 AND profile_id = $2', [
        tenantId,
        profileId,
      ]);
    });
  }
  return erased;
}

/** False for a profile that was claimed and never written. */
async function recordProfileErased(
  deps: ErasureDeps,
  { tenantId, caller, requestId, ip, now, deadline, onBehalfOf }: ErasureRequest,
  { profileId, commandId, test }: { profileId: string; commandId: string; test: boolean },
): Promise<boolean> {
  try {
    await executeOnStream(deps, patientAggregate, {
      stream: patientStream(profileId),
      command: { kind: 'erase', cause: 'requested' },
      commandId,
      tenantId,
      actor: caller.actor,
      requestId,
      ip,
      now,
      deadline,
      test,
      onBehalfOf,
    });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return false;
    throw error;
  }
}

/** The ids of all that this erasure erased, in earlier calls too. */
async function eraseSessions(
  deps: ErasureDeps,
  request: ErasureRequest,
  erasure: Erasure,
): Promise<string[]> {
  const { tenantId, hash, test } = erasure;
  const pool = deps.poolOf(tenantId);
  const metadata: MassErasure['metadata'] = {
    tenant_id: tenantId,
    actor: request.caller.actor,
    request_id: request.requestId,
    ip: request.ip,
    causation_id: null,
    engine_version: null,
    occurred_at: request.now.toISOString(),
    on_behalf_of: request.onBehalfOf,
  };
  const commandIdOfOne = (sessionId: string): string => commandIdOf(erasure, sessionId);
  const order: MassErasure = { cause: 'requested', commandIdOf: commandIdOfOne, metadata };
  const erased = new Set(erasure.sessionIds);
  const endMs = request.now.getTime() + CALL_LIMIT_MS;
  for (;;) {
    const { rows } = await pool.query<ErasableSession>(
      `SELECT session_id, revision, test FROM read.sessions
       WHERE tenant_id = $1 AND patient_hash = $2 AND test = $3 LIMIT $4`,
      [tenantId, hash, test, SESSIONS_A_PAGE],
    );
    if (rows.length === 0) return [...erased];
    const page = rows.map((row) => row.session_id);
    // One may have been put under hold since the erasure began.
    await requireFreeSessions(deps, pool, { tenantId, test, hash });
    await noteSessions(pool, erasure, page);
    for (const sessionId of page) erased.add(sessionId);
    if (deps.now().getTime() > endMs) throw tooMuch();
    const verdicts = await recordErased(deps, rows, order);
    await destroyErased(
      deps,
      page.filter((id) => verdicts.get(id) !== 'held'),
      order,
    );
  }
}

const tooMuch = (): ApiError =>
  new ApiError('service_unavailable', 'Not everything is erased yet; repeat the call to go on.', {
    headers: { 'Retry-After': '1' },
  });
