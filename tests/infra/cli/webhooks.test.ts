import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { newWebhookSecret, secretKeys } from '../../../shared/webhooks/secret.ts';
import { deliveryHeaders } from '../../../shared/webhooks/signature.ts';
import { clientOf, startApi } from '../../support/api.ts';
import { startReceiver } from '../../webhook-dispatcher/support/receiver.ts';

/** `npm run ops -- webhooks …` as processes of their own. */
const api = await startApi();
test.after.always(api.stop);

const projectRoot = path.resolve(import.meta.dirname, '../../..');
const secretOf = (byte: number): string => newWebhookSecret((size) => new Uint8Array(size).fill(byte));
const [current, older, unknown] = [secretOf(1), secretOf(2), secretOf(3)] as const;

function start(args: string[], env: Record<string, string> = {}) {
  const main = path.join(projectRoot, 'infra/cli/main.ts');
  return spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, 'webhooks', ...args], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: api.stack.dataDir, ...env },
  });
}

/** Runs a command to its end. */
async function ops(args: string[], env: Record<string, string> = {}) {
  const child = start(args, env);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

const servers = {
  DATABASE_URL: api.stack.databaseUrl,
  EVENTSTORE_URL: api.stack.eventStoreUrl,
  MASTER_KEY_FILE: api.stack.masterKeyFile,
};

const nextLine = async (lines: Interface): Promise<Record<string, unknown>> =>
  JSON.parse(((await once(lines, 'line')) as [string])[0]) as Record<string, unknown>;

/** Sends a body, signed with these secrets, as the dispatcher does. */
async function deliver(url: string, body: string, secrets: string[], attempt = 1): Promise<number> {
  const [first = '', ...previous] = secrets.map(secretKeys);
  const message = {
    eventId: 'e1',
    eventType: 'session.created',
    deliveryId: 'd1',
    attempt,
    body: Buffer.from(body),
    timestampS: Math.floor(Date.now() / 1_000),
  };
  const headers = first === '' ? {} : deliveryHeaders(message, { current: first, previous });
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

test('listen shows what arrives, and says of each whether it verifies, by what and with which secret', async (t) => {
  const child = start(['listen', '--port', '0', '--count', '5', '--secret', current], {});
  const rotating = start(['listen', '--port', '0', '--count', '2', '--body', '--answer', '503'], {
    WEBHOOK_SECRET: `${current},${older}`,
  });
  t.teardown(() => [child, rotating].map((one) => one.kill()));
  const lines = createInterface({ input: child.stdout });
  const rotatingLines = createInterface({ input: rotating.stdout });
  const [listening, rotatingListening] = await Promise.all([nextLine(lines), nextLine(rotatingLines)]);
  const url = String(listening.listening);
  t.regex(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);

  const body = JSON.stringify({ id: 'e1', type: 'session.created', sequence: 7, test: false, data: {} });
  const cases: [string, string[], Record<string, unknown>][] = [
    [body, [current], { verified: true, svc: 'secret 1', standard: 'secret 1', answered: 204 }],
    // As after a rotation, at a receiver that knows the old secret.
    [body, [unknown, current], { verified: true, svc: 'secret 1', standard: 'secret 1', answered: 204 }],
    [
      body,
      [unknown],
      { verified: false, svc: 'wrong_signature', standard: 'wrong_signature', answered: 401 },
    ],
    [
      'no event \u202e\u009b',
      [current],
      { verified: false, svc: 'malformed_body', type: null, answered: 401 },
    ],
    [
      body,
      [],
      { verified: false, svc: 'no_signature', standard: 'no_signature', attempt: null, answered: 401 },
    ],
  ];
  t.is((await fetch(url)).status, 405, 'no delivery, and not counted');
  const exited = once(child, 'close');
  for (const [sent, secrets, expected] of cases) {
    const [line, status] = await Promise.all([nextLine(lines), deliver(url, sent, secrets, 3)]);
    t.like(line, expected);
    t.is(status, expected.answered);
    if (sent === body) t.like(line, { id: 'e1', type: 'session.created', sequence: 7, test: false });
    if (sent === body && secrets.length > 0) t.like(line, { attempt: 3, delivery_id: 'd1' });
  }
  t.deepEqual(await exited, [1, null], 'something did not verify');

  const rotatingUrl = String(rotatingListening.listening);
  const rotatingExited = once(rotating, 'close');
  for (const [secrets, expected] of [
    [[older], { svc: 'secret 2', standard: 'secret 2' }],
    [[current, older], { svc: 'secret 1', standard: 'secret 1' }],
  ] as const) {
    const [line, status] = await Promise.all([
      nextLine(rotatingLines),
      deliver(rotatingUrl, body, [...secrets]),
    ]);
    t.like(line, { ...expected, verified: true, answered: 503, body: JSON.parse(body) as unknown });
    t.is(status, 503);
  }
  t.deepEqual(await rotatingExited, [0, null]);
});

test('listen without a secret shows all and judges nothing; Ctrl-C ends it well', async (t) => {
  const child = start(['listen', '--port', '0', '--body']);
  t.teardown(() => child.kill());
  const lines = createInterface({ input: child.stdout });
  const { listening } = await nextLine(lines);
  const raw = once(lines, 'line') as Promise<[string]>;
  t.is(await deliver(String(listening), 'text \u202e\u009b\u001b[31m', [unknown]), 204);
  const [line] = await raw;
  t.like(JSON.parse(line), { verified: null, svc: 'not checked: no secret was given', answered: 204 });
  // What a terminal would obey is written out.
  t.regex(line, /^[\x20-\x7e]+$/);
  child.kill('SIGINT');
  t.deepEqual(await once(child, 'close'), [0, null]);
});

test('trigger sends one event to a URL, signed as after a rotation, and tells how it was answered', async (t) => {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  receiver.answerWith((response) =>
    response.writeHead(receiver.verified(older).length > 0 ? 202 : 401).end(),
  );
  const { code, stdout } = await ops(['trigger', 'balance.depleted', '--url', receiver.url], {
    WEBHOOK_SECRET: `${current},${older}`,
  });
  t.is(code, 0);
  const [arrival] = receiver.arrivals;
  const { id, type, test: isTest } = JSON.parse(arrival!.body) as Record<string, unknown>;
  t.like(JSON.parse(stdout), { type: 'balance.depleted', id, status_code: 202, error: null });
  t.deepEqual([type, isTest], ['balance.depleted', true]);
  t.is(receiver.verified(current).length, 1);

  receiver.answerWith((response) => response.writeHead(500).end());
  const failed = await ops(['trigger', 'session.timeout', '--url', receiver.url, '--secret', current]);
  t.is(failed.code, 1);
  t.like(JSON.parse(failed.stdout), { status_code: 500, error: 'http_server_error' });
});

test('trigger sends to where a subscription points, with its secret, and leaves no delivery', async (t) => {
  const receiver = await startReceiver();
  t.teardown(() => receiver.stop());
  const client = clientOf(api.baseUrl, await api.newKey(await api.newTenant()));
  const created = await client('POST', '/v1/admin/webhooks', {
    url: receiver.url,
    events: ['session.created'],
  });
  const { subscription_id: id, secret } = created.body as { subscription_id: string; secret: string };
  const allowed = { ...servers, ALLOW_LOCAL_WEBHOOKS: '1' };
  const [sent, refused, lost] = await Promise.all([
    ops(['trigger', 'triage.escalated', '--subscription', id], { ...allowed, WEBHOOK_SECRET: unknown }),
    // Where DATABASE_URL names the servers, nothing local is allowed unless it is said.
    ops(['trigger', 'triage.escalated', '--subscription', id], servers),
    ops(['trigger', 'triage.escalated', '--subscription', '018f4b1e-7c2a-7000-8000-0123456789ab'], allowed),
  ]);
  t.is(sent.code, 0, sent.stderr);
  t.is(receiver.arrivals.length, 1);
  t.is(receiver.verified(secret).length, 1);
  t.is(receiver.arrivals[0]?.headers['x-svc-event'], 'triage.escalated');
  t.deepEqual((await client('GET', `/v1/admin/webhooks/${id}/deliveries`)).body, []);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /^no delivery may go to this URL \(scheme\); ALLOW_LOCAL_WEBHOOKS=1 /);
  t.deepEqual([lost.code, lost.stderr], [1, 'there is no such subscription\n']);
});

test('wrong usage is told with help and exit code 2, and echoes no secret', async (t) => {
  const url = 'http://127.0.0.1:9/';
  const wrong: [string[], RegExp][] = [
    [['trigger', 'session.lost', '--url', url, '--secret', current], /session\.created, session\.answered/],
    [['trigger', 'session.created', '--url', url], /give --subscription, or --url with --secret/],
    [['trigger', 'session.created', '--subscription', '7'], /a UUID/],
    [
      [
        'trigger',
        'session.created',
        '--subscription',
        '018f4b1e-7c2a-7000-8000-0123456789ab',
        '--secret',
        current,
      ],
      /leave --secret out/,
    ],
  ];
  const results = await Promise.all(wrong.map(([args]) => ops(args)));
  for (const [index, [args, message]] of wrong.entries()) {
    const { code, stdout, stderr } = results[index]!;
    t.is(code, 2, args.join(' '));
    t.is(stdout, '');
    t.regex(stderr, message);
    t.regex(stderr, /Usage: npm run ops -- webhooks/);
  }
  const bad = await ops(['listen'], { WEBHOOK_SECRET: 'whsec_short' });
  t.is(bad.code, 2);
  t.false(bad.stderr.includes('whsec_short'));
});
