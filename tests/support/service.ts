import { createApiKey } from '../../command-api/api-keys/operations.ts';
import { registerTenant } from '../../command-api/tenants/operations.ts';
import { SCOPES } from '../../domain/api-key/events.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { createApps, type Apps } from '../../infra/embedded/apps.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import type { Service } from '../../infra/embedded/service.ts';
import { migrate } from '../../infra/migrations/index.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { createRuntime, type Runtime } from '../../shared/api/runtime.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { awaitCaughtUp } from '../../shared/projection/await-caught-up.ts';
import { startStack, type TestStack, type TestStackOptions } from './stack.ts';

export type TestService = {
  baseUrl: string;
  stack: TestStack;
  /** A connection of the test's own to log, database and keys. */
  runtime: Runtime;
  apps: Apps;
  newTenant(options?: { tier?: TierName }): Promise<string>;
  newKey(tenantId: string, options?: { test?: boolean }): Promise<string>;
  /** Waits until the projections have applied all that stands in the log now. */
  settled(projections: readonly string[]): Promise<void>;
  stop: () => Promise<void>;
};

const SETTLE_LIMIT_MS = 60_000;

/** Every process of `npm start` over a temporary directory: to be killed, stopped and started by the test. */
export async function startService(options: TestStackOptions = {}): Promise<TestService> {
  const stack = await startStack(options);
  await migrate({ databaseUrl: stack.databaseUrl, logger: createLogger({ name: 'test', level: 'silent' }) });
  const port = await freePort();
  const apps = createApps(stack, {
    port,
    host: '127.0.0.1',
    allowLocalWebhooks: true,
    env: { ...process.env, LOG_LEVEL: 'info', CHECK_RESPONSES: '1' },
    onStderr: () => undefined,
  });
  await apps.start();
  const config = apiSettings.parse({
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    NATS_URL: stack.natsUrl,
    MASTER_KEY_FILE: stack.masterKeyFile,
  });
  const runtime = await createRuntime(config, 'test');
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stack,
    runtime,
    apps,
    newTenant: ({ tier = 'enterprise' } = {}) => registerTenant(runtime, { name: 'Test clinic', tier }),
    newKey: async (tenantId, { test = false } = {}) => {
      const key = { tenantId, name: 'test', scopes: [...SCOPES], rateLimitRpm: 10_000, test };
      return (await createApiKey(runtime, key)).rawKey;
    },
    settled: async (projections) => {
      const position = await lastPosition(runtime);
      await awaitCaughtUp(runtime.pool, { projections, position, timeoutMs: SETTLE_LIMIT_MS });
    },
    stop: async () => {
      await apps.stop();
      await runtime.close();
      await stack.stop();
    },
  };
}

async function lastPosition(runtime: Runtime): Promise<bigint> {
  let position = 0n;
  for await (const event of runtime.log.readAll(null)) position = event.position;
  return position;
}

/** All processes by name, those of the infrastructure included. */
export const processesOf = ({ stack, apps }: TestService): Record<string, Service> => ({
  ...stack.processes,
  ...apps.processes,
});
