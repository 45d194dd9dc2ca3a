import { listPatients } from '../../../query-api/patients/list.ts';
import { listSessions } from '../../../query-api/sessions/list.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { createHttpClient, type HttpClient } from '../load/http-client.ts';
import { writePatientRows } from '../load/patient-rows.ts';
import { listQueries } from '../load/list-queries.ts';
import { seededRandom } from '../load/random.ts';
import { createRowWriter } from '../load/session-rows.ts';
import { goalAtMost, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import { durability, startService, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';
import { writePlans, type PlannedCall } from './list-plans.ts';

const sizesOf = ({ quick }: BenchOptions) =>
  quick
    ? { tenants: 4, sessions: 4_000, largest: 1_000, patients: 300, calls: 40 }
    : { tenants: 100, sessions: 1_000_000, largest: 50_000, patients: 10_000, calls: 400 };

const KEYS_PER_TENANT = 10;
const CALLERS_OF_LISTS = 2;
const CALLERS_OF_READS = 20;
const LIST_GOAL_MS = 50;
const READ_GOAL_MS = 15;

/** Fills the read models: one large tenant, the others alike. Returns the tenants' ids, the large one first. */
async function fill(stack: BenchStack, accounts: readonly Account[], options: BenchOptions): Promise<void> {
  const { sessions, largest, tenants, patients } = sizesOf(options);
  const { installation } = stack;
  const writer = createRowWriter(installation, await loadEngine(), seededRandom(29));
  const tenantIds = [...new Set(accounts.map(({ tenantId }) => tenantId))];
  const each = Math.floor((sessions - largest) / (tenants - 1));
  for (const [index, tenantId] of tenantIds.entries()) {
    if (index % 10 === 0) options.tell(`filling tenant ${index + 1} of ${tenants}`);
    await writer.write(tenantId, index === 0 ? largest : each);
    await writePatientRows(installation, tenantId, index === 0 ? patients : Math.ceil(patients / 20));
  }
  await installation.pool.query('VACUUM ANALYZE');
}

async function timeOf(client: HttpClient, path: string, key: string): Promise<number> {
  const { status, ms } = await client.get(path, key);
  if (status !== 200) throw new Error(`a read was answered with ${status}`);
  return ms;
}

async function measureLists(
  client: HttpClient,
  accounts: readonly Account[],
  options: BenchOptions,
): Promise<Measure[]> {
  const { calls } = sizesOf(options);
  const random = seededRandom(31);
  const largest = accounts.filter(({ tenantId }) => tenantId === accounts[0]?.tenantId);
  const measures: Measure[] = [];
  for (const name of Object.keys(listQueries(random))) {
    options.tell(name);
    let turn = 0;
    const step = (): Promise<number> => {
      // Every other call asks for a tenant of the ordinary size.
      const from = turn++ % 2 === 0 ? largest : accounts;
      const account = from[turn % from.length];
      if (!account) throw new Error('there is no account');
      return timeOf(client, listQueries(random)[name] ?? '', account.key);
    };
    await runClosedLoop({ callers: CALLERS_OF_LISTS, steps: calls / 10, step });
    const { latenciesMs } = await runClosedLoop({ callers: CALLERS_OF_LISTS, steps: calls, step });
    measures.push({
      name: `${name} p99`,
      unit: 'ms',
      value: percentile(latenciesMs, 0.99),
      target: goalAtMost(LIST_GOAL_MS),
    });
  }
  return measures;
}

async function measureReads(
  client: HttpClient,
  accounts: readonly Account[],
  options: BenchOptions,
): Promise<Measure[]> {
  const { calls } = sizesOf(options);
  const sessionOf = new Map<string, string>();
  for (const { tenantId, key } of accounts) {
    if (sessionOf.has(tenantId)) continue;
    const { body } = await client.get('/v1/sessions?limit=1', key);
    sessionOf.set(tenantId, (body as { data: { session_id: string }[] }).data[0]?.session_id ?? '');
  }
  const reads: Record<string, (account: Account) => string> = {
    state: ({ tenantId }) => `/v1/sessions/${sessionOf.get(tenantId) ?? ''}/state`,
    balance: () => '/v1/admin/balance',
    account: () => '/v1/account',
    keys: () => '/v1/admin/keys',
  };
  const measures: Measure[] = [];
  for (const [name, pathOf] of Object.entries(reads)) {
    options.tell(name);
    let turn = 0;
    const step = (): Promise<number> => {
      const account = accounts[turn++ % accounts.length];
      if (!account) throw new Error('there is no account');
      return timeOf(client, pathOf(account), account.key);
    };
    await runClosedLoop({ callers: CALLERS_OF_READS, steps: calls, step });
    const { latenciesMs } = await runClosedLoop({ callers: CALLERS_OF_READS, steps: calls * 10, step });
    measures.push({
      name: `${name} p99, ${CALLERS_OF_READS} callers`,
      unit: 'ms',
      value: percentile(latenciesMs, 0.99),
      target: goalAtMost(READ_GOAL_MS),
    });
  }
  return measures;
}

const plannedCalls = (): PlannedCall[] =>
  Object.entries(listQueries(seededRandom(31))).map(([name, target]) => {
    const route = target.startsWith('/v1/patients') ? listPatients : listSessions;
    return { name, target, route };
  });

/** Lists and small reads over many sessions of many tenants; the plans of their queries go beside the results. */
export const lists: Section = {
  name: 'lists',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { tenants, sessions, largest, patients } = sizesOf(options);
      const accounts = await openAccounts(stack.installation, { tenants, keysPerTenant: KEYS_PER_TENANT });
      await fill(stack, accounts, options);
      const { baseUrl } = await startService(stack, options, {
        name: 'api',
        entry: 'infra/embedded/api-main.ts',
      });
      const client = createHttpClient(baseUrl);
      const measures = [
        ...(await measureLists(client, accounts, options)),
        ...(await measureReads(client, accounts, options)),
      ];
      const file = await writePlans(stack, {
        tenantId: accounts[0]?.tenantId ?? '',
        calls: plannedCalls(),
        file: 'list-plans.txt',
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `${sessions} sessions of ${tenants} tenants, the largest ${largest} and ${patients} patients; ` +
            `${CALLERS_OF_LISTS} callers of lists, every other call to the largest tenant; one API process`,
          `query plans: ${file}`,
        ],
        measures,
      };
    }),
};
