import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { Registry } from 'prom-client';
import { systemRandom } from '../../shared/crypto/seal.ts';
import { removeCopies } from '../../shared/erasure/copies.ts';
import { createLogger } from '../../shared/logging/logger.ts';
import { inTransaction, type Sql } from '../../shared/postgres/pool.ts';
import type { Attempted } from '../../webhook-dispatcher/attempt.ts';
import type { Claimed } from '../../webhook-dispatcher/claiming.ts';
import { createConcurrencyLimits } from '../../webhook-dispatcher/concurrency-limits.ts';
import { createDeliveries } from '../../webhook-dispatcher/deliveries.ts';
import { deleteEndpoint } from '../../webhook-dispatcher/endpoint-rows.ts';
import { dispatcherMetrics } from '../../webhook-dispatcher/metrics.ts';
import { createOutcomeWriter } from '../../webhook-dispatcher/outcome-writer.ts';
import { createWorker } from '../../webhook-dispatcher/worker.ts';
import { startDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const NOW = new Date('2026-01-05T08:00:00.000Z');
const LEASE_MS = 60_000;
const LIMIT_MS = 8_000;
const CAP = 16;
/** From the limit of 16 on, half as many are prefetched. */
const PREFETCHED = 8;
const LIVE = { test: false };
const logger = createLogger({ name: 'test-worker', level: 'silent' });
const failpoint = (): void => undefined;

/** A subscription with as many due deliveries as are claimed of it at once, each of a session of its own. */
async function seed(): Promise<string> {
  const [subscriptionId, tenantId] = [randomUUID(), randomUUID()];
  await pool.query(
    `INSERT INTO ops.webhook_endpoints (subscription_id, tenant_id, revision, events, test, endpoint_sealed, is_active)
     VALUES ($1, $2, 0, '{}', false, '', true)`,
    [subscriptionId, tenantId],
  );
  await pool.query(
    `WITH made AS (
       INSERT INTO ops.webhook_messages (event_id, tenant_id, session_id, key_id, body_sealed, created_at)
       SELECT gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), 'x'::bytea, $3
       FROM generate_series(1, ${CAP + PREFETCHED}) RETURNING event_id, created_at)
     INSERT INTO ops.webhook_deliveries
       (delivery_id, event_id, subscription_id, tenant_id, event_type, test, due_at, created_at)
     SELECT gen_random_uuid(), event_id, $1, $2, 'session.created', false, $3, created_at FROM made`,
    [subscriptionId, tenantId, NOW],
  );
  return subscriptionId;
}

type Sent = { delivery: Claimed; answer: () => void };
const prompt = {
  kind: 'answered',
  statusCode: 200,
  retryAfter: null,
  excerpt: Buffer.alloc(0),
  latencyMs: 5,
} as const;

/** A worker that has claimed what a subscription has, with a clock that tests put forward and attempts that they answer. */
async function startWorker(t: ExecutionContext, subscriptionId: string) {
  const clock = { ms: 0 };
  const now = (): Date => new Date(NOW.getTime() + clock.ms);
  const sent: Sent[] = [];
  const statements: string[] = [];
  const sql = {
    query: (query: { name: string }) => {
      statements.push(query.name);
      return pool.query(query as never);
    },
  } as unknown as Sql;
  const limits = createConcurrencyLimits({ total: 64, cap: CAP, testTotal: 64 });
  // It has answered promptly so far.
  for (let index = 0; index < CAP; index++) {
    const one = new Map([[subscriptionId, { all: 1, test: 0 }]]);
    limits.claimed([{ subscriptionId, window: CAP, room: 2, testRoom: 2 }], one);
    limits.release(subscriptionId, 'prompt', LIVE);
  }
  const random = (): number => 0.5;
  const outcomes = createOutcomeWriter({ sql: pool, logger, random, onDisable: failpoint, failpoint });
  const deliveries = createDeliveries({
    limits,
    attempt: (delivery) =>
      new Promise<Attempted>((resolve) => {
        sent.push({ delivery, answer: () => resolve({ result: prompt, at: now(), key: null }) });
      }),
    outcomes,
    now,
    random,
    randomBytes: systemRandom,
    metrics: dispatcherMetrics(new Registry(), limits.inFlight),
    failpoint,
    logger,
    onRelease: (id) => worker.released(id),
  });
  const worker = createWorker({
    sql,
    limits,
    busyFrom: 64,
    deliveries,
    now,
    monotonicMs: () => clock.ms,
    random,
    newId: randomUUID,
    leaseMs: LEASE_MS,
    failpoint,
    logger,
  });
  const claiming = new AbortController();
  const recording = new AbortController();
  const running = Promise.all([worker.run(claiming.signal), outcomes.run(recording.signal, LIMIT_MS)]);
  t.teardown(async () => {
    claiming.abort();
    for (const { answer } of sent) answer();
    await deliveries.idle();
    recording.abort();
    await running;
  });
  worker.wake([subscriptionId]);
  await until('as many are sent as may be at once', LIMIT_MS, () => sent.length === CAP);
  const firstLease = sent[0]?.delivery.lease_id;
  const { rows: waiting } = await pool.query<{ delivery_id: string; session_id: string; tenant_id: string }>(
    `SELECT d.delivery_id, m.session_id, d.tenant_id
     FROM ops.webhook_deliveries d JOIN ops.webhook_messages m USING (event_id)
     WHERE d.lease_id = $1 AND d.delivery_id <> ALL ($2::uuid[])`,
    [firstLease, sent.map(({ delivery }) => delivery.delivery_id)],
  );
  t.is(waiting.length, PREFETCHED);
  return {
    clock,
    sent,
    waiting,
    statements,
    wake: () => worker.wake([subscriptionId]),
    /** Those that were sent under the first claim. */
    ofFirstClaim: () => sent.filter(({ delivery }) => delivery.lease_id === firstLease),
  };
}

const answerAll = (sent: readonly Sent[]): void => sent.forEach(({ answer }) => answer());

test('what was prefetched is sent when others end, with another look only if it has waited', async (t) => {
  const { sent, clock, statements } = await startWorker(t, await seed());
  sent[0]?.answer();
  await until('the next one is sent', LIMIT_MS, () => sent.length === CAP + 1);
  t.false(statements.includes('is-still-claimed'));
  clock.ms = 1_000;
  answerAll(sent.slice(1));
  await until('all are sent', LIMIT_MS, () => sent.length === CAP + PREFETCHED);
  t.is(statements.filter((name) => name === 'is-still-claimed').length, PREFETCHED - 1);
});

test('what has waited for half of its lease is given back, and sent under a new claim', async (t) => {
  const { sent, clock, wake, ofFirstClaim } = await startWorker(t, await seed());
  clock.ms = LEASE_MS / 2 + 1;
  sent[0]?.answer();
  await until('all are sent', LIMIT_MS, () => {
    wake();
    if (sent.length > CAP) answerAll(sent);
    return sent.length >= CAP + PREFETCHED;
  });
  t.is(ofFirstClaim().length, CAP);
  t.is(new Set(sent.map(({ delivery }) => delivery.delivery_id)).size, CAP + PREFETCHED, 'each once');
});

test('what was prefetched of a session that is erased meanwhile is not sent', async (t) => {
  const { sent, waiting, clock } = await startWorker(t, await seed());
  const [erased] = waiting;
  const at = NOW.toISOString();
  await inTransaction(pool, (tx) =>
    removeCopies(tx, [{ sessionId: erased?.session_id ?? '', keyIds: 'all', at }]),
  );
  clock.ms = 1_000;
  answerAll(sent);
  await until('the others are sent', LIMIT_MS, () => sent.length >= CAP + PREFETCHED - 1);
  answerAll(sent);
  await until('all outcomes are written', LIMIT_MS, async () => {
    const { rows } = await pool.query(
      'SELECT 1 FROM ops.webhook_deliveries WHERE subscription_id = $1 AND due_at IS NOT NULL',
      [sent[0]?.delivery.subscription_id],
    );
    return rows.length === 0;
  });
  t.false(sent.some(({ delivery }) => delivery.delivery_id === erased?.delivery_id));
});

test('what was prefetched of a subscription that is deleted meanwhile is not sent', async (t) => {
  const subscriptionId = await seed();
  const { sent, clock, statements } = await startWorker(t, subscriptionId);
  await inTransaction(pool, (tx) => deleteEndpoint(tx, { subscriptionId, at: NOW.toISOString() }));
  clock.ms = 1_000;
  answerAll(sent);
  await until('all that waited were looked at', LIMIT_MS, () => {
    return statements.filter((name) => name === 'is-still-claimed').length === PREFETCHED;
  });
  t.is(sent.length, CAP);
});

test('what was prefetched for another URL is sent under a new claim, which knows the new one', async (t) => {
  const subscriptionId = await seed();
  const { sent, clock, wake, ofFirstClaim } = await startWorker(t, subscriptionId);
  await pool.query('UPDATE ops.webhook_endpoints SET revision = 1 WHERE subscription_id = $1', [
    subscriptionId,
  ]);
  clock.ms = 1_000;
  answerAll(sent);
  await until('all are sent', LIMIT_MS, () => {
    wake();
    return sent.length >= CAP + PREFETCHED;
  });
  t.is(ofFirstClaim().length, CAP);
  t.true(sent.slice(CAP).every(({ delivery }) => delivery.revision === 1));
});
