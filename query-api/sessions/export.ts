import { z } from 'zod';
import { recordRead } from '../../shared/audit/record-read.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { sessionParams } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { bundleSchema, FHIR_JSON, recordFormat } from './fhir/bundle-schema.ts';
import { toBundle } from './fhir/bundle.ts';
import { findSessionEvents, sessionNotFound, sessionUnreadable } from './find.ts';
import { presentRecord, sessionRecord } from './session-record.ts';

export const exportSession = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/export',
    operationId: 'exportSession',
    summary: 'The whole record of a session, decrypted',
    description:
      'Read from the event log, and audited as session.exported. With format=fhir an HL7 FHIR R4 Bundle instead: ' +
      'Patient, QuestionnaireResponse (what was told), ClinicalImpression and RiskAssessment (what was concluded), a ' +
      'Flag for each red flag, a Condition where feedback gave the diagnosis, and Provenance. Its age stands in the ' +
      'QuestionnaireResponse, since no date of birth is known.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    params: sessionParams,
    query: z.object({
      format: recordFormat.default('json').describe('The record in JSON, or as a FHIR R4 Bundle.'),
    }),
    responses: {
      200: {
        description: 'The record; with format=fhir the Bundle.',
        schema: sessionRecord,
        otherTypes: [FHIR_JSON],
        otherSchemas: { [FHIR_JSON]: bundleSchema },
      },
    },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const { session_id } = ctx.params;
      const { facts } = await findSessionEvents(deps, callerOf(ctx), session_id);
      const record = presentRecord(facts, deps.now().getTime() - ctx.now.getTime());
      if (record === null) throw sessionNotFound();
      const isFhir = ctx.query.format === 'fhir';
      // Another system would take what is left for what was concluded.
      if (isFhir && record.unreadable.length > 0) throw sessionUnreadable();
      const subject = { type: 'session', id: session_id } as const;
      await recordRead(deps, ctx, { action: 'session.exported', subject, test: record.test });
      if (!isFhir) return { status: 200, body: record };
      const bundle = toBundle(record, ctx.now.toISOString());
      return { status: 200, body: JSON.stringify(bundle), contentType: FHIR_JSON };
    },
  });
