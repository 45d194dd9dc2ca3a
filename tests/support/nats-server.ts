import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findNatsServer } from '../../infra/embedded/nats.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import { until } from './until.ts';

export type NatsServer = { port: number; stop: () => Promise<void> };

/** Where infra/scripts/install.mjs unpacks it, and where Debian has it. */
export const NATS_FOLDERS = [
  path.resolve('node_modules/.cache/nats-server/usr/sbin'),
  '/usr/sbin',
  '/usr/local/sbin',
];

/** Has the server keep what JetStream stores beside its configuration. */
export const JETSTREAM = 'jetstream { store_dir: STORE }';

/** A NATS server of its own with this configuration, over a folder that the caller removes. Throws what it says if it ends. */
export async function startNats(folder: string, configuration: string, port?: number): Promise<NatsServer> {
  const own = port ?? (await freePort());
  const store = mkdtempSync(path.join(folder, 'store-'));
  const file = path.join(store, 'nats.conf');
  const lines = [`listen: "127.0.0.1:${own}"`, configuration.replaceAll('STORE', JSON.stringify(store))];
  writeFileSync(file, lines.join('\n'), { mode: 0o600 });
  const program = findNatsServer([...(process.env['PATH'] ?? '').split(path.delimiter), ...NATS_FOLDERS]);
  const child = spawn(program, ['--config', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += String(chunk)));
  const isOver = (): boolean => child.exitCode !== null;
  await until('NATS listens or ends', 10_000, () => said.includes('Server is ready') || isOver());
  if (isOver()) throw new Error(said);
  return {
    port: own,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
