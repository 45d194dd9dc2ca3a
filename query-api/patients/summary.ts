import { z } from 'zod';
import { flagCode } from '../../domain/clinical/types.ts';
import { count, instant, text, truth } from '../../domain/kernel/fields.ts';
import { TRIAGE_LEVELS } from '../../domain/clinical/types.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import { auditSubject, findPatient, patientNotFound, type Patient } from '../../shared/patients/find.ts';
import {
  patientParams,
  presentProfile,
  profileSchema,
  profileFields,
} from '../../shared/patients/schemas.ts';
import { triageLevelSchema } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { czechDiagnosis, inCzech } from '../kernel/diagnosis-names.ts';
import { loadPatientSessions, MAX_SESSIONS, type PatientSession } from './load-sessions.ts';

const sessions = z
  .int32()
  .min(1)
  .meta({ description: 'In how many sessions it stands.', examples: [1] });
const last_seen_at = instant('When the newest of these sessions was opened.');

const summary = z
  .object({
    partner_patient_id: profileFields.partner_patient_id,
    profile_exists: truth('Whether the patient has a profile; sessions alone make none.', true),
    profile: profileSchema.nullable().meta({ description: 'The profile; null where there is none.' }),
    sessions_finalized: count('Sessions that are finished.', 1),
    sessions_active: count('Sessions that are not finished.', 0),
    first_session_at: instant('When the oldest session was opened; null where there is none.').nullable(),
    last_session_at: profileFields.last_session_at,
    red_flags_ever_seen: z
      .array(flagCode)
      .meta({ description: 'Codes of the red flags of all sessions, the most urgent first.' }),
    triage_levels_seen: z
      .array(
        z.object({
          triage_level: triageLevelSchema.meta({ description: 'A level at which sessions stand.' }),
          sessions,
          last_seen_at,
        }),
      )
      .meta({ description: 'Triage levels of all sessions, the most urgent first.' }),
    most_urgent_triage_level: triageLevelSchema
      .nullable()
      .meta({ description: 'The most urgent of them; null where there is no session.' }),
    complaints: z
      .array(
        z.object({
          complaint: text('Code of the complaint in the catalogue.', 'chest_pain'),
          sessions,
          last_seen_at,
        }),
      )
      .meta({ description: 'Complaints of all sessions, the most frequent first.' }),
    primary_diagnoses: z
      .array(
        z.object({
          diagnosis: text('Name of the likeliest differential in English.', 'Stable angina'),
          diagnosis_cs: czechDiagnosis,
          icd: text('Its ICD-10 code; null where it has none.', 'I20.8').nullable(),
          sessions,
          last_seen_at,
        }),
      )
      .meta({ description: 'First diagnoses of finalized sessions, the most frequent first.' }),
  })
  .meta({ id: 'PatientSummary', description: 'What all sessions of a patient say together.' });

export const getPatientSummary = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/patients/{patient_id}/summary',
    operationId: 'getPatientSummary',
    summary: 'Epicrisis over all sessions of a patient',
    description:
      'Red flags, triage levels and complaints (by code) are those of all sessions as they stand, most urgent or ' +
      'most frequent first; primary diagnoses those of finalized sessions, most frequent first. ' +
      `Over the newest ${MAX_SESSIONS} sessions. Audited.`,
    tag: 'Patients',
    access: { kind: 'caller', scope: 'patients:read' },
    feature: 'patient_profiles',
    admission: 'gate',
    modes: true,
    params: patientParams,
    responses: {
      200: { description: 'The summary; 404 where there is neither profile nor session.', schema: summary },
    },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const patient = await findPatient(deps, callerOf(ctx), ctx.params.patient_id);
      if (patient === null) throw patientNotFound();
      const told = await loadPatientSessions(deps, patient);
      const body = summarise(deps, { patientId: ctx.params.patient_id, patient, told });
      const { test } = patient;
      await recordRead(deps, ctx, { action: 'patient.summary_viewed', subject: auditSubject(patient), test });
      return { status: 200, body };
    },
  });

type Given = {
  patientId: string;
  patient: Patient;
  /** Newest first. */
  told: PatientSession[];
};

function summarise(
  { engine }: QueryDeps,
  { patientId, patient: { profile, activity }, told }: Given,
): z.output<typeof summary> {
  const byLevel = groupBy(told, (session) => session.triage_level);
  const levels = TRIAGE_LEVELS.flatMap((triage_level) => {
    const group = byLevel.get(triage_level);
    return group === undefined ? [] : [{ triage_level, ...seen(group) }];
  });
  const byComplaint = groupBy(told, (session) => session.complaint);
  const concluded = told.filter(
    ({ status, brief }) => status === 'finalized' && brief.primary_diagnosis !== null,
  );
  const byDiagnosis = groupBy(
    concluded,
    ({ brief, primary_icd }) => `${primary_icd ?? ''}|${brief.primary_diagnosis}`,
  );
  return {
    partner_patient_id: profile?.partner_patient_id ?? patientId,
    profile_exists: profile !== null,
    profile: profile && presentProfile(profile, activity),
    sessions_finalized: activity.total - activity.active,
    sessions_active: activity.active,
    first_session_at: told.at(-1)?.created_at.toISOString() ?? null,
    last_session_at: activity.lastSessionAt,
    red_flags_ever_seen: [...new Set(told.flatMap((session) => session.red_flags))],
    triage_levels_seen: levels,
    most_urgent_triage_level: levels[0]?.triage_level ?? null,
    complaints: [...byComplaint]
      .flatMap(([complaint, group]) => (complaint === null ? [] : [{ complaint, ...seen(group) }]))
      .sort(mostFrequentFirst),
    primary_diagnoses: [...byDiagnosis.values()]
      .flatMap((group) => {
        const [latest] = group;
        const diagnosis = latest?.brief.primary_diagnosis ?? null;
        if (latest === undefined || diagnosis === null) return [];
        const diagnosis_cs = inCzech(engine, diagnosis);
        return [{ diagnosis, diagnosis_cs, icd: latest.primary_icd, ...seen(group) }];
      })
      .sort(mostFrequentFirst),
  };
}

const seen = (group: PatientSession[]) => ({
  sessions: group.length,
  last_seen_at: group[0]?.created_at.toISOString() ?? '',
});

const mostFrequentFirst = (a: { sessions: number }, b: { sessions: number }): number =>
  b.sessions - a.sessions;
