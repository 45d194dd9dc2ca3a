import { z } from 'zod';
import { alcoholStatus, profileLists, smokingStatus } from '../../domain/patient/events.ts';
import type { PutProfileCommand } from '../../domain/patient/index.ts';
import type { PatientProfile } from '../../domain/patient/state.ts';
import {
  MAX_ENTRIES,
  MAX_ENTRY_CHARACTERS,
  PROFILE_LISTS,
  type ProfileList,
  type ProfileLists,
} from '../../domain/patient/types.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import { defineRoute, type Route, type RouteContext } from '../../shared/http/route.ts';
import { filledText } from '../../shared/http/schemas.ts';
import { auditSubject, findPatient } from '../../shared/patients/find.ts';
import { patientParams, presentProfile, putProfileSchema } from '../../shared/patients/schemas.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { auditingHolds } from '../kernel/holds.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { patientSubject } from './audit-subject.ts';
import { beingErased, executeOnProfile } from './profile-command.ts';

/** Entries to add or to take out, described as those that are stored. */
const entriesOf = (list: ProfileList) =>
  z
    .array(filledText(MAX_ENTRY_CHARACTERS))
    .max(MAX_ENTRIES)
    .nullish()
    .meta({ ...profileLists[list].meta() });
const lists = {
  chronic_conditions: entriesOf('chronic_conditions'),
  current_medications: entriesOf('current_medications'),
  allergies: entriesOf('allergies'),
  risk_factors: entriesOf('risk_factors'),
  family_history: entriesOf('family_history'),
};
const body = z
  .object({
    ...lists,
    smoking_status: smokingStatus.nullish().describe('Whether the patient smokes or has smoked.'),
    alcohol_status: alcoholStatus.nullish().describe('How much alcohol the patient drinks.'),
    remove: z
      .strictObject(lists)
      .nullish()
      .meta({ description: 'Entries to take out, before the others come in.' }),
  })
  .meta({ id: 'PutPatient', description: 'What to add to the profile of a patient, and what to take out.' });
type Body = z.output<typeof body>;

export const putPatient = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/patients/{patient_id}',
    operationId: 'putPatient',
    summary: 'Create the profile of a patient, or add to it',
    description:
      'Entries are appended to those that are stored; an entry that differs from a stored one only in case or outer ' +
      'blanks is not stored again. What is left out or null stays as it is. `remove` takes entries out, compared in ' +
      'the same way, before the others come in, and is refused (409) while the patient is under legal hold. A list ' +
      `holds at most ${MAX_ENTRIES} entries. A session that is opened with this patient_id takes the profile along as ` +
      'it stands then. The answer holds the whole profile only for a caller with the scope patients:read, and is then ' +
      'audited as a look at it; others get the ids, created_at and what they sent.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'patients:write' },
    feature: 'patient_profiles',
    admission: 'handler',
    modes: true,
    params: patientParams,
    body,
    responses: {
      200: { description: 'The profile as it stands now.', schema: putProfileSchema },
      201: { description: 'The profile is created.', schema: putProfileSchema },
    },
    errors: ['conflict', 'service_unavailable'],
    examples: {
      body: {
        chronic_conditions: ['hypertension'],
        current_medications: ['ramipril 5 mg'],
        allergies: ['penicillin'],
        family_history: ['father: heart attack at 52'],
        smoking_status: 'current',
        alcohol_status: 'occasional',
      },
    },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const subject = () => patientSubject(deps, admitted, ctx.params.patient_id);
        const refusal = { action: 'patient.removal_refused', subject } as const;
        const isNew = await auditingHolds(deps, { call: ctx, admitted, refusal }, () =>
          put(deps, ctx, admitted),
        );
        const { tenantId, test } = admitted;
        const patient = await findPatient(deps, { tenantId, test }, ctx.params.patient_id);
        // Erased by another call since: there is nothing left to answer with.
        if (!patient?.profile) throw beingErased();
        const status = isNew ? 201 : 200;
        if (!admitted.caller.scopes.includes('patients:read')) {
          return { status, body: presentSent(patient.profile, ctx.body) };
        }
        const body = presentProfile(patient.profile, patient.activity);
        await recordRead(deps, ctx, { action: 'patient.viewed', subject: auditSubject(patient), test });
        return { status, body };
      }),
  });

/** What a caller who may not read patients knows already: its own entries as it sent them, whether new or not. */
const presentSent = (
  { profile_id, partner_patient_id, created_at }: PatientProfile,
  put: Body,
): z.output<typeof putProfileSchema> => ({
  profile_id,
  partner_patient_id,
  ...listsOf(put),
  ...(put.smoking_status && { smoking_status: put.smoking_status }),
  ...(put.alcohol_status && { alcohol_status: put.alcohol_status }),
  created_at,
});

type Call = RouteContext<z.output<typeof patientParams>, unknown, Body>;

/** True where the profile is new. Throws DomainError. */
async function put(deps: CommandDeps, call: Call, admitted: AdmittedTenantCommand): Promise<boolean> {
  const { test } = admitted;
  const profile = { call, admitted, patientId: call.params.patient_id, test };
  const events = await executeOnProfile(deps, profile, (profileId) => toCommand(call, { profileId, test }));
  return events.some(({ event }) => event.type === 'patient-profile-created');
}

const toCommand = (
  { params, body: put }: Call,
  { profileId, test }: { profileId: string; test: boolean },
): PutProfileCommand => ({
  kind: 'put',
  profile_id: profileId,
  test,
  partner_patient_id: params.patient_id,
  add: listsOf(put),
  remove: listsOf(put.remove ?? {}),
  smoking_status: put.smoking_status ?? undefined,
  alcohol_status: put.alcohol_status ?? undefined,
});

const listsOf = (
  from: Partial<Record<keyof ProfileLists, string[] | null | undefined>>,
): Partial<ProfileLists> =>
  Object.fromEntries(
    PROFILE_LISTS.flatMap((list) => {
      const entries = from[list];
      return entries ? [[list, entries]] : [];
    }),
  );
