import test from 'ava';
import { newWebhookSecret, secretKeys } from '../../../shared/webhooks/secret.ts';
import type { SendRequest, SendResult } from '../../../shared/webhooks/sender.ts';
import { ownSignature, standardSignature } from '../../../shared/webhooks/signature.ts';
import { sendSigned } from '../../../shared/webhooks/signed-send.ts';

const keysOf = (byte: number) => secretKeys(newWebhookSecret((size) => new Uint8Array(size).fill(byte)));
const [current, newest, oldest] = [keysOf(1), keysOf(2), keysOf(3)] as const;
const url = new URL('https://partner.example/hook');
const message = {
  eventId: 'e1',
  eventType: 'session.created',
  deliveryId: 'd1',
  attempt: 2,
  body: Buffer.from('{}'),
  timestampS: 1_614_265_330,
};
const mainHeader = (keys: typeof current): string => ownSignature(keys, message.timestampS, message.body);

const answered = (statusCode: number, latencyMs = 10): SendResult => ({
  kind: 'answered',
  statusCode,
  retryAfter: null,
  excerpt: Buffer.from(String(statusCode)),
  latencyMs,
});
const unanswered = (error: 'timeout' | 'interrupted', latencyMs = 10): SendResult => ({
  kind: 'unanswered',
  error,
  latencyMs,
});

/** Sends with answers that are known beforehand; gives the result and what was sent. */
async function send(answers: SendResult[], previous = [newest, oldest]) {
  const sent: SendRequest[] = [];
  const sender = {
    send: (request: SendRequest) => {
      sent.push(request);
      return Promise.resolve(answers[sent.length - 1] ?? unanswered('timeout'));
    },
    admits: () => Promise.resolve(true),
    interrupt: () => undefined,
    close: () => Promise.resolve(),
  };
  return { ...(await sendSigned(sender, url, message, { current, previous })), sent };
}

test('an answer that does not refuse the signature stands, and nothing is sent again', async (t) => {
  for (const answer of [answered(204), answered(404), answered(410), answered(500), unanswered('timeout')]) {
    const { result, sent } = await send([answer]);
    t.is(result, answer);
    t.is(sent.length, 1);
  }
});

test('without an earlier secret a refusal stands', async (t) => {
  for (const status of [400, 401, 403]) {
    const { result, sent } = await send([answered(status)], []);
    t.like(result, { statusCode: status });
    t.is(sent.length, 1);
  }
});

test('a refusal is repeated with each earlier secret, newest first, all else unchanged', async (t) => {
  const { result, signatures: kept, sent } = await send([answered(401), answered(403), answered(202)]);
  t.like(result, { statusCode: 202, latencyMs: 30 });
  t.deepEqual(
    sent.map(({ headers }) => headers['X-Svc-Signature-256']),
    [current, newest, oldest].map(mainHeader),
  );
  t.is(kept['X-Svc-Signature-256'], mainHeader(oldest), 'kept is what the answer came to');
  const standard = [current, newest, oldest].map((keys) => standardSignature(keys, message));
  t.deepEqual(
    sent.map(({ headers }) => headers['webhook-signature']),
    [
      [standard[0], standard[1], standard[2]],
      [standard[1], standard[0], standard[2]],
      [standard[2], standard[0], standard[1]],
    ].map((signatures) => signatures.join(' ')),
    'a library that compares only the first signature accepts it too',
  );
  const rest = sent.map(
    ({ headers: { 'X-Svc-Signature-256': _, 'webhook-signature': __, ...others }, body }) => ({
      ...others,
      body,
    }),
  );
  t.deepEqual(rest[1], rest[0]);
  t.deepEqual(rest[2], rest[0]);
});

test('the answer that got further stands', async (t) => {
  t.like((await send([answered(401), answered(500)])).result, { statusCode: 500 });
  t.like((await send([answered(400), answered(401), answered(403)])).result, {
    statusCode: 400,
    latencyMs: 30,
  });
  t.like((await send([answered(403), unanswered('timeout'), answered(401)])).result, { statusCode: 403 });
});

test('what we interrupt ourselves says nothing', async (t) => {
  const { result, sent } = await send([answered(401), unanswered('interrupted')]);
  t.like(result, { kind: 'unanswered', error: 'interrupted' });
  t.is(sent.length, 2);
});

test('all sends together take no longer than one attempt may', async (t) => {
  const { sent } = await send([answered(401, 4_000), answered(401, 5_500), answered(204)]);
  t.deepEqual(
    sent.map((request) => request.withinMs),
    [undefined, 6_000, 500],
  );
  const late = await send([answered(401, 10_000), answered(204)]);
  t.is(late.sent.length, 1);
  t.like(late.result, { statusCode: 401 });
});
