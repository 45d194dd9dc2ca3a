import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openDataDir, type DataDir } from '../../infra/embedded/data-dir.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import { findPostgres } from '../../infra/embedded/postgres-binaries.ts';
import { createPostgres, type EmbeddedPostgres } from '../../infra/embedded/postgres.ts';
import { projectRoot } from '../../infra/embedded/program.ts';
import { startWatchdog, type Watchdog } from '../../infra/embedded/watchdog.ts';
import { migrate } from '../../infra/migrations/index.ts';
import { createLogger } from '../../shared/logging/logger.ts';

const cache = path.join(projectRoot, 'build/test-clusters');
const logger = createLogger({ name: 'test-cluster', level: 'silent' });

/** Starts Postgres over a data directory that is thrown away afterwards. */
export async function startCluster(dir: DataDir, watchdog: Watchdog): Promise<EmbeddedPostgres> {
  const postgres = createPostgres({
    dir,
    port: await freePort(),
    tuning: { durable: false, sharedBuffersMb: 64 },
    host: { logger, watchdog, restart: false },
  });
  await postgres.service.start();
  return postgres;
}

/** Changes with all that the files of a migrated cluster follow from. */
function templateName(): string {
  const digest = createHash('sha256').update(findPostgres().version);
  for (const folder of ['infra/migrations', 'infra/embedded', 'infra/analytics', 'shared/datasets']) {
    for (const name of readdirSync(path.join(projectRoot, folder)).sort()) {
      digest.update(name).update(readFileSync(path.join(projectRoot, folder, name)));
    }
  }
  return digest.digest('hex').slice(0, 16);
}

/**
 * Gives a data directory a Postgres cluster whose database is migrated already, with its passwords: a copy of one that
 * is made once (0.1 s in place of 1.5 s). One that has a cluster keeps it.
 */
export async function provideCluster(dir: DataDir): Promise<void> {
  if (existsSync(dir.postgres)) return;
  const place = path.join(cache, templateName());
  if (!existsSync(place)) await makeTemplate(place);
  // Keeps owner and modes: Postgres runs as another user than root.
  execFileSync('cp', ['-a', path.join(place, 'secrets'), path.join(place, 'postgres'), dir.root]);
}

/** Makes a cluster, migrates its database and stops it; renamed into place when it is whole. */
async function makeTemplate(place: string): Promise<void> {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(path.join(cache, 'draft-'));
  const watchdog = startWatchdog(draft);
  const { service, databaseUrl } = await startCluster(openDataDir(draft), watchdog);
  await migrate({ databaseUrl, logger });
  await service.stop();
  removeOlderTemplates(place);
  try {
    renameSync(draft, place);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another test file was faster
  }
  watchdog.stop();
}

/** Each change of the migrations leaves one behind (50 MB). Drafts belong to test files that run just now. */
function removeOlderTemplates(place: string): void {
  for (const name of readdirSync(cache)) {
    const other = path.join(cache, name);
    if (other !== place && !name.startsWith('draft-')) rmSync(other, { recursive: true, force: true });
  }
}
