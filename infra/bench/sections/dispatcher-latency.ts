import { goalAtMost } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import type { BenchOptions, Section } from '../section.ts';
import { durability } from '../stack/bench-stack.ts';
import { openTenants, withDispatcher } from '../stack/dispatcher-bench.ts';
import { projectionsSettled } from '../stack/settled.ts';

const TENANTS = 8;
const PER_SECOND = 100;
const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { warmUp: 200, seconds: 4 } : { warmUp: 2_000, seconds: 60 };

/** How long an event takes from the call that appends it to the partner's socket, at a fixed rate. */
export const dispatcherLatency: Section = {
  name: 'dispatcher-latency',
  run: (options) =>
    withDispatcher(options, async (bench) => {
      const { installation, sink, stack } = bench;
      const { warmUp, seconds } = sizesOf(options);
      const urls = Array.from({ length: TENANTS }, (_, index) => [sink.urlOf('ok', `latency-${index}`)]);
      const { writer, dispatch } = await openTenants(bench, urls);
      await projectionsSettled(installation);
      await dispatch(warmUp);
      await sink.reset();

      // One event an append, as answers come: later events of a session follow in its stream.
      const { streams } = await writer.prepare(PER_SECOND * seconds);
      const singles = streams.flatMap(({ name, events }) => events.map((event, at) => ({ name, event, at })));
      const appendedAtMs = new Map<string, number>();
      const written = new Map<string, Promise<unknown>>();
      let next = 0;
      await runOpenLoop({
        perSecond: PER_SECOND,
        seconds,
        step: async () => {
          const single = singles[next++];
          if (!single) return;
          const { name, event, at } = single;
          await written.get(name);
          appendedAtMs.set(event.eventId, performance.timeOrigin + performance.now());
          const appending = installation.log.append(name, at === 0 ? 'no_stream' : at - 1, [event]);
          written.set(name, appending);
          await appending;
        },
      });
      await projectionsSettled(installation);
      const latenciesMs = (await sink.arrivals()).flatMap(({ eventId, atMs }) => {
        const since = appendedAtMs.get(eventId);
        return since === undefined ? [] : [atMs - since];
      });
      if (latenciesMs.length === 0) throw new Error('nothing was delivered');
      const goal = (name: string, share: number, ms: number) => ({
        name: `append to the partner's socket, ${name}`,
        unit: 'ms' as const,
        value: percentile(latenciesMs, share),
        target: goalAtMost(ms),
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `${PER_SECOND} events a second, one an append, for ${seconds} s; ${TENANTS} subscriptions; ` +
            `${latenciesMs.length} deliveries; from the call of the append to the end of the request at the receiver`,
        ],
        measures: [goal('p50', 0.5, 50), goal('p99', 0.99, 250)],
      };
    }),
};
