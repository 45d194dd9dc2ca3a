import { Counter, Gauge, type Registry } from 'prom-client';
import { sleep } from '../../shared/lifecycle/timing.ts';
import {
  countDue,
  cutoffAt,
  NAME,
  pruneBatch,
  standingBatches,
  takeBatch,
  type RetentionParts,
} from './retention-batch.ts';
import { appendCountedWeeks } from './retention-counts.ts';
import type { Reactor } from './reactor.ts';

/** Sessions of one tenant that are pruned together: their appends share waits for the disk, their keys one statement. */
const BATCH_SESSIONS = 200;
const INTERVAL_MS = 60_000;

export type RetentionOptions = {
  /** At most so many sessions are pruned in a second. */
  perSecond: number;
  /** Ends after the batch under way. */
  signal?: AbortSignal | undefined;
  onProgress?: (pruned: number, due: number) => void;
};

export type RetentionResult = { due: number; pruned: number };

/**
 * Prunes every session that was finalized 30 days ago or, unfinished, has seen nothing for as long; first what an earlier
 * run has left unfinished. What becomes old enough meanwhile waits for the next run. Sessions that somebody comes back to
 * while they are being pruned stay. What the pruned ones were like is counted, and goes into the log once their week is
 * over: see `appendCountedWeeks`.
 */
export async function runRetention(
  parts: RetentionParts & { newId: () => string },
  { perSecond, signal, onProgress = () => undefined }: RetentionOptions,
): Promise<RetentionResult> {
  const cutoff = cutoffAt(parts.now());
  const standing = await standingBatches(parts.pool);
  const tenants = await countDue(parts.pool, cutoff);
  const due = tenants.reduce((total, one) => total + one.finalized + one.unfinished, 0);
  const startedMs = performance.now();
  let pruned = 0;
  const prune = async (batch: { batchId: string; tenantId: string }): Promise<number> => {
    const done = await pruneBatch(parts, batch);
    pruned += done;
    onProgress(pruned, due);
    await sleep(startedMs + (pruned * 1_000) / perSecond - performance.now(), signal);
    return done;
  };
  onProgress(0, due);
  for (const batch of standing) {
    if (signal?.aborted) break;
    await prune(batch);
  }
  for (const { tenantId } of tenants) {
    while (!signal?.aborted) {
      const limits = { cutoff, limit: Math.min(BATCH_SESSIONS, perSecond) };
      const batch = await takeBatch(parts.pool, { batchId: parts.newId(), tenantId }, limits);
      // A batch of which nothing could be pruned would be taken again and again.
      if (batch === null || (await prune(batch)) === 0) break;
    }
  }
  await appendCountedWeeks(parts, signal);
  return { due, pruned };
}

type ReactorOptions = Pick<RetentionOptions, 'perSecond'> & { registry: Registry };

/** Prunes what is old enough, again and again; shows how much is due and how much is done. */
export function createRetention(
  parts: RetentionParts & { newId: () => string },
  { perSecond, registry }: ReactorOptions,
): Reactor {
  const due = new Gauge({
    name: 'retention_due_sessions',
    help: 'Sessions past their 30 days that the run under way, or the last one, has still to prune.',
    registers: [registry],
  });
  const prunedTotal = new Counter({
    name: 'retention_pruned_sessions_total',
    help: 'Sessions that were pruned after their 30 days.',
    registers: [registry],
  });
  return {
    name: NAME,
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      let counted = 0;
      const onProgress = (pruned: number, found: number): void => {
        due.set(Math.max(0, found - pruned));
        prunedTotal.inc(pruned - counted);
        counted = pruned;
      };
      return (await runRetention(parts, { perSecond, signal, onProgress })).pruned;
    },
  };
}
