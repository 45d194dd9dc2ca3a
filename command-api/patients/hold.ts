import { z } from 'zod';
import { holdSchema } from '../../domain/hold/types.ts';
import { id, text } from '../../domain/kernel/fields.ts';
import { patientStream } from '../../shared/event-log/streams.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { findPatient, patientNotFound } from '../../shared/patients/find.ts';
import { patientParams } from '../../shared/patients/schemas.ts';
import { originOf } from '../kernel/command-origin.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnStream } from '../kernel/execute-on-stream.ts';
import { placeHoldBody } from '../kernel/holds.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { patientAggregate } from './aggregate.ts';
import { beingErased, executeOnProfile } from './profile-command.ts';

const PATH = '/v1/patients/{patient_id}/hold';

const patientHold = z
  .object({
    partner_patient_id: text("The partner's own id of the patient.", 'CARDIO-2041'),
    profile_id: id('The profile that the hold stands on, or stood on.'),
    hold: holdSchema
      .nullable()
      .meta({ description: 'The legal hold that stands on the patient; null where none does.' }),
  })
  .meta({ id: 'PatientHold', description: 'Whether the patient is under legal hold.' });

export const placePatientHold = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: PATH,
    operationId: 'placePatientHold',
    summary: 'Put a patient under legal hold',
    description:
      'Protects the profile and every session of the patient, those to come included: until the hold is lifted, none is ' +
      'deleted when its time is over or erased, no answer of them can be cleared, and no entry leaves the profile. Such ' +
      'calls get a 409 with the hold in `error.detail.hold`, and stand in the audit trail. A patient of whom there are ' +
      'only sessions gets an empty profile. A patient who is held already gets the new reason.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    modes: true,
    params: patientParams,
    body: placeHoldBody,
    responses: { 200: { description: 'The patient is under hold.', schema: patientHold } },
    errors: ['not_found', 'service_unavailable'],
    examples: { body: { reason: 'claim 2026-114' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { patient_id: patientId } = ctx.params;
        const { test } = await existing(deps, admitted, patientId);
        const { reason } = ctx.body;
        const profile = { call: ctx, admitted, patientId, test };
        await executeOnProfile(deps, profile, (profileId) => ({
          kind: 'place_hold',
          profile_id: profileId,
          test,
          partner_patient_id: patientId,
          reason,
        }));
        return answer(deps, admitted, { patientId, test });
      }),
  });

export const liftPatientHold = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: PATH,
    operationId: 'liftPatientHold',
    summary: 'Lift the legal hold of a patient',
    description:
      'From then on the patient can be erased, and sessions are deleted once their time is over, except those that are ' +
      'under a hold of their own. A patient who is under no hold is a 404.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    modes: true,
    params: patientParams,
    responses: { 200: { description: 'The hold is lifted.', schema: patientHold } },
    errors: ['not_found', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { patient_id: patientId } = ctx.params;
        const { test, profile } = await existing(deps, admitted, patientId);
        if (!profile) throw new ApiError('not_found', 'The patient is under no hold.');
        await executeOnStream(deps, patientAggregate, {
          ...originOf(ctx, admitted),
          test,
          stream: patientStream(profile.profile_id),
          command: { kind: 'lift_hold' },
        });
        return answer(deps, admitted, { patientId, test });
      }),
  });

/** Throws 404 where there is neither a profile nor a session. */
async function existing(deps: CommandDeps, { tenantId, caller }: AdmittedTenantCommand, patientId: string) {
  const patient = await findPatient(deps, { tenantId, test: caller.test }, patientId);
  if (!patient) throw patientNotFound();
  return patient;
}

async function answer(
  deps: CommandDeps,
  { tenantId }: AdmittedTenantCommand,
  { patientId, test }: { patientId: string; test: boolean },
): Promise<RouteResult> {
  const patient = await findPatient(deps, { tenantId, test }, patientId);
  if (!patient?.profile) throw beingErased();
  const { profile_id, hold = null } = patient.profile;
  const body: z.output<typeof patientHold> = { partner_patient_id: patientId, profile_id, hold };
  return { status: 200, body };
}
