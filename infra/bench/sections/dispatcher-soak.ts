import { runOpenLoop } from '../load/open-loop.ts';
import { mustBeZero } from '../report/measure.ts';
import type { BenchOptions, Section } from '../section.ts';
import { durability } from '../stack/bench-stack.ts';
import { openTenants, withDispatcher } from '../stack/dispatcher-bench.ts';
import { projectionsSettled } from '../stack/settled.ts';
import { PUBLIC_EVENT_SOURCES } from '../../../webhook-dispatcher/public-events.ts';

const TENANTS = 8;
/** Sessions a second; each gives about a dozen events. */
const PER_SECOND = 15;
const PART_EVENTS = 400;
const secondsOf = ({ quick }: BenchOptions): number => (quick ? 5 : 300);

const publicTypes = new Set<string>(PUBLIC_EVENT_SOURCES);

/**
 * Publishes for minutes and then asks the receivers alone, which check every signature: each event that was
 * acknowledged has to have arrived at its tenant's receiver, and nothing else.
 */
export const dispatcherSoak: Section = {
  name: 'dispatcher-soak',
  run: (options) =>
    withDispatcher(options, async (bench) => {
      const { installation, sink, stack } = bench;
      const seconds = secondsOf(options);
      const urls = Array.from({ length: TENANTS }, (_, index) => [
        sink.urlOf(index % 4 === 3 ? 'slow' : 'ok', `soak-${index}`),
      ]);
      const { writer, secrets } = await openTenants(bench, urls);
      await sink.verify(secrets);
      await projectionsSettled(installation);
      const published = new Set<string>();
      const ready: Awaited<ReturnType<typeof writer.prepare>>['streams'] = [];
      await runOpenLoop({
        perSecond: PER_SECOND,
        seconds,
        step: async () => {
          while (ready.length === 0) ready.push(...(await writer.prepare(PART_EVENTS)).streams);
          const stream = ready.pop();
          if (!stream) return;
          await installation.log.append(stream.name, 'no_stream', stream.events);
          for (const { eventId, type } of stream.events) if (publicTypes.has(type)) published.add(eventId);
        },
      });
      await projectionsSettled(installation);
      await sink.rateOf(published.size, 0);
      const { requests, refused } = await sink.count();
      const arrived = new Set((await sink.arrivals()).map(({ eventId }) => eventId));
      const count = (name: string, value: number) => ({ name, unit: 'count' as const, value });
      return {
        conditions: [
          ...(await durability(stack)),
          `${seconds} s, ${TENANTS} subscriptions, one in four of which answers after 200 ms; receivers check signatures`,
        ],
        measures: [
          count('events published', published.size),
          {
            ...count(
              'of these, not at their receiver',
              [...published].filter((id) => !arrived.has(id)).length,
            ),
            target: mustBeZero,
          },
          { ...count('refused for their signature', refused), target: mustBeZero },
          {
            ...count(
              'arrived that were not published',
              [...arrived].filter((id) => !published.has(id)).length,
            ),
            target: mustBeZero,
          },
          count('sent more than once', requests - refused - arrived.size),
        ],
      };
    }),
};
