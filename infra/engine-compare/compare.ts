import { TRIAGE_LEVELS, type Engine, type TriageLevel } from '../../domain/clinical/types.ts';
import { reassess } from '../../domain/session/reassess.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { readSession } from '../../shared/sessions/session-log.ts';
import type { Installation } from '../cli/connection.ts';

type Sources = Pick<Installation, 'pool' | 'log' | 'codec' | 'dataKeys'>;

/** What one session was recorded with, and what the other engine makes of it. Codes only. */
export type Change = {
  session_id: string;
  triage_level: { recorded: TriageLevel; other: TriageLevel };
  primary_icd: { recorded: string | null; other: string | null };
};

export type Comparison = {
  knowledge: string;
  sessions: number;
  /** Erased between the listing and the reading. */
  erased: number;
  triage_level: { same: number; more_urgent: number; less_urgent: number };
  primary_icd: { same: number; changed: number };
  /** Of the sessions whose level changed: how many went from which level to which. */
  moved: { recorded: TriageLevel; other: TriageLevel; sessions: number }[];
  /** The first so many of them, as asked for. */
  changes: Change[];
};

export type CompareOptions = {
  engine: Engine;
  tenantId: string | null;
  /** Finalized sessions only where true. */
  finalized: boolean;
  /** How many changed sessions to name. */
  details: number;
  onProgress: (done: number, total: number) => void;
};

type Row = {
  session_id: string;
  tenant_id: string;
  triage_level: TriageLevel;
  primary_icd: string | null;
};

const PAGE = 200;

/**
 * Runs stored sessions through another engine, from what was told in them, and compares with what was recorded.
 * Reads only; what it opens stays in memory.
 */
export async function compareEngine(sources: Sources, options: CompareOptions): Promise<Comparison> {
  const { engine, details, onProgress } = options;
  const total = await countSessions(sources.pool, options);
  const moved = new Map<string, number>();
  const comparison: Comparison = {
    knowledge: engine.version,
    sessions: 0,
    erased: 0,
    triage_level: { same: 0, more_urgent: 0, less_urgent: 0 },
    primary_icd: { same: 0, changed: 0 },
    moved: [],
    changes: [],
  };
  for await (const row of eachSession(sources.pool, options)) {
    const outcome = reassess(await readSession(sources, row.session_id, 0), engine);
    if (outcome === null) {
      comparison.erased += 1;
      continue;
    }
    comparison.sessions += 1;
    const other = { level: outcome.triage_level, icd: outcome.differentials[0]?.icd ?? null };
    const step = TRIAGE_LEVELS.indexOf(other.level) - TRIAGE_LEVELS.indexOf(row.triage_level);
    comparison.triage_level[step === 0 ? 'same' : step < 0 ? 'more_urgent' : 'less_urgent'] += 1;
    comparison.primary_icd[other.icd === row.primary_icd ? 'same' : 'changed'] += 1;
    if (step !== 0) {
      const way = `${row.triage_level} ${other.level}`;
      moved.set(way, (moved.get(way) ?? 0) + 1);
    }
    if ((step !== 0 || other.icd !== row.primary_icd) && comparison.changes.length < details) {
      comparison.changes.push({
        session_id: row.session_id,
        triage_level: { recorded: row.triage_level, other: other.level },
        primary_icd: { recorded: row.primary_icd, other: other.icd },
      });
    }
    onProgress(comparison.sessions + comparison.erased, total);
  }
  return { ...comparison, moved: mostFirst(moved) };
}

function mostFirst(moved: ReadonlyMap<string, number>): Comparison['moved'] {
  const ways = [...moved].map(([way, sessions]) => {
    const [recorded, other] = way.split(' ') as [TriageLevel, TriageLevel];
    return { recorded, other, sessions };
  });
  return ways.sort((one, two) => two.sessions - one.sessions);
}

type Which = Pick<CompareOptions, 'tenantId' | 'finalized'>;

const CHOSEN = `($1::uuid IS NULL OR tenant_id = $1) AND (NOT $2::boolean OR status = 'finalized')`;

async function countSessions(sql: Sql, { tenantId, finalized }: Which): Promise<number> {
  const { rows } = await sql.query<{ sessions: number }>(
    `SELECT count(*)::int AS sessions FROM read.sessions WHERE ${CHOSEN}`,
    [tenantId, finalized],
  );
  return rows[0]?.sessions ?? 0;
}

async function* eachSession(sql: Sql, { tenantId, finalized }: Which): AsyncGenerator<Row> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql.query<Row>(
      `SELECT session_id, tenant_id, triage_level, primary_icd FROM read.sessions
       WHERE ${CHOSEN} AND session_id > $3 ORDER BY session_id LIMIT ${PAGE}`,
      [tenantId, finalized, after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.session_id;
  }
}
