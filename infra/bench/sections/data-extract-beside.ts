import { rmSync } from 'node:fs';
import path from 'node:path';
import { STEPS_PER_SESSION, writeStepRows } from '../load/step-rows.ts';
import { sleep } from '../../../shared/lifecycle/timing.ts';
import { repeated, type Measure, type Target } from '../report/measure.ts';
import { ratiosOf, roundOrder } from '../report/statistics.ts';
import type { BenchOptions } from '../section.ts';
import { startService, type BenchStack, withInfrastructure } from '../stack/bench-stack.ts';
import { openSessionLog } from '../stack/session-log.ts';
import { projectionsSettled } from '../stack/settled.ts';
import { connectionsOf, grantBench, runProcess } from '../stack/data-extract.ts';

const KINDS = ['alone', 'beside'] as const;
type Kind = (typeof KINDS)[number];

const sizesOf = ({ quick }: BenchOptions) =>
  quick ? { events: 4_000, rounds: 2, rows: 20_000 } : { events: 20_000, rounds: 5, rows: 300_000 };

/** The start of its process is over then. */
const UNDER_WAY_MS = 2_000;

/** An extract may cost the projections a fifth. */
const LEAST_SHARE: Target = { kind: 'goal', direction: 'at_least', value: 0.8 };

/** Extracts one after the other, until it is told to stop. */
function extractAgain(stack: BenchStack, { tenantId, to }: { tenantId: string; to: string }) {
  const running = { isOver: false };
  const done = (async (): Promise<void> => {
    while (!running.isOver) {
      await runProcess({ kind: 'extract', tenantId, to, behind: 'yes' }, connectionsOf(stack));
      rmSync(to, { recursive: true });
    }
  })();
  return async (): Promise<void> => {
    running.isOver = true;
    await done;
  };
}

/** Rows of steps that no event of this log made, at places that the projection has passed. */
async function writeOldSteps({ installation }: BenchStack, tenantId: string, rows: number): Promise<void> {
  const sessions = rows / STEPS_PER_SESSION;
  await writeStepRows(installation.pool, { tenantId, sessions, from: '2026-01-01', days: 100 });
  await installation.pool.query(
    'UPDATE read.session_steps SET position = 1, superseded_position = superseded_position * 0 + 2',
  );
  await installation.pool.query('VACUUM ANALYZE read.session_steps');
}

/** How fast the projections apply events that are there already, while extracts follow each other, and without. */
export const measureProjectionsBeside = (options: BenchOptions, folder: string): Promise<Measure> =>
  withInfrastructure(options, async (stack) => {
    const { events, rounds, rows } = sizesOf(options);
    const { installation } = stack;
    const { accounts, writer } = await openSessionLog(installation, { tenants: 2, keysPerTenant: 1 });
    const tenantId = accounts[0]?.tenantId ?? '';
    await grantBench(installation, tenantId);
    const start = () =>
      startService(stack, options, { name: 'projections', entry: 'infra/embedded/projections-main.ts' });
    const first = await start();
    await projectionsSettled(installation);
    await writeOldSteps(stack, tenantId, rows);
    let { service } = first;
    const measure = async (kind: Kind): Promise<number> => {
      await service.stop();
      const written = await writer.write(events);
      const stop = kind === 'beside' ? extractAgain(stack, { tenantId, to: path.join(folder, kind) }) : null;
      if (stop) await sleep(UNDER_WAY_MS);
      const startedMs = performance.now();
      ({ service } = await start());
      await projectionsSettled(installation);
      const perSecond = (written.events * 1_000) / (performance.now() - startedMs);
      await stop?.();
      return perSecond;
    };
    await measure('alone'); // so that nothing is cold
    const rates: Record<Kind, number>[] = [];
    for (let index = 0; index < rounds; index++) {
      const round: Record<Kind, number> = { alone: 0, beside: 0 };
      for (const kind of roundOrder(KINDS, index)) round[kind] = await measure(kind);
      rates.push(round);
      options.tell(
        `projections, round ${index + 1} of ${rounds}: ${Math.round(round.alone)}/s alone, ${Math.round(round.beside)}/s beside`,
      );
    }
    await service.stop();
    return repeated(
      {
        name: 'projections beside extracts to projections alone',
        unit: 'ratio',
        target: LEAST_SHARE,
        note: `${events} events of sessions that are there when the projections start, until all is applied; beside: extracts of ${rows} steps one after the other, the first of which is under way`,
      },
      ratiosOf(rates, 'beside', 'alone'),
    );
  });
