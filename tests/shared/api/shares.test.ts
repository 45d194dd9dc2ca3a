import test from 'ava';
import { apiSettings } from '../../../shared/api/config.ts';
import { shareOf } from '../../../shared/api/shares.ts';

const config = (env: Record<string, string> = {}) =>
  apiSettings.parse({
    DATABASE_URL: 'postgresql://a:b@host/c',
    EVENTSTORE_URL: 'esdb://host:2113?tls=true',
    NATS_URL: 'nats://host',
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    ...env,
  });

test('what is set for a machine is divided among its processes', (t) => {
  t.deepEqual(shareOf(config(), 1), { textWorkers: 1, extractorConcurrency: 32 });
  t.deepEqual(shareOf(config(), 8), { textWorkers: 2, extractorConcurrency: 32 });
  t.deepEqual(shareOf(config({ API_PROCESSES: '7' }), 8), { textWorkers: 1, extractorConcurrency: 4 });
  const set = { API_PROCESSES: '4', TEXT_WORKERS: '3', EXTRACTOR_CONCURRENCY: '2' };
  t.deepEqual(shareOf(config(set), 8), { textWorkers: 3, extractorConcurrency: 1 }, 'at least one each');
  t.is(shareOf(config({ API_PROCESSES: '2', TEXT_WORKERS: '0' }), 8).textWorkers, 0);
});
