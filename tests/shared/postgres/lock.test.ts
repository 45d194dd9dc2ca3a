import test from 'ava';
import { withLock, type Lock } from '../../../shared/postgres/lock.ts';
import { inTransaction } from '../../../shared/postgres/pool.ts';
import { startDatabase } from '../../support/database.ts';
import { overlapping } from '../../support/locks.ts';

const { pool, stop } = await startDatabase();
test.after.always(stop);

const lock: Lock = { table: 'ops.keys_lock', refusal: () => new Error('held') };
const other: Lock = { ...lock, table: 'ops.rebuild_lock' };
const nothing = (): Promise<void> => Promise.resolve();

test.serial('one at a time; whoever comes next finds it free', async (t) => {
  await withLock(pool, lock, () => t.throwsAsync(withLock(pool, lock, nothing), { message: 'held' }));
  await withLock(pool, other, () => withLock(pool, lock, nothing));
  await t.notThrowsAsync(withLock(pool, lock, nothing));
});

test.serial('work that fails lets go of it as well', async (t) => {
  const failing = withLock(pool, lock, () => Promise.reject(new Error('broken')));
  await t.throwsAsync(failing, { message: 'broken' });
  await t.notThrowsAsync(withLock(pool, lock, nothing));
});

test.serial('work of hours keeps nothing from being vacuumed', async (t) => {
  await withLock(pool, lock, async () => {
    const { rows } = await pool.query(
      `SELECT a.backend_xid, a.backend_xmin FROM pg_stat_activity a JOIN pg_locks l USING (pid)
       WHERE l.relation = 'ops.keys_lock'::regclass`,
    );
    t.deepEqual(rows, [{ backend_xid: null, backend_xmin: null }]);
  });
});

const HELD = 'SELECT FROM ops.locks WHERE name = $1 FOR UPDATE NOWAIT';

test.serial(
  'a short lock is held until the transaction ends, also one that nobody held before',
  async (t) => {
    for (const round of ['new', 'known']) {
      const [, order] = await overlapping(
        pool,
        async (tx) => {
          await tx.query("SELECT ops.lock('tenant')");
          if (round === 'known') {
            await t.throwsAsync(pool.query(HELD, ['tenant']), { code: '55P03' });
          }
        },
        () => pool.query("SELECT ops.lock('tenant')").then(() => 'afterwards'),
      );
      t.is(order, 'afterwards', round);
    }
    await inTransaction(pool, async (tx) => {
      await tx.query("SELECT ops.lock('tenant')");
      await t.notThrowsAsync(pool.query("SELECT ops.lock('another')"));
    });
  },
);

test.serial(
  'nothing of the service rests on advisory locks, which everybody who may connect can hold',
  async (t) => {
    const { rows } = await pool.query(
      `SELECT p.oid::regprocedure::text AS name FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname IN ('read', 'ops', 'analytics_source') AND p.prosrc ~ 'advisory'`,
    );
    t.deepEqual(rows, []);
  },
);
