import test from 'ava';
import fc from 'fast-check';
import { WEBHOOK_EVENT_NAMES } from '../../domain/webhook-subscription/events.ts';
import { webhookEventSchemas } from '../../shared/webhooks/event-schemas.ts';
import { toPublicEvent } from '../../webhook-dispatcher/public-events.ts';
import { decoded, samples, SESSION_ID } from './support/samples.ts';

test('each source becomes the event that the interface names, and fits its schema', (t) => {
  const names = samples('free text').map((sample) => toPublicEvent(decoded(sample))?.body.type);
  t.deepEqual(new Set(names), new Set(WEBHOOK_EVENT_NAMES));
  for (const sample of samples('free text')) {
    const published = toPublicEvent(decoded(sample));
    if (published) {
      const { body } = published;
      t.true(webhookEventSchemas[body.type].safeParse(body).success, body.type);
    }
  }
});

test('the body of one event, whole', (t) => {
  const [opened] = samples('free text');
  t.deepEqual(toPublicEvent(decoded(opened!)), {
    body: {
      id: '0197a000-0000-7000-8000-000000000009',
      type: 'session.created',
      created_at: '2026-03-02T10:00:00.000Z',
      occurred_at: '2026-03-02T10:00:00.000Z',
      sequence: 4,
      api_version: 'v1',
      tenant_id: '0197a000-0000-7000-8000-000000000001',
      test: false,
      data: { session_id: SESSION_ID, triage_level: 'urgent', red_flags: ['chest_pain_radiating'] },
    },
    sessionId: SESSION_ID,
    keyId: '0197a000-0000-7000-8000-000000000003',
  });
});

test('no text of a caller and no words of a diagnosis are published', (t) => {
  fc.assert(
    fc.property(fc.uuid(), (canary) => {
      const mark = `canary ${canary}`;
      return samples(mark).every((sample) => {
        const published = toPublicEvent(decoded(sample));
        return !JSON.stringify(published).includes(canary);
      });
    }),
    { numRuns: 50 },
  );
  t.pass();
});

test('a text in the place of a code stops the event instead of being published', (t) => {
  for (const finding of [{ flag: 'patient says so' }, { more: ['patient says so'] }]) {
    const flag = {
      type: 'red-flag-detected',
      data: { finding: { flag: 'rf_x', description: '', ...finding } },
    };
    t.throws(() => toPublicEvent(decoded(flag)));
  }
});

test('what was erased or cleared is not published', (t) => {
  for (const { type, data } of samples('free text')) {
    const groups = Object.entries(data).map(([name, value]) => [
      name,
      typeof value === 'object' ? null : value,
    ]);
    const published = toPublicEvent(
      decoded({ type, data: Object.fromEntries(groups) as Record<string, unknown> }),
    );
    const hasSealed = Object.values(data).some((value) => typeof value === 'object');
    t.is(published === null, hasSealed, type);
  }
});
