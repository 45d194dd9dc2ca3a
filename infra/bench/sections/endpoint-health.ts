import { getWebhookHealth } from '../../../query-api/webhooks/health.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { createHttpClient } from '../load/http-client.ts';
import { goalAtMost, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts } from '../stack/accounts.ts';
import { durability, startService, withInfrastructure } from '../stack/bench-stack.ts';
import { writePlans } from './list-plans.ts';

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { deliveries: 20_000, calls: 20 } : { deliveries: 1_000_000, calls: 60 };

const CALLERS = 2;
/** A page turn of the dashboard. */
const GOAL_MS = 200;
const PERIODS_DAYS = [7, 30, 90];

/** Deliveries of one subscription, as they stand once most have arrived, spread over 90 days. */
const FILL = `
  INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
    created_at, delivered_at, dead_lettered_at)
  SELECT gen_random_uuid(), gen_random_uuid(), $1, $2, 'session.answered', false,
    CASE WHEN n % 20 = 0 THEN 'dead-lettered' ELSE 'delivered' END, at,
    CASE WHEN n % 20 = 0 THEN NULL ELSE at END, CASE WHEN n % 20 = 0 THEN at END
  FROM generate_series(1, $3::int) AS n, LATERAL (SELECT $4::timestamptz - n * (interval '90 days' / $3) AS at) AS made`;

/** An endpoint's health over time, at many deliveries of one endpoint. */
export const endpointHealth: Section = {
  name: 'endpoint-health',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { deliveries, calls } = sizesOf(options);
      const { installation } = stack;
      const [account] = await openAccounts(installation, { tenants: 1, keysPerTenant: 1 });
      if (!account) throw new Error('there is no account');
      const { baseUrl } = await startService(stack, options, {
        name: 'api',
        entry: 'infra/embedded/api-main.ts',
      });
      const client = createHttpClient(baseUrl);
      const created = await client.post('/v1/admin/webhooks', account.key, {
        url: 'http://127.0.0.1:9/receiver',
        events: ['session.answered'],
      });
      if (created.status !== 201) throw new Error(`a subscription was answered with ${created.status}`);
      const { subscription_id: id } = created.body as { subscription_id: string };
      options.tell(`filling ${deliveries} deliveries`);
      await installation.pool.query(FILL, [id, account.tenantId, deliveries, installation.now()]);
      await installation.pool.query('VACUUM ANALYZE ops.webhook_deliveries');
      const targetOf = (days: number): string => `/v1/admin/webhooks/${id}/health?days=${days}`;
      const measures: Measure[] = [];
      for (const days of PERIODS_DAYS) {
        const step = async (): Promise<number> => {
          const { status, ms } = await client.get(targetOf(days), account.key);
          if (status !== 200) throw new Error(`the health was answered with ${status}`);
          return ms;
        };
        await runClosedLoop({ callers: CALLERS, steps: Math.ceil(calls / 10), step });
        const { latenciesMs } = await runClosedLoop({ callers: CALLERS, steps: calls, step });
        measures.push({
          name: `health of ${days} days p99`,
          unit: 'ms',
          value: percentile(latenciesMs, 0.99),
          target: goalAtMost(GOAL_MS),
          note: `p50 ${percentile(latenciesMs, 0.5).toFixed(1)} ms`,
        });
      }
      const file = await writePlans(stack, {
        tenantId: account.tenantId,
        file: 'endpoint-health-plans.txt',
        calls: PERIODS_DAYS.map((days) => ({
          name: `health of ${days} days`,
          route: getWebhookHealth,
          target: targetOf(days),
          params: { subscription_id: id },
        })),
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `${deliveries} deliveries of one endpoint in 90 days; ${CALLERS} callers; one API process`,
          `query plans: ${file}`,
        ],
        measures,
      };
    }),
};
