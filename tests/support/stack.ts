import { existsSync, mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDataDir } from '../../infra/embedded/data-dir.ts';
import { settleMasterKeys } from '../../infra/embedded/secrets.ts';
import { startInfrastructure, type Infrastructure } from '../../infra/embedded/stack.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { provideCluster } from './cluster-template.ts';
import { putCertificates } from './store-secrets.ts';
import { timed } from './timings.ts';

/** What a test file needs of ava: `import test from 'ava'` fits. */
export type TestFile = { after: { always: (stop: () => Promise<void>) => void } };

export type TestStackOptions = {
  /** Postgres with fsync, for tests that kill it. Default false, for speed. */
  durable?: boolean;
  /** Starts killed processes again, as `npm start` does. Default false: the test decides. */
  restart?: boolean;
  /** An existing data directory, removed at the end as well. Default: a new one. */
  dataDir?: string;
  /** Default: the key ring that is made in the data directory. */
  masterKeyFile?: string;
  /** False leaves the database empty, for a test that migrates it by itself. Default true. */
  migrated?: boolean;
};

export type TestStack = Omit<Infrastructure, 'stop'> & { dataDir: string };

/**
 * Postgres, NATS and the event store for one test file, over a temporary directory of its own:
 * `const stack = await acquireStack(test);` at the top of the file. Stopped and removed after its tests; when
 * the test process is killed, a watchdog does both. The database is migrated.
 */
export async function acquireStack(test: TestFile, options: TestStackOptions = {}): Promise<TestStack> {
  const stack = await startStack(options);
  test.after.always(stack.stop);
  return stack;
}

/**
 * The same without its hook, for whoever starts more on top of it: ava takes hooks of a file only until the first
 * one was declared and the event loop has turned.
 */
export async function startStack(
  options: TestStackOptions = {},
): Promise<TestStack & Pick<Infrastructure, 'stop'>> {
  process.once('disconnect', () => process.exit(1)); // ava itself was killed; its workers would go on
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'triage-test-'));
  const infrastructure = await timed('start', () => startMigrated(dataDir, options));
  return { ...infrastructure, dataDir, stop: () => timed('stop', infrastructure.stop) };
}

async function startMigrated(dataDir: string, options: TestStackOptions): Promise<Infrastructure> {
  const dir = openDataDir(dataDir);
  // The master key comes first: beside data that is there already none is made.
  const masterKeyFile = await settleMasterKeys(dir, { given: options.masterKeyFile, tell: () => undefined });
  if (options.migrated !== false) await provideCluster(dir);
  if (!existsSync(path.join(dir.secrets, 'event-store.crt'))) putCertificates(dir.secrets);
  return startInfrastructure({
    dataDir,
    logger: createLogger({ name: 'test-stack', level: 'silent' }),
    env: process.env,
    masterKeyFile,
    restart: options.restart ?? false,
    durable: options.durable ?? false,
    scratch: true,
  });
}
