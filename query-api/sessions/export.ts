import { z } from 'zod';
import { recordRead } from '../../shared/audit/record-read.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { uuid } from '../../shared/http/schemas.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { findSession, sessionNotFound } from './find.ts';
import { presentRecord, sessionRecord } from './session-record.ts';

export const exportSession = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions/{session_id}/export',
    operationId: 'exportSession',
    summary: 'The whole record of a session, decrypted',
    description:
      'Read from the event log, and audited as session.exported. The FHIR form (format=fhir) is not available yet ' +
      'and answers 501.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    params: z.object({ session_id: uuid() }),
    query: z.object({ format: z.enum(['json', 'fhir']).default('json') }),
    responses: { 200: { description: 'The record.', schema: sessionRecord } },
    errors: ['not_found', 'not_implemented', 'service_unavailable'],
    handler: async (ctx) => {
      if (ctx.query.format === 'fhir') {
        throw new ApiError('not_implemented', 'The FHIR form of the export is not available yet.');
      }
      const { session_id } = ctx.params;
      const caller = callerOf(ctx);
      await findSession(deps, caller, session_id);
      const pool = deps.poolOf(caller.tenantId);
      const facts = await readSession({ ...deps, pool }, session_id, 0);
      const record = presentRecord(facts, deps.now().getTime() - ctx.now.getTime());
      if (record === null) throw sessionNotFound();
      const subject = { type: 'session', id: session_id } as const;
      await recordRead(deps, ctx, { action: 'session.exported', subject, test: record.test });
      return { status: 200, body: record };
    },
  });
