import test from 'ava';
import { createAskedExtracts } from '../../../projectors/extracts/asked-extracts.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';

test('the lease goes over the pool of short statements', async (t) => {
  let answer: (asked: string) => void = () => undefined;
  const asked = new Promise<string>((resolve) => (answer = resolve));
  const poolNamed = (name: string): Pool =>
    ({
      query: () => {
        answer(name);
        return Promise.resolve({ rowCount: 0, rows: [] });
      },
    }) as unknown as Pool;
  const extracts = createAskedExtracts({
    pool: poolNamed('extracts'),
    leasePool: poolNamed('main'),
    root: null,
    holder: '00000000-0000-4000-8000-000000000001',
    logger: createLogger({ name: 'extracts', level: 'silent' }),
    signer: { sign: () => Promise.reject(new Error('nothing to sign')) },
    log: { lastPosition: () => Promise.resolve(-1n) },
    now: () => new Date(0),
    newId: () => '00000000-0000-4000-8000-000000000002',
    random: systemRandom,
  });
  await extracts.start();
  t.is(await asked, 'main');
  await extracts.stop();
});
