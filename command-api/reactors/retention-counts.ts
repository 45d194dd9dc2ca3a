import { v5 as uuidV5 } from 'uuid';
import { countSessions, type CountedSession } from '../../domain/retention/count.ts';
import type { SessionsCounted } from '../../domain/retention/events.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import type { EncodedEvent } from '../../shared/event-log/stored-event.ts';
import { countedStream } from '../../shared/event-log/streams.ts';
import { col, rowSet, type RowOf } from '../../shared/postgres/columns.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { ReactorParts } from './reactor.ts';
import { readEnd } from './stream-end.ts';

const WEEK_MS = 7 * 86_400_000;
/** The first Monday of the epoch. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/** Monday, 00:00 UTC, of the week that a moment is in; `later`: of so many weeks after that. */
export function mondayOf(at: Date, later = 0): Date {
  const weeks = Math.floor((at.getTime() - FIRST_MONDAY_MS) / WEEK_MS) + later;
  return new Date(FIRST_MONDAY_MS + weeks * WEEK_MS);
}

const dateOf = (monday: Date): string => monday.toISOString().slice(0, 10);

/** Lines of `sessions-counted` events: codes that sessions have in common, and how many of them there are. */
const lineColumns = {
  part: col.code<'groups' | 'red_flags' | 'diagnoses'>(),
  codes: col.json(),
  sessions: col.bigint,
  questions_asked: col.bigint,
  minutes: col.bigint,
};
type Line = RowOf<typeof lineColumns>;

const gathered = rowSet({ test: col.boolean, week: col.date, ...lineColumns });
/** Always in the same order, so that two concurrent transactions cannot deadlock. */
const GATHER = `INSERT INTO ops.retention_counts AS c (tenant_id, due, ${gathered.list})
  SELECT $1, $2, u.* FROM ${gathered.given(3)}
  ORDER BY test, week, part, codes
  ON CONFLICT (tenant_id, test, week, part, codes) DO UPDATE
  SET sessions = c.sessions + excluded.sessions, minutes = c.minutes + excluded.minutes,
      questions_asked = c.questions_asked + excluded.questions_asked, due = greatest(c.due, excluded.due)`;

function linesOf({ groups, red_flags, diagnoses }: SessionsCounted): Line[] {
  const none = { questions_asked: 0, minutes: 0 };
  return [
    ...groups.map(({ sessions, questions_asked, minutes, ...codes }) => {
      return { part: 'groups' as const, codes, sessions, questions_asked, minutes };
    }),
    ...red_flags.map(({ sessions, ...codes }) => ({ part: 'red_flags' as const, codes, sessions, ...none })),
    ...diagnoses.map(({ sessions, ...codes }) => ({ part: 'diagnoses' as const, codes, sessions, ...none })),
  ];
}

/**
 * Adds sessions that are being pruned to the counts of their weeks, which are due on the next Monday at the earliest. To be
 * called in the transaction that marks them as pruned, so that each is counted once.
 */
export async function gatherCounts(
  tx: Sql,
  tenantId: string,
  { sessions, now }: { sessions: readonly (CountedSession & { test: boolean })[]; now: Date },
): Promise<void> {
  const lines = [...groupBy(sessions, ({ test }) => test)].flatMap(([test, some]) =>
    countSessions(some).flatMap((counted) =>
      linesOf(counted).map((line) => ({
        ...line,
        test,
        week: counted.week,
      })),
    ),
  );
  if (lines.length === 0) return;
  await tx.query(GATHER, [tenantId, dateOf(mondayOf(now, 1)), ...gathered.values(lines)]);
}

type CountParts = Pick<ReactorParts, 'pool' | 'log' | 'codec' | 'now' | 'reportFact'>;
type Week = { tenant_id: string; test: boolean; week: string };

/**
 * Checks each week with counts once a week, from Monday 00:00 UTC on. Where all sessions of the week are pruned, appends its
 * counts to the log; else leaves it to the next Monday. Counts that are in the log are deleted in the next run, so that
 * projections have time to apply the event. A repeat changes nothing, so another process can go on after a crash.
 */
export async function appendCountedWeeks(parts: CountParts, signal?: AbortSignal): Promise<void> {
  const now = parts.now();
  for (const week of await dueWeeks(parts.pool, mondayOf(now))) {
    if (signal?.aborted) return;
    if (!week.is_over) {
      await parts.pool.query(
        'UPDATE ops.retention_counts SET due = $4 WHERE tenant_id = $1 AND test = $2 AND week = $3',
        [...keyOf(week), dateOf(mondayOf(now, 1))],
      );
    } else if ((await appendWeek(parts, week)) === 0) {
      await parts.pool.query(
        'DELETE FROM ops.retention_counts WHERE tenant_id = $1 AND test = $2 AND week = $3',
        keyOf(week),
      );
    }
  }
}

