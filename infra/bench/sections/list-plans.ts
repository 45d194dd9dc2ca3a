import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SCOPES } from '../../../domain/api-key/events.ts';
import type { QueryDeps } from '../../../query-api/kernel/deps.ts';
import { API_ROLE } from '../../../shared/api/serve.ts';
import type { Caller, Route, RouteContext } from '../../../shared/http/route-types.ts';
import { createPool, type Pool } from '../../../shared/postgres/pool.ts';
import { createTenantPools } from '../../../shared/postgres/tenant-pools.ts';
import type { BenchStack } from '../stack/bench-stack.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../bench-results');

/** A call whose statements are explained. */
export type PlannedCall = {
  name: string;
  route: (deps: QueryDeps) => Route;
  /** Path with query. */
  target: string;
  params?: Record<string, string>;
};

type Statement = { text: string; values: unknown[] };

/** A pool that remembers what it was asked. */
function remembering(pool: Pool, statements: Statement[]): Pool {
  const query = (given: Statement | string, values: unknown[] = []): unknown => {
    statements.push(typeof given === 'string' ? { text: given, values } : given);
    return pool.query(given as string, values.length === 0 ? undefined : values);
  };
  return { connect: () => pool.connect(), query: query as Pool['query'] };
}

const callerOf = (tenantId: string): Caller => ({
  tenantId,
  actor: { type: 'api_key', id: tenantId },
  keyId: tenantId,
  keyPrefix: null,
  sessionId: null,
  role: null,
  scopes: [...SCOPES],
  expiresAt: null,
  test: false,
});

/** What a route asks of the database for one call. */
async function statementsOf(
  { installation }: BenchStack,
  { tenantId, own }: { tenantId: string; own: Pool },
  call: PlannedCall,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const pool = remembering(own, statements);
  // Plans need no names of diagnoses.
  const engine = { concepts: [] };
  const route = call.route({ ...installation, engine, pool, poolOf: () => pool } as unknown as QueryDeps);
  const { searchParams } = new URL(call.target, 'http://plans');
  const context = {
    params: route.params?.parse(call.params),
    query: route.query?.parse(Object.fromEntries(searchParams)),
    caller: callerOf(tenantId),
    now: installation.now(),
    requestId: 'plans',
    onBehalfOf: null,
    ip: '127.0.0.1',
  };
  await route.handler(context as unknown as RouteContext<never, never, never>);
  return statements.filter(({ text }) => /^\s*(select|with)/i.test(text));
}

/**
 * Writes the plans of calls, run for the large tenant under the role of the APIs, whose policies are a part of every
 * plan, beside the results. Returns the file's name.
 */
export async function writePlans(
  stack: BenchStack,
  { tenantId, calls, file: name }: { tenantId: string; calls: readonly PlannedCall[]; file: string },
): Promise<string> {
  const { databaseUrl } = stack.infrastructure;
  const pool = createPool({ databaseUrl, name: 'plans', maxConnections: 2, role: API_ROLE });
  const own = createTenantPools(pool)(tenantId);
  const parts: string[] = [];
  for (const call of calls) {
    parts.push(`== ${call.name}: GET ${call.target}`);
    for (const { text, values } of await statementsOf(stack, { tenantId, own }, call)) {
      const { rows } = await own.query<Record<string, string>>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
      parts.push(text.trim(), ...rows.map((row) => `    ${Object.values(row)[0] ?? ''}`), '');
    }
  }
  await pool.end();
  await mkdir(FOLDER, { recursive: true });
  const file = path.join(FOLDER, name);
  await writeFile(file, parts.join('\n'));
  return path.relative(process.cwd(), file);
}
