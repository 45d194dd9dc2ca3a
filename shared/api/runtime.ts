import { v7 as uuidV7 } from 'uuid';
import { createAdmit } from '../admission/admit.ts';
import { createGate } from '../admission/gate.ts';
import { createReadCredential } from '../admission/credential.ts';
import { createSessionTokens } from '../admission/session-token.ts';
import { createTenantOfKey } from '../admission/tenant-of-key.ts';
import { createDataKeys } from '../crypto/data-keys.ts';
import { loadKeyRing, localMasterKeys } from '../crypto/master-keys.ts';
import { systemRandom } from '../crypto/seal.ts';
import { createServiceKeys } from '../crypto/service-keys.ts';
import { createSigner } from '../crypto/signer.ts';
import { createEventLog } from '../event-log/event-log.ts';
import { createServiceCodec } from '../event-log/registry.ts';
import { loadEngine } from '../clinical/load-knowledge.ts';
import { createNatsLink } from '../nats/connection.ts';
import { createPool } from '../postgres/pool.ts';
import { createTenantPools } from '../postgres/tenant-pools.ts';
import type { ApiConfig } from './config.ts';

/** Everything that the routes of an API process stand on. Made once a process; `close` ends what it opened. */
export async function createRuntime(config: ApiConfig, name: string) {
  const now = (): Date => new Date();
  const ring = await loadKeyRing({ masterKey: config.MASTER_KEY, masterKeyFile: config.MASTER_KEY_FILE });
  const masterKeys = localMasterKeys(ring);
  const engine = await loadEngine();
  const pool = createPool({
    databaseUrl: config.DATABASE_URL,
    name,
    maxConnections: config.DATABASE_CONNECTIONS,
  });
  const relaxedPool = createPool({
    databaseUrl: config.DATABASE_URL,
    name: `${name}-relaxed`,
    maxConnections: config.DATABASE_CONNECTIONS,
    waitForDisk: false,
  });
  const log = createEventLog(config.EVENTSTORE_URL);
  const dataKeys = createDataKeys(masterKeys, systemRandom);
  const serviceKeys = createServiceKeys({ pool, dataKeys, now });
  const sessionTokens = createSessionTokens(serviceKeys);
  const readCredential = createReadCredential(sessionTokens);
  const nats = createNatsLink({ url: config.NATS_URL, name });
  return {
    now,
    newId: () => uuidV7(),
    random: systemRandom,
    engine,
    pool,
    poolOf: createTenantPools(pool),
    relaxedPoolOf: createTenantPools(relaxedPool),
    log,
    nats,
    codec: createServiceCodec(),
    dataKeys,
    serviceKeys,
    sessionTokens,
    readCredential,
    signer: createSigner({ pool, masterKeys, now, newId: () => uuidV7() }),
    gate: createGate(pool, readCredential),
    admit: createAdmit(pool),
    tenantOfKey: createTenantOfKey(pool),
    allowLocalWebhooks: config.ALLOW_LOCAL_WEBHOOKS,
    backupRetentionDays: config.BACKUP_RETENTION_DAYS,
    close: async (): Promise<void> => {
      await nats.stop();
      await log.close();
      await Promise.all([pool.end(), relaxedPool.end()]);
    },
  };
}
export type Runtime = Awaited<ReturnType<typeof createRuntime>>;
