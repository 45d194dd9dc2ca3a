import type { Phase } from './phase.ts';

const HEADS = [
  'fault',
  'requests',
  'failed by cause',
  'longest time without a success',
  'recovered after',
  'slowest delivery',
  'verified',
];

const causes = (failed: Record<string, number>): string =>
  Object.entries(failed)
    .map(([cause, count]) => `${count} × ${cause}`)
    .join(', ') || '0';
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

const cells = (phase: Phase): string[] => [
  phase.fault,
  String(phase.requests),
  causes(phase.failed),
  seconds(phase.longestGapMs),
  seconds(phase.recoveredMs),
  seconds(phase.slowestDeliveryMs),
  phase.problems.length === 0 ? 'yes' : 'NO',
];

/** Prints what each fault came to, as a table of Markdown. */
export function printTable(phases: readonly Phase[]): void {
  const lines = [HEADS, HEADS.map(() => '---'), ...phases.map(cells)];
  process.stdout.write(lines.map((line) => `| ${line.join(' | ')} |\n`).join(''));
}
