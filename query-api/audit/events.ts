import { z } from 'zod';
import { canonicalJson } from '../../shared/crypto/canonical-json.ts';
import {
  cursorParameter,
  cutPage,
  readCursor,
  writeCursor,
  type CursorPlace,
} from '../../shared/http/cursor.ts';
import { PARAMETER_VALIDATION_MESSAGE, validationError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { integer, LIMIT, nextCursor, visibleAscii } from '../../shared/http/schemas.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { run } from '../kernel/query-builder.ts';
import { callerOf } from '../kernel/caller.ts';
import { refuseReversed, utc } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { matchingRows } from './filter.ts';
import { AUDIT_COLUMNS, auditRow, auditWindow, presentRow, type StoredRow } from './rows.ts';

/** The widest window of one list; an export has no such limit. */
export const LIST_MAX_DAYS = 90;
const DAY_MS = 86_400_000;

const query = z.object({
  ...auditWindow,
  actor_id: visibleAscii()
    .optional()
    .meta({
      description: 'Only rows of this actor: id of a key or member, or name of a part of the service.',
      examples: ['0198c0de-0000-7000-8000-000000000020'],
    }),
  subject_id: visibleAscii()
    .optional()
    .meta({
      description: 'Only rows of what was done to this: `subject.id` of a row.',
      examples: ['0198c0de-0000-7000-8000-000000000030'],
    }),
  limit: integer({ min: 1, max: 500, default: 100 }).meta({ description: LIMIT, examples: [100] }),
  cursor: cursorParameter(),
});
type Query = z.output<typeof query>;

const page = z
  .object({
    data: z.array(auditRow).meta({ description: 'The rows of the page, newest first.' }),
    next_cursor: nextCursor,
  })
  .meta({ id: 'AuditEventPage', description: 'A page of the audit trail, by cursor.' });

/** Where a list stands: its window, the last row of the chain when it began, and the last row that was shown. */
const place = z.object({
  from: z.string(),
  before: z.string(),
  upper: z.int(),
  shown: z.object({ at: z.string(), seq: z.int() }).nullable(),
});
type Place = z.output<typeof place>;

export const listAuditEvents = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/audit-log/events',
    operationId: 'listAuditEvents',
    summary: 'The audit trail by cursor, newest first',
    description:
      `from is included, to is not; the window between them is at most ${LIST_MAX_DAYS} days. Without to it ends ` +
      `now, without from it begins ${LIST_MAX_DAYS} days before its end. All pages show the trail as it stood at ` +
      'the first one: rows that arrive meanwhile are in none of them. A cursor goes with the parameters that it was ' +
      'given for; only limit may change.',
    tag: 'Audit',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    query,
    responses: { 200: { description: 'One page; next_cursor is empty after the last one.', schema: page } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const pool = deps.poolOf(tenantId);
      const { seal } = await deps.dataKeys.tenantKeys(pool, tenantId);
      const cursorPlace: CursorPlace = { key: seal, tenantId, list: listName(ctx.query) };
      const start =
        readCursor(cursorPlace, place, ctx.query.cursor) ?? (await firstPlace(pool, tenantId, ctx));
      const rows = await findRows(pool, tenantId, { ...ctx.query, start });
      const placeAfter = ({ at, seq }: StoredRow): Place => ({
        ...start,
        shown: { at: at.toISOString(), seq },
      });
      const { shown, next_cursor } = cutPage(rows, ctx.query.limit, (last) =>
        writeCursor(cursorPlace, placeAfter(last), deps.random),
      );
      return {
        status: 200,
        body: { data: shown.map((row) => presentRow(row, { tenantId, key: seal })), next_cursor },
      };
    },
  });

/** A cursor opens for the same question only. */
const listName = ({ from, to, action, actor_id, subject_id }: Query): string =>
  `audit-events|${canonicalJson({
    from: from ?? null,
    to: to ?? null,
    action: [...(action ?? [])].sort(),
    actor_id: actor_id ?? null,
    ...(subject_id !== undefined && { subject_id }),
  })}`;

async function firstPlace(sql: Sql, tenantId: string, ctx: { query: Query; now: Date }): Promise<Place> {
  const { from, to } = ctx.query;
  refuseReversed(from, to, ['from', 'to']);
  const endMs = to === undefined ? ctx.now.getTime() : Date.parse(to);
  const fromMs = from === undefined ? endMs - LIST_MAX_DAYS * DAY_MS : Date.parse(from);
  if (endMs - fromMs > LIST_MAX_DAYS * DAY_MS) {
    const message = `The window may be at most ${LIST_MAX_DAYS} days long.`;
    throw validationError([{ field: 'from', code: 'too_small', message }], PARAMETER_VALIDATION_MESSAGE);
  }
  const { rows } = await sql.query<{ seq: number }>({
    name: 'audit-upper',
    text: 'SELECT seq FROM read.audit_heads WHERE tenant_id = $1',
    values: [tenantId],
  });
  return {
    from: utc(fromMs),
    before: utc(endMs),
    upper: rows[0]?.seq ?? 0,
    shown: null,
  };
}

/** The rows after what was shown, one more than fits the page where there are more. */
function findRows(
  sql: Sql,
  tenantId: string,
  { start, action, actor_id, subject_id, limit }: Query & { start: Place },
): Promise<StoredRow[]> {
  const { from, before, upper, shown } = start;
  const matching = matchingRows({
    tenantId,
    from,
    before,
    actions: action,
    actorId: actor_id,
    subjectId: subject_id,
  });
  void matching.where('seq', '<=', upper);
  if (shown !== null)
    void matching.whereRaw('(at, seq) < (?::timestamptz, ?::bigint)', [shown.at, shown.seq]);
  const rows = matching
    .select(AUDIT_COLUMNS)
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'seq', order: 'desc' },
    ])
    .limit(limit + 1);
  return run<StoredRow>(sql, rows);
}
