import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { startDatabase } from '../../support/database.ts';

/** Databases on which `usage` had a version 2 for a while, which kept the hours as well. */
const { pool, stop } = await startDatabase();
test.after.always(stop);

const migrateAgain = (): Promise<unknown> =>
  pool.query(readFileSync(path.join(projectRoot, 'infra/migrations/0051_usage_hours_apart.sql'), 'utf8'));

async function checkpoints(): Promise<string[]> {
  const { rows } = await pool.query<{ place: string }>(
    `SELECT projection || ' ' || version || ' ' || position AS place FROM ops.checkpoints
     WHERE projection LIKE 'usage%' ORDER BY projection, version`,
  );
  return rows.map(({ place }) => place);
}

const standAt = (version: number, position: number): Promise<unknown> =>
  pool.query(
    `INSERT INTO ops.checkpoints (projection, version, position, event_id, updated_at)
     VALUES ('usage', $1, $2, gen_random_uuid(), now())`,
    [version, position],
  );

test.serial('what has version 1 is left as it is: the hours are filled from the log', async (t) => {
  await standAt(1, 7);
  await migrateAgain();
  t.deepEqual(await checkpoints(), ['usage 1 7']);
});

test.serial('what had version 2 goes on where it stood, both halves of it', async (t) => {
  await standAt(2, 9);
  await migrateAgain();
  t.deepEqual(await checkpoints(), ['usage 1 9', 'usage-hours 1 9']);
  await migrateAgain();
  t.deepEqual(await checkpoints(), ['usage 1 9', 'usage-hours 1 9']);
});
