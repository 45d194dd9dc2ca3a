import { loadEngine } from '../../../shared/clinical/load-knowledge.ts';
import { sessionStream } from '../../../shared/event-log/streams.ts';
import type { EncodedEvent, StoredEvent } from '../../../shared/event-log/stored-event.ts';
import type { Installation } from '../../cli/connection.ts';
import { runClosedLoop } from '../load/closed-loop.ts';
import { createSessionWriter } from '../load/session-writer.ts';
import { seededRandom } from '../load/random.ts';
import { repeated, type Measure } from '../report/measure.ts';
import { percentile } from '../report/statistics.ts';
import type { BenchOptions, Section } from '../section.ts';
import { openAccounts } from '../stack/accounts.ts';
import { durability, withInfrastructure } from '../stack/bench-stack.ts';

const CALLERS = 20;

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { sample: 400, seconds: 1, passes: 2 } : { sample: 20_000, seconds: 10, passes: 5 };

async function readEverything({ log }: Installation): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of log.readAll(null)) events.push(event);
  return events;
}

/** Appends of one answer each, every caller in a stream of its own, with the revision that it expects. */
export async function appendAnswers(
  { log, newId }: Installation,
  sample: readonly StoredEvent[],
  { seconds, callers = CALLERS }: { seconds: number; callers?: number },
) {
  const streams = Array.from({ length: callers }, () => ({ name: sessionStream(newId()), revision: -1 }));
  let turn = 0;
  return runClosedLoop({
    callers,
    seconds,
    step: async (caller) => {
      const stream = streams[caller];
      const template = sample[turn++ % sample.length];
      if (!stream || !template) throw new Error('nothing to append');
      const event: EncodedEvent = {
        eventId: newId(),
        type: template.type,
        data: template.data,
        metadata: template.metadata as EncodedEvent['metadata'],
      };
      const startedMs = performance.now();
      const expected = stream.revision < 0 ? 'no_stream' : stream.revision;
      stream.revision = (await log.append(stream.name, expected, [event])).revision;
      return performance.now() - startedMs;
    },
  });
}

/** The embedded event store alone, through the official client. */
export const eventStore: Section = {
  name: 'event-store',
  run: (options) =>
    withInfrastructure(options, async (stack) => {
      const { installation } = stack;
      const accounts = await openAccounts(installation, { tenants: 1, keysPerTenant: 1 });
      const tenantIds = accounts.map(({ tenantId }) => tenantId);
      const engine = await loadEngine();
      const writer = createSessionWriter(installation, { engine, tenantIds, random: seededRandom(19) });
      const { sample, seconds, passes } = sizesOf(options);
      await writer.write(sample);
      const readRates: number[] = [];
      let events: StoredEvent[] = [];
      for (let pass = 0; pass < passes; pass++) {
        const startedMs = performance.now();
        events = await readEverything(installation);
        readRates.push((events.length * 1_000) / (performance.now() - startedMs));
      }
      const answers = events.filter(({ type }) => type === 'session-answered').slice(0, 500);
      const bytes = answers.map(
        (event) => JSON.stringify(event.data).length + JSON.stringify(event.metadata).length,
      );
      await appendAnswers(installation, answers, { seconds: seconds / 5 });
      const appended = await appendAnswers(installation, answers, { seconds });
      const latency = (share: number): Measure => ({
        name: `append p${share * 100}, ${CALLERS} callers`,
        unit: 'ms',
        value: percentile(appended.latenciesMs, share),
      });
      return {
        conditions: [
          ...(await durability(stack)),
          `one answer an append, ${Math.round(percentile(bytes, 0.5))} bytes in the middle; catch-up reads ${events.length} events, decoded by the client`,
        ],
        measures: [
          { name: `appends, ${CALLERS} callers`, unit: 'per_s', value: appended.perSecond },
          latency(0.5),
          latency(0.99),
          repeated({ name: 'catch-up read, events', unit: 'per_s' }, readRates),
        ],
      };
    }),
};
