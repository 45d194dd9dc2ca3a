import { Registry } from 'prom-client';
import { allProjections } from '../../projectors/all.ts';
import { isSame, type TableDifference } from '../../projectors/rebuild/compare-tables.ts';
import { rebuild } from '../../projectors/rebuild/rebuild.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { isInLog, readAfter } from '../../shared/projection/checkpoints.ts';
import { createProjectionRunner, type ProjectionRunner } from '../../shared/projection/runner.ts';
import { verifyTrails, type TenantVerdict } from '../audit/verify.ts';
import type { Installation } from '../cli/connection.ts';
import type { ReadLedger } from '../erasure/read-ledger.ts';
import { reapply, type Reapplied } from '../erasure/reapply.ts';
import { newest } from './chain.ts';
import { countLostErasures, settleLaterState } from './later-state.ts';
import { BackupRefusal } from './manifest.ts';
import { endOfPlan, type RestorePlan } from './moment.ts';

export type RestorePhase = 'verify' | 'log' | 'database' | 'catch up' | 'erasures' | 'audit' | 'compare';
export type OnRestoreProgress = (phase: RestorePhase, done: number, total: number) => void;

export type RestoreReport = {
  /** True where all of the below is as it must be. */
  intact: boolean;
  /** When the backup was taken that has the rows. */
  taken_at: string;
  /** Of the last event that was restored; null where the log was restored before. */
  position: number | null;
  rows: number;
  /** Null where the ledger was left out. */
  erasures: (Reapplied & { broken: ReadLedger['broken']; missing: number }) | null;
  audit: { tenants: number; rows: number; broken: TenantVerdict[] };
  projections: { events: number; differing: TableDifference[] };
};

export type CompleteOptions = {
  plan: RestorePlan;
  /** Null leaves it out. */
  ledger: ReadLedger | null;
  acceptedKeys: readonly string[];
  onProgress: OnRestoreProgress;
};

/** Throws BackupRefusal where the log is not the one that the database was made from, or ends before it. */
export async function requireLog(log: Installation['log'], plan: RestorePlan): Promise<void> {
  const { checkpoints } = newest(plan.rows).manifest;
  for (const { projection, position, event_id: eventId, stream, revision } of checkpoints) {
    if (stream === null || (await isInLog(log, { position: BigInt(position), eventId, stream, revision })))
      continue;
    throw new BackupRefusal(
      `the log does not hold the event at which projection ${projection} stands: restore the log that belongs to this backup`,
    );
  }
  const end = endOfPlan(plan);
  if (plan.cut === null || end === null) return;
  const last = await log.lastPosition();
  if (last === BigInt(end)) return;
  throw new BackupRefusal(
    `the log ends at position ${last}, and not at ${end}: give restore-log the same --until, and let nothing write`,
  );
}

async function endOfLog({ log }: Installation, after: bigint): Promise<bigint> {
  let end = after;
  for await (const { position } of log.readAll(readAfter(after))) end = position;
  return end;
}

/** Waits until the projections have applied everything. Throws BackupRefusal where one of them cannot. */
async function catchUp(
  installation: Installation,
  runner: ProjectionRunner,
  onProgress: OnRestoreProgress,
): Promise<void> {
  const { rows } = await installation.pool.query<{ position: number }>(
    'SELECT position FROM ops.checkpoints',
  );
  const least = rows.reduce((min, { position }) => Math.min(min, position), Infinity);
  const end = await endOfLog(installation, BigInt(Number.isFinite(least) ? least : -1));
  for (;;) {
    const all = runner.health();
    const stuck = all.find(({ status }) => status === 'refused' || status === 'parked');
    if (stuck)
      throw new BackupRefusal(`projection ${stuck.name} cannot go on: ${stuck.problem ?? stuck.status}`);
    const reached = all.reduce((min, { position }) => (position < min ? position : min), end);
    onProgress('catch up', Math.max(0, Number(reached)), Number(end));
    if (reached >= end && all.every(({ status }) => status === 'running')) return;
    await sleep(POLL_MS);
  }
}

const POLL_MS = 50;

