import type { ChildProcess } from 'node:child_process';
import cluster from 'node:cluster';
import { createInterface } from 'node:readline';
import type { Logger } from '../logging/logger.ts';
import { askWorker } from './questions.ts';
import { awaitReadyMessage, isPlace } from './ready-message.ts';
import type { Runnable } from './runnable.ts';
import { createService, type Service } from './service.ts';
import { StartupError } from './startup-error.ts';
import { atMost, backoff, sleep } from './timing.ts';

export type WorkersOptions = {
  /** Name of the process, which all of its workers have. */
  name: string;
  count: number;
  logger: Logger;
  /** How long a worker waits before it stops, after its signal; see `runProcess`. */
  drainDelayMs: number;
  /** How often a worker is asked whether it lives, and after how many questions without an answer it is replaced. */
  pulse?: { everyMs: number; misses: number };
};

export type Workers = Runnable & {
  count: number;
  /** Workers that serve now. */
  serving(): number;
  /** How often one has ended by itself. */
  ends(): number;
  /** The port that they share; 0 before the first serves. */
  port(): number;
  /** Asks each that serves; of one that does not answer in time, null. */
  ask(of: string, limitMs: number): Promise<{ number: number; pid: number | undefined; answer: unknown }[]>;
};

/** In the environment of a worker: which one it is, from 1 on. One that is replaced leaves its number to the next. */
export const WORKER_NUMBER = 'WORKER_NUMBER';
/** The question that every worker answers. */
export const LIVES = 'lives';

/** As patient as the usual liveness probe of an orchestrator, which sees the primary alone. */
const PULSE = { everyMs: 5_000, misses: 6 };
const START_TIMEOUT_MS = 60_000;
/** So long the start waits for the others, so that the first calls are shared out among all. */
const OTHERS_LIMIT_MS = 10_000;
/** Above the forced exit of `runProcess`. */
const STOP_TIMEOUT_MS = 12_000;
const START_AGAIN = { baseMs: 1_000, capMs: 30_000 };

type Worker = {
  number: number;
  service: Service;
  child: ChildProcess | null;
  isServing: boolean;
  missed: number;
};

/**
 * The same program several times, forked by this process (node:cluster), which only accepts connections for them and shares
 * them out in turn. A worker that dies is replaced, at once and then more slowly; so is one whose event loop stands still.
 * `start` throws StartupError with the line of the first one where that one refuses; then the others start, and one that
 * does not is tried again behind its back. Each stops as by `runProcess`: `announceStop` begins its drain, `stop` ends what is left of the delay.
 */
export function createWorkers(options: WorkersOptions): Workers {
  const { count, logger, pulse = PULSE } = options;
  const stopping = new AbortController();
  const delay = backoff({ ...START_AGAIN, random: Math.random });
  let port = 0;
  let ends = 0;
  let timer: NodeJS.Timeout | undefined;
  let stopped: Promise<unknown> | null = null;

  const own = Array.from({ length: count }, (_, index) =>
    makeWorker(index + 1, options, {
      onPort: (given) => (port = given),
      onEnd: () => {
        if (!isStopping()) ends += 1;
      },
    }),
  );
  const isStopping = (): boolean => stopping.signal.aborted;
  const servingNow = () => own.filter(({ isServing }) => isServing);

  const tryStart = async ({ service }: Worker): Promise<boolean> => {
    try {
      await service.start();
      return true;
    } catch (error) {
      if (!isStopping()) logger.error({ err: error, worker: service.name }, 'a worker did not start');
      return false;
    }
  };
  const keepStarting = async (worker: Worker): Promise<void> => {
    for (let tries = 0; !isStopping(); tries += 1) {
      await sleep(delay(tries), stopping.signal);
      if (isStopping() || (await tryStart(worker))) return;
    }
  };
  const startOne = async (worker: Worker): Promise<void> => {
    if (!(await tryStart(worker))) void keepStarting(worker);
  };

  const ask: Workers['ask'] = (of, limitMs) =>
    Promise.all(
      servingNow().map(async ({ number, child }) => ({
        number,
        pid: child?.pid,
        answer: child === null ? null : await askWorker(child, of, limitMs),
      })),
    );

  const feelPulse = async (): Promise<void> => {
    const silent = (await ask(LIVES, pulse.everyMs / 2)).flatMap(({ number, answer }) =>
      answer === null ? number : [],
    );
    for (const worker of servingNow()) {
      worker.missed = silent.includes(worker.number) ? worker.missed + 1 : 0;
      if (worker.missed < pulse.misses) continue;
      logger.error({ worker: worker.service.name }, 'a worker stands still and is replaced');
      void worker.service.kill();
    }
  };

  const stopAll = (): Promise<unknown> => {
    stopping.abort();
    clearInterval(timer);
    return (stopped ??= Promise.allSettled(own.map(({ service }) => service.stop())));
  };

  return {
    count,
    serving: () => servingNow().length,
    ends: () => ends,
    port: () => port,
    ask,
    start: async () => {
      const [first, ...others] = own;
      await first?.service.start();
      timer = setInterval(() => void feelPulse(), pulse.everyMs);
      await atMost(OTHERS_LIMIT_MS, Promise.all(others.map(startOne)));
    },
    announceStop: () => void stopAll(),
    stop: async () => {
      const all = stopAll();
      // A second signal ends the delay of those that are in it.
      for (const { service } of own) {
        const pid = service.pid();
        if (pid !== undefined) signal(pid);
      }
      await all;
    },
  };
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has ended meanwhile.
  }
}

function makeWorker(
  number: number,
  { name, logger, drainDelayMs }: WorkersOptions,
  told: { onPort: (port: number) => void; onEnd: () => void },
): Worker {
  let firstProblem: string | undefined;
  let isUp = false;
  const launch = (): Promise<ChildProcess> => {
    firstProblem = undefined;
    isUp = false;
    // Values of metrics need not be of JSON: a mean of nothing is NaN.
    cluster.setupPrimary({ stdio: ['ignore', 'inherit', 'pipe', 'ipc'], serialization: 'advanced' });
    const child = cluster.fork({ [WORKER_NUMBER]: String(number) }).process;
    Object.assign(worker, { child, isServing: false, missed: 0 });
    child.once('exit', () => {
      if (worker.isServing) told.onEnd();
      worker.isServing = false;
    });
    if (child.stderr) {
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (isUp) process.stderr.write(`${line}\n`);
        else if (!isPlace(line)) firstProblem ??= line.replace(`${name}: `, '');
      });
    }
    return Promise.resolve(child);
  };
  const service = createService(
    {
      name: `${name} ${number}`,
      launch,
      ready: async (child, over) => {
        const { port } = await awaitReadyMessage(child, over);
        isUp = true;
        worker.isServing = true;
        if (port !== undefined) told.onPort(port);
      },
      stopSignal: 'SIGTERM',
      startTimeoutMs: START_TIMEOUT_MS,
      stopTimeoutMs: drainDelayMs + STOP_TIMEOUT_MS,
      lastWords: () => firstProblem,
    },
    { logger, restart: true },
  );
  const start = async (): Promise<void> => {
    try {
      await service.start();
    } catch (error) {
      throw firstProblem === undefined ? error : new StartupError(firstProblem);
    }
  };
  const worker: Worker = { number, service: { ...service, start }, child: null, isServing: false, missed: 0 };
  return worker;
}
