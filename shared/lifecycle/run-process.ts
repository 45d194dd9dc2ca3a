import type { Logger } from '../logging/logger.ts';
import type { Runnable } from './runnable.ts';
import { StartupError } from './startup-error.ts';
import { sleep } from './timing.ts';

export type RunProcessOptions = {
  /** Name of the process, for messages on stderr. */
  name: string;
  /** Builds the parts; called once. */
  compose: () => Runnable | Promise<Runnable>;
  logger: Logger;
  /** From the signal to the forced exit. An orchestrator must wait longer before it kills. */
  stopTimeoutMs?: number;
  /**
   * From SIGTERM to the stop: the process is not ready any more and works on, until whoever sends it calls has seen that.
   * Default 0. Another signal ends the wait.
   */
  drainDelayMs?: number;
  /** More fields for the message that tells the parent that this process is ready, such as its port. */
  ready?: () => Record<string, unknown>;
};

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** What is fatal stands in the log without its message, and as one line on stderr. */
function tellFatal(name: string, logger: Logger, what: string, error?: unknown): void {
  logger.fatal(error === undefined ? {} : { err: error }, what);
  const line = error instanceof StartupError ? error.message : `${what}, see the log`;
  process.stderr.write(`${name}: ${line}\n`);
}

/**
 * Runs a process from start to exit: starts the parts, tells a parent process (IPC) when they are ready, and
 * on SIGTERM, SIGINT, SIGHUP or the parent's end stops them once, in order; at SIGTERM it announces that first. Exit code 0 after a clean stop;
 * 1 when starting or stopping failed, when the stop took longer than `stopTimeoutMs` (default 10 s), or
 * after an error that nobody caught. Never logs what an error says.
 */
export async function runProcess({
  name,
  compose,
  logger,
  stopTimeoutMs = 10_000,
  drainDelayMs = 0,
  ready,
}: RunProcessOptions) {
  let runnable: Runnable | undefined;
  const stopping = new AbortController();
  const hurry = new AbortController();
  let isReady = false;

  const crash = (kind: string) => (error: unknown) => {
    tellFatal(name, logger, kind, error);
    process.exit(1);
  };
  process.on('uncaughtException', crash('uncaught exception'));
  process.on('unhandledRejection', crash('unhandled rejection'));
  process.stdout.on('error', () => undefined); // a closed terminal must not turn an ordered stop into a crash

  const finish = async (code: number, delayMs: number): Promise<void> => {
    if (isReady) {
      runnable?.announceStop?.();
      await sleep(delayMs, hurry.signal);
    }
    setTimeout(() => {
      tellFatal(name, logger, `stopping took longer than ${stopTimeoutMs / 1000} s`);
      process.exit(1);
    }, stopTimeoutMs);
    await starting.catch(() => undefined); // parts are stopped from a known state
    try {
      await runnable?.stop();
    } catch (error) {
      tellFatal(name, logger, 'stopping failed', error);
      process.exit(1);
    }
    logger.info('stopped');
    process.exit(code);
  };
  const stopOnce = (reason: string, code = 0): void => {
    if (stopping.signal.aborted) {
      hurry.abort();
      return;
    }
    stopping.abort();
    logger.info({ reason }, 'stopping');
    void finish(code, reason === 'SIGTERM' ? drainDelayMs : 0);
  };

  const start = async (): Promise<void> => {
    runnable = await compose();
    await runnable.start();
  };
  for (const signal of stopSignals) process.on(signal, () => stopOnce(signal));
  if (process.send) process.on('disconnect', () => stopOnce('parent ended'));
  const starting = start();
  try {
    await starting;
  } catch (error) {
    tellFatal(name, logger, 'could not start', error);
    stopOnce('start failed', 1);
    return;
  }
  if (stopping.signal.aborted) return;
  isReady = true;
  const waitsFor = runnable?.waitsFor?.() ?? null;
  if (waitsFor === null) logger.info('ready');
  else logger.warn(`started, and waits: ${waitsFor}`);
  process.send?.({ type: 'ready', ...ready?.() });
}
