import { randomUUID } from 'node:crypto';
import test from 'ava';
import { createTriageClient } from '../../client/client.ts';
import { EventsError, readEvents } from '../../client/events.ts';
import { forgetOldEvents } from '../../webhook-dispatcher/sweep-queries.ts';
import { eraseSession } from '../support/erasing.ts';
import type { Client } from '../support/api.ts';
import { until } from '../support/until.ts';
import { LIMIT_MS, startWebhooks, type Clinic } from '../support/webhooks.ts';

/** GET /v1/events over a dispatcher that runs, under a clock that the tests put forward. */
const world = await startWebhooks();
const { api, pool, clock, openSession, listen, stranger } = world;
test.after.always(world.stop);

type Event = { id: string; type: string; sequence: number; test: boolean; data: { session_id?: string } };
type Page = { data: Event[]; next_cursor: string; has_more: boolean };

const DAY_MS = 86_400_000;
const pathOf = (query: Record<string, string | number>): string =>
  `/v1/events?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString()}`;

async function pull(client: Client, query: Record<string, string | number> = {}): Promise<Page> {
  const { status, body } = await client('GET', pathOf(query));
  if (status !== 200) throw new Error(`events were answered with ${status}: ${JSON.stringify(body)}`);
  return body as Page;
}

/** Everything from a cursor on, page by page. */
async function pullAll(client: Client, query: Record<string, string | number> = {}): Promise<Event[]> {
  const events: Event[] = [];
  let page = await pull(client, query);
  for (;;) {
    events.push(...page.data);
    if (!page.has_more) return events;
    page = await pull(client, { ...query, after: page.next_cursor });
  }
}

/** A tenant whose tokens are there. */
async function newClinic(): Promise<Clinic> {
  const clinic = await world.newClinic();
  await world.projected();
  return clinic;
}

/** Waits until the dispatcher has published so many events of the client. */
const published = (client: Client, count: number): Promise<void> =>
  until(`${count} events are published`, LIMIT_MS, async () => (await pullAll(client)).length >= count);

const idsOf = (events: readonly Event[]): string[] => events.map(({ id }) => id);

test.serial('the same bytes as a webhook, also of events that nobody subscribed to', async (t) => {
  const { live, tenantId } = await newClinic();
  const { receiver } = await listen(t, { client: live, events: ['session.created'] });
  const sessionId = await openSession(live);
  await live('POST', `/v1/sessions/${sessionId}/answer`, {
    question_id: 'additional',
    raw_text: 'thunderclap headache, the worst of my life',
  });
  await published(live, 2);
  await until('the webhook has come', LIMIT_MS, () => Promise.resolve(receiver.arrivals.length > 0));
  const key = await api.newKey(tenantId);
  const response = await fetch(`${api.baseUrl}/v1/events`, { headers: { authorization: `Bearer ${key}` } });
  const text = await response.text();
  t.true(text.includes(receiver.arrivals[0]?.body ?? '-'));
  const { data } = JSON.parse(text) as Page;
  t.is(data[0]?.type, 'session.created');
  t.true(data.some(({ type }) => type === 'session.answered'));
  t.true(data.some(({ type }) => type === 'red_flag.detected'));
  t.deepEqual(
    data.map(({ sequence }) => sequence),
    data.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
  );
});

test.serial('pages of any size make the whole, in order, and nothing twice', async (t) => {
  const { live } = await newClinic();
  await Promise.all(Array.from({ length: 7 }, () => openSession(live)));
  await published(live, 7);
  const whole = idsOf(await pullAll(live));
  t.is(new Set(whole).size, whole.length);
  for (const limit of [1, 2, 3, 500]) t.deepEqual(idsOf(await pullAll(live, { limit })), whole);
});

test.serial('the client follows: each event once, whatever is written meanwhile', async (t) => {
  const { live, tenantId } = await newClinic();
  const { next_cursor: after } = await pull(live, { after: 'latest' });
  const client = createTriageClient({ baseUrl: api.baseUrl, apiKey: await api.newKey(tenantId) });
  const stop = new AbortController();
  const writing = (async () => {
    for (let round = 0; round < 5; round++) await Promise.all([openSession(live), openSession(live)]);
  })();
  const seen: string[] = [];
  const places: { cursor: string; count: number }[] = [];
  const types = ['session.created', 'session.finalized'] as const;
  const options = { after, types: [...types], limit: 2, signal: stop.signal };
  for await (const { events, cursor } of readEvents(client, options)) {
    seen.push(...events.map(({ id }) => id));
    places.push({ cursor, count: seen.length });
    if (seen.length >= 10) stop.abort();
  }
  await writing;
  const whole = idsOf(await pullAll(live, { after }));
  t.deepEqual(seen, whole.slice(0, seen.length));
  // From any cursor on comes the rest.
  for (const { cursor, count } of places)
    t.deepEqual(idsOf(await pullAll(live, { after: cursor })), whole.slice(count));
  const refused = createTriageClient({ baseUrl: api.baseUrl, apiKey: 'svc_live_wrong' });
  await t.throwsAsync(async () => await readEvents(refused).next(), { instanceOf: EventsError });
});

