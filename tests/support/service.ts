import { createApps, type Apps } from '../../infra/embedded/apps.ts';
import { freePort } from '../../infra/embedded/ports.ts';
import type { Service } from '../../shared/lifecycle/service.ts';
import { allProjections } from '../../projectors/all.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { createRuntime, type Runtime } from '../../shared/api/runtime.ts';
import { clientOf, type Client } from './api.ts';
import { allApplied } from './running-projections.ts';
import { serverSettings } from './servers.ts';
import { startStack, type TestStack, type TestStackOptions } from './stack.ts';
import { createTenants, type Tenants } from './tenants.ts';

export type TestService = Tenants & {
  baseUrl: string;
  stack: TestStack;
  /** A connection of the test's own to log, database and keys. */
  runtime: Runtime;
  apps: Apps;
  /** Waits until these projections, or all and the other followers, have applied all that stands in the log now. */
  settled(projections?: readonly string[]): Promise<void>;
  stop: () => Promise<void>;
  /** The client of a new key. */
  newClient: (...key: Parameters<Tenants['newKey']>) => Promise<Client>;
};

/** What follows the log and keeps its position. */
const FOLLOWERS = [...allProjections.map(({ name }) => name), 'webhook-fan-out', 'balance-crossings'];
const SETTLE_LIMIT_MS = 60_000;

/** Every process of `npm start` over a temporary directory: to be killed, stopped and started by the test. */
export async function startService(
  options: TestStackOptions & { env?: Record<string, string> } = {},
): Promise<TestService> {
  const stack = await startStack(options);
  const port = await freePort();
  const apps = createApps(stack, {
    port,
    host: '127.0.0.1',
    allowLocalWebhooks: true,
    env: { ...process.env, LOG_LEVEL: 'info', CHECK_RESPONSES: '1', ...options.env },
    onStderr: () => undefined,
  });
  await apps.start();
  const runtime = await createRuntime(apiSettings.parse(serverSettings(stack)), 'test');
  const baseUrl = `http://127.0.0.1:${port}`;
  const tenants = createTenants(runtime);
  return {
    baseUrl,
    stack,
    runtime,
    apps,
    ...tenants,
    newClient: async (...key) => clientOf(baseUrl, await tenants.newKey(...key)),
    settled: (projections = FOLLOWERS) => allApplied(runtime, projections, SETTLE_LIMIT_MS),
    stop: async () => {
      await apps.stop();
      await runtime.close();
      await stack.stop();
    },
  };
}

/** All processes by name, those of the infrastructure included. */
export const processesOf = ({ stack, apps }: TestService): Record<string, Service> => ({
  ...stack.processes,
  ...apps.processes,
});
