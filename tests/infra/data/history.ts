import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { extract, type ExtractOptions } from '../../../projectors/extracts/extract.ts';
import { grantRecipient } from '../../../projectors/extracts/recipients.ts';
import type { Statement } from '../../../projectors/extracts/manifest.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { rebuild } from '../../../projectors/rebuild/rebuild.ts';
import { sessionStepsProjection } from '../../../projectors/session-steps/projection.ts';
import { sessionsProjection } from '../../../projectors/sessions/projection.ts';
import { tenantsProjection } from '../../../projectors/tenants/projection.ts';
import { tokenGrantsProjection } from '../../../projectors/token-grants/projection.ts';
import { usageProjection } from '../../../projectors/usage/projection.ts';
import { localMasterKeys, singleKeyRing } from '../../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createSigner } from '../../../shared/crypto/signer.ts';
import { facts } from '../../../shared/datasets/all.ts';
import type { OwnedPool } from '../../../shared/postgres/pool.ts';
import { eraseSession } from '../../support/erasing.ts';
import { createProjecting } from '../../support/projecting.ts';

/** Datasets that follow from the log, and so are the same however often they are made. */
export const fromTheLog = facts.filter(({ clock }) => clock !== 'time');

const PROJECTIONS = [
  tenantsProjection,
  sessionsProjection,
  sessionStepsProjection,
  usageProjection,
  tokenGrantsProjection,
  auditProjection,
];

/** A tenant whose log is written by the real deciders and projected while it is, with a recipient of its facts. */
export async function beginHistory(pool: OwnedPool) {
  await pool.query('TRUNCATE facts_source.recipients');
  const projecting = await createProjecting(pool);
  const { log, codec, dataKeys, world } = projecting;
  const masterKeys = localMasterKeys(singleKeyRing(Buffer.alloc(32, 3).toString('base64')));
  const signer = createSigner({ pool, masterKeys, now: world.now, newId: randomUUID });
  const folders = mkdtempSync(path.join(os.tmpdir(), 'triage-history-'));
  const running = projecting.runner(PROJECTIONS);
  await running.start();
  const tenantId = await world.registerTenant();
  const caughtUp = (): Promise<void> => projecting.caughtUp(PROJECTIONS);
  await caughtUp();
  await grantRecipient(
    pool,
    { recipientId: randomUUID(), tenantId, name: 'team', exactTimes: true, grantedAt: world.now() },
    systemRandom,
  );
  return {
    world,
    tenantId,
    folders,
    parts: { pool, signer, log, codec, dataKeys, random: systemRandom },
    /** Extracts into a folder of this name. */
    take: async (
      name: string,
      options: Partial<ExtractOptions> = {},
    ): Promise<{ place: string; statement: Statement }> => {
      const place = path.join(folders, name);
      const statement = await extract(
        { pool, signer, log },
        {
          ...{ tenantId, name: 'team', folder: place, datasets: fromTheLog },
          ...{ format: 'parquet', since: null, until: null },
          ...options,
        },
      );
      return { place, statement };
    },
    erase: async (sessionId: string, cause: 'requested' | 'retention' = 'requested'): Promise<void> => {
      await world.session(sessionId, { kind: 'erase', cause });
      await eraseSession(pool, { sessionId, erasureId: randomUUID(), at: world.now().toISOString() });
    },
    rebuild: async (): Promise<void> => {
      await caughtUp();
      const databaseUrl = pool.options.connectionString!;
      const projections = { projections: PROJECTIONS, check: false };
      await rebuild({ ...projections, databaseUrl, log, codec, dataKeys, now: world.now });
    },
    stop: (): Promise<void> => running.stop(),
  };
}

export type History = Awaited<ReturnType<typeof beginHistory>>;
