import { createApiKey } from '../../command-api/api-keys/operations.ts';
import { commandRoutes } from '../../command-api/routes.ts';
import { registerTenant } from '../../command-api/tenants/operations.ts';
import { SCOPES, type Scope } from '../../domain/api-key/events.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { migrate } from '../../infra/migrations/index.ts';
import { createHealthChecks } from '../../query-api/health/checks.ts';
import { queryRoutes } from '../../query-api/routes.ts';
import { apiSettings } from '../../shared/api/config.ts';
import { createApiProcess, type ApiProcess } from '../../shared/api/serve.ts';
import { createRuntime, type Runtime } from '../../shared/api/runtime.ts';
import type { MasterKeys } from '../../shared/crypto/master-keys.ts';
import { createLogger, type Logger } from '../../shared/logging/logger.ts';
import { operationOf, problemsOf } from './description.ts';
import { startStack, type TestStack, type TestStackOptions } from './stack.ts';

export type Answer = { status: number; headers: Headers; body: unknown };

/** Throws where an answer is not what the description of its operation says. */
function requireDescribed(
  method: string,
  path: string,
  answer: { status: number; headers: Headers; text: string },
): void {
  const operation = operationOf(method, path.split('?')[0] ?? '');
  const problems = operation === null ? [] : problemsOf(operation, answer);
  if (problems.length > 0) {
    throw new Error(
      `${method} ${path} answered ${answer.status} outside of its description: ${problems.join('; ')}`,
    );
  }
}

/** A client of one key against one server; every answer has to be as the description says. */
export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export const clientOf =
  (baseUrl: string, rawKey: string): Client =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${rawKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    requireDescribed(method, path, { status, headers: response.headers, text });
    return {
      status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  };

export type TestApi = {
  stack: TestStack;
  baseUrl: string;
  runtime: Runtime;
  api: ApiProcess;
  /** Starts another process of both APIs over the same stack; whoever asks for it stops it. */
  beside(name: string, options?: ApiOptions): Promise<ApiProcess>;
  stop: () => Promise<void>;
  newTenant(options?: { tier?: TierName }): Promise<string>;
  newKey(
    tenantId: string,
    options?: { test?: boolean; scopes?: Scope[]; rateLimitRpm?: number },
  ): Promise<string>;
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
  /** Default: those of both APIs. */
  routes?: Parameters<typeof createApiProcess>[0]['routes'];
};
export type TestApiOptions = TestStackOptions & ApiOptions;

const silent = createLogger({ name: 'test-api', level: 'silent' });

const configOver = (stack: TestStack, env: Record<string, string> = {}) =>
  apiSettings.parse({
    PORT: '0',
    DATABASE_URL: stack.databaseUrl,
    EVENTSTORE_URL: stack.eventStoreUrl,
    NATS_URL: stack.natsUrl,
    MASTER_KEY_FILE: stack.masterKeyFile,
    ALLOW_LOCAL_WEBHOOKS: '1',
    CHECK_RESPONSES: '1',
    DATA_DIR: stack.dataDir,
    ...env,
  });

async function startProcess(stack: TestStack, name: string, options: ApiOptions): Promise<ApiProcess> {
  const { env, now, masterKeys, bodyTimeoutMs, logger = silent } = options;
  const process = createApiProcess({
    name,
    config: configOver(stack, env),
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
  await migrate({ databaseUrl: stack.databaseUrl, logger: options.logger ?? silent });
  const { now, masterKeys } = options;
  const runtime = await createRuntime(configOver(stack, options.env), 'test', { now, masterKeys });
  const api = await startProcess(stack, 'test-api', options);
  return {
    stack,
    baseUrl: `http://127.0.0.1:${api.port()}`,
    runtime,
    api,
    beside: (name, own = {}) => startProcess(stack, name, own),
    stop: async () => {
      await api.stop();
      await runtime.close();
      await stack.stop();
    },
    newTenant: ({ tier = 'enterprise' } = {}) => registerTenant(runtime, { name: 'Test clinic', tier }),
    newKey: async (tenantId, { test: isTest = false, scopes = [...SCOPES], rateLimitRpm = 10_000 } = {}) => {
      const key = { tenantId, name: 'test', scopes, rateLimitRpm, test: isTest };
      return (await createApiKey(runtime, key)).rawKey;
    },
  };
}
