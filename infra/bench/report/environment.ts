import os from 'node:os';

/** What a result has to be read with: ratios hold anywhere, absolute numbers for this machine and moment only. */
export type Environment = {
  node: string;
  cpu: string;
  cores: number;
  memory_gb: number;
  /** Over the last minute, at the start and at the end; above the number of cores the numbers are no good. */
  load_before: number;
  load_after: number;
};

const BYTES_PER_GB = 2 ** 30;

export const loadNow = (): number => os.loadavg()[0] ?? Number.NaN;

export const describeMachine = (loadBefore: number): Environment => ({
  node: process.version,
  cpu: os.cpus()[0]?.model ?? 'unknown',
  cores: os.availableParallelism(),
  memory_gb: Math.round(os.totalmem() / BYTES_PER_GB),
  load_before: loadBefore,
  load_after: loadNow(),
});
