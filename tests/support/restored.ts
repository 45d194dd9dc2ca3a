import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Chain } from '../../infra/backup/chain.ts';
import { readChain } from '../../infra/backup/chain.ts';
import { planRestore, type Moment } from '../../infra/backup/moment.ts';
import { restoreDatabase } from '../../infra/backup/restore-database.ts';
import { restoreEmbedded } from '../../infra/backup/restore-embedded.ts';
import type { RestoreReport } from '../../infra/backup/complete-restore.ts';
import { startInfrastructure, type Infrastructure } from '../../infra/embedded/stack.ts';
import { readLedger } from '../../infra/erasure/read-ledger.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import type { TestStack } from './stack.ts';

let made = 0;

/** An empty database on the server of a stack. */
export async function newDatabase({ adminUrl, databaseUrl }: TestStack): Promise<string> {
  const name = `target_${++made}`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} OWNER ${new URL(databaseUrl).username}`);
  await admin.end();
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** The rows of every table that is not empty, in their text form and in an order of their own. */
export async function contents(url: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const tables = await client.query<{ name: string }>(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname IN ('read', 'ops', 'analytics_source', 'facts_source')`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    if (rows.length > 0) found[name] = rows.map(({ row }) => row);
  }
  await client.end();
  return found;
}

/** What the database of a backup holds once it is restored, before anything is applied to it. */
export async function contentsOf(stack: TestStack, chain: Chain): Promise<Record<string, string[]>> {
  const databaseUrl = await newDatabase(stack);
  await restoreDatabase({ plan: await planRestore(chain, null), databaseUrl, onProgress: () => undefined });
  return contents(databaseUrl);
}

export type Restored = { report: RestoreReport; infrastructure: Infrastructure; stop: () => Promise<void> };

/** Restores into a folder of its own and starts what stands there, without any process of ours. */
export async function restoreAndStart(options: {
  folder: string;
  until: Moment | null;
  ledger: string | null;
  masterKeyFile: string;
}): Promise<Restored> {
  const { folder, until, ledger, masterKeyFile } = options;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'triage-test-restored-'));
  const report = await restoreEmbedded({
    plan: await planRestore(await readChain(folder), until),
    dataDir,
    masterKeyFile,
    env: process.env,
    ledger: ledger === null ? null : await readLedger(ledger),
    ledgerPath: ledger,
    acceptedKeys: [],
    onProgress: () => undefined,
  });
  const infrastructure = await startInfrastructure({
    dataDir,
    logger: createLogger({ name: 'restored', level: 'silent' }),
    env: process.env,
    masterKeyFile,
    restart: false,
  });
  return {
    report,
    infrastructure,
    stop: async () => {
      await infrastructure.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
