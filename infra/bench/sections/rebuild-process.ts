import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { programOf, projectRoot } from '../../embedded/program.ts';
import type { RebuildResult } from '../../../projectors/rebuild/rebuild.ts';
import type { BenchOptions } from '../section.ts';
import type { BenchStack } from '../stack/bench-stack.ts';
import { residentMb } from '../stack/memory.ts';

const SAMPLE_MS = 250;

export type RebuildProcess = {
  /** Settles when it has ended. Rejects where it did not end well. */
  result: Promise<RebuildResult>;
  isRunning: () => boolean;
  /** Memory that it held in RAM, in MB, sampled since its start; empty where the system does not tell. */
  memoryMb: () => readonly number[];
};

/** `npm run ops -- rebuild --all` as an operator runs it: a process of its own. */
export function startRebuild({ infrastructure }: BenchStack, { env }: BenchOptions): RebuildProcess {
  const child = spawn(process.execPath, [programOf('infra/cli/main.ts'), 'rebuild', '--all'], {
    cwd: projectRoot,
    env: {
      ...env,
      MASTER_KEY: undefined,
      DATABASE_URL: infrastructure.databaseUrl,
      EVENTSTORE_URL: infrastructure.eventStoreUrl,
      MASTER_KEY_FILE: infrastructure.masterKeyFile,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const samples: number[] = [];
  const sampling = setInterval(() => {
    const mb = child.pid === undefined ? null : residentMb(child.pid);
    if (mb !== null) samples.push(mb);
  }, SAMPLE_MS);
  let isRunning = true;
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve);
    child.on('error', reject);
  }).finally(() => {
    isRunning = false;
    clearInterval(sampling);
  });
  const result = Promise.all([text(child.stdout), ended]).then(([said, code]) => {
    if (code !== 0) throw new Error(`the rebuild ended with exit code ${String(code)}`);
    return JSON.parse(said) as RebuildResult;
  });
  result.catch(() => undefined); // looked at by whoever waits for it
  return { result, isRunning: () => isRunning, memoryMb: () => samples };
}
