import { z } from 'zod';
import { recordRead } from '../../shared/audit/record-read.ts';
import { LISTS, WHOLE_TENANT_READS } from '../../shared/audit/disclosure-actions.ts';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import {
  cursorParameter,
  cutPage,
  readCursor,
  writeCursor,
  type CursorPlace,
} from '../../shared/http/cursor.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { dateTime, integer, LIMIT, nextCursor, onOff } from '../../shared/http/schemas.ts';
import { auditSubject, findPatient, patientNotFound, type Patient } from '../../shared/patients/find.ts';
import { patientParams } from '../../shared/patients/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import { refuseReversed, utc } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { bundleSchema, FHIR_JSON, recordFormat } from '../sessions/fhir/bundle-schema.ts';
import { toDisclosureBundle } from './fhir.ts';
import { findDisclosedOf, findDisclosures, type DisclosedOf } from './find.ts';
import { disclosure, newestFirst, presentRead, presentSent, type Disclosure } from './present.ts';

const query = z.object({
  from: dateTime()
    .optional()
    .meta({ description: 'Disclosures of this instant or later. ISO 8601 with an offset or Z.' }),
  to: dateTime().optional().meta({
    description: 'Disclosures before this instant; now where it is left out. ISO 8601 with an offset or Z.',
  }),
  include_lists: onOff
    .default('false')
    .describe('Also pages of lists of many patients or sessions, which may have shown this one.'),
  format: recordFormat.default('json').describe('JSON, or a FHIR R4 Bundle of AuditEvent.'),
  limit: integer({ min: 1, max: 500, default: 100 }).meta({ description: LIMIT, examples: [100] }),
  cursor: cursorParameter(),
});
type Query = z.output<typeof query>;

const page = z
  .object({
    data: z.array(disclosure).meta({ description: 'The disclosures of the page, newest first.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'DisclosurePage', description: 'A page of the accounting of disclosures of a patient.' });

/** The place before which the next page begins. */
const place = z.object({ at: z.string(), id: z.uuid() });
/** Before every id of its instant. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const EVER = '0001-01-01T00:00:00.000Z';

export const listDisclosures = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/patients/{patient_id}/disclosures',
    operationId: 'listDisclosures',
    summary: 'Who saw data of a patient: reads, exports and webhooks, newest first',
    description:
      'The accounting of disclosures. It has every read of the profile, of the patient’s sessions and summary, of ' +
      'state and results (counted by minute), history, explanation and export of each session, bulk exports and ' +
      'operators’ looks since the patient is known, webhooks about the sessions of which an attempt was made, and ' +
      'reads of this list. Calls that change something, and their answers, are in the audit trail. What belonged to a ' +
      'session that was erased or is past its retention leads to no patient any more and is not in it; an erased ' +
      'patient is 404. from is included, to is not. A cursor goes with the parameters that it was given for; only ' +
      'limit may change. With format=fhir an HL7 FHIR R4 Bundle of AuditEvent with the patient as an entity, whose ' +
      'link `next` leads to the next page. It follows the calls by some seconds. Audited as patient.disclosures_viewed.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    modes: true,
    params: patientParams,
    query,
    responses: {
      200: {
        description: 'One page; next_cursor is empty after the last one.',
        schema: page,
        otherTypes: [FHIR_JSON],
        otherSchemas: { [FHIR_JSON]: bundleSchema },
      },
    },
    errors: ['bad_request', 'not_found', 'service_unavailable'],
    handler: async (ctx) => {
      refuseReversed(ctx.query.from, ctx.query.to, ['from', 'to']);
      const { patient_id: patientId } = ctx.params;
      const patient = await findPatient(deps, callerOf(ctx), patientId);
      if (patient === null) throw patientNotFound();
      const found = await findPage(deps, patient, ctx);
      const { test } = patient;
      const subject = auditSubject(patient);
      await recordRead(deps, ctx, { action: 'patient.disclosures_viewed', subject, test });
      if (ctx.query.format === 'json') return { status: 200, body: found };
      const next = found.next_cursor === '' ? null : nextUrl(deps, patientId, ctx.query, found.next_cursor);
      const bundle = toDisclosureBundle(found.data, { patientId, at: ctx.now.toISOString(), next });
      return { status: 200, body: JSON.stringify(bundle), contentType: FHIR_JSON };
    },
  });

async function findPage(
  deps: QueryDeps,
  patient: Patient,
  { query: asked, now }: { query: Query; now: Date },
): Promise<z.output<typeof page>> {
  const { tenantId } = patient;
  const pool = deps.poolOf(tenantId);
  const tenant = await deps.dataKeys.tenantKeys(pool, tenantId);
  const cursorPlace: CursorPlace = { key: tenant.seal, tenantId, list: listName(patient, asked) };
  const before = readCursor(cursorPlace, place, asked.cursor) ?? {
    at: asked.to === undefined ? now.toISOString() : utc(Date.parse(asked.to)),
    id: FIRST_ID,
  };
  const of: DisclosedOf = await findDisclosedOf(pool, patient);
  const { reads, sent } = await findDisclosures(pool, of, {
    from: asked.from === undefined ? EVER : utc(Date.parse(asked.from)),
    before,
    limit: asked.limit + 1,
    wholeTenant: [...WHOLE_TENANT_READS, ...(asked.include_lists === 'true' ? LISTS : [])],
  });
  const found: Disclosure[] = [
    ...reads.map((row) => presentRead(row, { tenantId, key: tenant.seal })),
    ...sent.map((row) => presentSent(row, tenant)),
  ].sort(newestFirst);
  const { shown, next_cursor } = cutPage(found, asked.limit, ({ at, id }) =>
    writeCursor(cursorPlace, { at, id }, deps.random),
  );
  return { data: shown, next_cursor };
}

/** A cursor opens for the same patient and question only. */
const listName = ({ hash, test }: Patient, { from, to, include_lists }: Query): string =>
  `disclosures|${canonicalJson({ patient: hash.toString('hex'), test, from: from ?? null, to: to ?? null, include_lists })}`;

function nextUrl(
  { signIn }: Pick<QueryDeps, 'signIn'>,
  patientId: string,
  { from, to, include_lists, limit }: Query,
  cursor: string,
): string {
  const url = new URL(`/v1/patients/${encodeURIComponent(patientId)}/disclosures`, signIn.publicUrl);
  const given = { from, to, include_lists, format: 'fhir', limit: String(limit), cursor };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
