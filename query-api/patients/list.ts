import { z } from 'zod';
import { count, instant, truth } from '../../domain/kernel/fields.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import { cursorParameter, readCursor, writeCursor, type CursorPlace } from '../../shared/http/cursor.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { boundedText, integer, LIMIT, nextCursor, uuid } from '../../shared/http/schemas.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import { patientId } from '../../shared/patients/patient-id.ts';
import { presentProfile, profileFields } from '../../shared/patients/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { activitiesOf } from './activities.ts';
import { searchProfiles, type Found, type Position } from './search.ts';

const query = z.object({
  limit: integer({ min: 1, max: 200, default: 50 }).meta({ description: LIMIT, examples: [50] }),
  cursor: cursorParameter(),
  partner_patient_id: patientId().optional(),
  profile_id: uuid()
    .optional()
    .meta({
      description: 'Only the profile with this id.',
      examples: ['0198c0de-0000-7000-8000-000000000010'],
    }),
  q: boundedText(0, 200)
    .optional()
    .meta({
      description: 'A part of partner_patient_id, without regard to case. Ignored beside partner_patient_id.',
      examples: ['cardio'],
    }),
});
type Query = z.output<typeof query>;

const item = z
  .object({
    ...profileFields,
    test: truth('Whether the profile belongs to test mode.', false),
    session_count_total: count('Sessions of the patient, active and finalized.', 1),
    session_count_active: count('Those of them that are not finalized.', 0),
    updated_at: instant('When the profile was last changed.'),
  })
  .meta({ id: 'PatientListItem', description: 'A profile as a list shows it.' });
const page = z
  .object({
    data: z.array(item).meta({ description: 'The profiles of the page, the latest change first.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'PatientPage', description: 'A page of patient profiles.' });

const position = z.object({ updated_at: z.iso.datetime(), profile_id: z.uuid() });

export const listPatients = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/patients',
    operationId: 'listPatients',
    summary: 'Patient profiles, most recently updated first',
    description:
      'A profile that is changed while its list is paged through moves to the front; no other one is shown twice or ' +
      'left out. Only an empty next_cursor says that there are no more rows: a search for a single character looks ' +
      'through so many profiles a page, and may show fewer than limit, or none. A cursor goes with the parameters ' +
      'that it was given for; only limit may change. Patients that have sessions and no profile are not listed. ' +
      'The session counts follow writes with the lag of the projections. Each call is audited.',
    tag: 'Patients',
    access: { kind: 'caller', scope: 'patients:read' },
    feature: 'patient_profiles',
    admission: 'gate',
    modes: true,
    query,
    responses: { 200: { description: 'One page; next_cursor is empty after the last one.', schema: page } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const { tenantId } = caller;
      const pool = deps.poolOf(tenantId);
      const tenant = await deps.dataKeys.tenantKeys(pool, tenantId);
      const place: CursorPlace = { key: tenant.seal, tenantId, list: listName(caller, ctx.query) };
      const after: Position | null = readCursor(place, position, ctx.query.cursor);
      const { found, next } = await searchProfiles(deps, { caller, tenant, ...ctx.query, after });
      const data = await present(deps, tenantId, found);
      const subject = { type: 'tenant', id: tenantId } as const;
      await recordRead(deps, ctx, { action: 'patient.list_accessed', subject });
      const next_cursor = next === null ? '' : writeCursor(place, next, deps.random);
      return { status: 200, body: { data, next_cursor } };
    },
  });

/** A cursor opens for the same question only. */
const listName = ({ test }: Caller, { partner_patient_id, profile_id, q }: Query): string =>
  `patients|${canonicalJson({ test, partner_patient_id: partner_patient_id ?? null, q: q ?? '', ...(profile_id !== undefined && { profile_id }) })}`;

async function present(deps: QueryDeps, tenantId: string, found: Found[]): Promise<z.output<typeof item>[]> {
  const activities = await activitiesOf(deps, tenantId, found);
  return found.map(({ profile }, index) => {
    const activity = activities[index];
    if (activity === undefined) throw new Error('a profile was left out');
    return {
      ...presentProfile(profile, activity),
      test: profile.test,
      session_count_total: activity.total,
      session_count_active: activity.active,
      updated_at: profile.updated_at,
    };
  });
}
