import { z } from 'zod';
import { count, instant } from '../../domain/kernel/fields.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import { createPresenter } from '../../shared/http/present.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import { callerOf } from '../kernel/caller.ts';
import { refuseReversed } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { TOTAL_COUNT, totalCount } from '../kernel/total-count.ts';
import { presentRecord, sessionRecord } from '../sessions/session-record.ts';
import { chooseSessions, exportRequest } from './choose-sessions.ts';
import { readAhead } from './read-ahead.ts';
import type { RunningExports } from './running-exports.ts';
import { streamOf } from './stream.ts';

/** Sessions whose events are read at once: enough that the client's line is the limit, few enough for the log. */
export const SESSIONS_AHEAD = 4;

const exported = z
  .object({
    total: count('Sessions that match, whatever the limit.', 1),
    limit: z
      .int32()
      .min(1)
      .meta({ description: 'How many sessions were to be exported at most.', examples: [1_000] }),
    data: z.array(sessionRecord).meta({ description: 'The records, newest first.' }),
    count: count('Records in data.', 1),
    exported_at: instant('When the export ended.'),
  })
  .meta({ id: 'BulkExport', description: 'Finalized sessions with all clinical data.' });

export const exportSessions = (deps: QueryDeps, running: RunningExports): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/export',
    operationId: 'exportSessions',
    summary: 'Completed sessions with all clinical data, newest first',
    description:
      'date_from and date_to are whole days (UTC) of creation, both included. The sessions are chosen when the call ' +
      'comes and sent as they are read, one record a line; total, which is also in X-Total-Count, comes first, so ' +
      'that progress can be shown. Each record is that of GET /v1/sessions/{session_id}/export. A session that is ' +
      'erased meanwhile is left out; count tells how many were sent. An answer that breaks off is no valid JSON. ' +
      'At most two exports of a tenant run at a time (429). Audited as export.bulk.',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:write' },
    feature: 'bulk_export',
    admission: 'gate',
    modes: true,
    body: exportRequest,
    responses: {
      200: {
        description: 'The records, sent as they are read.',
        contentType: 'application/json',
        schema: exported,
        headers: TOTAL_COUNT,
      },
    },
    errors: ['bad_request', 'service_unavailable'],
    examples: { body: { date_from: '2026-03-01', date_to: '2026-03-31', patient_id: null, limit: 1_000 } },
    handler: async (ctx) => {
      const { date_from, date_to, limit } = ctx.body;
      refuseReversed(date_from, date_to, ['date_from', 'date_to']);
      const caller = callerOf(ctx);
      const end = await running.begin(caller.tenantId);
      try {
        const { total, sessionIds } = await chooseSessions(deps, caller, ctx.body);
        const subject = { type: 'tenant', id: caller.tenantId } as const;
        await recordRead(deps, ctx, { action: 'export.bulk', subject });
        const options = { tenantId: caller.tenantId, sessionIds, total, limit };
        return {
          status: 200,
          body: streamOf(
            () => writeRecords(deps, options),
            () => void end(),
          ),
          headers: totalCount(total),
        };
      } catch (error) {
        await end();
        throw error;
      }
    },
  });

const present = createPresenter(sessionRecord);

/** The answer in parts, the first of which holds a record already: until then a failure is still a proper answer. */
async function* writeRecords(
  deps: QueryDeps,
  options: { tenantId: string; sessionIds: string[]; total: number; limit: number },
): AsyncIterable<string> {
  const { sessionIds, total, limit } = options;
  const pool = deps.poolOf(options.tenantId);
  const records = readAhead(sessionIds, SESSIONS_AHEAD, async (sessionId) => {
    const startedMs = deps.now().getTime();
    const facts = await readSession({ ...deps, pool }, sessionId, 0);
    return presentRecord(facts, deps.now().getTime() - startedMs);
  });
  const head = `{"total":${total},"limit":${limit},"data":[`;
  let count = 0;
  for await (const record of records) {
    if (record === null) continue;
    const text = JSON.stringify(present(record).value);
    yield `${count === 0 ? head : ','}\n${text}`;
    count += 1;
  }
  const end = { count, exported_at: deps.now().toISOString() };
  yield `${count === 0 ? head : '\n'}],${JSON.stringify(end).slice(1)}\n`;
}
