import type { Pool } from '../../../shared/postgres/pool.ts';
import type { Login } from './world.ts';

/** Fewer are a small group. */
export const FLOOR = 5;
const WEEKS = 60;

export type Session = {
  week: string;
  status: 'finalized' | 'active';
  level: string;
  complaint: string;
  age: string;
  sex: string;
  accuracy: string;
  icd: string;
  minutes: number;
};

/** The same numbers in [0, 1) each time (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Sixty weeks of a tenant, with common codes and rare ones. */
export function generateSessions(): Session[] {
  const next = numbers(33);
  const pick = (shares: Record<string, number>): string => {
    let left = next() * Object.values(shares).reduce((sum, share) => sum + share, 0);
    for (const [code, share] of Object.entries(shares)) if ((left -= share) < 0) return code;
    return Object.keys(shares)[0] ?? '';
  };
  return Array.from({ length: WEEKS }, (_, week) => {
    const monday = new Date(Date.UTC(2024, 0, 1 + 7 * week)).toISOString().slice(0, 10);
    return Array.from({ length: 40 + Math.floor(next() * 80) }, (): Session => {
      const complaint = pick({ chest_pain: 10, headache: 9, cough: 1, rash: 0.3 });
      return {
        week: monday,
        status: next() < 0.96 ? 'finalized' : 'active',
        level: pick({ urgent: 10, routine: 8, emergency: 4, self_care: 0.5, emergency_ambulance: 0.4 }),
        complaint,
        age: pick({ '18-39': 10, '40-64': 9, '80+': 0.5 }),
        sex: pick({ female: 10, male: 9, other: 0.2 }),
        accuracy: pick({ none: 10, correct: 6, incorrect: 0.5 }),
        icd: `${complaint}-${pick({ a: 10, b: 0.6 })}`,
        minutes: Math.floor(next() * 30),
      };
    });
  }).flat();
}

export async function insertSessions(
  pool: Pool,
  tenant: string,
  sessions: readonly Session[],
): Promise<void> {
  await pool.query(
    `INSERT INTO read.tenants (tenant_id, revision, tier, tier_changed_at, tier_rpm, concurrency_limit, overage_allowed,
       feature_flags, created_at) VALUES ($1, 1, 'starter', now(), 60, 10, false, '{}', now())`,
    [tenant],
  );
  await pool.query(
    `INSERT INTO read.sessions (session_id, tenant_id, test, status, revision, triage_level, complaint, complaint_hash,
       age_band, sex, primary_icd, questions_asked, red_flags, accuracy, created_at, last_activity_at, finalized_at,
       state_key_id, state_sealed, brief_sealed)
     SELECT gen_random_uuid(), $1, false, s.status, 5, s.level, s.complaint, '', s.age, s.sex, s.icd, 4, '{}',
       nullif(s.accuracy, 'none'), s.week, s.week,
       CASE WHEN s.status = 'finalized' THEN s.week + s.minutes * interval '1 minute' END, gen_random_uuid(), '', ''
     FROM json_to_recordset($2) AS s (week timestamptz, status text, level text, complaint text, age text, sex text,
       accuracy text, icd text, minutes int)`,
    [tenant, JSON.stringify(sessions)],
  );
  await pool.query(
    `INSERT INTO read.usage_days (tenant_id, day, action, tokens, calls)
     SELECT $1, s.week, 'session.create', count(*), count(*) + 7 FROM json_to_recordset($2) AS s (week date) GROUP BY 2`,
    [tenant, JSON.stringify(sessions)],
  );
}

type Cell = { codes: Record<string, string>; truth: number; shown: number | null };

/** What one view publishes of some sessions, cell by cell, beside the truth; null: the cell is left out. */
export type Margin = { view: string; universe: 'all' | 'finalized'; keys: string[]; cells: Cell[] };

type Source = { universe: Margin['universe']; select: string; keys: (keyof Session)[] };

/** The views that count the same sessions, each in its own way. */
const SOURCES: Record<string, Source> = {
  completion_v2: {
    universe: 'all',
    select: `SELECT week, CASE WHEN is_finalized THEN 'finalized' ELSE 'active' END AS status, sessions FROM completion_v2`,
    keys: ['week', 'status'],
  },
  tokens_v2: {
    universe: 'all',
    select: `SELECT week, tokens AS sessions FROM tokens_v2 WHERE action = 'session.create' AND tokens > 0`,
    keys: ['week'],
  },
  diagnoses_v2: {
    universe: 'all',
    select: 'SELECT week, complaint, primary_icd AS icd, sessions FROM diagnoses_v2',
    keys: ['week', 'complaint', 'icd'],
  },
  'completion_v2 finalized': {
    universe: 'finalized',
    select: `SELECT week, sessions FROM completion_v2 WHERE is_finalized`,
    keys: ['week'],
  },
  triage_levels_v2: {
    universe: 'finalized',
    select: 'SELECT week, triage_level AS level, sessions FROM triage_levels_v2',
    keys: ['week', 'level'],
  },
  sessions_v2: {
    universe: 'finalized',
    select: 'SELECT week, triage_level AS level, complaint, sessions FROM sessions_v2',
    keys: ['week', 'level', 'complaint'],
  },
  demographics_v2: {
    universe: 'finalized',
    select: 'SELECT week, triage_level AS level, age_band AS age, sex, sessions FROM demographics_v2',
    keys: ['week', 'level', 'age', 'sex'],
  },
  feedback_v2: {
    universe: 'finalized',
    select: 'SELECT week, triage_level AS level, accuracy, sessions FROM feedback_v2',
    keys: ['week', 'level', 'accuracy'],
  },
};

async function marginOf(name: string, analyst: Login, sessions: readonly Session[]): Promise<Margin> {
  const { universe, select, keys } = SOURCES[name]!;
  const cells = new Map<string, Cell>();
  for (const session of sessions) {
    if (universe === 'finalized' && session.status !== 'finalized') continue;
    const codes = Object.fromEntries(keys.map((key) => [key, String(session[key])]));
    const cell = cells.get(JSON.stringify(codes)) ?? { codes, truth: 0, shown: null };
    cell.truth += 1;
    cells.set(JSON.stringify(codes), cell);
  }
  for (const row of await analyst.ask(select)) {
    const cell = cells.get(JSON.stringify(Object.fromEntries(keys.map((key) => [key, row[key]]))));
    if (!cell) throw new Error(`${name} shows a cell without a session`);
    cell.shown = Number(row.sessions);
  }
  return { view: name.split(' ')[0] ?? name, universe, keys, cells: [...cells.values()] };
}

/** Every margin that the views publish. */
export async function marginsOf(analyst: Login, sessions: readonly Session[]): Promise<Margin[]> {
  const margins = [];
  for (const name of Object.keys(SOURCES)) margins.push(await marginOf(name, analyst, sessions));
  return margins;
}
