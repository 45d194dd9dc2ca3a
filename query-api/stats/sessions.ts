import { z } from 'zod';
import { count, day } from '../../domain/kernel/fields.ts';
import type { Caller } from '../../shared/http/route-types.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { sessionStatusSchema, triageLevelSchema } from '../../shared/sessions/schemas.ts';

/** Days that are told one by one, today included. */
export const DAYS = 30;
const DAY_MS = 86_400_000;

const sessions = (description: string) => count(description, 1);

const levels = z
  .record(triageLevelSchema, sessions('Sessions that stand at this level.'))
  .meta({ id: 'SessionsByTriageLevel', description: 'Sessions by triage level.' });

export const sessionCounts = z
  .object({
    total: sessions('Sessions that exist.'),
    by_status: z
      .record(sessionStatusSchema, sessions('Sessions with this status.'))
      .meta({ id: 'SessionsByStatus', description: 'Sessions by status.' })
      .describe('How many there are of each status.'),
    by_triage_level: levels.describe('How many stand at each level.'),
    by_day: z
      .array(
        z
          .object({
            day: day('The day (UTC) on which they were opened.'),
            created: sessions('Sessions that were opened on this day.'),
            finalized: sessions('Those of them that are finalized.'),
            by_triage_level: levels.describe('How many of them stand at each level.'),
          })
          .meta({ id: 'SessionsOfDay', description: 'The sessions that were opened on one day.' }),
      )
      .meta({ description: `The last ${DAYS} days, today included, the oldest first.` }),
  })
  .meta({ id: 'SessionCounts', description: 'Sessions in numbers.' });
export type SessionCounts = z.output<typeof sessionCounts>;

type Group = {
  status: z.output<typeof sessionStatusSchema>;
  triage_level: z.output<typeof triageLevelSchema>;
  /** The beginning of the day (UTC); null for older ones. */
  day: Date | null;
  sessions: number;
};

/**
 * Counts the sessions that a caller sees, in one pass over the index that the list is read from; it holds all that is
 * counted by.
 */
export async function countSessions(
  sql: Sql,
  caller: Pick<Caller, 'tenantId' | 'test'>,
  now: Date,
): Promise<SessionCounts> {
  const firstDay = isoDay(now.getTime() - (DAYS - 1) * DAY_MS);
  const { rows } = await sql.query<Group>({
    name: 'count-sessions',
    text: `SELECT status, triage_level, count(*) AS sessions,
                  CASE WHEN created_at >= $3 THEN date_bin('1 day', created_at, $3::timestamptz) END AS day
           FROM read.sessions
           WHERE tenant_id = $1 AND test = ANY ($2::boolean[])
           GROUP BY status, triage_level, day`,
    values: [caller.tenantId, caller.test === null ? [true, false] : [caller.test], `${firstDay}T00:00:00Z`],
  });
  return summarise(rows, firstDay);
}

function summarise(groups: readonly Group[], firstDay: string): SessionCounts {
  const days = Array.from({ length: DAYS }, (_, index) => isoDay(Date.parse(firstDay) + index * DAY_MS));
  return {
    total: sum(groups),
    by_status: byStatus(groups),
    by_triage_level: byLevel(groups),
    by_day: days.map((day) => {
      const opened = groups.filter((group) => isOn(group, day));
      return {
        day,
        created: sum(opened),
        finalized: byStatus(opened).finalized,
        by_triage_level: byLevel(opened),
      };
    }),
  };
}

const sum = (groups: readonly Group[]): number => groups.reduce((total, group) => total + group.sessions, 0);

const tally = <K extends string>(keys: readonly K[], groups: readonly Group[], of: (group: Group) => K) =>
  Object.fromEntries(keys.map((key) => [key, sum(groups.filter((group) => of(group) === key))])) as Record<
    K,
    number
  >;
const byStatus = (groups: readonly Group[]) =>
  tally(sessionStatusSchema.options, groups, ({ status }) => status);
const byLevel = (groups: readonly Group[]) =>
  tally(triageLevelSchema.options, groups, ({ triage_level }) => triage_level);

const isOn = (group: Group, day: string): boolean =>
  group.day !== null && group.day.getTime() === Date.parse(day);

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
