import test from 'ava';
import { withLock, type Lock } from '../../../shared/postgres/lock.ts';
import { startDatabase } from '../../support/database.ts';

const database = await startDatabase();
const one = await database.pool.connect();
const other = await database.pool.connect();
test.after.always(async () => {
  one.release();
  other.release();
  await database.stop();
});

const lock: Lock = { key: 4_711, refusal: () => new Error('held') };
const nothing = (): Promise<void> => Promise.resolve();

test.serial(
  'one at a time; whoever comes next finds it free, though the connection stays open',
  async (t) => {
    await withLock(one, lock, () => t.throwsAsync(withLock(other, lock, nothing), { message: 'held' }));
    await withLock(other, { ...lock, key: 4_712 }, () => withLock(one, lock, nothing));
    await t.notThrowsAsync(withLock(other, lock, nothing));
  },
);

test.serial('work that fails lets go of it as well', async (t) => {
  const failing = withLock(one, lock, () => Promise.reject(new Error('broken')));
  await t.throwsAsync(failing, { message: 'broken' });
  await t.notThrowsAsync(withLock(other, lock, nothing));
});
