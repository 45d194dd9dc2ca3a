import type { Cluster } from './cluster.ts';
import type { Fault } from './faults/fault.ts';
import { problemsOfRefusals, summed } from './judgement.ts';
import { isAcknowledged, type Operation } from './load/operation.ts';
import type { Partners } from './load/partners.ts';
import { verify } from './verification.ts';

/** What one fault came to. */
export type Phase = {
  fault: string;
  /** Attempts of partners. */
  requests: number;
  /** Those that failed, by cause. */
  failed: Record<string, number>;
  longestGapMs: number;
  /** From the fault's end until every process was ready. */
  recoveredMs: number;
  /** From the answer to a call until the partner had what it brought about, of the slowest. */
  slowestDeliveryMs: number;
  /** Beyond a bound of the fault, or wrong at the end; empty where the cluster passed. */
  problems: string[];
};

/** From one success to the next, and from the edges of the time to the nearest one. */
function longestGap(operations: readonly Operation[], fromMs: number, untilMs: number): number {
  const successes = operations
    .filter(isAcknowledged)
    .map(({ endedMs }) => endedMs)
    .filter((moment) => moment <= untilMs);
  const moments = [fromMs, ...successes, untilMs].sort((one, other) => one - other);
  return Math.max(...moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment)));
}

function failuresOf(operations: readonly Operation[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const cause of operations.flatMap(({ failures }) => failures))
    counts[cause] = (counts[cause] ?? 0) + 1;
  return counts;
}

function beyondBounds(fault: Fault, phase: Omit<Phase, 'problems' | 'slowestDeliveryMs'>): string[] {
  const problems = Object.entries(phase.failed)
    .filter(([cause, count]) => count > (fault.allowedFailures[cause] ?? 0))
    .map(([cause, count]) => `${count} × ${cause}, where ${fault.allowedFailures[cause] ?? 0} are allowed`);
  if (phase.longestGapMs > fault.longestGapMs) problems.push(`${phase.longestGapMs} ms without a success`);
  if (phase.recoveredMs > fault.recoveryLimitMs)
    problems.push(`recovered only after ${phase.recoveredMs} ms`);
  return problems;
}

async function underLoad(
  cluster: Cluster,
  partners: Partners,
  fault: Fault,
): Promise<{ recoveredMs: number; untilMs: number }> {
  try {
    await fault.run(cluster, partners);
    const endedMs = Date.now();
    await cluster.allReady();
    const untilMs = Date.now();
    return { recoveredMs: untilMs - endedMs, untilMs };
  } finally {
    await partners.end();
  }
}

/** Runs one fault under load, waits until the cluster has recovered and the partners have ended, and verifies. */
export async function runPhase(
  cluster: Cluster,
  partners: Partners,
  { fault, seed }: { fault: Fault; seed: number },
): Promise<Phase> {
  const before = partners.operations().length;
  const receivedBefore = partners.received().length;
  const startedMs = Date.now();
  await partners.begin(seed);
  const { recoveredMs, untilMs } = await underLoad(cluster, partners, fault);
  const own = partners.operations().slice(before);
  const counted = {
    fault: fault.name,
    requests: own.reduce((sum, { failures }) => sum + failures.length + 1, 0),
    failed: failuresOf(own),
    longestGapMs: longestGap(own, startedMs, untilMs),
    recoveredMs,
  };
  const { problems, slowestDeliveryMs } = await verify(cluster, partners, own);
  const refusals = problemsOfRefusals(partners.received().slice(receivedBefore), fault.allowedRefusals ?? []);
  const all = [...beyondBounds(fault, counted), ...summed(refusals), ...problems];
  return { ...counted, slowestDeliveryMs, problems: all };
}
