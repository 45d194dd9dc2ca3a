import { z } from 'zod';
import type { Column, Fact } from '../../shared/datasets/dataset.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { DataError } from './data-error.ts';

/** What an insider may know of a patient beside the facts, and find a session by: columns of `sessions`. */
const QUASI_IDENTIFIERS = ['tenant_id', 'day', 'age_band', 'sex', 'complaint'] as const;

/** How the sessions of an extract hide among each other. Source of the term: Sweeney, k-anonymity (2002). */
export const anonymitySchema = z.strictObject({
  quasi_identifiers: z.array(z.string()),
  /** Sessions of the smallest class, those with the same quasi-identifiers; null where there is no session. */
  k: z.int().min(1).nullable(),
  sessions: z.int().min(0),
  classes: z.int().min(0),
  /** Sessions that are alone in their class, and in classes of fewer than 5 and 11. */
  unique: z.int().min(0),
  below_5: z.int().min(0),
  below_11: z.int().min(0),
  /** What was done to reach the k that was asked for; null where none was. */
  coarsened: z
    .strictObject({
      min_k: z.int().min(2),
      days: z.enum(['day', 'week']),
      age_bands: z.enum(['fine', 'wide']),
      complaint: z.enum(['kept', 'left_out']),
      sessions_left_out: z.int().min(0),
    })
    .nullable(),
});
export type Anonymity = z.output<typeof anonymitySchema>;

/** How coarse the quasi-identifiers are. */
type Coarseness = { weeks: boolean; wideAges: boolean; noComplaint: boolean };
/** Least first: hours and days become weeks, ages wide bands, complaints go. */
const STEPS: readonly Coarseness[] = [
  { weeks: false, wideAges: false, noComplaint: false },
  { weeks: true, wideAges: false, noComplaint: false },
  { weeks: true, wideAges: true, noComplaint: false },
  { weeks: true, wideAges: true, noComplaint: true },
];

/** A coarsening that reaches a k, and the sessions (pseudonyms) that have to go all the same. */
export type Coarsening = Coarseness & { leftOut: readonly string[] };

const WIDE_BANDS: Readonly<Record<string, readonly string[]>> = {
  '0-17': ['0-1', '2-11', '12-17'],
  '18-64': ['18-39', '40-64'],
  '65+': ['65-79', '80+'],
};

const wideBand = `CASE ${Object.entries(WIDE_BANDS)
  .map(
    ([wide, bands]) => `WHEN f.age_band IN (${bands.map((band) => `'${band}'`).join(', ')}) THEN '${wide}'`,
  )
  .join(' ')} ELSE f.age_band END`;

/** Counts of calls by hour are of no session. */
const hasSessions = ({ columns }: Fact): boolean =>
  columns.some(({ sensitivity }) => sensitivity === 'pseudonym');

function coarseColumn({ name, type }: Column, fact: Fact, how: Coarseness): string {
  if (how.weeks && name === 'day') return `date_trunc('week', f.day)::date AS day`;
  if (how.weeks && type === 'datetime') return `date_trunc('week', f.${name}, 'UTC') AS ${name}`;
  if (how.wideAges && name === 'age_band') return `${wideBand} AS age_band`;
  if (how.noComplaint && fact.name === 'sessions' && name === 'complaint') return 'NULL::text AS complaint';
  // What decided the level where nothing else did is the complaint.
  if (how.noComplaint && (name === 'triage_rule' || name === 'rule')) {
    const kind = name === 'rule' ? 'rule_kind' : 'triage_rule_kind';
    return `CASE WHEN f.${kind} = 'complaint' THEN NULL ELSE f.${name} END AS ${name}`;
  }
  return `f.${name}`;
}

const SESSION_OF: Readonly<Record<string, string>> = { audit_events: 'subject', erasures: 'subject' };

