import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import type { SinkAnswer, SinkQuestion } from './main.ts';

export type Sink = {
  url: string;
  /** Forgets what came so far. */
  reset: () => Promise<void>;
  /** Waits until so many different events came. Returns how many came a second, from the first to the last one. */
  rateOf: (events: number) => Promise<number>;
  close: () => void;
};

const POLL_MS = 20;
const TIMEOUT_MS = 180_000;

/** Starts the receiver as a process of its own. */
export async function startSink(): Promise<Sink> {
  const child = fork(path.join(import.meta.dirname, 'main.ts'), [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = async (): Promise<SinkAnswer> => ((await once(child, 'message')) as [SinkAnswer])[0];
  const ask = (question: SinkQuestion): Promise<SinkAnswer> => {
    const answer = next();
    child.send(question);
    return answer;
  };
  const listening = await next();
  if (listening.kind !== 'listening') throw new Error('the sink does not listen');
  return {
    url: `http://127.0.0.1:${listening.port}/hooks`,
    reset: async () => {
      await ask('reset');
    },
    rateOf: async (events) => {
      const deadlineMs = performance.now() + TIMEOUT_MS;
      while (performance.now() < deadlineMs) {
        const report = await ask('report');
        if (report.kind === 'report' && report.events >= events) {
          return ((report.requests - 1) * 1_000) / (report.lastMs - report.firstMs);
        }
        await sleep(POLL_MS);
      }
      throw new Error('not everything was delivered in time');
    },
    close: () => child.disconnect(),
  };
}
