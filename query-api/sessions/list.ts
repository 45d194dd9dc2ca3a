import type { Knex } from 'knex';
import { z } from 'zod';
import { TRIAGE_LEVELS } from '../../domain/clinical/types.ts';
import { instant, truth } from '../../domain/kernel/fields.ts';
import { recordRead } from '../../shared/audit/record-read.ts';
import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { boundedText, commaSeparated, isoDate, limitOffset, pageFields } from '../../shared/http/schemas.ts';
import { auditSubject } from '../../shared/patients/find.ts';
import { patientId } from '../../shared/patients/patient-id.ts';
import { queryBuilder, run } from '../kernel/query-builder.ts';
import { complaintHash, openBrief, patientHash } from '../../shared/read-models/session-rows.ts';
import { sessionFields, stateFields, triageLevel, triageLevelSchema } from '../../shared/sessions/schemas.ts';
import { callerOf } from '../kernel/caller.ts';
import { keepWithin, refuseReversed, wholeDays } from '../kernel/date-range.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { czechDiagnosis, inCzech } from '../kernel/diagnosis-names.ts';

const query = z.object({
  status: sessionFields.status.optional().meta({ description: 'Only active, or only finalized sessions.' }),
  patient_id: patientId().optional(),
  chief_complaint: boundedText(1, 500)
    .optional()
    .meta({
      description: 'Code of a complaint, or exactly its text, without regard to case and outer blanks.',
      examples: ['chest_pain'],
    }),
  triage_level: commaSeparated(triageLevelSchema, TRIAGE_LEVELS.length)
    .optional()
    .meta({ description: 'Only sessions of these triage levels, separated by commas.' }),
  red_flags: z
    .enum(['any'])
    .optional()
    .meta({
      description: 'any: only sessions in which at least one red flag was raised.',
      examples: ['any'],
    }),
  date_from: isoDate().optional().meta({ description: 'Opened on this day (UTC) or later.' }),
  date_to: isoDate().optional().meta({ description: 'Opened on this day (UTC) or earlier.' }),
  ...limitOffset({ maxLimit: 200, defaultLimit: 50 }),
});
type Filter = z.output<typeof query>;

const item = z
  .object({
    ...sessionFields,
    primary_diagnosis_cs: czechDiagnosis,
    triage_level: triageLevel,
    red_flags: stateFields.red_flags,
    completed_at: instant('When the session was finalized; null while it is active.').nullable(),
    held: truth('Whether a legal hold stands on the session itself.', false),
  })
  .meta({ id: 'SessionListItem', description: 'A session as a list shows it.' });

const list = z
  .object({
    ...pageFields,
    data: z.array(item).meta({ description: 'The sessions of the page, newest first.' }),
  })
  .meta({ id: 'SessionList', description: 'A page of sessions.' });

export const listSessions = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/sessions',
    operationId: 'listSessions',
    summary: 'Sessions of the tenant, newest first',
    description:
      'chief_complaint matches the code of the complaint or, exactly, its text without regard to case and outer ' +
      'blanks. date_from and date_to are whole days (UTC) of creation, both included. The list follows writes ' +
      'with the lag of the projections. Each call is audited: it shows what patients said.',
    tag: 'Sessions',
    access: { kind: 'caller', scope: 'sessions:read' },
    admission: 'gate',
    modes: true,
    query,
    responses: { 200: { description: 'One page.', schema: list } },
    errors: ['bad_request', 'service_unavailable'],
    handler: async (ctx) => {
      refuseReversed(ctx.query.date_from, ctx.query.date_to, ['date_from', 'date_to']);
      const caller = callerOf(ctx);
      const tenant = await deps.dataKeys.tenantKeys(deps.poolOf(caller.tenantId), caller.tenantId);
      const body = await findSessions(deps, { caller, tenant }, ctx.query);
      const subject = subjectOf(caller.tenantId, tenant, ctx.query);
      await recordRead(deps, ctx, { action: 'session.list_accessed', subject });
      return { status: 200, body };
    },
  });

/** A list of one patient's sessions is a look at that patient, any other one at the whole tenant. */
const subjectOf = (tenantId: string, tenant: TenantKeys, { patient_id }: Filter) =>
  patient_id === undefined
    ? ({ type: 'tenant', id: tenantId } as const)
    : auditSubject({ profile: null, hash: patientHash(tenant, patient_id) });

type Row = {
  session_id: string;
  tenant_id: string;
  status: 'active' | 'finalized';
  triage_level: z.output<typeof triageLevelSchema>;
  primary_icd: string | null;
  questions_asked: number;
  red_flags: string[];
  test: boolean;
  created_at: Date;
  finalized_at: Date | null;
  held: boolean;
  brief_sealed: Buffer;
  state_key_id: string;
  master_id: string | null;
  wrapped: Buffer | null;
  has_key: boolean;
};

