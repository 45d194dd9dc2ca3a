import test from 'ava';
import { EventStoreDBClient } from '@eventstore/db-client';
import { verifyTrails, type TenantVerdict } from '../../../infra/audit/verify.ts';
import type { EventLog } from '../../../shared/event-log/event-log.ts';
import { auditStream, sessionStream } from '../../../shared/event-log/streams.ts';
import { until } from '../../support/until.ts';
import { startAuditWorld } from './world.ts';

/** What an administrator of the event store can do to a stream of the service, beside its files. */
const audit = await startAuditWorld();
const { pool, world } = audit;
const tenantId = await world.registerTenant();
const sessionId = await world.open(tenantId);
for (const text of ['yes', 'no', 'yes']) await world.answer(sessionId, text);
await audit.project();
test.after.always(audit.stop);

async function verdictOf(log: EventLog): Promise<TenantVerdict> {
  const [verdict] = await verifyTrails({ ...audit, log }, { tenantIds: [tenantId], againstLog: true });
  if (!verdict) throw new Error('there is no verdict');
  return verdict;
}

/** What hides events of a stream, or ends it, beside the log's own order: each by what the server's own interface offers. */
const HIDINGS: [what: string, hide: (client: EventStoreDBClient, stream: string) => Promise<unknown>][] = [
  ['$maxCount', (client, stream) => client.setStreamMetadata(stream, { maxCount: 1 })],
  ['$maxAge', (client, stream) => client.setStreamMetadata(stream, { maxAge: 1 })],
  ['a truncation', (client, stream) => client.setStreamMetadata(stream, { truncateBefore: 1 })],
  ['a deletion', (client, stream) => client.deleteStream(stream)],
  ['a tombstone', (client, stream) => client.tombstoneStream(stream)],
];

for (const [what, hide] of HIDINGS) {
  test.serial(`${what} on a stream of ours: found, also before a scavenge`, async (t) => {
    const store = await audit.forgedStore((events) => events);
    const client = EventStoreDBClient.connectionString(store.url);
    t.like(await verdictOf(store.log), { intact: true });
    await client.setStreamMetadata('foreign', { maxCount: 1, maxAge: 1 });
    await hide(client, sessionStream(sessionId));
    const isHidden = async (): Promise<boolean> => {
      try {
        for await (const { revision } of store.log.readStream(sessionStream(sessionId), 0))
          return revision > 0;
      } catch {
        // A tombstone: the stream cannot be read at all.
      }
      return true;
    };
    await until('it is hidden', 5_000, isHidden);
    const { broken, intact } = await verdictOf(store.log);
    t.false(intact);
    t.like(broken, { where: 'log', problem: 'events of its stream are hidden or deleted in the log' });
    const { rows } = await pool.query<{ canonical: string }>(
      'SELECT canonical FROM audit_rows WHERE tenant_id = $1 AND event_id = $2',
      [tenantId, broken?.where === 'log' ? broken.event_id : null],
    );
    t.like(JSON.parse(rows[0]?.canonical ?? '{}'), { stream: sessionStream(sessionId), revision: 0 });
    await store.stop();
    await client.dispose();
  });
}

test.serial('a tombstone on the stream of its checkpoints: found', async (t) => {
  await audit.sign(tenantId);
  await audit.project();
  const store = await audit.forgedStore((events) => events);
  const client = EventStoreDBClient.connectionString(store.url);
  t.like(await verdictOf(store.log), { intact: true, checkpoints: 1 });
  await client.tombstoneStream(auditStream(tenantId));
  t.like(await verdictOf(store.log), {
    intact: false,
    broken: { where: 'checkpoints', problem: 'the stored checkpoints are not those of the log' },
  });
  await store.stop();
  await client.dispose();
});
