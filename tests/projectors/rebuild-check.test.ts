import { randomUUID } from 'node:crypto';
import test from 'ava';
import { allProjections } from '../../projectors/all.ts';
import { rebuild, type RebuildProgress } from '../../projectors/rebuild/rebuild.ts';
import { inTransaction } from '../../shared/postgres/pool.ts';
import { eraseSessions } from '../../shared/read-models/erase-sessions.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting } from '../support/projecting.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

test('a check leaves out what an erasure deletes while the check runs', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const [kept, erased] = [await world.open(tenantId), await world.open(tenantId)];
  await projecting.project(allProjections);
  const steps = async (onProgress: (progress: RebuildProgress) => void = () => undefined) => {
    const { differences } = await rebuild({
      ...projecting,
      projections: allProjections,
      check: true,
      databaseUrl: pool.options.connectionString ?? '',
      now: () => new Date(),
      onProgress,
    });
    return differences
      .filter(({ table }) => table === 'session_steps')
      .map(({ onlyLive, onlyRebuilt, rows }) => ({ onlyLive, onlyRebuilt, rows }));
  };
  const erase = async (): Promise<void> => {
    await world.session(erased, { kind: 'erase', cause: 'requested' });
    const erasure = {
      ...{ erasureId: randomUUID(), tenantId, subjectId: erased },
      ...({ type: 'session', cause: 'requested' } as const),
      at: new Date().toISOString(),
    };
    await inTransaction(pool, (tx) => eraseSessions(tx, [erasure]));
  };

  // The check has made its rows when it waits for this lock, to compare them.
  const holder = await pool.connect();
  t.teardown(() => holder.release(true));
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM ops.checkpoints FOR UPDATE');
  let erasing: Promise<unknown> | undefined;
  const onProgress = ({ phase }: RebuildProgress): void => {
    if (phase === 'compare') erasing ??= erase().then(() => holder.query('COMMIT'));
  };
  t.deepEqual(await steps(onProgress), [{ onlyLive: 0, onlyRebuilt: 0, rows: 1 }]);
  await erasing;

  await pool.query('DELETE FROM read.session_steps WHERE session_id = $1', [kept]);
  t.deepEqual(await steps(), [{ onlyLive: 0, onlyRebuilt: 1, rows: 0 }], 'what is lost is told');
});
