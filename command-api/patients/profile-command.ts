import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { PatientCommand, PatientEvent } from '../../domain/patient/index.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { patientStream } from '../../shared/event-log/streams.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import { originOf } from '../kernel/command-origin.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnStream } from '../kernel/execute-on-stream.ts';
import type { AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { patientAggregate } from './aggregate.ts';

export type ProfileCall = {
  call: CommandCall;
  admitted: AdmittedTenantCommand;
  /** The partner's id of the patient, and the mode that it is of. */
  patientId: string;
  test: boolean;
};

/** A profile may be erased while it is changed. Then a new profile is tried, up to this number in all. */
const MAX_LIVES = 3;

/** Carries out a command on the profile of a patient id, which it may make. Throws DomainError. */
export async function executeOnProfile(
  deps: CommandDeps,
  profile: ProfileCall,
  toCommand: (profileId: string) => PatientCommand,
): Promise<DecodedEvent<PatientEvent>[]> {
  const { call, admitted, test } = profile;
  for (let life = 0; life < MAX_LIVES; life += 1) {
    const profileId = await claim(deps, profile);
    try {
      return await executeOnStream(deps, patientAggregate, {
        ...originOf(call, admitted),
        test,
        stream: patientStream(profileId),
        command: toCommand(profileId),
      });
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'not_found') throw error;
      // Erased: what it had claimed is free, also where the erasure was killed before it let go.
      await deps
        .poolOf(admitted.tenantId)
        .query('DELETE FROM ops.patient_claims WHERE tenant_id = $1 AND profile_id = $2', [
          admitted.tenantId,
          profileId,
        ]);
    }
  }
  throw beingErased();
}

export const beingErased = (): ApiError =>
  new ApiError('service_unavailable', 'The patient is being erased; try again shortly.', {
    headers: { 'Retry-After': '1' },
  });

/** The profile that this patient id has in this mode; two calls at once get the same one. */
async function claim(deps: CommandDeps, { admitted, patientId, test }: ProfileCall): Promise<string> {
  const { tenantId, tenant, commandId } = admitted;
  const { rows } = await deps
    .poolOf(tenantId)
    .query<{ profile_id: string }>('SELECT ops.claim_patient($1, $2, $3, $4) AS profile_id', [
      tenantId,
      test,
      patientHash(tenant, patientId),
      uuidV5('patient-profile', commandId),
    ]);
  const profileId = rows[0]?.profile_id;
  if (profileId === undefined) throw new Error('ops.claim_patient returned no row');
  return profileId;
}
