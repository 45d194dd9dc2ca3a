import test from 'ava';
import { Registry } from 'prom-client';
import { createDataKeys } from '../../../shared/crypto/data-keys.ts';
import { localMasterKeys, singleKeyRing } from '../../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createEventLog } from '../../../shared/event-log/event-log.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import type { LogEvent, Projection } from '../../../shared/projection/projection.ts';
import { startDatabase } from '../../support/database.ts';
import { flood, startImpatientStore, whileFollowersStand } from '../../support/impatient-store.ts';
import { allApplied, newRunner } from '../../support/running-projections.ts';
import { until } from '../../support/until.ts';

const LIMIT_MS = 10_000;
const database = await startDatabase();
const store = await startImpatientStore();
const log = createEventLog(store.url);
const { pool } = database;
await pool.query('CREATE TABLE read.noted (n bigserial, event_id uuid NOT NULL)');
test.after.always(async () => {
  await store.stop();
  await log.close();
  await database.stop();
});

/** Writes down every event that it is given. */
const noted: Projection = {
  name: 'noted',
  version: 1,
  handles: 'all',
  writtenThrough: false,
  tables: [{ name: 'noted' }],
  project: async (events: readonly LogEvent[], tx) => {
    await tx.query('INSERT INTO noted (event_id) SELECT * FROM unnest($1::uuid[])', [
      events.map(({ stored }) => stored.eventId),
    ]);
  },
};

test('a projection that the log drops for being slow goes on from its checkpoint', async (t) => {
  const codec = createServiceCodec();
  const masterKeys = localMasterKeys(singleKeyRing(Buffer.alloc(32, 7).toString('base64')));
  const registry = new Registry();
  const lines: { msg: string; error_code?: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as { msg: string }) };
  const runner = newRunner(
    { pool, log, codec, dataKeys: createDataKeys(masterKeys, systemRandom) },
    [noted],
    {
      registry,
      logger: createLogger({ name: 'slow', level: 'warn', destination }),
      retry: { baseMs: 10, capMs: 50 },
    },
  );
  await flood({ log, codec });
  await runner.start();
  t.teardown(() => runner.stop());
  await allApplied({ pool, log }, ['noted']);
  t.is(store.ended(), 0);

  await whileFollowersStand(pool, async () => {
    await flood({ log, codec });
    await until('it is dropped', LIMIT_MS, () => store.ended() >= 1);
  });
  await flood({ log, codec });
  await allApplied({ pool, log }, ['noted']);

  const ids: string[] = [];
  for await (const { eventId } of log.readAll(null)) ids.push(eventId);
  const { rows } = await pool.query<{ event_id: string }>('SELECT event_id FROM read.noted ORDER BY n');
  t.deepEqual(
    rows.map(({ event_id }) => event_id),
    ids,
  );
  t.is(ids.length, 12_000);
  const metric = await registry.getSingleMetric('triage_projection_resubscriptions_total')?.get();
  t.is(metric?.values[0]?.value, store.ended(), 'on a busy machine it may be dropped more than once');
  const [told] = lines.filter(({ msg }) => msg.startsWith('resubscribing'));
  t.is(told?.error_code, 'too_slow');
  t.regex(
    told?.msg ?? '',
    /Consumer too slow to handle event while live/,
    'as the server and the runbook have it',
  );
});