const keyOf = ({ tenant_id, test, week }: Week): [string, boolean, string] => [tenant_id, test, week];

/**
 * A week is over once it has no session left that is stored or being pruned. No session can be added later, since
 * sessions are pruned 7 days after they were opened at the earliest.
 */
async function dueWeeks(sql: Sql, monday: Date): Promise<(Week & { is_over: boolean })[]> {
  const { rows } = await sql.query<Week & { is_over: boolean }>(
    `SELECT c.tenant_id, c.test, to_char(c.week, 'YYYY-MM-DD') AS week,
       NOT EXISTS (
         SELECT 1 FROM read.sessions s WHERE s.tenant_id = c.tenant_id AND s.test = c.test
           AND s.created_at >= c.week::timestamp AT TIME ZONE 'UTC'
           AND s.created_at < (c.week + 7)::timestamp AT TIME ZONE 'UTC'
       ) AND NOT EXISTS (
         SELECT 1 FROM ops.retention_items i WHERE i.tenant_id = c.tenant_id AND i.test = c.test AND i.week = c.week
       ) AS is_over
     FROM (
       SELECT tenant_id, test, week FROM ops.retention_counts GROUP BY tenant_id, test, week HAVING max(due) <= $1
     ) AS c ORDER BY c.tenant_id, c.test, c.week`,
    [dateOf(monday)],
  );
  return rows;
}

/** Lines of about 200 bytes in one event; an append takes 1 MiB. */
const LINES_PER_EVENT = 2_000;
/** Events at the end of the stream that are searched for those of the week. Weeks may be appended in any order. */
const RECENT_EVENTS = 200;

/** Appends the events of a week that are not in the stream yet; returns how many. */
async function appendWeek({ pool, log, codec, now, reportFact }: CountParts, week: Week): Promise<number> {
  const stream = countedStream(week.tenant_id);
  const encoded = encodeWeek(codec, { week, lines: await readLines(pool, week), monday: mondayOf(now()) });
  const end = await readEnd(log, stream, RECENT_EVENTS);
  const missing = encoded.filter((event) => !end.eventIds.has(event.eventId));
  let { last } = end;
  for (const event of missing) {
    last = (await log.append(stream, last, [event])).revision;
    reportFact(stream, event);
  }
  return missing.length;
}

async function readLines(sql: Sql, week: Week): Promise<Line[]> {
  const { rows } = await sql.query<Line>(
    `SELECT part, codes, sessions, questions_asked, minutes FROM ops.retention_counts
     WHERE tenant_id = $1 AND test = $2 AND week = $3 ORDER BY part, codes`,
    keyOf(week),
  );
  return rows;
}

/**
 * The ids are derived from tenant, mode and week, and the time is a Monday, so that nothing in the event points to the
 * erasure of a session that it counts.
 */
function encodeWeek(
  codec: CountParts['codec'],
  { week: { tenant_id, test, week }, lines, monday }: { week: Week; lines: Line[]; monday: Date },
): EncodedEvent[] {
  const commandId = uuidV5(`sessions-counted-${week}-${test ? 'test' : 'live'}`, tenant_id);
  const count = Math.ceil(lines.length / LINES_PER_EVENT);
  const events = Array.from({ length: count }, (_, index) => ({
    type: 'sessions-counted',
    data: countedOf(week, lines.slice(index * LINES_PER_EVENT, (index + 1) * LINES_PER_EVENT)),
  }));
  return codec.encode(events, {
    stream: countedStream(tenant_id),
    commandId,
    keys: {},
    tokensCharged: 0,
    metadata: {
      tenant_id,
      test,
      actor: { type: 'system', id: 'retention' },
      request_id: commandId,
      ip: null,
      causation_id: null,
      engine_version: null,
      occurred_at: monday.toISOString(),
    },
  });
}

/** The lines as an event has them; the codec holds each to the event's schema. */
function countedOf(week: string, lines: readonly Line[]): Record<string, unknown> {
  const of = (part: Line['part']): Line[] => lines.filter((line) => line.part === part);
  const plain = ({ codes, sessions }: Line): object => ({ ...codes, sessions });
  const groups = of('groups');
  return {
    week,
    sessions: groups.reduce((total, { sessions }) => total + sessions, 0),
    groups: groups.map(({ codes, sessions, questions_asked, minutes }) => {
      return { ...codes, sessions, questions_asked, minutes };
    }),
    red_flags: of('red_flags').map(plain),
    diagnoses: of('diagnoses').map(plain),
  };
}
