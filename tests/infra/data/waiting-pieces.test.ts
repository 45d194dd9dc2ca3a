import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { AT_ONCE } from '../../../projectors/extracts/pace.ts';
import { stagingOf } from '../../../projectors/extracts/staging.ts';
import { writeFact } from '../../../projectors/extracts/write-datasets.ts';
import { sessionSteps } from '../../../shared/datasets/session-facts.ts';
import { until } from '../../support/until.ts';
import { clinic, startDataWorld } from './world.ts';

/** Postgres goes on while DuckDB writes, up to a limit. Here DuckDB is one that only counts the rows of each piece. */
const world = await startDataWorld();
const { pool } = world;
await writeStepRows(pool, { tenantId: clinic, sessions: 300, from: '2026-01-01', days: 300 });
const recipient = await world.grant('team');
test.after.always(world.stop);

const ROWS = 3_000;
const MOST_STAGED = 4;

/** Writes the steps, each piece by `write`, which is told how many pieces there are by then. */
async function stepsBy(name: string, write: (staged: () => string[]) => Promise<void>) {
  const folder = path.join(world.folders, name);
  const staged = path.join(folder, 'staged');
  mkdirSync(staged, { recursive: true });
  const rows = async (sql: string): Promise<Record<string, unknown>[]> => {
    await write(() => readdirSync(staged));
    const file = /read_csv\('([^']*)'/.exec(sql)?.[1] ?? '';
    return [{ Count: readFileSync(file, 'utf8').split('\n').length - 1, Files: [] }];
  };
  const window = { since: null, until: { log: 1_000_000, trail: {}, time: '2027-01-01T00:00:00.000Z' } };
  return writeFact(
    {
      sql: pool,
      duck: { rows, run: () => Promise.resolve(), close: () => undefined },
      draft: { folder, staged },
      settling: { begin: () => undefined },
      pace: AT_ONCE,
      format: 'parquet',
    },
    sessionSteps,
    stagingOf(sessionSteps, { recipient, window, coarsening: null }),
  );
}

test.serial('Postgres gives some pieces while DuckDB is at one, and no more than may wait', async (t) => {
  const seen: number[] = [];
  const { rows } = await stepsBy('slow', async (staged) => {
    if (seen.length === 0) await until('pieces wait', 10_000, () => staged().length === MOST_STAGED);
    seen.push(staged().length);
  });
  t.is(rows, ROWS);
  t.true(seen.length > MOST_STAGED, 'there are more pieces than may wait');
  t.is(Math.max(...seen), MOST_STAGED);
});

test.serial('a piece that cannot be written fails all, and none after it is written', async (t) => {
  let pieces = 0;
  await t.throwsAsync(
    stepsBy('failing', () => {
      pieces += 1;
      return pieces === 2 ? Promise.reject(new Error('it cannot be written')) : Promise.resolve();
    }),
    { message: 'it cannot be written' },
  );
  t.is(pieces, 2);
});
