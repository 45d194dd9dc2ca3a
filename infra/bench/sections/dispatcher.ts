import { systemRandom } from '../../../shared/crypto/seal.ts';
import { newWebhookSecret } from '../../../shared/webhooks/secret.ts';
import { boundAtLeast, repeated, type Measure } from '../report/measure.ts';
import { ratiosOf, roundOrder } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { BARE_CONNECTIONS, sendBare } from '../sink/bare-sender.ts';
import type { Sink } from '../sink/client.ts';
import { durability } from '../stack/bench-stack.ts';
import { openTenants, withDispatcher, type DispatcherBench } from '../stack/dispatcher-bench.ts';
import { projectionsSettled } from '../stack/settled.ts';

/** Enough to fill all slots of the dispatcher. */
const SUBSCRIPTIONS = 8;
/** So that the slots of the process are the limit, and not those of one subscription. */
const SLOW_SUBSCRIPTIONS = 16;
/** All slots of the dispatcher, and connections of the bare loop to slow receivers. */
const SLOTS = 256;

/** Deliveries a round. The first rounds, in which the engines of all processes still compile, are not counted. */
const sizesOf = ({ quick }: BenchOptions) =>
  quick
    ? { deliveries: 800, slow: 800, warmUps: 1, rounds: 2 }
    : { deliveries: 12_000, slow: 10_000, warmUps: 2, rounds: 5 };

type Round<Work extends string> = Record<Work, number>;

/** Rounds of all works in turn; the warm-ups are left out. */
async function play<Work extends string>(
  rateOf: Record<Work, () => Promise<number>>,
  options: BenchOptions,
): Promise<Round<Work>[]> {
  const works = Object.keys(rateOf) as Work[];
  const { warmUps, rounds } = sizesOf(options);
  const rates: Round<Work>[] = [];
  for (let index = -warmUps; index < rounds; index++) {
    const round: Partial<Round<Work>> = {};
    for (const work of roundOrder(works, Math.abs(index))) round[work] = await rateOf[work]();
    if (index < 0) continue;
    rates.push(round as Round<Work>);
    const told = works.map((work) => `${work} ${Math.round(round[work] ?? 0)}/s`).join(', ');
    options.tell(`round ${index + 1} of ${rounds}: ${told}`);
  }
  return rates;
}

async function bareRate(
  sink: Sink,
  url: string,
  { deliveries, connections }: { deliveries: number; connections: number },
): Promise<number> {
  await sink.reset();
  const sinceMs = performance.timeOrigin + performance.now();
  await sendBare(url, newWebhookSecret(systemRandom), { deliveries, connections });
  return sink.rateOf(deliveries, sinceMs);
}

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => String(index));
const names = namesOf(SUBSCRIPTIONS);

/** Receivers that answer at once: one event for each delivery, and eight deliveries of each event. */
async function fast(bench: DispatcherBench, options: BenchOptions): Promise<Measure[]> {
  const { sink } = bench;
  const { deliveries } = sizesOf(options);
  const one = await openTenants(
    bench,
    names.map((name) => [sink.urlOf('ok', `one-${name}`)]),
  );
  const eight = await openTenants(bench, [names.map((name) => sink.urlOf('ok', `eight-${name}`))]);
  await projectionsSettled(bench.installation);
  const connections = BARE_CONNECTIONS;
  const rates = await play(
    {
      one: () => one.dispatch(deliveries),
      eight: () => eight.dispatch(deliveries),
      bare: () => bareRate(sink, sink.url, { deliveries, connections }),
    },
    options,
  );
  const of = (work: keyof (typeof rates)[number]): number[] => rates.map((round) => round[work]);
  const target = boundAtLeast(0.4, 0.6);
  return [
    repeated(
      { name: 'throughput to a bare undici + HMAC loop, 1 delivery an event', unit: 'ratio', target },
      ratiosOf(rates, 'one', 'bare'),
    ),
    repeated(
      { name: 'throughput to it, 8 deliveries an event', unit: 'ratio', target },
      ratiosOf(rates, 'eight', 'bare'),
    ),
    repeated({ name: 'deliveries, 1 an event', unit: 'per_s' }, of('one')),
    repeated({ name: 'deliveries, 8 an event', unit: 'per_s' }, of('eight')),
    repeated({ name: 'bare loop', unit: 'per_s' }, of('bare')),
  ];
}

/** Receivers that answer after 200 ms, with as many requests in flight on both sides. */
async function slow(bench: DispatcherBench, options: BenchOptions): Promise<Measure[]> {
  const { sink } = bench;
  const { slow: deliveries } = sizesOf(options);
  const { dispatch } = await openTenants(
    bench,
    namesOf(SLOW_SUBSCRIPTIONS).map((name) => [sink.urlOf('slow', name)]),
  );
  await projectionsSettled(bench.installation);
  const rates = await play(
    {
      dispatcher: () => dispatch(deliveries),
      bare: () => bareRate(sink, sink.urlOf('slow', 'bare'), { deliveries, connections: SLOTS }),
    },
    options,
  );
  const ratio = { unit: 'ratio', target: boundAtLeast(0.9, 0.9) } as const;
  return [
    repeated(
      { name: 'throughput where answers take 200 ms', ...ratio },
      ratiosOf(rates, 'dispatcher', 'bare'),
    ),
    repeated(
      { name: 'deliveries, answers after 200 ms', unit: 'per_s' },
      rates.map((round) => round.dispatcher),
    ),
  ];
}

/** A backlog in the log, from the moment that the dispatcher may begin to its last arrival, against signing and sending alone. */
export const dispatcher: Section = {
  name: 'dispatcher',
  run: (options) =>
    withDispatcher(options, async (bench) => {
      const { deliveries, slow: slowDeliveries, warmUps } = sizesOf(options);
      return {
        measures: [...(await fast(bench, options)), ...(await slow(bench, options))],
        conditions: [
          ...(await durability(bench.stack)),
          'new deliveries are committed with synchronous_commit=on; claims and outcomes, off',
          `${SUBSCRIPTIONS} subscriptions (200 ms: ${SLOW_SUBSCRIPTIONS}), about ${deliveries} (200 ms: ${slowDeliveries}) deliveries a round that ` +
            'stand in the log when the dispatcher is let go; from then to the last arrival, fan-out included',
          `bare loop: ${BARE_CONNECTIONS} connections, ${SLOTS} where answers take 200 ms; ${warmUps} rounds before are not counted`,
        ],
      };
    }),
};
