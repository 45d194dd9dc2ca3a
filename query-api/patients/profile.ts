import { defineRoute, type Route } from '../../shared/http/route.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import { auditSubject, findPatient, patientNotFound } from '../../shared/patients/find.ts';
import { patientParams, presentProfile, profileSchema } from '../../shared/patients/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

export const getPatient = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/patients/{patient_id}',
    operationId: 'getPatient',
    summary: "The profile of a patient, by the partner's patient id",
    description:
      'Age and sex are those of the latest session. A session alone makes no profile: then this is 404, and the ' +
      "patient's sessions and summary are there. A dashboard session sees the live patient, or the test one where " +
      'only that exists. Audited.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'patients:read' },
    feature: 'patient_profiles',
    admission: 'gate',
    modes: true,
    params: patientParams,
    responses: { 200: { description: 'The profile.', schema: profileSchema } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const patient = await findPatient(deps, callerOf(ctx), ctx.params.patient_id);
      if (!patient?.profile) throw patientNotFound();
      const body = presentProfile(patient.profile, patient.activity);
      const { test } = patient;
      await recordRead(deps, ctx, { action: 'patient.viewed', subject: auditSubject(patient), test });
      return { status: 200, body };
    },
  });
