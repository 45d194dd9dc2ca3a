import { auditProjection } from '../audit/projection.ts';
import { sessionStepsProjection } from '../session-steps/projection.ts';
import { tokenGrantsProjection } from '../token-grants/projection.ts';
import { usageProjection } from '../usage/projection.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import type { Pool, Sql } from '../../shared/postgres/pool.ts';
import {
  awaitCaughtUp,
  NotCaughtUpError,
  type CaughtUpOptions,
} from '../../shared/projection/await-caught-up.ts';
import { readCheckpoints } from '../../shared/projection/checkpoints.ts';
import type { Places } from './cursor.ts';
import { DataError } from './data-error.ts';

type Named = { name: string; version: number };

/** What the rows of facts are made by. */
export const READ_FROM: readonly Named[] = [
  sessionStepsProjection,
  usageProjection,
  tokenGrantsProjection,
  auditProjection,
];
/** Tables that a rebuild would put others in the place of, whose rows this transaction would not see. */
const TABLES = 'read.session_steps, read.usage_records, read.token_grants, read.audit_rows, read.audit_heads';

const CAUGHT_UP_MS = 10_000;
const POLL_MS = 50;

/** A view of the database as it stood at one moment, and how far it had come. */
export type Snapshot = { sql: Sql; reached: Places };

/**
 * Runs `work` on a view of one moment, at which the projections had reached at least the end that the log had when this was
 * called. Throws DataError where they stay behind, or have other versions than this program.
 */
export async function withSnapshot<T>(
  { pool, log }: { pool: Pool; log: Pick<EventLog, 'lastPosition'> },
  work: (snapshot: Snapshot) => Promise<T>,
  { waitMs = CAUGHT_UP_MS, signal }: { waitMs?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const deadlineMs = performance.now() + waitMs;
  await requireVersions(pool);
  await awaitProjections(pool, { position: await log.lastPosition(), timeoutMs: waitMs, signal });
  for (;;) {
    const client = await pool.connect();
    let isSound = false;
    try {
      await beginSnapshot(client);
      const reached = await readReached(client);
      const done = reached && { value: await work({ sql: client, reached }) };
      await client.query('COMMIT');
      isSound = true;
      if (done) return done.value;
    } finally {
      // Whatever went wrong may have left rows of a COPY on their way.
      client.release(!isSound);
    }
    if (performance.now() > deadlineMs) throw new DataError(behind([usageProjection.name]));
    await sleep(POLL_MS, signal);
    signal?.throwIfAborted();
  }
}

const behind = (names: readonly string[]): string =>
  `the projections stay behind the log (${names.join(', ')}): is the service running, and does it stand at an event?`;

async function awaitProjections(
  pool: Pool,
  { position, timeoutMs, signal }: Omit<CaughtUpOptions, 'projections'>,
): Promise<void> {
  const projections = READ_FROM.map(({ name }) => name);
  try {
    await awaitCaughtUp(pool, { projections, position, timeoutMs, signal });
  } catch (error) {
    if (!(error instanceof NotCaughtUpError)) throw error;
    const stored = await readCheckpoints(pool, projections);
    throw new DataError(
      behind(
        projections.filter(
          (name) => !stored.some((one) => one.name === name && one.checkpoint.position >= position),
        ),
      ),
    );
  }
}

/** Tables of another version hold other rows, until they are built again. */
async function requireVersions(sql: Sql): Promise<void> {
  const stored = await readCheckpoints(
    sql,
    READ_FROM.map(({ name }) => name),
  );
  for (const { name, version } of READ_FROM) {
    const found = stored.filter((one) => one.name === name);
    if (found.some((one) => one.version === version)) continue;
    throw new DataError(
      found.length === 0
        ? `the projection ${name} has not begun yet: start the service first`
        : `the projection ${name} is of another version than this program: npm run ops -- rebuild ${name}`,
    );
  }
}

/**
 * The locks come before the first query, with which the view begins: a rebuild that switches tables waits until this ends, or
 * has switched before. They hinder nobody else.
 */
async function beginSnapshot(sql: Sql): Promise<void> {
  await sql.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await sql.query(`LOCK TABLE ${TABLES} IN ACCESS SHARE MODE`);
  // How moments and numbers are written must not depend on the server's settings. One core is enough to take.
  await sql.query(
    "SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL extra_float_digits = 1; " +
      'SET LOCAL jit = off; SET LOCAL max_parallel_workers_per_gather = 0',
  );
}

/** What a delivery says of itself may be written so much before it can be seen. */
const WRITTEN_WITHIN = "interval '1 minute'";

/** Null where the trail is further than the rows beside it: entries of tokens would be left out for ever. */
async function readReached(sql: Sql): Promise<Places | null> {
  await requireVersions(sql);
  const stored = await readCheckpoints(
    sql,
    READ_FROM.map(({ name }) => name),
  );
  const at = ({ name, version }: Named): number =>
    Number(stored.find((one) => one.name === name && one.version === version)?.checkpoint.position ?? -1);
  if (Math.min(at(usageProjection), at(tokenGrantsProjection)) < at(auditProjection)) return null;
  const { rows: heads } = await sql.query<{ tenant_id: string; seq: number }>(
    'SELECT tenant_id, seq FROM read.audit_heads',
  );
  const { rows } = await sql.query<{ time: Date }>(
    `SELECT date_trunc('milliseconds', now() - ${WRITTEN_WITHIN}) AS time`,
  );
  return {
    log: at(sessionStepsProjection),
    trail: Object.fromEntries(heads.map(({ tenant_id, seq }) => [tenant_id, seq])),
    time: (rows[0]?.time ?? new Date(0)).toISOString(),
  };
}