/** The query of a dataset, coarsened. */
export function coarsened(fact: Fact, query: string, coarsening: Coarsening | null): string {
  if (coarsening === null || !hasSessions(fact)) return query;
  const columns = fact.columns.map((column) => coarseColumn(column, fact, coarsening));
  const session = fact.ofSession ? 'session' : SESSION_OF[fact.name];
  const { leftOut } = coarsening;
  const where =
    session === undefined || leftOut.length === 0
      ? ''
      : ` WHERE f.${session} <> ALL ('{${leftOut.join(',')}}'::text[])`;
  return `SELECT ${columns.join(', ')} FROM (${query}) AS f${where}`;
}

const classesOf = (sessions: string): string =>
  `SELECT count(*) AS size FROM (${sessions}) AS s GROUP BY ${QUASI_IDENTIFIERS.map((name) => `s.${name}`).join(', ')}`;

type Counted = Pick<Anonymity, 'k' | 'sessions' | 'classes' | 'unique' | 'below_5' | 'below_11'>;

async function count(sql: Sql, sessions: string): Promise<Counted> {
  const { rows } = await sql.query<Counted>(
    `SELECT min(size)::int AS k, coalesce(sum(size), 0)::int AS sessions, count(*)::int AS classes,
       coalesce(sum(size) FILTER (WHERE size = 1), 0)::int AS unique,
       coalesce(sum(size) FILTER (WHERE size < 5), 0)::int AS below_5,
       coalesce(sum(size) FILTER (WHERE size < 11), 0)::int AS below_11
     FROM (${classesOf(sessions)}) AS c`,
  );
  const [counted] = rows;
  if (counted === undefined) throw new DataError('the sessions could not be counted');
  return counted;
}

/** Sessions in classes that are too small. */
async function smallOnes(sql: Sql, sessions: string, minK: number): Promise<string[]> {
  const { rows } = await sql.query<{ session: string }>(
    `SELECT session FROM (
       SELECT s.session, count(*) OVER (PARTITION BY ${QUASI_IDENTIFIERS.map((name) => `s.${name}`).join(', ')}) AS size
       FROM (${sessions}) AS s) AS c
     WHERE size < $1 ORDER BY session`,
    [minK],
  );
  return rows.map(({ session }) => session);
}

/** The least coarse form in which each session stands with at least `minK - 1` others; the last one leaves out those that do not. */
async function choose(
  sql: Sql,
  sessions: Fact,
  { query, minK }: { query: string; minK: number },
): Promise<Coarsening> {
  for (const how of STEPS) {
    const { k } = await count(sql, coarsened(sessions, query, { ...how, leftOut: [] }));
    if (k === null || k >= minK) return { ...how, leftOut: [] };
  }
  const how = STEPS.at(-1) ?? { weeks: true, wideAges: true, noComplaint: true };
  const leftOut = await smallOnes(sql, coarsened(sessions, query, { ...how, leftOut: [] }), minK);
  return { ...how, leftOut };
}

/**
 * How anonymous the sessions are that a query gives, and how they have to be coarsened to be `minK`-anonymous; null: not at
 * all. It says nothing of what else a row tells: see docs/data.
 */
export async function anonymise(
  sql: Sql,
  sessions: Fact,
  { query, minK }: { query: string; minK: number | null },
): Promise<{ anonymity: Anonymity; coarsening: Coarsening | null }> {
  const coarsening = minK === null ? null : await choose(sql, sessions, { query, minK });
  const counted = await count(sql, coarsened(sessions, query, coarsening));
  return {
    anonymity: {
      quasi_identifiers: [...QUASI_IDENTIFIERS],
      ...counted,
      coarsened: coarsening && {
        min_k: minK ?? 2,
        days: coarsening.weeks ? 'week' : 'day',
        age_bands: coarsening.wideAges ? 'wide' : 'fine',
        complaint: coarsening.noComplaint ? 'left_out' : 'kept',
        sessions_left_out: coarsening.leftOut.length,
      },
    },
    coarsening,
  };
}
