import test from 'ava';
import { WEBHOOK_EVENT_NAMES } from '../../../domain/webhook-subscription/events.ts';
import { validAt, rotateSecret } from '../../../shared/webhooks/endpoint.ts';
import { webhookEventSchemas } from '../../../shared/webhooks/event-schemas.ts';
import { classOfStatus, failureOf } from '../../../shared/webhooks/failure-class.ts';
import { sampleEvent } from '../../../shared/webhooks/sample-events.ts';
import { createWakeSubscriptions } from '../../../shared/webhooks/wake-up.ts';
import type { NatsLink } from '../../../shared/nats/connection.ts';

test('a rotation keeps the old secret until its end, and drops those whose end has come', (t) => {
  const first = { url: 'https://a.example', secret: 's0', previous: [] };
  const second = rotateSecret(first, {
    secret: 's1',
    at: '2026-01-05T08:00:00.000Z',
    previousUntil: '2026-01-06T08:00:00.000Z',
  });
  t.deepEqual(second, {
    url: 'https://a.example',
    secret: 's1',
    previous: [{ secret: 's0', until: '2026-01-06T08:00:00.000Z' }],
  });
  const rotation = { secret: 's2', previousUntil: '2026-01-07T07:59:59.999Z' };
  const inTime = rotateSecret(second, { ...rotation, at: '2026-01-06T07:59:59.999Z' });
  t.deepEqual(
    inTime.previous.map(({ secret }) => secret),
    ['s1', 's0'],
  );
  const late = rotateSecret(second, { ...rotation, at: '2026-01-06T08:00:00.000Z' });
  t.deepEqual(
    late.previous.map(({ secret }) => secret),
    ['s1'],
  );
  t.is(validAt(inTime.previous, '2026-01-06T07:59:59.999Z').length, 2);
  t.is(validAt(inTime.previous, '2026-01-06T08:00:00.000Z').length, 1);
});

test('there is a sample of every event, and it is what its schema says', (t) => {
  const subject = {
    eventId: '0191d3a0-0000-7000-8000-000000000001',
    sessionId: '0191d3a0-0000-7000-8000-000000000002',
    tenantId: '0191d3a0-0000-7000-8000-000000000003',
    at: new Date('2026-01-05T08:00:00Z'),
  };
  for (const name of WEBHOOK_EVENT_NAMES) {
    const sample = sampleEvent(name, subject);
    t.deepEqual(webhookEventSchemas[name].parse(sample), sample as never);
    t.true(sample.test);
  }
});

test('every answer that is no 2xx has a class', (t) => {
  const classes = [301, 400, 410, 429, 503, 700].map((status) => classOfStatus(status));
  t.deepEqual(classes, [
    'http_redirect',
    'http_client_error',
    'http_gone',
    'http_rate_limited',
    'http_server_error',
    'http_unexpected',
  ]);
  const answer = { kind: 'answered', retryAfter: null, excerpt: Buffer.alloc(0), latencyMs: 1 } as const;
  t.is(failureOf({ ...answer, statusCode: 299 }), null);
  t.is(failureOf({ ...answer, statusCode: 300 }), 'http_redirect');
  t.is(failureOf({ kind: 'unanswered', error: 'tls_failed', latencyMs: 1 }), 'tls_failed');
});

test('a wake-up is published where there is NATS, and fails nobody', async (t) => {
  const subjects: string[] = [];
  const publish = (subject: string): Promise<never> => {
    subjects.push(subject);
    return Promise.reject(new Error('503'));
  };
  const link = (isConnected: boolean): NatsLink =>
    ({
      isConnected: () => isConnected,
      connection: () => ({ jetstream: () => ({ publish }) }),
    }) as unknown as NatsLink;
  createWakeSubscriptions(link(true))(['a', 'b']);
  createWakeSubscriptions(link(false))(['c']);
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual(subjects, ['wake.a', 'wake.b']);
});
