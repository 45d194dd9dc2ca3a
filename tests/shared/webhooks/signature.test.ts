import { createHmac } from 'node:crypto';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, secretKeys } from '../../../shared/webhooks/secret.ts';
import { deliveryHeaders, ownSignature, standardSignature } from '../../../shared/webhooks/signature.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const PREVIOUS = newWebhookSecret((size) => new Uint8Array(size).fill(7));
const OLDEST = newWebhookSecret((size) => new Uint8Array(size).fill(8));
const body = Buffer.from('{"test": 2432232314}');

const message = (timestampS: number) => ({
  eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  eventType: 'session.created',
  deliveryId: 'd1',
  attempt: 3,
  body,
  timestampS,
});

test('a new secret is whsec_ and 32 bytes in base64', (t) => {
  t.is(PREVIOUS, `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  t.is(secretKeys(PREVIOUS).decoded.length, 32);
});

test('the vector of the Standard Webhooks specification', (t) => {
  t.is(
    standardSignature(secretKeys(SECRET), message(1_614_265_330)),
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('our own signature is hex over timestamp and body, keyed with the whole secret', (t) => {
  const expected = createHmac('sha256', SECRET).update('1614265330.{"test": 2432232314}').digest('hex');
  t.is(ownSignature(secretKeys(SECRET), 1_614_265_330, body), expected);
  t.regex(expected, /^[0-9a-f]{64}$/);
});

test('all headers of an attempt', (t) => {
  const headers = deliveryHeaders(message(1_614_265_330), { current: secretKeys(SECRET) });
  t.like(headers, {
    'X-Svc-Event': 'session.created',
    'X-Svc-Event-Id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'X-Svc-Delivery-Id': 'd1',
    'X-Svc-Attempt': '3',
    'X-Svc-Timestamp': '1614265330',
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  });
  t.false('X-Svc-Signature-256-Previous' in headers);
});

test('during a rotation receivers with either secret accept the same delivery', (t) => {
  const now = Math.floor(Date.now() / 1_000);
  const keys = { current: secretKeys(SECRET), previous: [secretKeys(PREVIOUS), secretKeys(OLDEST)] };
  const headers = deliveryHeaders(message(now), keys);
  for (const secret of [SECRET, PREVIOUS, OLDEST])
    t.notThrows(() => new Webhook(secret).verify(body, headers));
  t.throws(() => new Webhook(newWebhookSecret((size) => new Uint8Array(size))).verify(body, headers));
  t.is(headers['X-Svc-Signature-256'], ownSignature(keys.current, now, body));
  t.is(headers['X-Svc-Signature-256-Previous'], ownSignature(secretKeys(PREVIOUS), now, body));
});
