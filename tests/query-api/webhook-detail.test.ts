import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { LoggedAttempt } from '../../shared/webhooks/attempt-log.ts';
import { sealExcerpt, sealSignatures } from '../../shared/webhooks/sealed-parts.ts';
import { startApi } from '../support/api.ts';
import { createClinics, createDeliverySeed } from './webhook-seed.ts';

/** One delivery with all that is known of it. The row is put there as the dispatcher leaves it. */
const api = await startApi();
const { pool, dataKeys, random } = api.runtime;
const addDelivery = createDeliverySeed(api.runtime);
const newClinic = createClinics(api);
test.after.always(api.stop);

test('the detail opens payload and attempts; what was erased is gone from it', async (t) => {
  const { tenantId, live, first } = await newClinic();
  const id = await addDelivery(tenantId, { subscriptionId: first, status: 'failed', ago: 3 });
  const { seal } = await dataKeys.tenantKeys(pool, tenantId);
  const excerpt = sealExcerpt(
    seal,
    { tenantId, deliveryId: id, attempt: 1 },
    Buffer.from('wrong: "é"'),
    random,
  );
  const signed = { 'X-Svc-Signature-256': 'b9'.repeat(32), 'webhook-signature': 'v1,abc' };
  const signatures = sealSignatures(seal, { tenantId, deliveryId: id, attempt: 1 }, signed, random);
  const logged: LoggedAttempt[] = [
    {
      attempt: 1,
      at: '2026-03-02T12:00:00.000Z',
      status_code: 500,
      error: 'http_server_error',
      latency_ms: 12,
      excerpt_sealed: excerpt.toString('base64'),
      signatures_sealed: signatures.toString('base64'),
    },
    {
      attempt: 2,
      at: '2026-03-02T12:01:00.000Z',
      status_code: null,
      error: 'timeout',
      latency_ms: 10_000,
      excerpt_sealed: null,
    },
  ];
  await pool.query('UPDATE ops.webhook_deliveries SET attempt_log = $2 WHERE delivery_id = $1', [
    id,
    JSON.stringify(logged),
  ]);
  const path = `/v1/admin/webhooks/deliveries/${id}`;
  const { status, body } = await live('GET', path);
  t.is(status, 200);
  t.like(body, { delivery_id: id, status: 'failed', payload: { data: { n: 3 } } });
  const { event_id: eventId } = body as { event_id: string };
  const request_headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Clinical-Triage-Webhooks/1',
    'X-Svc-Event': 'session.created',
    'X-Svc-Event-Id': eventId,
    'X-Svc-Delivery-Id': id,
    'X-Svc-Attempt': '1',
    'X-Svc-Timestamp': '1772452800',
    'webhook-id': eventId,
    'webhook-timestamp': '1772452800',
    ...signed,
  };
  const log = [
    {
      at: '2026-03-02T12:00:00.000Z',
      status_code: 500,
      latency_ms: 12,
      error: 'http_server_error',
      response_excerpt: 'wrong: "é"',
      request_headers,
    },
    {
      at: '2026-03-02T12:01:00.000Z',
      status_code: null,
      latency_ms: 10_000,
      error: 'timeout',
      response_excerpt: null,
      request_headers: null,
    },
  ];
  t.deepEqual((body as { attempt_log: unknown[] }).attempt_log, log);

  // Its body was sealed under a key that is destroyed now.
  const keyId = randomUUID();
  await pool.query(
    `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, created_at, destroyed_at, erasure_id)
     VALUES ($1, $2, $1, 'outcome', now(), now(), $1)`,
    [keyId, tenantId],
  );
  await pool.query(
    `UPDATE ops.webhook_messages SET key_id = $1
     WHERE event_id = (SELECT event_id FROM ops.webhook_deliveries WHERE delivery_id = $2)`,
    [keyId, id],
  );
  const erased = (await live('GET', path)).body as { payload: unknown; attempt_log: typeof log };
  t.is(erased.payload, null);
  t.deepEqual(
    erased.attempt_log.flatMap((one) => [one.response_excerpt, one.request_headers]),
    [null, null, null, null],
  );
  t.is(erased.attempt_log.length, 2);
});
