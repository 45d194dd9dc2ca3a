import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'nats';
import { natsServer } from '../../shared/config/nats-url.ts';
import { StartupError } from '../../shared/lifecycle/startup-error.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import type { DataDir } from './data-dir.ts';
import { openLog } from './logs.ts';
import { markerArguments } from './processes.ts';
import { secret, writePrivateFile } from './secrets.ts';
import { createService, type Service, type ServiceHost } from '../../shared/lifecycle/service.ts';

export type EmbeddedNats = { service: Service; natsUrl: string };

const user = 'triage';
const startTimeoutMs = 10_000;
const stopTimeoutMs = 500;
const connectTimeoutMs = 1_000;
const pollMs = 15;
/** Wake-ups are tiny and few; the request inspector keeps 100 short entries per tenant for a day. */
const limits = { memoryBytes: 64 * 1024 * 1024, fileBytes: 1024 * 1024 * 1024, payloadBytes: 1024 * 1024 };

/** Debian's folder is not on the PATH of every user; the last one is where infra/scripts/install.mjs unpacks it. */
const extraFolders = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  path.resolve(import.meta.dirname, '../../node_modules/.cache/nats-server/usr/sbin'),
];

/** The server's program in the first folder that has it. Throws one clear line when none does. */
export function findNatsServer(folders: readonly string[]): string {
  const found = folders.map((folder) => path.join(folder, 'nats-server')).find((file) => existsSync(file));
  if (found !== undefined) return found;
  throw new StartupError('nats-server was not found on the PATH: install NATS Server 2.9 or later');
}

/** Neither payloads nor subjects are logged: that takes `trace`, which is off. */
function configuration(dir: DataDir, port: number, password: string): string {
  return [
    `listen: "127.0.0.1:${port}"`,
    `authorization { user: ${user}, password: "${password}" }`,
    `jetstream { store_dir: ${JSON.stringify(dir.nats)}, max_mem: ${limits.memoryBytes}, max_file: ${limits.fileBytes} }`,
    `max_payload: ${limits.payloadBytes}`,
    'debug: false',
    'trace: false',
    '',
  ].join('\n');
}

/** Ready means that a client gets in and JetStream answers. */
async function awaitNats(natsUrl: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const connection = await connect({
        ...natsServer(natsUrl),
        timeout: connectTimeoutMs,
        reconnect: false,
      });
      try {
        await (await connection.jetstreamManager()).getAccountInfo();
        return;
      } finally {
        await connection.close();
      }
    } catch {
      await sleep(pollMs, signal);
    }
  }
}

export type NatsOptions = { dir: DataDir; port: number; searchPath: string; host: ServiceHost };

/** The NATS server of a data directory with a JetStream store, on 127.0.0.1 only, with a password. */
export function createNats({ dir, port, searchPath, host }: NatsOptions): EmbeddedNats {
  const server = findNatsServer([...searchPath.split(path.delimiter), ...extraFolders]);
  const password = secret(dir, 'nats');
  const natsUrl = `nats://${user}:${password}@127.0.0.1:${port}`;
  const configFile = path.join(dir.secrets, 'nats.conf');
  const log = openLog(dir, 'nats');
  const launch = () => {
    mkdirSync(dir.nats, { recursive: true, mode: 0o700 });
    writePrivateFile(configFile, configuration(dir, port, password));
    const args = ['--config', configFile, markerArguments.nats(dir.marker)];
    const child = log.lend((fd) =>
      spawn(server, args, { cwd: dir.nats, env: {}, stdio: ['ignore', fd, fd], detached: true }),
    );
    return Promise.resolve(child);
  };
  const service = createService(
    {
      name: 'nats',
      launch,
      ready: (_child, signal) => awaitNats(natsUrl, signal),
      stopSignal: 'SIGTERM',
      startTimeoutMs,
      stopTimeoutMs,
      lastWords: () => log.lastLine('[FTL]'),
      logFile: log.file,
    },
    host,
  );
  return { service, natsUrl };
}
