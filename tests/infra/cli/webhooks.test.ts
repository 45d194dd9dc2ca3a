import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { programOf, projectRoot } from '../../../infra/embedded/program.ts';
import { newWebhookSecret, secretKeys } from '../../../shared/webhooks/secret.ts';
import { deliveryHeaders } from '../../../shared/webhooks/signature.ts';
import { startApi } from '../../support/api.ts';
import { startReceiver } from '../../webhook-dispatcher/support/receiver.ts';

/** `npm run ops -- webhooks …` as processes of their own. */
const api = await startApi();
test.after.always(api.stop);

const secretOf = (byte: number): string => newWebhookSecret((size) => new Uint8Array(size).fill(byte));
const [current, older, unknown] = [secretOf(1), secretOf(2), secretOf(3)] as const;

function start(args: string[], env: Record<string, string> = {}) {
  return spawn(process.execPath, [programOf('infra/cli/main.ts'), 'webhooks', ...args], {
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
  const child = start(['listen', '--port', '0', '--count', '6', '--secret', current, '--secret', older]);
  t.teardown(() => child.kill());
  const lines = createInterface({ input: child.stdout });
  const { listening } = await nextLine(lines);
  const url = String(listening);
  t.regex(url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
  t.is((await fetch(url)).status, 405, 'no delivery, and not counted');

  const body = JSON.stringify({ id: 'e1', type: 'session.created', sequence: 7, test: false, data: {} });
  const accepted = (secret: number) => ({
    verified: true,
    svc: `secret ${secret}`,
    standard: `secret ${secret}`,
    answered: 204,
  });
  const refused = (reason: string) => ({ verified: false, svc: reason, standard: reason, answered: 401 });
  const cases: [string, string[], Record<string, unknown> & { answered: number }][] = [
    [body, [current, older], accepted(1)],
    [body, [older], accepted(2)],
    // As after another rotation, which this receiver has not heard of.
    [body, [unknown, current], accepted(1)],
    [body, [unknown], refused('wrong_signature')],
    ['no event', [current], { ...refused('malformed_body'), type: null }],
    [body, [], { ...refused('no_signature'), attempt: null }],
  ];
  const exited = once(child, 'close');
  for (const [sent, secrets, expected] of cases) {
    const [line, status] = await Promise.all([nextLine(lines), deliver(url, sent, secrets, 3)]);
    t.like(line, expected);
    t.is(status, expected.answered);
    if (sent === body) t.like(line, { id: 'e1', type: 'session.created', sequence: 7, test: false });
    if (sent === body && secrets.length > 0) t.like(line, { attempt: 3, delivery_id: 'd1' });
  }
  t.deepEqual(await exited, [1, null], 'something did not verify');
});

test('listen without a secret shows all, judges nothing and answers as told; Ctrl-C ends it well', async (t) => {
  const child = start(['listen', '--port', '0', '--body', '--answer', '503']);
  t.teardown(() => child.kill());
  const lines = createInterface({ input: child.stdout });
  const { listening } = await nextLine(lines);
  const raw = once(lines, 'line') as Promise<[string]>;
  t.is(await deliver(String(listening), 'text \u202e\u009b\u001b[31m', [unknown]), 503);
  const [line] = await raw;
  t.like(JSON.parse(line), { verified: null, svc: 'not checked: no secret was given', answered: 503 });
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
  const client = await api.newClient(await api.newTenant());
  const created = await client('POST', '/v1/admin/webhooks', {
    url: receiver.url,
    events: ['session.created'],
  });
  const { subscription_id: id, secret } = created.body as { subscription_id: string; secret: string };
  const args = ['trigger', 'triage.escalated', '--subscription', id];
  const [sent, refused] = await Promise.all([
    ops(args, { ...servers, ALLOW_LOCAL_WEBHOOKS: '1', WEBHOOK_SECRET: unknown }),
    // Where DATABASE_URL names the servers, nothing local is allowed unless it is said.
    ops(args, servers),
  ]);
  t.is(sent.code, 0, sent.stderr);
  t.is(receiver.arrivals.length, 1);
  t.is(receiver.verified(secret).length, 1);
  t.is(receiver.arrivals[0]?.headers['x-svc-event'], 'triage.escalated');
  t.deepEqual((await client('GET', `/v1/admin/webhooks/${id}/deliveries`)).body, []);
  t.is(refused.code, 1);
  t.regex(refused.stderr, /^no delivery may go to this URL \(scheme\); ALLOW_LOCAL_WEBHOOKS=1 /);
});

test('wrong usage is told with help and exit code 2, and no secret is repeated', async (t) => {
  const [incomplete, cutOff] = await Promise.all([
    ops(['trigger', 'session.created', '--url', 'http://127.0.0.1:9/']),
    ops(['listen'], { WEBHOOK_SECRET: 'whsec_short' }),
  ]);
  for (const { code, stdout, stderr } of [incomplete, cutOff]) {
    t.deepEqual([code, stdout], [2, '']);
    t.regex(stderr, /Usage: npm run ops -- webhooks (trigger|listen) /);
  }
  t.regex(incomplete.stderr, /give --subscription, or --url with --secret/);
  t.regex(cutOff.stderr, /a secret is whsec_ and base64/);
  t.false(cutOff.stderr.includes('whsec_short'));
});
