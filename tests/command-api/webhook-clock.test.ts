import test from 'ava';
import { allProjections } from '../../projectors/all.ts';
import { settings } from '../../webhook-dispatcher/config.ts';
import { nextAttemptAt, RETRY_DELAYS_MS } from '../../webhook-dispatcher/schedule.ts';
import { until } from '../support/until.ts';
import {
  accepts,
  startWebhooks,
  delivery,
  fails,
  hook,
  HOUR_MS,
  LIMIT_MS,
  signs,
  type Detail,
  type Listening,
  type Subscription,
} from '../support/webhooks.ts';

/** A repeatable source of chance (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What comes of time that passes, which the tests put forward. One test runs after the other. */
const needed = ['balances', 'webhook-subscriptions', 'audit'];
const world = await startWebhooks({
  random: seeded(7),
  projections: allProjections.filter(({ name }) => needed.includes(name)),
});
const { clinic, listen, tell, stands, detailOf, openSession, failedOnce } = world;
test.after.always(world.stop);

const DAY_MS = 24 * HOUR_MS;
/** Between an answer and the note of it, on a busy machine. */
const SLACK_MS = 1_500;
const JITTER = 0.1;

/** From the end of the last attempt to the next one. */
function waitOf({ next_retry_at, attempt_log }: Detail): number {
  const last = attempt_log.at(-1);
  return Date.parse(next_retry_at ?? '') - Date.parse(last?.at ?? '') - (last?.latency_ms ?? 0);
}
/** Puts the clock to a moment after what `next_retry_at` says. */
const goBeyond = ({ next_retry_at }: Detail, ms: number): void => {
  world.clock.aheadMs = Date.parse(next_retry_at ?? '') + ms - Date.now();
};

test('the same seed gives the same schedule; chance moves a wait by a tenth at most, evenly', (t) => {
  const now = new Date('2026-03-02T10:00:00.000Z');
  const schedule = (seed: number): number[] => {
    const random = seeded(seed);
    return RETRY_DELAYS_MS.map(
      (_, index) => (nextAttemptAt(index + 1, null, { now, random })?.getTime() ?? 0) - now.getTime(),
    );
  };
  t.deepEqual(schedule(1), schedule(1));
  t.notDeepEqual(schedule(1), schedule(2));
  const shares: number[] = [];
  for (let seed = 0; seed < 500; seed += 1)
    for (const [index, waitMs] of schedule(seed).entries())
      shares.push(waitMs / (RETRY_DELAYS_MS[index] ?? 1));
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  t.true(least >= 1 - JITTER && least < 0.905, String(least));
  t.true(most <= 1 + JITTER && most > 1.095, String(most));
  const mean = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  t.true(Math.abs(mean - 1) < 0.01, String(mean));
});

test('the slowest sweep that can be set finds a replay within 30 seconds', (t) => {
  const sweepMs = (value: string) => settings.shape.WEBHOOK_SWEEP_MS.safeParse(value).success;
  t.true(sweepMs('20000'));
  t.false(sweepMs('20001'));
  // Sweeps are up to a quarter further apart than set, so that processes do not sweep together.
  t.true(20_000 * 1.25 < 30_000);
});

test.serial('seven attempts, each in its time and none before it, then no more', async (t) => {
  const [hasty, patient] = [await listen(t), await listen(t)];
  fails(hasty.receiver);
  patient.receiver.answerWith((response) => response.writeHead(503, { 'retry-after': '60' }).end());
  const sessionId = await openSession();
  const [id, other] = [await tell(hasty, sessionId), await tell(patient, sessionId)];
  for (const one of [id, other]) await stands(one, 'failed');

  // Both wait for the sweep: by the time that it has taken one up, it has left the other alone.
  goBeyond(await detailOf(id), 500);
  await stands(id, 'failed', 2);
  t.is(patient.receiver.arrivals.length, 1);
  for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
    if (index === 0) continue;
    const detail = await detailOf(id);
    const waitMs = waitOf(detail);
    t.true(waitMs > delayMs * (1 - JITTER) - 50, `attempt ${index + 1}: ${waitMs}`);
    t.true(waitMs < delayMs * (1 + JITTER) + SLACK_MS, `attempt ${index + 1}: ${waitMs}`);
    goBeyond(detail, 500);
    await stands(id, index === RETRY_DELAYS_MS.length - 1 ? 'dead-lettered' : 'failed', index + 2);
  }
  const dead = await detailOf(id);
  t.like(dead, { attempts: 7, next_retry_at: null, last_error: 'http_server_error' });
  t.is(dead.attempt_log.length, 7);
  const numbers = hasty.receiver.arrivals.map(({ headers }) => headers['x-svc-attempt']);
  t.deepEqual(numbers, ['1', '2', '3', '4', '5', '6', '7']);
  t.is(new Set(hasty.receiver.arrivals.map(({ body }) => body)).size, 1);
  const listed = await clinic.sandbox('GET', '/v1/admin/webhooks/dlq');
  t.deepEqual(
    (listed.body as { data: { delivery_id: string }[] }).data.map((one) => one.delivery_id),
    [id],
  );

  const witness = await listen(t);
  const due = await failedOnce(witness);
  world.clock.aheadMs += 2 * DAY_MS;
  await stands(due, 'delivered', 2);
  t.is(hasty.receiver.arrivals.filter(({ headers }) => headers['x-svc-delivery-id'] === id).length, 7);
});

type Audited = { action: string; subject: { id: string }; actor: { type: string; id: string } };
async function auditOf(action: string, subjectId: string): Promise<Audited[]> {
  await world.projected();
  const { body } = await clinic.live('GET', `/v1/admin/audit-log?action=${action}&limit=200`);
  return (body as { data: Audited[] }).data.filter(({ subject }) => subject.id === subjectId);
}

