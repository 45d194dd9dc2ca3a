import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import { auditSubject, findPatient, patientNotFound } from '../../shared/patients/find.ts';
import { patientParams } from '../../shared/patients/schemas.ts';
import { limitOffset } from '../../shared/http/schemas.ts';
import { sessionFields, triageLevel } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import { czechDiagnosis, inCzech } from '../kernel/diagnosis-names.ts';
import { TOTAL_COUNT, totalCount } from '../kernel/total-count.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import {
  countPatientSessions,
  loadPatientSessions,
  MAX_SESSIONS,
  type PatientSession,
} from './load-sessions.ts';

const { patient_id: _, test: __, ...ofPatient } = sessionFields;
const item = z
  .object({
    ...ofPatient,
    primary_diagnosis_cs: czechDiagnosis,
    triage_level: triageLevel,
    completed_at: instant('When the session was finalized; null while it is active.').nullable(),
  })
  .meta({ id: 'PatientSession', description: 'A session of the patient.' });

export const listPatientSessions = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/patients/{patient_id}/sessions',
    operationId: 'listPatientSessions',
    summary: 'All sessions of a patient, active and finalized, newest first',
    description:
      'The diagnosis of an active session is that of the moment. An empty ' +
      'array where the patient has a profile and no session; 404 where it has neither. Audited.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'patients:read' },
    feature: 'patient_profiles',
    admission: 'gate',
    modes: true,
    params: patientParams,
    query: z.object(limitOffset({ maxLimit: MAX_SESSIONS, defaultLimit: MAX_SESSIONS })),
    responses: {
      200: { description: 'One page.', schema: z.array(item), headers: TOTAL_COUNT },
    },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const patient = await findPatient(deps, callerOf(ctx), ctx.params.patient_id);
      if (patient === null) throw patientNotFound();
      const [sessions, total] = await Promise.all([
        loadPatientSessions(deps, patient, ctx.query),
        countPatientSessions(deps.poolOf(patient.tenantId), patient),
      ]);
      const { test } = patient;
      await recordRead(deps, ctx, {
        action: 'patient.sessions_viewed',
        subject: auditSubject(patient),
        test,
      });
      return {
        status: 200,
        body: sessions.map((session) => present(deps, session)),
        headers: totalCount(total),
      };
    },
  });

const present = ({ engine }: QueryDeps, session: PatientSession): z.output<typeof item> => ({
  session_id: session.session_id,
  status: session.status,
  chief_complaint: session.brief.chief_complaint,
  triage_level: session.triage_level,
  primary_diagnosis: session.brief.primary_diagnosis,
  primary_diagnosis_cs: inCzech(engine, session.brief.primary_diagnosis),
  primary_diagnosis_icd: session.primary_icd,
  questions_asked: session.questions_asked,
  created_at: session.created_at.toISOString(),
  completed_at: session.finalized_at?.toISOString() ?? null,
});
