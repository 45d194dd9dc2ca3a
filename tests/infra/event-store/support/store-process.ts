import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { programOf } from '../../../../infra/embedded/program.ts';
import { connectionStringOf } from '../../../../infra/event-store/access/settle-access.ts';
import { leaveOutAddressNames } from '../../../../shared/event-log/tls-server-name.ts';
import { storeAccess, storeSecrets } from '../../../support/store-secrets.ts';

export type StoreProcess = {
  child: ChildProcess;
  pid: number;
  port: number;
  connectionString: string;
  /** Everything it printed, once it has ended. */
  output: Promise<{ stdout: string; stderr: string }>;
  /** Sends a signal and waits for the end; the exit code, or null after a kill. */
  end(signal: NodeJS.Signals): Promise<number | null>;
};

function launch(settings: Readonly<Record<string, string>>) {
  const child = fork(programOf('infra/event-store/main.ts'), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], ...settings },
  });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const output = Promise.all([text(child.stdout!), text(child.stderr!)]).then(([stdout, stderr]) => ({
    stdout,
    stderr,
  }));
  return { child, exited, output };
}

/** Starts the event store's own process entry on a directory and waits until it is ready. */
export async function startStoreProcess(directory: string, port = 0): Promise<StoreProcess> {
  leaveOutAddressNames(); // some tests use the driver without shared/event-log
  const access = await storeAccess();
  const { child, exited, output } = launch({
    EVENT_STORE_DIR: directory,
    EVENT_STORE_SECRETS: storeSecrets(),
    EVENT_STORE_PORT: String(port),
  });
  const ready = once(child, 'message') as Promise<[{ type: string; port: number }]>;
  const failed = exited.then(async ([code, signal]) => {
    throw new Error(`the event store ended with ${code ?? signal}: ${(await output).stderr}`);
  });
  failed.catch(() => undefined);
  const [message] = await Promise.race([ready, failed]);
  if (message.type !== 'ready') throw new Error(`unexpected message ${message.type}`);
  return {
    child,
    pid: child.pid!,
    port: message.port,
    connectionString: connectionStringOf(access, '127.0.0.1', message.port),
    output,
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
}

/** Runs the entry with settings that it should refuse; how it ended and what it said. */
export async function runStoreProcess(
  settings: Readonly<Record<string, string>>,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { exited, output } = launch(settings);
  const [[code], { stdout, stderr }] = await Promise.all([exited, output]);
  return { code, stdout, stderr };
}
