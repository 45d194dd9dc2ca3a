import { connect } from 'nats';
import { listRequests } from '../../../query-api/requests/list.ts';
import { listUsageDetails } from '../../../query-api/usage/details.ts';
import { getUsage } from '../../../query-api/usage/usage.ts';
import { getUsageSummary } from '../../../query-api/usage-summary/summary.ts';
import { natsServer } from '../../../shared/config/nats-url.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { createHttpClient, type HttpClient } from '../load/http-client.ts';
import { fillRequestStream, writeUsageRows, type UsageSizes } from '../load/usage-rows.ts';
import { goalAtMost, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import { durability, startService, withInfrastructure } from '../stack/bench-stack.ts';
import { writePlans } from './list-plans.ts';

const sizesOf = ({ quick }: BenchOptions): UsageSizes & { calls: number } =>
  quick
    ? { records: 20_000, entries: 10_000, routes: 10, keys: 5, calls: 20 }
    : { records: 1_000_000, entries: 1_000_000, routes: 40, keys: 25, calls: 60 };

const CALLERS = 2;
/** A page turn of the dashboard. */
const GOAL_MS = 200;

/** What the dashboard's page of logs asks for. */
const queriesOf = ({ records }: UsageSizes) => {
  const details = (offset: number) => `/v1/admin/usage/details?limit=25&offset=${offset}`;
  const summary = (query: string) => `/v1/admin/usage/summary?${query}`;
  return [
    { name: 'single calls, first page', route: listUsageDetails, target: details(0) },
    { name: 'single calls, page in the middle', route: listUsageDetails, target: details(records / 2) },
    { name: 'single calls, last page', route: listUsageDetails, target: details(records - 25) },
    { name: 'usage a day, 30 days', route: getUsage, target: '/v1/admin/usage?days=30' },
    { name: 'summary of a day by route', route: getUsageSummary, target: summary('range=24h') },
    { name: 'summary of 30 days by route', route: getUsageSummary, target: summary('range=30d') },
    {
      name: 'summary of 30 days by hour',
      route: getUsageSummary,
      target: summary('range=30d&group_by=hour'),
    },
    { name: 'summary of 30 days by key', route: getUsageSummary, target: summary('range=30d&group_by=key') },
    { name: 'latest calls', route: listRequests, target: '/v1/admin/requests?limit=100' },
  ] as const;
};

async function measure(
  { name, target }: { name: string; target: string },
  given: { client: HttpClient; account: Account; calls: number },
): Promise<Measure> {
  const step = async (): Promise<number> => {
    const { status, ms } = await given.client.get(target, given.account.key);
    if (status !== 200) throw new Error(`${name} was answered with ${status}`);
    return ms;
  };
  await runClosedLoop({ callers: CALLERS, steps: Math.ceil(given.calls / 10), step });
  const { latenciesMs } = await runClosedLoop({ callers: CALLERS, steps: given.calls, step });
  const value = percentile(latenciesMs, 0.99);
  const note = `p50 ${percentile(latenciesMs, 0.5).toFixed(1)} ms`;
  return { name: `${name} p99`, unit: 'ms', value, target: goalAtMost(GOAL_MS), note };
}

/** What the dashboard shows of calls and charges, over many of one tenant; query plans go beside the results. */
export const usageLists: Section = {
  name: 'usage-lists',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const sizes = sizesOf(options);
      const { installation, infrastructure } = stack;
      const [account] = await openAccounts(installation, { tenants: 1, keysPerTenant: 1 });
      if (!account) throw new Error('there is no account');
      options.tell(`filling ${sizes.records} calls with a price`);
      await writeUsageRows(installation, account.tenantId, sizes);
      const { baseUrl } = await startService(stack, options, {
        name: 'api',
        entry: 'infra/embedded/api-main.ts',
      });
      const client = createHttpClient(baseUrl);
      options.tell(`filling the request inspector with ${sizes.entries} calls of others`);
      const nats = await connect(natsServer(infrastructure.natsUrl));
      await client.get('/v1/account', account.key);
      const kept = await fillRequestStream(nats, sizes.entries);
      await nats.close();
      const measures: Measure[] = [];
      for (const query of queriesOf(sizes)) {
        options.tell(query.name);
        measures.push(await measure(query, { client, account, calls: sizes.calls }));
      }
      const calls = queriesOf(sizes).filter(({ route }) => route !== listRequests);
      const file = await writePlans(stack, {
        tenantId: account.tenantId,
        file: 'usage-list-plans.txt',
        calls,
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `${sizes.records} calls with a price of one tenant in 30 days, counts of ${sizes.routes} routes and ` +
            `${sizes.keys} keys an hour; ${kept} calls of other tenants in the request inspector; ${CALLERS} callers; ` +
            'one API process',
          `query plans: ${file}`,
        ],
        measures,
      };
    }),
};
