import { runClosedLoop } from '../load/closed-loop.ts';
import { DELIVERY_QUERIES, type DeliveryQuery, type Known } from '../load/delivery-queries.ts';
import { writeDeliveryRows, type DeliveryTenant } from '../load/delivery-rows.ts';
import { createHttpClient, type HttpClient } from '../load/http-client.ts';
import { seededRandom } from '../load/random.ts';
import { goalAtMost, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import { durability, startService, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';
import { writePlans } from './list-plans.ts';

const sizesOf = ({ quick }: BenchOptions) =>
  quick
    ? { tenants: 4, deliveries: 20_000, largest: 12_000, calls: 40 }
    : { tenants: 100, deliveries: 1_000_000, largest: 50_000, calls: 400 };

const KEYS_PER_TENANT = 10;
const SUBSCRIPTIONS_PER_TENANT = 4;
const CALLERS = 2;
const GOAL_MS = 50;

/** Subscribes through the API. Nothing is sent: no dispatcher runs. */
async function subscribe(client: HttpClient, { key }: Account): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < SUBSCRIPTIONS_PER_TENANT; index += 1) {
    const url = `http://127.0.0.1:9/receiver-${index}`;
    const { status, body } = await client.post('/v1/admin/webhooks', key, {
      url,
      events: ['session.answered'],
    });
    if (status !== 201) throw new Error(`a subscription was answered with ${status}`);
    ids.push((body as { subscription_id: string }).subscription_id);
  }
  return ids;
}

/** One large tenant, the others alike; the large one first. */
async function fill(
  { installation }: BenchStack,
  client: HttpClient,
  given: { accounts: readonly Account[]; options: BenchOptions },
): Promise<Map<string, Known[]>> {
  const { deliveries, largest, tenants } = sizesOf(given.options);
  const each = Math.floor((deliveries - largest) / (tenants - 1));
  const owners: DeliveryTenant[] = [];
  for (const account of given.accounts.slice(0, tenants)) {
    owners.push({
      tenantId: account.tenantId,
      subscriptionIds: await subscribe(client, account),
      deliveries: owners.length === 0 ? largest : each,
    });
  }
  const { tell } = given.options;
  const samples = await writeDeliveryRows(installation, owners, { random: seededRandom(37), tell });
  await installation.pool.query('VACUUM ANALYZE');
  return new Map(
    owners.map(({ tenantId, subscriptionIds }) => [
      tenantId,
      (samples.get(tenantId) ?? []).map((deliveryId, index) => ({
        deliveryId,
        subscriptionId: subscriptionIds[index % subscriptionIds.length] ?? '',
      })),
    ]),
  );
}

type Asking = {
  client: HttpClient;
  accounts: readonly Account[];
  known: Map<string, Known[]>;
  calls: number;
};

async function measureQuery(query: DeliveryQuery, asking: Asking): Promise<Measure> {
  const { client, accounts, known, calls } = asking;
  const largest = accounts.filter(({ tenantId }) => tenantId === accounts[0]?.tenantId);
  let turn = 0;
  const step = async (): Promise<number> => {
    // Every other call asks for a tenant of the ordinary size.
    const from = turn++ % 2 === 0 ? largest : accounts;
    const account = from[turn % from.length];
    const some = known.get(account?.tenantId ?? '') ?? [];
    const one = some[turn % some.length];
    if (!account || !one) throw new Error('there is nothing to ask for');
    const { status, ms } = await client.get(query.target(one), account.key);
    if (status !== 200) throw new Error(`${query.name} was answered with ${status}`);
    return ms;
  };
  await runClosedLoop({ callers: CALLERS, steps: calls / 10, step });
  const { latenciesMs } = await runClosedLoop({ callers: CALLERS, steps: calls, step });
  const value = percentile(latenciesMs, 0.99);
  const note = `p50 ${percentile(latenciesMs, 0.5).toFixed(1)} ms`;
  return { name: `${query.name} p99`, unit: 'ms', value, target: goalAtMost(GOAL_MS), note };
}

/** The administration of webhooks over many deliveries of many tenants; the plans of its queries go beside the results. */
export const deliveryLists: Section = {
  name: 'delivery-lists',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { tenants, deliveries, largest, calls } = sizesOf(options);
      const accounts = await openAccounts(stack.installation, { tenants, keysPerTenant: KEYS_PER_TENANT });
      const { baseUrl } = await startService(stack, options, {
        name: 'api',
        entry: 'infra/embedded/api-main.ts',
      });
      const client = createHttpClient(baseUrl);
      const known = await fill(stack, client, { accounts, options });
      const measures: Measure[] = [];
      for (const query of DELIVERY_QUERIES) {
        options.tell(query.name);
        measures.push(await measureQuery(query, { client, accounts, known, calls }));
      }
      const tenantId = accounts[0]?.tenantId ?? '';
      const one = known.get(tenantId)?.[0] ?? { deliveryId: '', subscriptionId: '' };
      const file = await writePlans(stack, {
        tenantId,
        file: 'delivery-list-plans.txt',
        calls: DELIVERY_QUERIES.map(({ name, route, target, params }) => ({
          name,
          route,
          target: target(one),
          ...(params && { params: params(one) }),
        })),
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `${deliveries} deliveries of ${tenants} tenants with their messages and attempts, the largest ${largest}; ` +
            `${CALLERS} callers, every other call for the largest tenant; one API process`,
          `query plans: ${file}`,
        ],
        measures,
      };
    }),
};
