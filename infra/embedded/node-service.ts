import { fork, type ChildProcess } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { DataDir } from './data-dir.ts';
import { openLog, type LogFile } from './logs.ts';
import { markerArguments } from './processes.ts';
import { programOf, projectRoot } from './program.ts';
import { awaitReadyMessage, isPlace } from '../../shared/lifecycle/ready-message.ts';
import { createService, type Service, type ServiceHost } from '../../shared/lifecycle/service.ts';

export type NodeServiceOptions = {
  name: string;
  /** Module to run, relative to the project's root. It sends `{ type: 'ready' }` when it serves. */
  entry: string;
  env: Record<string, string | undefined>;
  stopTimeoutMs: number;
  /** Of each half of the young generation. Default 8 MB. */
  semiSpaceMb?: number | undefined;
  dir: DataDir;
  host: ServiceHost;
  /** Gets what the process writes on stderr once it runs; a healthy one writes nothing there. */
  onStderr: (line: string) => void;
};

const startTimeoutMs = 30_000;

/** Keeps every line of stderr in the log file; the last one explains a failed start. */
function followStderr(child: ChildProcess, log: LogFile, onLine: (line: string) => void): void {
  if (!child.stderr) return;
  createInterface({ input: child.stderr }).on('line', (line) => {
    appendFileSync(log.file, `${line}\n`);
    onLine(line);
  });
}

/**
 * A heap without a bound grows to several times what lives in it before it is collected. An API process holds a hundred
 * megabytes.
 */
const heapOf = (semiSpaceMb: number): string[] => [
  '--max-old-space-size=512',
  `--max-semi-space-size=${semiSpaceMb}`,
];

/** One of our own programs as a process of the stack: forked, stops when this process ends. */
export function createNodeService({
  name,
  entry,
  env,
  stopTimeoutMs,
  semiSpaceMb = 8,
  dir,
  host,
  onStderr,
}: NodeServiceOptions): Service {
  const log = openLog(dir, name);
  let firstProblem: string | undefined;
  let isUp = false;
  const launch = () => {
    firstProblem = undefined;
    isUp = false;
    const child = log.lend((fd) =>
      fork(programOf(entry), [markerArguments.node(dir.marker)], {
        cwd: projectRoot,
        env,
        execArgv: heapOf(semiSpaceMb),
        stdio: ['ignore', fd, 'pipe', 'ipc'],
        detached: true, // Ctrl-C in the terminal is for the parent alone, which stops its children in order
      }),
    );
    followStderr(child, log, (line) => {
      if (isUp) onStderr(`[${name}] ${line}`);
      else if (!isPlace(line)) firstProblem ??= line;
    });
    return Promise.resolve(child);
  };
  return createService(
    {
      name,
      launch,
      ready: async (child, signal) => {
        await awaitReadyMessage(child, signal);
        isUp = true;
      },
      stopSignal: 'SIGTERM',
      startTimeoutMs,
      stopTimeoutMs,
      lastWords: () => firstProblem,
      logFile: log.file,
    },
    host,
  );
}