/** Who says that there is no ledger is wrong where erasures were written into one. Throws BackupRefusal. */
async function refuseErasures({ pool }: Installation, { cut }: RestorePlan): Promise<void> {
  const since = cut === null ? 0 : await countLostErasures(pool, []);
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*) AS count FROM ops.erasures WHERE ledgered_at IS NOT NULL',
  );
  const count = since + (rows[0]?.count ?? 0);
  if (count === 0) return;
  throw new BackupRefusal(
    `the backup knows of ${count} erasures that were written into a ledger: name it with --ledger, or an empty folder ` +
      'where it is lost',
  );
}

/** Erasures from before the backup that this ledger lacks: the service writes them into it anew. Returns how many. */
async function writeMissing(
  { pool, now, backupRetentionDays }: Installation,
  { lines }: ReadLedger,
): Promise<number> {
  const { rows } = await pool.query<{ is_recent: boolean }>(
    `UPDATE ops.erasures SET ledgered_at = NULL
     WHERE ledgered_at IS NOT NULL AND NOT erasure_id = ANY ($1::uuid[])
     RETURNING erased_at >= $2::timestamptz - make_interval(days => $3) AS is_recent`,
    [lines.map((line) => line.erasure_id), now(), backupRetentionDays],
  );
  return rows.filter((row) => row.is_recent).length;
}

/** Brings the read models up to the log, and erases once more what was erased after the backup. */
async function bringUpToDate(
  installation: Installation,
  { plan, ledger, acceptedKeys, onProgress }: CompleteOptions,
): Promise<RestoreReport['erasures']> {
  if (ledger === null) await refuseErasures(installation, plan);
  const runner = createProjectionRunner({
    ...installation,
    name: 'projections',
    holder: installation.newId(),
    projections: allProjections,
    logger: createLogger({ name: 'restore', level: 'silent' }),
    registry: new Registry(),
  });
  await runner.start();
  try {
    await catchUp(installation, runner, onProgress);
    if (ledger === null) return null;
    const reapplied = await reapply(installation, ledger.lines, {
      acceptedKeys,
      onProgress: (done, total) => onProgress('erasures', done, total),
    });
    await catchUp(installation, runner, onProgress);
    const ids = ledger.lines.map((line) => line.erasure_id);
    const lost = plan.cut === null ? 0 : await countLostErasures(installation.pool, ids);
    const missing = lost + (await writeMissing(installation, ledger));
    return { ...reapplied, broken: ledger.broken, missing };
  } finally {
    await runner.stop();
  }
}

/**
 * What makes rows and log an installation again: read models as of the end of the log, the erasures of the ledger, and
 * the proof of both: every audit trail verified, every projection compared with the log. Throws BackupRefusal.
 */
export async function completeRestore(
  installation: Installation,
  options: CompleteOptions,
): Promise<RestoreReport> {
  const { plan, onProgress } = options;
  const { manifest } = newest(plan.rows);
  await requireLog(installation.log, plan);
  const erasures = await bringUpToDate(installation, options);
  if (plan.cut !== null) await settleLaterState(installation.pool);
  const tenants = await verifyTrails(installation, {
    tenantIds: 'all',
    againstLog: false,
    earlier: [],
    onProgress: (_phase, done, total) => onProgress('audit', done, total),
  });
  const compared = await rebuild({
    ...installation,
    projections: allProjections,
    check: true,
    onProgress: ({ position, lastPosition }) => onProgress('compare', Number(position), Number(lastPosition)),
  });
  const broken = tenants.filter((tenant) => !tenant.intact);
  const isErased =
    erasures === null || (erasures.broken.length === 0 && erasures.foreign === 0 && erasures.missing === 0);
  return {
    intact: isErased && broken.length === 0 && compared.isSame,
    taken_at: manifest.taken_at,
    position: endOfPlan(plan),
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    erasures,
    audit: { tenants: tenants.length, rows: tenants.reduce((sum, { rows }) => sum + rows, 0), broken },
    projections: {
      events: compared.events,
      differing: compared.differences.filter((difference) => !isSame(difference)),
    },
  };
}
