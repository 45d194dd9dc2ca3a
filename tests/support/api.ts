import { commandRoutes } from '../../command-api/routes.ts';
import { createHealthChecks } from '../../shared/api/health-checks.ts';
import { dashboardSite } from '../../query-api/dashboard/site.ts';
import { queryRoutes } from '../../query-api/routes.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { createApiProcess, type ApiProcess } from '../../shared/api/serve.ts';
import { createRuntime, type Runtime } from '../../shared/api/runtime.ts';
import type { MasterKeys } from '../../shared/crypto/master-keys.ts';
import { createLogger, type Logger } from '../../shared/logging/logger.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { fetchDescribed } from './described.ts';
import { startProjections } from './running-projections.ts';
import { serverSettings } from './servers.ts';
import { startStack, type TestStack, type TestStackOptions } from './stack.ts';
import { createTenants, type Tenants } from './tenants.ts';

export type Answer = { status: number; headers: Headers; body: unknown };

const isJson = (headers: Headers): boolean => /\bjson\b/.test(headers.get('content-type') ?? '');

/** One call, whose answer has to be as the description says. No redirect is followed. */
export async function send(
  baseUrl: string,
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetchDescribed(`${baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { status, headers: answered } = response;
  const text = await response.text();
  return { status, headers: answered, body: isJson(answered) && text !== '' ? JSON.parse(text) : null };
}

/** A client of one key against one server. */
export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export const clientOf =
  (baseUrl: string, rawKey: string): Client =>
  (method, path, body, headers = {}) =>
    send(baseUrl, method, path, { body, headers: { authorization: `Bearer ${rawKey}`, ...headers } });

export type TestApi = Tenants & {
  stack: TestStack;
  baseUrl: string;
  runtime: Runtime;
  api: ApiProcess;
  /** Starts another process of both APIs over the same stack; whoever asks for it stops it. */
  beside(name: string, options?: ApiOptions): Promise<ApiProcess>;
  /** Waits until the projections beside it have applied all that stands in the log now. */
  caughtUp: () => Promise<void>;
  stop: () => Promise<void>;
  /** The client of a new key. */
  newClient: (...key: Parameters<Tenants['newKey']>) => Promise<Client>;
};

type ApiOptions = {
  /** Further settings of the API. */
  env?: Record<string, string>;
  /** The clock of the API and of the runtime beside it. */
  now?: () => Date;
  /** In place of the key ring of the stack. */
  masterKeys?: MasterKeys;
  /** Time for a body to arrive. */
  bodyTimeoutMs?: number;
  /** Where the API logs; nowhere unless given. */
  logger?: Logger;
  /** Serves the dashboard as well. */
  hasSite?: boolean;
  /** Default: those of both APIs. */
  routes?: Parameters<typeof createApiProcess>[0]['routes'];
};
export type TestApiOptions = TestStackOptions &
  ApiOptions & {
    /** Projections that run beside it; default none. */
    projections?: readonly Projection[];
  };

const silent = createLogger({ name: 'test-api', level: 'silent' });

const configOver = (stack: TestStack, env: Record<string, string> = {}) =>
  apiSettings.parse({
    PORT: '0',
    ...serverSettings(stack),
    ALLOW_LOCAL_WEBHOOKS: '1',
    SELF_SERVICE_TIERS: 'all',
    CHECK_RESPONSES: '1',
    DATA_DIR: stack.dataDir,
    ...env,
  });

async function startProcess(stack: TestStack, name: string, options: ApiOptions): Promise<ApiProcess> {
  const { env, now, masterKeys, bodyTimeoutMs, logger = silent } = options;
  const config = configOver(stack, env);
  const process = createApiProcess({
    name,
    config,
    site: options.hasSite === true ? dashboardSite(config, logger) : null,
    logger,
    ...(now && { now }),
    masterKeys,
    ...(bodyTimeoutMs !== undefined && { bodyTimeoutMs }),
    routes:
      options.routes ?? ((own) => [...commandRoutes(own), ...queryRoutes(own, createHealthChecks(own))]),
  });
  await process.start();
  return process;
}

/**
 * Both APIs over a stack of their own, as `npm start` mounts them, with a runtime of the test's own beside them:
 * `const api = await startApi();`, then whatever else has to be awaited, then `test.after.always(api.stop);`.
 */
export async function startApi(options: TestApiOptions = {}): Promise<TestApi> {
  const stack = await startStack(options);
  const { now, masterKeys } = options;
  const runtime = await createRuntime(configOver(stack, options.env), 'test', { now, masterKeys });
  const api = await startProcess(stack, 'test-api', options);
  const projections = await startProjections(runtime, options.projections ?? []);
  const baseUrl = `http://127.0.0.1:${api.port()}`;
  const tenants = createTenants(runtime);
  return {
    stack,
    baseUrl,
    runtime,
    api,
    beside: (name, own = {}) => startProcess(stack, name, own),
    caughtUp: projections.caughtUp,
    stop: async () => {
      await projections.stop();
      await api.stop();
      await runtime.close();
      await stack.stop();
    },
    ...tenants,
    newTenant: async (tenant) => {
      const tenantId = await tenants.newTenant(tenant);
      // Its tokens are granted once they are booked: a call before that is refused by 402.
      await projections.caughtUp();
      return tenantId;
    },
    newClient: async (...key) => clientOf(baseUrl, await tenants.newKey(...key)),
  };
}
