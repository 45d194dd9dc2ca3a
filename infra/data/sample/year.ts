import { setImmediate } from 'node:timers/promises';
import { copyIn, copyRows, type CopyValue } from '../../../shared/postgres/copy.ts';
import type { Sql } from '../../../shared/postgres/pool.ts';
import { seededRandom, type Random } from '../../bench/load/random.ts';
import { CALL_COLUMNS, createCalls } from './calls.ts';
import { DELIVERY_COLUMNS, deliveriesOf } from './deliveries.ts';
import { drawSession, expectedTokens, positionAt, sourceOf, type DrawnSession, type Source } from './draw.ts';
import { idAt } from './ids.ts';
import type { Interview } from './interview.ts';
import { DAY_MS, interviewChoosers, meanOver, momentOn, sessionsByDay, YEAR_MS } from './moments.ts';
import type { Interviews } from './play.ts';
import { ENGINE_CHANGE, GRANTS, SESSIONS_A_PATIENT, type SampleOptions } from './settings.ts';
import { STEP_COLUMNS } from './step-text.ts';
import { AUDIT_COLUMNS, createTrail, GRANT_COLUMNS, USAGE_COLUMNS } from './trail.ts';

const QUARTERS = ['01-01', '04-01', '07-01', '10-01'];

/** How far the tables have come once the year is written. */
export type YearEnd = { position: number; seq: number; atMs: number };

/** The sessions of the year, drawn day by day, with all that follows from them. */
export async function writeYear(
  sql: Sql,
  interviews: Interviews,
  { sessions, seed, everyDays, onDay }: SampleOptions & { onDay: (day: number, days: number) => void },
): Promise<YearEnd> {
  const random = seededRandom(seed + 1);
  const year = createYear(interviews, random);
  const byDay = sessionsByDay(sessions, everyDays);
  const patients = createPatients(sessions, random);
  const trail = createTrail(random);
  const calls = createCalls(random);
  for (const [index, tokens] of grantsOf(year.meanTokens, sessions).entries()) {
    trail.addGrant(
      Date.parse(`${new Date(YEAR_MS.from).getUTCFullYear()}-${QUARTERS[index] ?? ''}T06:00:00Z`),
      tokens,
    );
  }
  let writing = Promise.resolve();
  for (const [day, count] of byDay.entries()) {
    const drawn: DrawnSession[] = [];
    for (let index = 0; index < count; index += 1) {
      drawn.push(year.draw(day, patients));
      await others(index);
    }
    const deliveries: CopyValue[][] = [];
    for (const [index, { sessionId, done }] of drawn.entries()) {
      for (const one of done) {
        const ids = trail.addDone(sessionId, one);
        if (one.call !== null) calls.add(one.atMs, one.call);
        for (const [at, type] of one.events.entries()) {
          deliveries.push(...deliveriesOf({ type, eventId: ids[at] ?? '', atMs: one.atMs }, random));
        }
      }
      await others(index);
    }
    const made = { drawn, deliveries, usage: trail.takeUsage(), audit: trail.takeDay(day) };
    await writing;
    writing = writeDay(sql, made);
    writing.catch(() => undefined);
    onDay(day + 1, byDay.length);
  }
  await writing;
  // What began in the last minutes of the year.
  await copyRows(sql, 'read.audit_rows', AUDIT_COLUMNS, trail.takeDay(byDay.length));
  await copyRows(sql, 'read.token_grants', GRANT_COLUMNS, trail.takeGrants());
  await copyRows(sql, 'ops.request_counts', CALL_COLUMNS, calls.rows());
  return {
    position: positionAt(YEAR_MS.before + DAY_MS),
    seq: trail.length(),
    atMs: YEAR_MS.before + DAY_MS,
  };
}

const EACH_TURN = 10;

/** Lets what is written go on while sessions are drawn: Postgres would stand still before each table of a day. */
const others = (index: number): Promise<void> | undefined =>
  index % EACH_TURN === 0 ? setImmediate() : undefined;

type Made = {
  drawn: readonly DrawnSession[];
  deliveries: Parameters<typeof copyRows>[3];
  usage: Parameters<typeof copyRows>[3];
  audit: Parameters<typeof copyRows>[3];
};

async function writeDay(sql: Sql, { drawn, deliveries, usage, audit }: Made): Promise<void> {
  const lines = drawn.map((session) => Buffer.from(session.lines.join('')));
  await copyIn(sql, `COPY read.session_steps (${STEP_COLUMNS.join(', ')}) FROM STDIN`, lines);
  await copyRows(sql, 'read.audit_rows', AUDIT_COLUMNS, audit);
  await copyRows(sql, 'read.usage_records', USAGE_COLUMNS, usage);
  await copyRows(sql, 'ops.webhook_deliveries', DELIVERY_COLUMNS, deliveries);
}

/** Draws sessions of each catalogue's interviews, as the season has them. */
function createYear({ older, newer }: Interviews, random: Random) {
  const changeDay = (Date.parse(ENGINE_CHANGE) - YEAR_MS.from) / DAY_MS;
  const kinds = [older, newer].map((interviews) => ({
    sources: interviews.map(sourceOf),
    choosers: interviewChoosers(interviews),
  }));
  const draw = (day: number, patients: Patients): DrawnSession => {
    const openedMs = momentOn(day, random);
    const kind = kinds[day < changeDay ? 0 : 1];
    const choose = kind?.choosers[new Date(openedMs).getUTCMonth()];
    const source = kind?.sources[choose?.(random) ?? 0] as Source;
    return drawSession(source, { openedMs, profileId: patients.pick(source.interview), random });
  };
  const share = changeDay / sessionsByDay(0).length;
  const meanTokens = share * meanOver(older, expectedTokens) + (1 - share) * meanOver(newer, expectedTokens);
  return { draw, meanTokens };
}

const THOUSAND = 1_000;

const grantsOf = (meanTokens: number, sessions: number): number[] =>
  GRANTS.map((share) => Math.ceil((share * meanTokens * sessions) / THOUSAND) * THOUSAND);

type Patients = { pick: (interview: Interview) => string | null };

/** Patients with a profile. One comes more often than another, and stays of the same sex and age band. */
function createPatients(sessions: number, random: Random): Patients {
  const groups = new Map<string, string[]>();
  const most = Math.max(1, Math.round(sessions / SESSIONS_A_PATIENT));
  return {
    pick: ({ isKnown, rows }) => {
      if (!isKnown) return null;
      const last = rows.at(-1);
      const group = `${last?.sex ?? ''} ${last?.age_band ?? ''}`;
      const known = groups.get(group) ?? [];
      groups.set(group, known);
      const isNew = known.length < most && random.next() < 1 / SESSIONS_A_PATIENT;
      if (known.length > 0 && !isNew) return known[Math.floor(random.next() ** 2 * known.length)] ?? null;
      const made = idAt(YEAR_MS.from, random);
      known.push(made);
      return made;
    },
  };
}