type Shown = Subscription & { is_active: boolean; disabled_reason: string | null };
const shown = async ({ subscription_id }: Subscription): Promise<Shown> => {
  const { body } = await clinic.live('GET', '/v1/admin/webhooks');
  return (body as Shown[]).find((one) => one.subscription_id === subscription_id)!;
};
const isOff = (subscription: Subscription) => async (): Promise<boolean> =>
  !(await shown(subscription)).is_active;

test.serial(
  'five days of nothing but failures, or a 410, switch a subscription off, and the trail tells',
  async (t) => {
    const [failing, mended, gone] = [await listen(t), await listen(t), await listen(t)];
    const first = await failedOnce(failing);
    fails(failing.receiver);
    const early = await failedOnce(mended);
    await stands(first, 'failed');
    const startMs = world.now().getTime();

    world.clock.aheadMs += 3 * DAY_MS;
    await stands(early, 'delivered', 2);
    fails(mended.receiver);
    world.clock.aheadMs = startMs + 5 * DAY_MS - HOUR_MS - Date.now();
    const sessionId = await openSession();
    for (const one of [failing, mended]) await stands(await tell(one, sessionId), 'failed');
    t.like(await shown(failing), { is_active: true, disabled_reason: null }, 'not an hour before');

    world.clock.aheadMs += HOUR_MS + 60_000;
    const last = await openSession();
    await until('it is switched off', LIMIT_MS, isOff(failing));
    t.like(await shown(failing), { is_active: false, disabled_reason: 'failing' });
    t.like(await shown(mended), { is_active: true }, 'it had a success meanwhile');
    const open = await tell(failing, last);
    await stands(open, 'dead-lettered', (await detailOf(open)).attempts);
    t.is((await clinic.sandbox('POST', delivery(open, '/replay'))).status, 409);

    fails(gone.receiver, 410);
    await tell(gone);
    await until('it is switched off', LIMIT_MS, isOff(gone));
    t.like(await shown(gone), { disabled_reason: 'gone' });

    for (const one of [failing, gone]) {
      const [row, ...more] = await auditOf('webhook.disabled', one.subscription_id);
      t.deepEqual(more, []);
      t.like(row?.actor, { type: 'system', id: 'webhook-dispatcher' });
    }
    t.deepEqual(await auditOf('webhook.disabled', mended.subscription_id), []);

    accepts(failing.receiver);
    t.like((await clinic.live('POST', hook(failing.subscription_id, '/test'))).body, { status_code: 204 });
    t.like(await shown(failing), { is_active: true, disabled_reason: null });
    const [enabled] = await auditOf('webhook.enabled', failing.subscription_id);
    t.is(enabled?.actor.type, 'api_key');
    t.is((await clinic.sandbox('POST', delivery(open, '/replay'))).status, 200);
    await until('it arrives', LIMIT_MS, async () => (await detailOf(open)).status === 'delivered');
  },
);

/** A receiver that takes what one of its secrets signs in our main header, and keeps what it took. */
function takes({ receiver }: Listening, known: string[]): Set<string> {
  const taken = new Set<string>();
  receiver.answerWith((response, arrival) => {
    const isKnown = known.some((secret) => signs(secret, arrival));
    if (isKnown) taken.add(String(arrival.headers['x-svc-event-id']));
    response.writeHead(isKnown ? 204 : 401).end();
  });
  return taken;
}

test.serial(
  'what happens before, during and after a rotation reaches whoever knows either secret',
  async (t) => {
    const old = await listen(t);
    const [fresh, both] = [await listen(t), await listen(t)];
    const known = { old: [old.secret], fresh: [] as string[], both: [both.secret] };
    const taken = {
      old: takes(old, known.old),
      fresh: takes(fresh, known.fresh),
      both: takes(both, known.both),
    };
    const rotate = async ({ subscription_id }: Subscription): Promise<string> =>
      ((await clinic.live('POST', hook(subscription_id, '/rotate'))).body as Subscription).secret;
    const some = (): Promise<string[]> => Promise.all(Array.from({ length: 4 }, () => openSession()));

    const before = await some();
    const [during] = await Promise.all([
      some(),
      rotate(old),
      rotate(fresh).then((secret) => known.fresh.push(secret)),
      rotate(both).then((secret) => known.both.push(secret)),
    ]);
    const sessions = [...before, ...during, ...(await some())];
    for (const listening of [old, fresh, both])
      for (const sessionId of sessions) {
        const id = await tell(listening, sessionId);
        await until('it was tried', LIMIT_MS, async () => (await detailOf(id)).attempts > 0);
      }
    t.is(taken.old.size, sessions.length, 'whoever knows the old one misses no attempt');
    t.is(taken.both.size, sessions.length);
    // What was tried before its receiver had learned the secret comes again.
    world.clock.aheadMs += 40_000;
    await until('the last one has all', LIMIT_MS, () => taken.fresh.size === sessions.length);
    for (const listening of [old, fresh, both])
      for (const sessionId of sessions) {
        const id = await tell(listening, sessionId);
        await until('it is delivered', LIMIT_MS, async () => (await detailOf(id)).status === 'delivered');
      }
    t.deepEqual([...taken.fresh].sort(), [...taken.old].sort());
    t.deepEqual([...taken.both].sort(), [...taken.old].sort());
  },
);

test.serial('a retry that a clock planned which was an hour ahead does not wait for that hour', async (t) => {
  const listening = await listen(t, { client: clinic.sandbox });
  world.clock.aheadMs += HOUR_MS;
  const id = await failedOnce(listening);
  world.clock.aheadMs -= HOUR_MS;
  await t.notThrowsAsync(stands(id, 'delivered', 2));
});
