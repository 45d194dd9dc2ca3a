import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { writeCatalogue } from '../../../infra/analytics/catalogue.ts';
import { loadCatalogue } from '../../../shared/clinical/load-knowledge.ts';
import { extract, datasetsNamed, type ExtractOptions } from '../../../projectors/extracts/extract.ts';
import { grantRecipient } from '../../../projectors/extracts/recipients.ts';
import { localMasterKeys, singleKeyRing } from '../../../shared/crypto/master-keys.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { datasets as allDatasets } from '../../../shared/datasets/all.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { sessionStepsProjection } from '../../../projectors/session-steps/projection.ts';
import { tokenGrantsProjection } from '../../../projectors/token-grants/projection.ts';
import { usageProjection } from '../../../projectors/usage/projection.ts';
import { startDatabase } from '../../support/database.ts';

export const clinic = 'c11a1c00-0000-4000-8000-000000000001';
export const other = '07ae4000-0000-4000-8000-000000000002';
export const grantedAt = new Date('2026-03-01T00:00:00.000Z');
export const allNames = allDatasets.map(({ name }) => name);

export const addTenant = (pool: Pool, tenantId: string) =>
  pool.query(
    `INSERT INTO read.tenants (tenant_id, revision, tier, tier_changed_at, tier_rpm, concurrency_limit, overage_allowed,
       feature_flags, created_at) VALUES ($1, 0, 'growth', $2, 100, 10, false, '{}', $2)`,
    [tenantId, grantedAt],
  );

const PROJECTIONS = [sessionStepsProjection, usageProjection, tokenGrantsProjection, auditProjection];

/** Has the projections that facts follow from stand at a position of the log. */
export const reachOf =
  (pool: Pool) =>
  async (position: number): Promise<void> => {
    for (const { name, version } of PROJECTIONS) {
      await pool.query(
        `INSERT INTO ops.checkpoints (projection, version, position, event_id, updated_at)
         VALUES ($1, $2, $3, $4, now()) ON CONFLICT (projection, version) DO UPDATE SET position = excluded.position`,
        [name, version, position, randomUUID()],
      );
    }
  };

/** A database with two tenants whose projections have come so far, and folders for extracts. */
export async function startDataWorld() {
  const database = await startDatabase();
  const { pool } = database;
  const folders = mkdtempSync(path.join(os.tmpdir(), 'triage-data-'));
  const masterKeys = localMasterKeys(singleKeyRing(Buffer.alloc(32, 3).toString('base64')));
  const signer = createSigner({ pool, masterKeys, now: () => grantedAt, newId: randomUUID });
  const parts = { pool, signer, log: { lastPosition: (): Promise<bigint> => Promise.resolve(0n) } };
  for (const tenantId of [clinic, other]) await addTenant(pool, tenantId);
  await writeCatalogue(pool, await loadCatalogue());
  const reach = reachOf(pool);
  await reach(0);
  return {
    ...database,
    parts,
    folders,
    reach,
    grant: (name: string, tenantId: string | null = clinic, exactTimes = false) =>
      grantRecipient(
        pool,
        { recipientId: randomUUID(), tenantId, name, exactTimes, grantedAt },
        systemRandom,
      ),
    /** Extracts into a folder of this name, and returns where it is and what was signed. */
    take: async (folder: string, options: Partial<ExtractOptions> & { named?: string[] } = {}) => {
      const { named = allNames, ...rest } = options;
      const place = path.join(folders, folder);
      const statement = await extract(parts, {
        tenantId: clinic,
        name: 'team',
        folder: place,
        datasets: datasetsNamed(named),
        format: 'parquet',
        since: null,
        until: null,
        waitMs: 200,
        ...rest,
      });
      return { place, statement };
    },
    stop: async (): Promise<void> => {
      rmSync(folders, { recursive: true, force: true });
      await database.stop();
    },
  };
}

/** Rows of a query of DuckDB, of a file if one is named. */
export async function duckRows(sql: string, file = ':memory:'): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    return (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
