import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SCOPES } from '../../../domain/api-key/events.ts';
import type { QueryDeps } from '../../../query-api/kernel/deps.ts';
import { listPatients } from '../../../query-api/patients/list.ts';
import { listSessions } from '../../../query-api/sessions/list.ts';
import type { Caller, Route, RouteContext } from '../../../shared/http/route-types.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import { listQueries } from '../load/list-queries.ts';
import { seededRandom } from '../load/random.ts';
import type { BenchStack } from '../stack/bench-stack.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../bench-results');

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
  test: false,
});

/** What a route asks of the database for one call. */
async function statementsOf(
  { installation }: BenchStack,
  make: (deps: QueryDeps) => Route,
  call: { tenantId: string; query: URLSearchParams },
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const pool = remembering(installation.pool, statements);
  const route = make({ ...installation, pool, poolOf: () => pool } as unknown as QueryDeps);
  const context = {
    query: route.query?.parse(Object.fromEntries(call.query)),
    caller: callerOf(call.tenantId),
    now: installation.now(),
    requestId: 'plans',
    ip: '127.0.0.1',
  };
  await route.handler(context as unknown as RouteContext<never, never, never>);
  return statements.filter(({ text }) => /^\s*(select|with)/i.test(text));
}

/** Writes the plans of every list query, run on the large tenant, beside the results. Returns the file's name. */
export async function writePlans(stack: BenchStack, tenantId: string): Promise<string> {
  const { pool } = stack.installation;
  const parts: string[] = [];
  for (const [name, target] of Object.entries(listQueries(seededRandom(31)))) {
    const url = new URL(target, 'http://plans');
    const make = url.pathname === '/v1/patients' ? listPatients : listSessions;
    parts.push(`== ${name}: GET ${target}`);
    for (const { text, values } of await statementsOf(stack, make, { tenantId, query: url.searchParams })) {
      const { rows } = await pool.query<Record<string, string>>(`EXPLAIN (ANALYZE, BUFFERS) ${text}`, values);
      parts.push(text.trim(), ...rows.map((row) => `    ${Object.values(row)[0] ?? ''}`), '');
    }
  }
  await mkdir(FOLDER, { recursive: true });
  const file = path.join(FOLDER, 'list-plans.txt');
  await writeFile(file, parts.join('\n'));
  return path.relative(process.cwd(), file);
}
