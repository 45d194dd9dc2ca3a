import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook-subscription/events.ts';
import { openBody } from '../../../shared/webhooks/sealed-parts.ts';
import { findEvents } from '../../../query-api/events/find.ts';
import { TARGETS_PER_EVENT, writeDeliveryRows } from '../load/delivery-rows.ts';
import { createHttpClient, type HttpClient } from '../load/http-client.ts';
import { seededRandom } from '../load/random.ts';
import { goalAtLeast, repeated, type Measure } from '../report/measure.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts, type Account } from '../stack/accounts.ts';
import { durability, startService, withInfrastructure, type BenchStack } from '../stack/bench-stack.ts';

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { events: 4_000, rounds: 2 } : { events: 100_000, rounds: 7 };

const PAGE = 500;
/** What one reader is to get. */
const GOAL_PER_S = 5_000;

type Page = { data: unknown[]; next_cursor: string; has_more: boolean };
type PerSecond = number;

const perSecond = (events: number, startedMs: number): PerSecond =>
  (events * 1_000) / (performance.now() - startedMs);

/** One reader follows the feed from its beginning to its end. */
async function overHttp(client: HttpClient, { key }: Account): Promise<PerSecond> {
  const startedMs = performance.now();
  let events = 0;
  for (let after = ''; ;) {
    const { status, body } = await client.get(`/v1/events?limit=${PAGE}&after=${after}`, key);
    if (status !== 200) throw new Error(`a page of events was answered with ${status}`);
    const page = body as Page;
    events += page.data.length;
    if (!page.has_more) return perSecond(events, startedMs);
    after = page.next_cursor;
  }
}

/** The same rows, read and opened in this process by the same query. */
async function fromTheDatabase(
  { installation: { pool, dataKeys } }: BenchStack,
  { tenantId }: Account,
): Promise<PerSecond> {
  const startedMs = performance.now();
  const filter = { tenantId, modes: [false], types: WEBHOOK_EVENT_NAMES, since: new Date(0), limit: PAGE };
  let events = 0;
  for (let after = -1; ;) {
    const rows = await findEvents(pool, { ...filter, after });
    const keys = await dataKeys.load(
      pool,
      rows.map((row) => row.key_id),
    );
    for (const { event_id: eventId, key_id, body_sealed } of rows) {
      const key = keys.get(key_id);
      if (key === undefined || key === 'destroyed') throw new Error('a body has no key');
      JSON.parse(openBody(key, { tenantId, eventId }, body_sealed).toString('utf8'));
    }
    events += rows.length;
    after = rows.at(-1)?.position ?? after;
    if (rows.length < PAGE) return perSecond(events, startedMs);
  }
}

/** What one reader of GET /v1/events gets, beside the same rows read past the API. */
export const eventsFeed: Section = {
  name: 'events-feed',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { events, rounds } = sizesOf(options);
      const { installation } = stack;
      const [account] = await openAccounts(installation, { tenants: 1, keysPerTenant: 1 });
      if (account === undefined) throw new Error('there is no account');
      const { baseUrl } = await startService(stack, options, {
        name: 'api',
        entry: 'infra/embedded/api-main.ts',
      });
      const subscriptionIds = [installation.newId(), installation.newId()];
      const tenant = { tenantId: account.tenantId, subscriptionIds, deliveries: events * TARGETS_PER_EVENT };
      await writeDeliveryRows(installation, [tenant], { random: seededRandom(41), tell: options.tell });
      await installation.pool.query('VACUUM ANALYZE');
      const client = createHttpClient(baseUrl, 1);
      const api: PerSecond[] = [];
      const database: PerSecond[] = [];
      for (let round = 0; round < rounds; round++) {
        options.tell(`round ${round + 1} of ${rounds}`);
        api.push(await overHttp(client, account));
        database.push(await fromTheDatabase(stack, account));
      }
      await client.close();
      const shares = api.map((value, round) => value / (database[round] ?? 1));
      const measures: Measure[] = [
        repeated({ name: 'events to one reader', unit: 'per_s', target: goalAtLeast(GOAL_PER_S) }, api),
        repeated({ name: 'the same rows past the API', unit: 'per_s' }, database),
        repeated({ name: 'API to database', unit: 'ratio' }, shares),
      ];
      return {
        conditions: [
          ...(await durability(stack)),
          `${events} events of one tenant, each of a session of its own; pages of ${PAGE}, one after the other; one API process`,
        ],
        measures,
      };
    }),
};
