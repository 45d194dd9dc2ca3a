import type { PatientProfile } from '../../domain/patient/state.ts';
import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import { queryBuilder, run } from '../kernel/query-builder.ts';
import { foldId, gramsToFind } from '../../shared/read-models/patient-grams.ts';
import { openPatient } from '../../shared/read-models/patient-rows.ts';
import { patientHash } from '../../shared/read-models/session-rows.ts';
import type { QueryDeps } from '../kernel/deps.ts';

/** Where a list stands: after this row. */
export type Position = { updated_at: string; profile_id: string };

export type Search = {
  caller: Pick<Caller, 'tenantId' | 'test'>;
  tenant: TenantKeys;
  partner_patient_id?: string | undefined;
  profile_id?: string | undefined;
  q?: string | undefined;
  limit: number;
  after: Position | null;
};

export type Found = { hash: Buffer; profile: PatientProfile };

type Row = {
  profile_id: string;
  tenant_id: string;
  patient_hash: Buffer;
  key_id: string;
  profile_sealed: Buffer;
  updated_at: Date;
  master_id: string | null;
  wrapped: Buffer | null;
  has_key: boolean;
};

/**
 * Candidates that one page looks at, at most: opening one takes some 30 µs. The hashes leave out nearly all that do not
 * match; only a single character is looked for in the ids themselves, so many at a time.
 */
const MAX_CANDIDATES = 400;
const CANDIDATES_AT_ONCE = 200;

/**
 * Profiles that match, most recently updated first, and where the next page begins: null after the last one. What the
 * hashes find is opened and checked.
 */
export async function searchProfiles(
  deps: QueryDeps,
  search: Search,
): Promise<{ found: Found[]; next: Position | null }> {
  const { limit } = search;
  const part = search.partner_patient_id === undefined ? foldId(search.q ?? '') : '';
  const found: Found[] = [];
  let { after } = search;
  for (let seen = 0; seen < MAX_CANDIDATES;) {
    // One more than is wanted tells whether there is a next page.
    const wanted = part.length === 1 ? Math.max(limit + 1, CANDIDATES_AT_ONCE) : limit + 1;
    const rows = await candidates(deps, search, { after, wanted });
    for (const row of rows) {
      if (found.length === limit) return { found, next: after };
      seen += 1;
      const match = await open(deps, row, part);
      if (match !== null) found.push(match);
      after = { updated_at: row.updated_at.toISOString(), profile_id: row.profile_id };
    }
    if (rows.length < wanted) return { found, next: null };
  }
  return { found, next: after };
}

/** Null for one that does not match, or was erased meanwhile. */
async function open({ dataKeys }: QueryDeps, row: Row, part: string): Promise<Found | null> {
  const profile = openPatient(row, await dataKeys.unwrap(row.key_id, row));
  if (profile === null || !foldId(profile.partner_patient_id).includes(part)) return null;
  return { hash: row.patient_hash, profile };
}

async function candidates(
  deps: QueryDeps,
  { caller, tenant, partner_patient_id, profile_id, q }: Search,
  { after, wanted }: { after: Position | null; wanted: number },
): Promise<Row[]> {
  const matching = queryBuilder
    .from('read.patient_profiles as p')
    .leftJoin('ops.data_keys as k', 'k.key_id', 'p.key_id')
    .where('p.tenant_id', caller.tenantId)
    .select('p.profile_id', 'p.tenant_id', 'p.patient_hash', 'p.key_id', 'p.profile_sealed', 'p.updated_at')
    .select('k.master_id', 'k.wrapped', queryBuilder.raw('k.key_id IS NOT NULL AS has_key'))
    .orderBy([
      { column: 'p.updated_at', order: 'desc' },
      { column: 'p.profile_id', order: 'desc' },
    ])
    .limit(wanted);
  if (caller.test !== null) void matching.where('p.test', caller.test);
  if (after !== null) {
    void matching.whereRaw('(p.updated_at, p.profile_id) < (?::timestamptz, ?::uuid)', [
      after.updated_at,
      after.profile_id,
    ]);
  }
  if (profile_id !== undefined) void matching.where('p.profile_id', profile_id);
  if (partner_patient_id !== undefined) {
    void matching.where('p.patient_hash', patientHash(tenant, partner_patient_id));
  } else if (q !== undefined) {
    const sought = gramsToFind(tenant, q);
    if (sought !== null) {
      const grams = `{${sought.grams.join(',')}}`;
      void matching.whereRaw(
        `p.profile_id IN (
          SELECT ops.search_patients(?::uuid, ?::boolean, ?::bigint[], ?::bigint[], ?::timestamptz, ?::uuid, ?::int))`,
        [
          caller.tenantId,
          caller.test,
          sought.match === 'all' ? grams : null,
          sought.match === 'any' ? grams : null,
          after?.updated_at ?? null,
          after?.profile_id ?? null,
          wanted,
        ] as (string | number | boolean | null)[] as string[],
      );
    }
  }
  return run<Row>(deps.poolOf(caller.tenantId), matching);
}
