import { decide } from '../../../domain/webhook-subscription/decider.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook-subscription/events.ts';
import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { subscriptionStream } from '../../../shared/event-log/streams.ts';
import { newWebhookSecret } from '../../../shared/webhooks/secret.ts';
import { PUBLIC_EVENT_SOURCES } from '../../../webhook-dispatcher/public-events.ts';
import type { Installation } from '../../cli/connection.ts';
import { createSessionWriter, type Prepared } from '../load/session-writer.ts';
import { seededRandom } from '../load/random.ts';
import { boundAtLeast, repeated } from '../report/measure.ts';
import { ratiosOf, roundOrder } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { sendBare } from '../sink/bare-sender.ts';
import { startSink, type Sink } from '../sink/client.ts';
import { openAccounts } from '../stack/accounts.ts';
import { durability, startService, withInfrastructure } from '../stack/bench-stack.ts';
import { projectionsSettled } from '../stack/settled.ts';

/** One subscription each: enough lanes to fill all places of the dispatcher. */
const TENANTS = 8;

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { events: 400, rounds: 2 } : { events: 6_000, rounds: 5 };

type Work = 'dispatcher' | 'bare';

/** Appends the subscription of a tenant to everything, as the route's command does. */
async function subscribe(installation: Installation, tenantId: string, url: string): Promise<void> {
  const { codec, dataKeys, log, pool, newId, now } = installation;
  const subscriptionId = newId();
  const secret = newWebhookSecret(systemRandom);
  const events = decide(
    { status: 'none' },
    { kind: 'create', subscription_id: subscriptionId, url, secret, events: [...WEBHOOK_EVENT_NAMES] },
  );
  const { keyId, seal } = await dataKeys.tenantKeys(pool, tenantId);
  const stream = subscriptionStream(subscriptionId);
  const encoded = codec.encode(events, {
    stream,
    commandId: newId(),
    keys: { tenant: { keyId, key: seal } },
    tokensCharged: 0,
    metadata: {
      tenant_id: tenantId,
      actor: { type: 'operator', id: 'bench' },
      request_id: newId(),
      causation_id: null,
      engine_version: null,
      occurred_at: now().toISOString(),
      test: false,
    },
  });
  await log.append(stream, 'no_stream', encoded);
}

const deliveriesOf = ({ byType }: Prepared): number =>
  PUBLIC_EVENT_SOURCES.reduce((sum, type) => sum + (byType.get(type) ?? 0), 0);

/**
 * A backlog that is appended at once, from its first delivery at the receiver to its last, against signing and
 * sending alone.
 */
export const dispatcher: Section = {
  name: 'dispatcher',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { installation } = stack;
      const accounts = await openAccounts(installation, { tenants: TENANTS, keysPerTenant: 1 });
      const tenantIds = accounts.map(({ tenantId }) => tenantId);
      const sink = await startSink();
      try {
        for (const tenantId of tenantIds) await subscribe(installation, tenantId, sink.url);
        await startService(stack, options, { name: 'dispatcher', entry: 'webhook-dispatcher/main.ts' });
        await projectionsSettled(installation);
        const engine = await loadEngine();
        const writer = createSessionWriter(installation, { engine, tenantIds, random: seededRandom(17) });
        const { events, rounds } = sizesOf(options);

        const dispatch = async (): Promise<number> => {
          const backlog = await writer.prepare(events);
          await sink.reset();
          await writer.append(backlog);
          const rate = await sink.rateOf(deliveriesOf(backlog));
          await projectionsSettled(installation);
          return rate;
        };
        const rateOf: Record<Work, () => Promise<number>> = {
          dispatcher: dispatch,
          bare: () => bareRate(sink, events),
        };
        await rateOf.bare();
        await rateOf.dispatcher();
        const rates: Record<Work, number>[] = [];
        for (let index = 0; index < rounds; index++) {
          const round: Record<Work, number> = { dispatcher: 0, bare: 0 };
          for (const work of roundOrder<Work>(['dispatcher', 'bare'], index))
            round[work] = await rateOf[work]();
          rates.push(round);
          options.tell(
            `round ${index + 1} of ${rounds}: dispatcher ${Math.round(round.dispatcher)}/s, bare ${Math.round(round.bare)}/s`,
          );
        }
        return {
          conditions: [
            ...(await durability(stack)),
            `${TENANTS} subscriptions to one local receiver, about ${events} deliveries a round, fan-out included; 64 connections on both sides`,
          ],
          measures: [
            repeated(
              {
                name: 'throughput to a bare undici + HMAC loop',
                unit: 'ratio',
                target: boundAtLeast(0.4, 0.6),
              },
              ratiosOf(rates, 'dispatcher', 'bare'),
            ),
            repeated(
              { name: 'deliveries', unit: 'per_s' },
              rates.map((round) => round.dispatcher),
            ),
            repeated(
              { name: 'bare loop', unit: 'per_s' },
              rates.map((round) => round.bare),
            ),
          ],
        };
      } finally {
        sink.close();
      }
    }),
};

async function bareRate(sink: Sink, deliveries: number): Promise<number> {
  await sink.reset();
  await sendBare(sink.url, newWebhookSecret(systemRandom), deliveries);
  return sink.rateOf(deliveries);
}
