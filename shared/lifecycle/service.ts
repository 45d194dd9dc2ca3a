import type { ChildProcess } from 'node:child_process';
import type { Logger } from '../logging/logger.ts';
import type { Runnable } from './runnable.ts';
import { StartupError } from './startup-error.ts';
import { backoff, onAbort, sleep } from './timing.ts';

/** How one operating-system process is started, known to be ready, and stopped. */
export type ServiceSpec = {
  name: string;
  launch: () => Promise<ChildProcess>;
  /** Settles when the process serves. Must give up when the signal is aborted. */
  ready: (child: ChildProcess, signal: AbortSignal) => Promise<void>;
  stopSignal: NodeJS.Signals;
  startTimeoutMs: number;
  /** From the stop signal to SIGKILL. */
  stopTimeoutMs: number;
  /** What it said before it ended while starting: a line for the operator. */
  lastWords?: () => string | undefined;
  /** Where more can be read. */
  logFile?: string;
};

export type ServiceHost = {
  logger: Logger;
  /** Ends the processes where this one dies without a chance to do so; none where they see that themselves. */
  watchdog?: {
    /** From now on `pid` is sent `signal` when this process dies. */
    add(pid: number, signal: NodeJS.Signals): void;
    /** The process has ended; its number may soon belong to another one. */
    remove(pid: number): void;
  };
  /** Starts a process again that ended by itself; off where a test decides about that. */
  restart: boolean;
  /** Told of each process that was started and is ready. */
  onReady?: ((name: string) => void) | undefined;
};

/**
 * A process that is looked after. `start` and `stop` may be called again and again (fault tests do); `stop` means
 * that it shall stay down.
 */
export type Service = Runnable & {
  readonly name: string;
  /** Process id while it runs. */
  pid(): number | undefined;
  /** SIGKILL, and waits for the end. With `restart` it comes back by itself, else by `start`. */
  kill(): Promise<void>;
};

type Exit = { code: number | null; signal: NodeJS.Signals | null };
type Running = { child: ChildProcess; exited: Promise<Exit> };

/** Restart at once after the first death, then slower; a process that ran this long starts from zero again. */
const restartDelay = { baseMs: 100, capMs: 5_000 };
const healthyAfterMs = 30_000;

function watchExit(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.on('error', () => {
      if (child.pid === undefined) resolve({ code: 127, signal: null });
    });
  });
}

async function endChild(
  { child, exited }: Running,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<void> {
  child.kill(signal);
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await exited;
  clearTimeout(timer);
}

/** One line on a process that ended before it was ready. */
function tellEnd(spec: ServiceSpec, { code, signal }: Exit): StartupError {
  const words = spec.lastWords?.();
  const why = words === undefined ? ` (${signal ?? `exit code ${String(code)}`})` : `: ${words}`;
  const more = words === undefined && spec.logFile !== undefined ? `, see ${spec.logFile}` : '';
  return new StartupError(`${spec.name} ended while starting${why}${more}`);
}

/** Waits until the process is ready; fails when it ends before, takes too long, or is stopped meanwhile. */
async function awaitReady(spec: ServiceSpec, running: Running, stopped: AbortSignal): Promise<void> {
  const over = new AbortController();
  const end = (): void => over.abort();
  // A plain timer: a timeout signal that is held by a combined one alone may be collected and never fires.
  const timer = setTimeout(end, spec.startTimeoutMs);
  const ended = running.exited.then((exit) => {
    throw tellEnd(spec, exit);
  });
  const gaveUp = new Promise<never>((_, reject) => {
    const fail = () =>
      reject(new StartupError(`${spec.name} was not ready after ${spec.startTimeoutMs / 1000} s`));
    over.signal.addEventListener('abort', fail, { once: true });
  });
  const forget = onAbort(stopped, end);
  try {
    await Promise.race([spec.ready(running.child, over.signal), ended, gaveUp]);
  } finally {
    clearTimeout(timer);
    forget();
    over.abort();
  }
}

/** Makes a service of a spec. Nothing runs before `start`. */
export function createService(
  spec: ServiceSpec,
  { logger, watchdog, restart, onReady }: ServiceHost,
): Service {
  let running: Running | undefined;
  let starting: Promise<void> | undefined;
  let down = new AbortController(); // aborted while the service shall be down
  down.abort();

  async function launchOnce(stopped: AbortSignal): Promise<void> {
    const child = await spec.launch();
    const current: Running = { child, exited: watchExit(child) };
    running = current;
    if (child.pid !== undefined) watchdog?.add(child.pid, spec.stopSignal);
    void current.exited.then(() => {
      if (child.pid !== undefined) watchdog?.remove(child.pid);
      if (running === current) running = undefined;
    });
    try {
      await awaitReady(spec, current, stopped);
    } catch (error) {
      await endChild(current, spec.stopSignal, spec.stopTimeoutMs);
      throw error;
    }
    const readyAt = performance.now();
    void current.exited.then((exit) => {
      if (restart && !stopped.aborted) void revive(exit, stopped, performance.now() - readyAt);
    });
  }

  const delay = backoff({ ...restartDelay, random: Math.random });
  let deaths = 0;
  async function revive(exit: Exit, stopped: AbortSignal, ranMs: number): Promise<void> {
    const isWanted = () => !stopped.aborted;
    if (ranMs >= healthyAfterMs) deaths = 0;
    for (; isWanted(); deaths++) {
      const delayMs = deaths === 0 ? 0 : delay(deaths);
      const fields = { process: spec.name, exit_code: exit.code, signal: exit.signal, delay_ms: delayMs };
      logger.warn(fields, `${spec.name} ended, restarting`);
      await sleep(delayMs, stopped);
      if (!isWanted()) return;
      try {
        starting = launchOnce(stopped);
        await starting;
        deaths += 1;
        logger.info({ process: spec.name }, `${spec.name} runs again`);
        return;
      } catch (error) {
        if (isWanted())
          logger.error({ err: error, process: spec.name }, `${spec.name} could not be restarted`);
      }
    }
  }

  return {
    name: spec.name,
    pid: () => running?.child.pid,
    async start() {
      if (!down.signal.aborted && (running !== undefined || restart)) return starting;
      down = new AbortController();
      const startedAt = performance.now();
      starting = launchOnce(down.signal);
      try {
        await starting;
      } catch (error) {
        down.abort();
        throw error;
      }
      logger.info(
        { process: spec.name, start_ms: Math.round(performance.now() - startedAt) },
        'process ready',
      );
      onReady?.(spec.name);
    },
    async stop() {
      down.abort();
      await starting?.catch(() => undefined);
      if (running) await endChild(running, spec.stopSignal, spec.stopTimeoutMs);
    },
    async kill() {
      if (running) await endChild(running, 'SIGKILL', spec.stopTimeoutMs);
    },
  };
}
