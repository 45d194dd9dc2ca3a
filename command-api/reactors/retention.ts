import { Counter, Gauge, type Registry } from 'prom-client';
import { sleep } from '../../shared/lifecycle/timing.ts';
import {
  countDue,
  NAME,
  pruneBatch,
  unfinishedBatches,
  takeBatch,
  type RetentionParts,
} from './retention-batch.ts';
import { appendCountedWeeks } from './retention-counts.ts';
import type { Reactor } from './reactor.ts';

/** Sessions of one tenant that are pruned together, so that their appends share an fsync and their keys one statement. */
const BATCH_SESSIONS = 200;
const INTERVAL_MS = 60_000;

export type RetentionOptions = {
  /** Sessions that are pruned in a second, at most. */
  perSecond: number;
  /** Ends the run after the current batch. */
  signal?: AbortSignal | undefined;
  onProgress?: (pruned: number, due: number) => void;
};

export type RetentionResult = { due: number; pruned: number };

/**
 * Prunes all sessions that were finalized, or if they never were, active last, before the time for which their tenant keeps
 * sessions, and that are under no legal hold; batches
 * that an earlier run has left come first. Sessions that become due meanwhile wait for the next run. A session with new
 * activity while it is being pruned stays. The pruned sessions are counted, and the counts go into the log once their week
 * is over (`appendCountedWeeks`).
 */
export async function runRetention(
  parts: RetentionParts & { newId: () => string },
  { perSecond, signal, onProgress = () => undefined }: RetentionOptions,
): Promise<RetentionResult> {
  const now = parts.now();
  const unfinished = await unfinishedBatches(parts.pool);
  const tenants = await countDue(parts.pool, now);
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
  for (const batch of unfinished) {
    if (signal?.aborted) break;
    await prune(batch);
  }
  for (const { tenantId } of tenants) {
    while (!signal?.aborted) {
      const limits = { now, limit: Math.min(BATCH_SESSIONS, perSecond) };
      const batch = await takeBatch(parts.pool, { batchId: parts.newId(), tenantId }, limits);
      // A batch of which nothing could be pruned would be taken again without end.
      if (batch === null || (await prune(batch)) === 0) break;
    }
  }
  await appendCountedWeeks(parts, signal);
  return { due, pruned };
}

type ReactorOptions = Pick<RetentionOptions, 'perSecond'> & { registry: Registry };

/** Prunes due sessions each minute and reports the progress as metrics. */
export function createRetention(
  parts: RetentionParts & { newId: () => string },
  { perSecond, registry }: ReactorOptions,
): Reactor {
  const due = new Gauge({
    name: 'triage_retention_due_sessions',
    help: 'Sessions past their retention that the run under way, or the last one, has still to prune.',
    registers: [registry],
  });
  const prunedTotal = new Counter({
    name: 'triage_retention_pruned_sessions_total',
    help: 'Sessions that were pruned after their retention.',
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
