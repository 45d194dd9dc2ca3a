import { runClosedLoop } from '../load/closed-loop.ts';
import { createHttpClient } from '../load/http-client.ts';
import { createInterviews } from '../load/interviews.ts';
import { seededRandom } from '../load/random.ts';
import { boundAtLeast, repeated, type Measure } from '../report/measure.ts';
import { ratiosOf, roundOrder, type Round } from '../report/statistics.ts';
import type { BenchOptions } from '../section.ts';
import { startApps, withInfrastructure } from '../stack/bench-stack.ts';
import { openSessionLog } from '../stack/session-log.ts';
import { projectionsSettled } from '../stack/settled.ts';
import { startRebuild } from './rebuild-process.ts';

const CALLERS = 20;
const TENANTS = 8;
const KEYS_PER_TENANT = 5;
/** Before the first window: so many answers a second are prepared for. */
const FIRST_GUESS_PER_S = 500;
const HEADROOM = 1.5;

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { events: 10_000, window: 1, rounds: 2 } : { events: 60_000, window: 5, rounds: 5 };

type Kind = 'alone' | 'beside';

/** Answers a second while a rebuild runs, against answers a second without it, in turn. */
export const measureBeside = (
  options: BenchOptions,
): Promise<{ conditions: string[]; measures: Measure[] }> =>
  withInfrastructure(options, async (stack) => {
    const { installation } = stack;
    const { events, window, rounds } = sizesOf(options);
    const { baseUrl } = await startApps(stack, options);
    const { accounts, writer } = await openSessionLog(installation, {
      tenants: TENANTS,
      keysPerTenant: KEYS_PER_TENANT,
    });
    options.tell(`writing ${events} session events`);
    const written = await writer.write(events);
    await projectionsSettled(installation);
    const interviews = createInterviews(createHttpClient(baseUrl), accounts, seededRandom(7));
    let fastest = 0;
    let cutShort = 0;
    const measure = async (kind: Kind): Promise<number> => {
      await interviews.prepare(window * (fastest * HEADROOM || FIRST_GUESS_PER_S));
      await projectionsSettled(installation);
      const rebuilding = kind === 'beside' ? startRebuild(stack, options) : null;
      const step = async (): Promise<number> => (await interviews.answer(interviews.take())).ms;
      const { perSecond } = await runClosedLoop({ callers: CALLERS, seconds: window, step });
      if (rebuilding?.isRunning() === false) cutShort += 1;
      await rebuilding?.result;
      fastest = Math.max(fastest, perSecond);
      return perSecond;
    };
    await measure('alone'); // so that nothing is cold
    const rates: Round<Kind>[] = [];
    for (let index = 0; index < rounds; index++) {
      const round: Record<Kind, number> = { alone: 0, beside: 0 };
      for (const kind of roundOrder<Kind>(['alone', 'beside'], index)) round[kind] = await measure(kind);
      rates.push(round);
      options.tell(
        `round ${index + 1} of ${rounds}: ${Math.round(round.alone)}/s alone, ${Math.round(round.beside)}/s beside a rebuild`,
      );
    }
    return {
      conditions: [
        `${CALLERS} callers as fast as they can, in windows of ${window} s; beside: all projections rebuilt from ${written.events} session events by npm run ops${cutShort > 0 ? `, which was over before ${cutShort} of the windows` : ''}`,
      ],
      measures: [
        repeated(
          {
            name: 'answers beside a rebuild to answers alone',
            unit: 'ratio',
            target: boundAtLeast(2 / 3, 0.9),
          },
          ratiosOf(rates, 'beside', 'alone'),
        ),
      ],
    };
  });
