import { once } from 'node:events';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { until } from '../../support/until.ts';
import type { Host, Started } from './hosts.ts';

/** A process of a host, with a supervisor that starts it again when it ends, as the units of systemd say. */
export type Supervised = {
  name: string;
  host: Host;
  /** Starts it, and waits until it is ready. */
  start(): Promise<void>;
  /** Starts it without a wait. */
  launch(): void;
  isReady(): Promise<boolean>;
  /** Waits until it is ready, for so long at most. */
  becomesReady(limitMs?: number): Promise<void>;
  /** Stops it in order; gives its exit code, null where a signal ended it. It stays down. */
  stop(): Promise<number | null>;
  /** Ends it with SIGKILL. It stays down. */
  kill(): Promise<void>;
  /** The supervisor looks away: whoever ends it now ends it for good. */
  abandon(): void;
  /** How often it ended without being asked. */
  ends(): number;
  /** What is running, null where it is down. */
  running(): Started | null;
};

export type SupervisedOptions = {
  host: Host;
  name: string;
  run: () => Started;
  isReady: () => Promise<boolean>;
  stopSignal?: NodeJS.Signals;
};

/** RestartSec of the units. */
const RESTART_MS = 2_000;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 30_000;
const TAIL_BYTES = 2_000;

/** The end of what a program has said. */
export function tailOf(file: string): string {
  const { size } = statSync(file);
  const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const fd = openSync(file, 'r');
  readSync(fd, buffer, 0, buffer.length, size - buffer.length);
  closeSync(fd);
  return buffer.toString();
}

export function supervise({
  host,
  name,
  run,
  isReady,
  stopSignal = 'SIGTERM',
}: SupervisedOptions): Supervised {
  let started: Started | null = null;
  let closed: Promise<number | null> = Promise.resolve(null);
  let isWanted = false;
  let ends = 0;
  let logFile: string | null = null;

  function launch(): void {
    if (started !== null) return;
    isWanted = true;
    const own = run();
    started = own;
    ({ logFile } = own);
    own.child.once('error', () => undefined);
    closed = (once(own.child, 'close') as Promise<[number | null]>).then(
      ([code]) => code,
      () => null,
    );
    void closed.then(async () => {
      started = null;
      if (!isWanted) return;
      ends += 1;
      await sleep(RESTART_MS);
      if (isStillWanted()) launch();
    });
  }

  const isStillWanted = (): boolean => isWanted;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    isWanted = false;
    const own = started;
    if (own === null) return null;
    own.child.kill(signal);
    const timer = setTimeout(() => own.child.kill('SIGKILL'), STOP_LIMIT_MS);
    return closed.finally(() => clearTimeout(timer));
  };

  const becomesReady = async (limitMs = START_LIMIT_MS): Promise<void> => {
    try {
      await until(`${name} on ${host.name} is ready`, limitMs, isReady);
    } catch (error) {
      throw new Error(`${String(error)}\n${logFile === null ? '' : tailOf(logFile)}`);
    }
  };

  return {
    name,
    host,
    launch,
    start: async () => {
      launch();
      await becomesReady();
    },
    isReady,
    becomesReady,
    stop: () => end(stopSignal),
    kill: async () => void (await end('SIGKILL')),
    abandon: () => (isWanted = false),
    ends: () => ends,
    running: () => started,
  };
}
