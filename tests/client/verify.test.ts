import { readFileSync } from 'node:fs';
import test from 'ava';
import { Webhook } from 'standardwebhooks';
import { WEBHOOK_EVENT_NAMES } from '../../domain/webhook-subscription/events.ts';
import type { WebhookEvent } from '../../client/webhooks/events.ts';
import { isWebhookSecret, verifyWebhook, type Verification } from '../../client/webhooks/verify.ts';
import { newWebhookSecret, secretKeys } from '../../shared/webhooks/secret.ts';
import { deliveryHeaders } from '../../shared/webhooks/signature.ts';

/** Cases for every implementation of a receiver; made apart from this code, and never changed to suit it. */
type Expected = { ok: true; secret: number } | { ok: false; reason: string };
type Case = {
  name: string;
  secrets: string[];
  now: number;
  body: string;
  headers: Record<string, string>;
  expect: { svc: Expected; standard: Expected };
};
const { cases, tolerance_seconds } = JSON.parse(
  readFileSync(new URL('../../client/webhooks/vectors.json', import.meta.url), 'utf8'),
) as { cases: Case[]; tolerance_seconds: number };
const [plain] = cases as [Case];

const clockOf = ({ now }: Case) => ({ now: () => new Date(now * 1_000) });
const shown = (verdict: Verification): Expected =>
  verdict.ok ? { ok: true, secret: verdict.secret } : { ok: false, reason: verdict.reason };

for (const one of cases) {
  test(`vector: ${one.name}`, (t) => {
    for (const scheme of ['svc', 'standard'] as const) {
      for (const body of [one.body, Buffer.from(one.body)]) {
        const verdict = verifyWebhook({ ...one, body, ...clockOf(one), schemes: [scheme] });
        t.deepEqual(shown(verdict), one.expect[scheme], scheme);
      }
    }
    // Either scheme is enough.
    const either = verifyWebhook({ ...one, ...clockOf(one) });
    t.is(either.ok, one.expect.svc.ok || one.expect.standard.ok);
  });
}

test('the library of Standard Webhooks says the same to every vector', (t) => {
  const systemNow = Date.now.bind(Date);
  t.teardown(() => (Date.now = systemNow));
  for (const one of cases) {
    Date.now = () => one.now * 1_000;
    const accepts = (secret: string): boolean => {
      try {
        // It does not look at what the body is.
        new Webhook(secret).verify(one.body, one.headers, { jsonParse: false });
        return true;
      } catch {
        return false;
      }
    };
    const { standard } = one.expect;
    t.is(one.secrets.some(accepts), standard.ok || standard.reason === 'malformed_body', one.name);
  }
});

test('our signer gives the signatures of the vectors', (t) => {
  const named = (name: string): Case => cases.find((one) => one.name === name)!;
  const signed = (current: string, previous: string[]) =>
    deliveryHeaders(
      {
        eventId: plain.headers['webhook-id']!,
        eventType: 'red_flag.detected',
        deliveryId: 'd',
        attempt: 1,
        body: Buffer.from(plain.body),
        timestampS: Number(plain.headers['webhook-timestamp']),
      },
      { current: secretKeys(current), previous: previous.map(secretKeys) },
    );
  t.like(signed(plain.secrets[0]!, []), plain.headers);
  const rotated = named('after a rotation: a receiver that knows both, new first');
  t.like(signed(rotated.secrets[0]!, [rotated.secrets[1]!]), rotated.headers);
});

test('what is accepted comes with its event, its time and what it was signed by', (t) => {
  const verdict = verifyWebhook({ ...plain, ...clockOf(plain) });
  t.deepEqual(verdict, {
    ok: true,
    event: JSON.parse(plain.body) as unknown,
    scheme: 'svc',
    secret: 0,
    sentAt: new Date('2026-01-31T08:30:00.000Z'),
  } as Verification);
  if (!verdict.ok || verdict.event.type !== 'red_flag.detected') return t.fail();
  t.is(verdict.event.data.flag, 'rf_new_confusion');
});

test('headers of fetch and of Node do, in any case; one that is there twice does not', (t) => {
  const { headers } = plain;
  const verify = (given: Parameters<typeof verifyWebhook>[0]['headers']) =>
    shown(verifyWebhook({ ...plain, headers: given, ...clockOf(plain), schemes: ['svc'] }));
  const accepted = { ok: true, secret: 0 } as const;
  t.deepEqual(verify(new Headers(headers)), accepted);
  t.deepEqual(
    verify(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))),
    accepted,
  );
  const signature = headers['X-Svc-Signature-256']!;
  const malformed = { ok: false, reason: 'malformed_header' } as const;
  t.deepEqual(verify({ ...headers, 'x-svc-signature-256': 'other' }), malformed);
  t.deepEqual(verify({ ...headers, 'X-Svc-Signature-256': [signature, signature] }), malformed);
  // Node joins what came twice.
  t.false(verify({ ...headers, 'X-Svc-Signature-256': `${signature}, ${signature}` }).ok);
});

test('the tolerance and the clock are inputs; the default is that of the vectors', (t) => {
  const later = { ...plain, now: plain.now + 60 };
  t.true(verifyWebhook({ ...later, ...clockOf(later), toleranceS: 60 }).ok);
  t.deepEqual(verifyWebhook({ ...later, ...clockOf(later), toleranceS: 59 }), {
    ok: false,
    reason: 'too_old',
  });
  t.is(tolerance_seconds, 300);
  const { body, headers, secrets } = plain;
  t.false(verifyWebhook({ body, headers, secrets }).ok, 'by the clock of the system');
});

test('a secret that cannot be one is a fault of the receiver, and passes nothing', (t) => {
  t.true(isWebhookSecret(newWebhookSecret((size) => new Uint8Array(size))));
  const given = { ...plain, ...clockOf(plain) };
  for (const secrets of [
    [],
    '',
    'whsec_',
    'whsec_AAAA',
    plain.secrets[0]!.slice(6),
    [plain.secrets[0]!, ''],
  ]) {
    t.throws(() => verifyWebhook({ ...given, secrets }), { instanceOf: TypeError });
  }
});

test('the type of an event is one of all that there are', (t) => {
  // Of the compiler's making: a name that the union lacks does not fit.
  const typed: WebhookEvent['type'][] = [...WEBHOOK_EVENT_NAMES];
  t.is(new Set(typed).size, typed.length);
});
