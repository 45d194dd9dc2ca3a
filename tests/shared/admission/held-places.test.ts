import { randomUUID } from 'node:crypto';
import test from 'ava';
import { EXPORTS_PER_TENANT } from '../../../query-api/export/running-exports.ts';
import { MAX_WAITING } from '../../../query-api/events/waiting.ts';
import type { PlaceKind } from '../../../shared/admission/held-places.ts';
import { clientOf, startApi, type Client } from '../../support/api.ts';
import { until } from '../../support/until.ts';

/** Two processes of an API, and a third, the test's own, that holds places. */
const api = await startApi();
const second = await api.beside('second');
test.after.always(async () => {
  await second.stop();
  await api.stop();
});
const { heldPlaces, pool } = api.runtime;

async function newCaller(): Promise<{ tenantId: string; rawKey: string; both: Client[] }> {
  const tenantId = await api.newTenant();
  const rawKey = await api.newKey(tenantId);
  const both = [api.baseUrl, `http://127.0.0.1:${second.port()}`].map((url) => clientOf(url, rawKey));
  return { tenantId, rawKey, both };
}

async function hold(place: Parameters<typeof heldPlaces.take>[0]): Promise<() => Promise<void>> {
  const free = await heldPlaces.take(place);
  if (free === null) throw new Error('no place was free');
  return free;
}

const countOf = async (tenantId: string, kind: PlaceKind): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM ops.held_places WHERE tenant_id = $1 AND kind = $2',
    [tenantId, kind],
  );
  return rows[0]!.n;
};

test('of many who ask at once exactly as many get a place as there are, each tenant for itself', async (t) => {
  const [one, other] = [randomUUID(), randomUUID()];
  const take = (tenantId: string) => heldPlaces.take({ tenantId, kind: 'export', limit: 3 });
  const taken = await Promise.all([...Array.from({ length: 12 }, () => take(one)), take(other)]);
  t.is(taken.filter((place) => place !== null).length, 4);
  t.not(taken.at(-1), null);
  t.is(await take(one), null);
  const [free] = taken.filter((place) => place !== null);
  await free?.();
  await free?.();
  t.is(await countOf(one, 'export'), 2);
  t.not(await take(one), null);
  t.is(await take(one), null);
});

test('the place of a process that died is free a while later', async (t) => {
  const place = { tenantId: randomUUID(), kind: 'webhook_test', ofId: randomUUID(), limit: 1 } as const;
  const late = await hold(place);
  t.is(await heldPlaces.take(place), null);
  t.not(await heldPlaces.take({ ...place, ofId: randomUUID() }), null);
  const { rows } = await pool.query<{ held_s: number }>(
    'SELECT extract(epoch FROM until - clock_timestamp())::float8 AS held_s FROM ops.held_places WHERE of_id = $1',
    [place.ofId],
  );
  t.true(rows[0]!.held_s > 50 && rows[0]!.held_s <= 60);
  await pool.query('UPDATE ops.held_places SET until = clock_timestamp() WHERE of_id = $1', [place.ofId]);
  t.not(await heldPlaces.take(place), null);
  await late();
  t.is(await heldPlaces.take(place), null, 'who comes back late frees no place of another');
});

test('exports of a tenant count in all processes together', async (t) => {
  const { tenantId, both } = await newCaller();
  const places = await Promise.all(
    Array.from({ length: EXPORTS_PER_TENANT }, () =>
      hold({ tenantId, kind: 'export', limit: EXPORTS_PER_TENANT }),
    ),
  );
  const body = { date_from: '2026-03-01', date_to: '2026-03-31' };
  for (const client of both) t.is((await client('POST', '/v1/admin/export', body)).status, 429);
  await places[0]?.();
  for (const client of both) {
    await until('the last export is over', 5_000, async () => (await countOf(tenantId, 'export')) === 1);
    t.is((await client('POST', '/v1/admin/export', body)).status, 200);
  }
});

test('a webhook is tested once at a time, whichever process is asked', async (t) => {
  const { tenantId, both } = await newCaller();
  const made = await both[0]!('POST', '/v1/admin/webhooks', {
    url: 'http://127.0.0.1:9/nobody',
    events: ['session.created'],
  });
  const { subscription_id: ofId } = made.body as { subscription_id: string };
  const free = await hold({ tenantId, kind: 'webhook_test', ofId, limit: 1 });
  const path = `/v1/admin/webhooks/${ofId}/test`;
  for (const client of both) t.is((await client('POST', path)).status, 409);
  await free();
  for (const client of both) t.is((await client('POST', path)).status, 200);
  t.is(await countOf(tenantId, 'webhook_test'), 0);
});

test('ten calls of a tenant wait for events in all processes together; who leaves gives its place back', async (t) => {
  const { tenantId, rawKey, both } = await newCaller();
  const gone = new AbortController();
  const headers = { authorization: `Bearer ${rawKey}` };
  const target = '/v1/events?after=latest&wait=20';
  const waiting = Array.from({ length: MAX_WAITING }, (_, index) =>
    fetch(`http://127.0.0.1:${index % 2 === 0 ? second.port() : new URL(api.baseUrl).port}${target}`, {
      headers,
      signal: gone.signal,
    }).catch(() => 'left'),
  );
  await until('all wait', 10_000, async () => (await countOf(tenantId, 'event_wait')) === MAX_WAITING);
  for (const client of both) t.is((await client('GET', target)).status, 429);
  gone.abort();
  t.deepEqual(new Set(await Promise.all(waiting)), new Set(['left']));
  await until('their places are free', 5_000, async () => (await countOf(tenantId, 'event_wait')) === 0);
});
