import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { checkExtract } from '../../../infra/data/check/check.ts';
import { listFiles } from '../../../projectors/extracts/list-files.ts';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { clinic, duckRows, other, startDataWorld } from './world.ts';

const world = await startDataWorld();
const { pool, parts } = world;
await writeStepRows(pool, { tenantId: clinic, sessions: 40, from: '2026-01-05', days: 4 });
await writeStepRows(pool, { tenantId: other, sessions: 10, from: '2026-01-05', days: 2, position: 1_000 });
await world.reach(2_000);
await world.grant('team');
test.after.always(world.stop);

const publicKeys = async (): Promise<string[]> =>
  (await parts.signer.publicKeys()).map((key) => key.public_key);

const contents = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listFiles(folder)).map((name) => [name, readFileSync(path.join(folder, name), 'base64')]),
  );

test('an extract to Parquet has the rows of its tenant by day, and is whole', async (t) => {
  const { place, statement } = await world.take('whole');
  const steps = await duckRows(
    `SELECT day::text AS day, count(*)::int AS steps, count(DISTINCT session)::int AS sessions
     FROM read_parquet('${place}/dataset=session_steps/*/*.parquet') GROUP BY 1 ORDER BY 1`,
  );
  t.deepEqual(
    steps,
    ['05', '06', '07', '08'].map((day) => ({ day: `2026-01-${day}`, steps: 100, sessions: 10 })),
  );
  const rows = Object.fromEntries(statement.datasets.map((dataset) => [dataset.name, dataset.rows]));
  t.like(rows, { session_steps: 400, sessions: 40, differentials: 1_200, red_flags: 4, calendar: 4 });
  t.is(statement.tenant_id, clinic);
  t.deepEqual(await checkExtract(place, await publicKeys()), {
    intact: true,
    tenant_id: clinic,
    rows: statement.datasets.reduce((total, dataset) => total + dataset.rows, 0),
    problems: [],
  });
});

test('the same cursors give the same bytes', async (t) => {
  const first = await world.take('first');
  const again = await world.take('again', { until: first.statement.until });
  t.deepEqual(await contents(again.place), await contents(first.place));
});

test('sessions stand under the pseudonyms that the views give them, for one tenant and for all', async (t) => {
  await world.grant('everybody', null);
  const taken = [
    await world.take('named', { named: ['session_steps', 'sessions'] }),
    await world.take('named-all', {
      named: ['session_steps', 'sessions'],
      tenantId: null,
      name: 'everybody',
    }),
  ];
  for (const { place, statement } of taken) {
    const { rows } = await pool.query<{ tenant_id: string; session: string }>(
      `SELECT DISTINCT s.tenant_id, facts_source.pseudonym(r.inner_key, r.outer_key, s.session_id::text) AS session
       FROM read.session_steps s JOIN facts_source.recipients r ON r.recipient_id = $1
       WHERE s.tenant_id = coalesce(r.tenant_id, s.tenant_id) ORDER BY session`,
      [statement.recipient.recipient_id],
    );
    for (const dataset of ['session_steps', 'sessions']) {
      t.deepEqual(
        await duckRows(
          `SELECT DISTINCT tenant_id, session FROM read_parquet('${place}/dataset=${dataset}/*/*.parquet') ORDER BY session`,
        ),
        rows,
      );
    }
  }
});
