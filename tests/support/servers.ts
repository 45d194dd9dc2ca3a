import { v7 as uuidV7 } from 'uuid';
import { createDataKeys } from '../../shared/crypto/data-keys.ts';
import { loadKeyRing, localMasterKeys } from '../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../shared/crypto/seal.ts';
import { createEventLog } from '../../shared/event-log/event-log.ts';
import { createLoadMacs } from '../../shared/event-log/log-key.ts';
import { createServiceCodec } from '../../shared/event-log/registry.ts';
import { atMost } from '../../shared/lifecycle/timing.ts';
import { createPool } from '../../shared/postgres/pool.ts';
import { startStack, type TestStack, type TestStackOptions } from './stack.ts';

const LOG_CLOSE_MS = 100;

/** The settings that lead a process to the servers of a stack. */
export const serverSettings = (stack: TestStack) => ({
  DATABASE_URL: stack.databaseUrl,
  EVENTSTORE_URL: stack.eventStoreUrl,
  NATS_URL: stack.natsUrl,
  MASTER_KEY_FILE: stack.masterKeyFile,
});

/**
 * A stack of its own, and connections of the test's own to log, database and keys:
 * `const servers = await startServers();`, then whatever else has to be awaited, then `test.after.always(servers.stop);`.
 * Another event store may take the place of the stack's.
 */
export async function startServers(options: TestStackOptions & { eventStoreUrl?: string } = {}) {
  const started = await startStack(options);
  const stack = { ...started, eventStoreUrl: options.eventStoreUrl ?? started.eventStoreUrl };
  const pool = createPool({ databaseUrl: stack.databaseUrl, name: 'test', maxConnections: 8 });
  const masterKeys = localMasterKeys(await loadKeyRing({ masterKeyFile: stack.masterKeyFile }));
  const macs = createLoadMacs({
    pool,
    masterKeys,
    random: systemRandom,
    now: () => new Date(),
    newId: () => uuidV7(),
  });
  const log = createEventLog(stack.eventStoreUrl, { macs });
  return {
    stack,
    pool,
    log,
    codec: createServiceCodec(),
    masterKeys,
    dataKeys: createDataKeys(masterKeys, systemRandom),
    stop: async (): Promise<void> => {
      await atMost(LOG_CLOSE_MS, log.close());
      await pool.end();
      await stack.stop();
    },
  };
}
