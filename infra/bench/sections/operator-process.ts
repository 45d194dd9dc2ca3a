import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Env } from '../../../shared/config/load-config.ts';
import { programOf, projectRoot } from '../../embedded/program.ts';
import { residentMb } from '../stack/memory.ts';

const SAMPLE_MS = 250;

export type OperatorProcess<T> = {
  /** What it printed. Rejects where it did not end well. */
  result: Promise<T>;
  isRunning: () => boolean;
  /** Memory that it held in RAM, in MB, sampled since its start; empty where the system does not tell. */
  memoryMb: () => readonly number[];
};

/** `npm run ops -- …` as an operator runs it: a process of its own. */
export function startOperator<T>(words: readonly string[], env: Env): OperatorProcess<T> {
  const child = spawn(process.execPath, [programOf('infra/cli/main.ts'), ...words], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
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
  const ends = Promise.all([text(child.stdout), text(child.stderr), ended]);
  const result = ends.then(([said, problem, code]) => {
    if (code !== 0)
      throw new Error(`${words[0]} ended with exit code ${String(code)}: ${problem.slice(-500)}`);
    return JSON.parse(said) as T;
  });
  result.catch(() => undefined); // looked at by whoever waits for it
  return { result, isRunning: () => isRunning, memoryMb: () => samples };
}

export type Ended<T> = { result: T; seconds: number; memoryMb: number };

/** Runs one to its end; its time with that of its start. */
export async function runOperator<T>(words: readonly string[], env: Env): Promise<Ended<T>> {
  const startedMs = performance.now();
  const running = startOperator<T>(words, env);
  const result = await running.result;
  const seconds = (performance.now() - startedMs) / 1_000;
  return { result, seconds, memoryMb: Math.max(0, ...running.memoryMb()) };
}