test.serial('types and modes choose; a cursor is valid for other types', async (t) => {
  const { live, sandbox } = await newClinic();
  const sessionId = await openSession(live);
  await live('POST', `/v1/sessions/${sessionId}/answer`, { question_id: 'additional', raw_text: 'no fever' });
  await openSession(sandbox);
  await published(live, 2);
  await published(sandbox, 1);
  const all = await pullAll(live);
  t.true(all.every((event) => !event.test));
  t.true((await pullAll(sandbox)).every((event) => event.test));
  const answered = await pull(live, { types: 'session.answered,session.timeout' });
  t.deepEqual(
    answered.data.map(({ type }) => type),
    ['session.answered'],
  );
  // It has passed session.created, which is another type.
  t.deepEqual((await pull(live, { after: answered.next_cursor })).data, []);
  const nothing = await stranger('GET', pathOf({ limit: 500 }));
  t.false(JSON.stringify(nothing.body).includes(sessionId));
});

test.serial('a call waits for an event, and no longer than it was asked to', async (t) => {
  const { live } = await newClinic();
  const { next_cursor: after } = await pull(live, { after: 'latest' });
  const startedMs = performance.now();
  const waiting = pull(live, { after, wait: 20 });
  const sessionId = await openSession(live);
  const { data } = await waiting;
  t.is(data[0]?.data.session_id, sessionId);
  t.true(performance.now() - startedMs < 10_000);
  const later = await pull(live, { after: 'latest' });
  const emptyMs = performance.now();
  t.deepEqual((await pull(live, { after: later.next_cursor, wait: 1 })).data, []);
  t.true(performance.now() - emptyMs >= 990);
});

test.serial('ten calls of a tenant may wait, and a stop answers them', async (t) => {
  const { live, tenantId } = await newClinic();
  const { next_cursor: after } = await pull(live, { after: 'latest' });
  const beside = await api.beside('waiting', { now: world.now });
  const key = await api.newKey(tenantId);
  const call = () =>
    fetch(`http://127.0.0.1:${beside.port()}${pathOf({ after, wait: 20 })}`, {
      headers: { authorization: `Bearer ${key}` },
    });
  const calls = Array.from({ length: 11 }, call);
  const first = await Promise.race(calls.map(async (one) => (await one).status));
  t.is(first, 429);
  const startedMs = performance.now();
  const stopped = beside.stop();
  const statuses = await Promise.all(calls.map(async (one) => (await one).status));
  await stopped;
  t.deepEqual(statuses.toSorted(), [...Array.from({ length: 10 }, () => 200), 429]);
  t.true(performance.now() - startedMs < 5_000);
});

test.serial('what was erased is gone from it, and each read is in the audit trail', async (t) => {
  const { live, tenantId } = await newClinic();
  const [kept, erased] = [await openSession(live), await openSession(live)];
  await published(live, 2);
  await api.runtime.readCounter.flush();
  await eraseSession(pool, { sessionId: erased, erasureId: randomUUID(), at: world.now().toISOString() });
  const events = await pullAll(live);
  t.deepEqual([...new Set(events.map(({ data }) => data.session_id))], [kept]);
  await until('the reads are counted', LIMIT_MS, async () => {
    const { rows } = await pool.query<{ session_id: string; count: number }>(
      `SELECT session_id, sum(count)::int AS count FROM ops.read_counts
       WHERE tenant_id = $1 AND action = 'session.events_read' GROUP BY session_id`,
      [tenantId],
    );
    return rows.some((row) => row.session_id === kept && row.count > 0);
  });
  t.pass();
});

test.serial(
  '30 days back: then bodies that nobody subscribed to go, and an old cursor is refused',
  async (t) => {
    const { live } = await newClinic();
    const { receiver } = await listen(t, { client: live, events: ['session.created'] });
    const sessionId = await openSession(live);
    await live('POST', `/v1/sessions/${sessionId}/answer`, {
      question_id: 'additional',
      raw_text: 'no fever',
    });
    await published(live, 2);
    await until('the webhook has come', LIMIT_MS, () => Promise.resolve(receiver.arrivals.length > 0));
    const { next_cursor: after } = await pull(live);
    const kept = async (): Promise<string[]> => {
      const { rows } = await pool.query<{ event_type: string }>(
        'SELECT event_type FROM ops.webhook_messages WHERE session_id = $1 ORDER BY position',
        [sessionId],
      );
      return rows.map(({ event_type }) => event_type);
    };
    await forgetOldEvents(pool, new Date(Date.now() + 30 * DAY_MS));
    t.true((await kept()).includes('session.answered'));
    await forgetOldEvents(pool, new Date(Date.now() + 32 * DAY_MS));
    t.deepEqual(await kept(), ['session.created']);
    clock.aheadMs = 31 * DAY_MS;
    t.teardown(() => (clock.aheadMs = 0));
    const refused = await live('GET', pathOf({ after }));
    t.is(refused.status, 422);
    t.true(JSON.stringify(refused.body).includes('"expired_cursor"'));
    t.deepEqual((await pull(live)).data, []);
  },
);

test.serial(
  "another tenant's cursor, a changed one, an unknown type and a missing scope are refused",
  async (t) => {
    const { live, tenantId } = await newClinic();
    const { next_cursor: after } = await pull(stranger);
    for (const query of [
      { after },
      { after: `${after.slice(0, -2)}AA` },
      { types: 'session.opened' },
      { wait: 21 },
    ]) {
      t.is((await live('GET', pathOf(query))).status, 422, JSON.stringify(query));
    }
    const reader = await api.newClient(tenantId, { scopes: ['sessions:read'] });
    t.is((await reader('GET', '/v1/events')).status, 403);
  },
);