const newestFirst = (of: string) => [
  { column: `${of}.created_at`, order: 'desc' },
  { column: `${of}.session_id`, order: 'desc' },
];

async function findSessions(
  deps: QueryDeps,
  { caller, tenant }: { caller: Caller; tenant: TenantKeys },
  filter: Filter,
): Promise<z.output<typeof list>> {
  const pool = deps.poolOf(caller.tenantId);
  const places = (): Knex.QueryBuilder => placesOf(caller, filter, tenant);
  // The places of the page first, then its rows and keys: not those of every row that the offset passes over.
  const page = queryBuilder
    .from(places().orderBy(newestFirst('p')).limit(filter.limit).offset(filter.offset).as('p'))
    .join('read.sessions as s', 's.session_id', 'p.session_id')
    .leftJoin('ops.data_keys as k', 'k.key_id', 's.state_key_id')
    .where('s.tenant_id', caller.tenantId)
    .select('s.session_id', 's.tenant_id', 's.status', 's.triage_level', 's.primary_icd', 's.questions_asked')
    .select(
      's.test',
      's.red_flags',
      's.created_at',
      's.finalized_at',
      's.held',
      's.brief_sealed',
      's.state_key_id',
    )
    .select('k.master_id', 'k.wrapped', queryBuilder.raw('k.key_id IS NOT NULL AS has_key'))
    .orderBy(newestFirst('s'));
  const [rows, counted] = await Promise.all([
    run<Row>(pool, page),
    run<{ count: number }>(pool, places().clearSelect().count('* as count')),
  ]);
  const items = await Promise.all(rows.map((row) => present(deps, row)));
  return {
    total: counted[0]?.count ?? 0,
    limit: filter.limit,
    offset: filter.offset,
    data: items.filter((entry) => entry !== null),
  };
}

/** Id and time of each session that matches. What it asks of, an index holds: no row is read for it. */
function placesOf(caller: Caller, filter: Filter, tenant: TenantKeys): Knex.QueryBuilder {
  const { chief_complaint } = filter;
  const matching = (): Knex.QueryBuilder => matchingSessions(caller, filter, tenant);
  if (chief_complaint === undefined) return queryBuilder.from(matching().as('p')).select('p.*');
  // One index finds the code, another one the text; an OR of the two would read the rows.
  const byCode = matching().where('s.complaint', chief_complaint);
  const byText = matching()
    .where('s.complaint_hash', complaintHash(tenant, chief_complaint))
    .whereRaw('s.complaint IS DISTINCT FROM ?', [chief_complaint]);
  return queryBuilder.from(byCode.unionAll([byText]).as('p')).select('p.*');
}

function matchingSessions(caller: Caller, filter: Filter, tenant: TenantKeys): Knex.QueryBuilder {
  const { status, patient_id, triage_level, red_flags, date_from, date_to } = filter;
  const matching = queryBuilder
    .from('read.sessions as s')
    .where('s.tenant_id', caller.tenantId)
    .select('s.session_id', 's.created_at');
  if (caller.test !== null) void matching.where('s.test', caller.test);
  if (status !== undefined) void matching.where('s.status', status);
  if (triage_level !== undefined) void matching.whereIn('s.triage_level', triage_level);
  if (red_flags !== undefined) void matching.whereRaw("s.red_flags <> '{}'");
  if (patient_id !== undefined) void matching.where('s.patient_hash', patientHash(tenant, patient_id));
  keepWithin(matching, 's.created_at', wholeDays(date_from, date_to));
  return matching;
}

/** Null for a session that was erased while the page was being read. */
async function present({ dataKeys, engine }: QueryDeps, row: Row): Promise<z.output<typeof item> | null> {
  const key = await dataKeys.unwrap(row.state_key_id, row);
  if (key === 'destroyed') return null;
  const brief = openBrief(row, key);
  return {
    session_id: row.session_id,
    status: row.status,
    chief_complaint: brief.chief_complaint,
    patient_id: brief.patient_id,
    triage_level: row.triage_level,
    red_flags: row.red_flags,
    primary_diagnosis: brief.primary_diagnosis,
    primary_diagnosis_cs: inCzech(engine, brief.primary_diagnosis),
    primary_diagnosis_icd: row.primary_icd,
    questions_asked: row.questions_asked,
    test: row.test,
    created_at: row.created_at.toISOString(),
    completed_at: row.finalized_at?.toISOString() ?? null,
    held: row.held,
  };
}
