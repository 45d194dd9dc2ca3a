import { systemRandom } from '../../shared/crypto/seal.ts';
import type { DataKeys } from '../../shared/crypto/data-keys.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import { withLock, type Lock, type RequireHeld } from '../../shared/postgres/lock.ts';
import { createPool, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { checkAgainstLive } from './check.ts';
import { cloneTable, dropNext, NEXT_SCHEMA } from './clone-tables.ts';
import { isSame, type TableDifference } from './compare-tables.ts';
import { readLive, requireWholeLog } from './live-checkpoints.ts';
import { createReplay } from './replay.ts';
import { catchUp, type RebuildPhase, type Run } from './run.ts';
import { switchToNew } from './switch.ts';

export type RebuildProgress = {
  phase: RebuildPhase;
  /** Events read so far. */
  events: number;
  position: bigint;
  /** Where the live projections stand: the end of the log as far as it is known here. */
  lastPosition: bigint;
  eventsPerSecond: number;
};

export type RebuildOptions = {
  /** What to rebuild. */
  projections: readonly Projection[];
  /** Rebuilds and compares, and leaves the live tables alone. */
  check: boolean;
  databaseUrl: string;
  log: EventLog;
  /** The same log without repeats of reads, for the time that callers wait for locks; default `log`. */
  logOnce?: EventLog;
  codec: Codec;
  dataKeys: DataKeys;
  now: () => Date;
  onProgress?: (progress: RebuildProgress) => void;
};

export type RebuildResult = {
  events: number;
  seconds: number;
  eventsPerSecond: number;
  /** Of a check: one entry a table. Empty after a switch. */
  differences: TableDifference[];
  /** False where a check has found a difference. */
  isSame: boolean;
};

/** Another rebuild runs. */
export class RebuildRunningError extends Error {
  constructor() {
    super('another rebuild is running');
    this.name = 'RebuildRunningError';
  }
}

const STATEMENT_TIMEOUT_MS = 3_600_000;
/** Keeps a second rebuild out, and a rebuild out of a backup: tables may not be switched then. */
export const REBUILD_LOCK = 'ops.rebuild_lock';
const ONE_REBUILD: Lock = { table: REBUILD_LOCK, refusal: () => new RebuildRunningError() };

/**
 * Rebuilds projections from the log into tables beside the live ones, in one pass for all of them, and then puts
 * them in their place (or, with `check`, compares). Commands and projectors go on meanwhile: they wait only while
 * the last few events are applied under the lock. A rebuild that dies leaves the live tables as they were and can be
 * started again. Throws RebuildRunningError, LogBehindError, NotRebuildableError, and what projections throw for an event that they
 * cannot apply.
 */
export async function rebuild(options: RebuildOptions): Promise<RebuildResult> {
  const pool = createPool({
    databaseUrl: options.databaseUrl,
    name: 'rebuild',
    maxConnections: 3,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await withLock(pool, ONE_REBUILD, (requireHeld) =>
      withConnections(pool, (sql, control) => runRebuild({ ...options, sql, control, requireHeld })),
    );
  } finally {
    await pool.end();
  }
}

/** Two connections that are closed at the end, with everything that was set on them. */
async function withConnections<T>(pool: Pool, work: (sql: Sql, control: Sql) => Promise<T>): Promise<T> {
  const control = await pool.connect();
  const sql = await pool.connect();
  try {
    await sql.query(`SET search_path TO ${NEXT_SCHEMA}, ops`);
    await sql.query('SET synchronous_commit TO off');
    return await work(sql, control);
  } finally {
    sql.release(true);
    control.release(true);
  }
}

type Held = RebuildOptions & { sql: Sql; control: Sql; requireHeld: RequireHeld };

async function runRebuild(options: Held): Promise<RebuildResult> {
  const { sql, control } = options;
  const startedMs = performance.now();
  const state = { events: 0, position: -1n, lastPosition: -1n };
  const perSecond = (): number => Math.round(state.events / ((performance.now() - startedMs) / 1_000));
  const tables = options.projections.flatMap((projection) => projection.tables.map((table) => table.name));
  let phase: RebuildPhase = 'replay';
  const report = (entered: RebuildPhase): void => {
    phase = entered;
    options.onProgress?.({ phase, ...state, eventsPerSecond: perSecond() });
  };
  const replay = createReplay(options.projections, {
    codec: options.codec,
    dataKeys: options.dataKeys,
    log: options.log,
    random: systemRandom,
    sql,
    onBatch: (batch) => {
      state.events += batch.events.length;
      state.position = batch.position;
      if (state.lastPosition < batch.position) state.lastPosition = batch.position;
      report(phase);
    },
  });
  const run: Run = { logOnce: options.log, ...options, replay, report, tables };
  await requireWholeLog(options.log, await readLive(control, options.projections));
  for (const table of tables) await cloneTable(control, table);
  await catchUp(run, (live) => (state.lastPosition = live.lastPosition));
  const differences = options.check ? await checkAgainstLive(run) : [];
  if (options.check) await dropNext(control, tables);
  else await switchToNew(run);
  const seconds = (performance.now() - startedMs) / 1_000;
  return {
    events: state.events,
    seconds,
    eventsPerSecond: perSecond(),
    differences,
    isSame: differences.every(isSame),
  };
}
