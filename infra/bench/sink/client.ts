import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { programOf } from '../../embedded/program.ts';
import type { Arrival, SinkAnswer, SinkQuestion } from './main.ts';

type Count = Extract<SinkAnswer, { kind: 'count' }>;

export type Sink = {
  /** A receiver that accepts at once. */
  url: string;
  /** A receiver of its own for each name, which answers in this way. */
  urlOf: (way: 'ok' | 'slow' | 'failing' | 'hanging', name: string) => string;
  /** Forgets what came so far. */
  reset: () => Promise<void>;
  count: () => Promise<Count>;
  /** Waits until so many different deliveries came. Returns how many came a second, from `sinceMs` to the last one. */
  rateOf: (deliveries: number, sinceMs: number) => Promise<number>;
  /** First arrivals, in their order. */
  arrivals: () => Promise<Arrival[]>;
  /** Checks signatures from now on; secrets by URL. */
  verify: (secrets: ReadonlyMap<string, string>) => Promise<void>;
  close: () => void;
};

const POLL_MS = 20;
const TIMEOUT_MS = 180_000;

/** Starts the receivers as a process of their own. */
export async function startSink(): Promise<Sink> {
  const child = fork(programOf('infra/bench/sink/main.ts'), [], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = async (): Promise<SinkAnswer> => ((await once(child, 'message')) as [SinkAnswer])[0];
  const ask = (question: SinkQuestion): Promise<SinkAnswer> => {
    const answer = next();
    child.send(question);
    return answer;
  };
  const count = async (question: SinkQuestion = { kind: 'count' }): Promise<Count> => {
    const answer = await ask(question);
    if (answer.kind !== 'count') throw new Error('the sink told something else');
    return answer;
  };
  const listening = await next();
  if (listening.kind !== 'listening') throw new Error('the sink does not listen');
  const origin = `http://127.0.0.1:${listening.port}`;
  return {
    url: `${origin}/ok/hooks`,
    urlOf: (way, name) => `${origin}/${way}/${name}`,
    count,
    reset: async () => {
      await count({ kind: 'reset' });
    },
    rateOf: async (deliveries, sinceMs) => {
      const deadlineMs = performance.now() + TIMEOUT_MS;
      while (performance.now() < deadlineMs) {
        const counted = await count();
        if (counted.deliveries >= deliveries) return (deliveries * 1_000) / (counted.lastMs - sinceMs);
        await sleep(POLL_MS);
      }
      throw new Error('not everything was delivered in time');
    },
    arrivals: async () => {
      const answer = await ask({ kind: 'arrivals' });
      return answer.kind === 'arrivals' ? answer.arrivals : [];
    },
    verify: async (secrets) => {
      const byPath = [...secrets].map(([url, secret]) => [new URL(url).pathname, secret]);
      await count({ kind: 'verify', secrets: Object.fromEntries(byPath) as Record<string, string> });
    },
    close: () => child.disconnect(),
  };
}
