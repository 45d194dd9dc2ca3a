import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'ava';
import { isRefused } from '../../support/listening.ts';
import { startOwnProcess, type OwnProcess, type ProcessName } from '../../support/own-process.ts';
import { serverSettings, startServers } from '../../support/servers.ts';
import { until } from '../../support/until.ts';

/** Each process as an operator of several machines starts it, with its passwords in files. */
const servers = await startServers();
const { stack } = servers;
const running = new Set<ChildProcess>();
test.after.always(async () => {
  for (const child of running) child.kill('SIGKILL');
  await servers.stop();
});

const { MASTER_KEY_FILE, ...urls } = serverSettings(stack);
const files = Object.entries(urls).map(([name, url]): [string, string] => {
  const file = path.join(stack.dataDir, `${name}.secret`);
  writeFileSync(file, `${url}\n`, { mode: 0o600 });
  return [`${name}_FILE`, file];
});
const env: Record<string, string> = {
  ...Object.fromEntries(files),
  MASTER_KEY_FILE,
  PORT: '0',
  DATA_DIR: stack.dataDir,
};

const NEEDS = {
  'command-api': ['event_log', 'nats', 'postgres'],
  'query-api': ['event_log', 'nats', 'postgres'],
  projectors: ['event_log', 'postgres'],
  reactors: ['event_log', 'postgres'],
  'webhook-dispatcher': ['event_log', 'nats', 'postgres'],
} as const satisfies Record<ProcessName, readonly string[]>;

/** Started with the settings of all; ended at the latest with the test. */
function start(name: ProcessName, drainDelayMs = 0): OwnProcess {
  const started = startOwnProcess(name, { ...env, DRAIN_DELAY_MS: String(drainDelayMs) });
  running.add(started.child);
  return started;
}

for (const [name, needs] of Object.entries(NEEDS)) {
  test.serial(`${name} answers probes and metrics on a port of its own, and ends in order`, async (t) => {
    t.timeout(60_000);
    const process = start(name as ProcessName);
    await process.isUp();
    await process.reachesAll();
    t.like(await process.ask('/live'), { status: 200, text: '{"live":true}' });
    const ready = await process.ready();
    t.deepEqual(Object.keys(ready.needs).toSorted(), needs);
    t.deepEqual(ready.problems, []);
    const { status, text } = await process.ask('/metrics');
    t.is(status, 200);
    t.regex(
      text,
      new RegExp(`^triage_build_info\\{version="[^"]+",node_version="[^"]+",service="${name}"\\} 1$`, 'm'),
    );
    for (const need of needs) {
      t.true(text.includes(`triage_dependency_up{dependency="${need}",service="${name}"} 1`), need);
    }
    const behind = {
      projectors: 'sessions',
      reactors: 'balance-crossings',
      'webhook-dispatcher': 'deliveries',
    }[name];
    if (behind !== undefined) {
      await until(`${name} tells how far behind it is`, 10_000, async () =>
        (await process.ready()).behind.some((one) => one.name === behind),
      );
    }
    process.child.kill('SIGTERM');
    t.deepEqual(await process.ended(), { code: 0, stderr: '' });
    t.is(process.lines.at(-1)?.msg, 'stopped');
  });
}

/** A call whose body is not there yet, over a connection of its own. */
function begin(port: number) {
  const body = JSON.stringify({ email: 'nobody@clinic.example', password: 'not-the-password' });
  const request = http.request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/v1/auth/login',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
  });
  request.write(body.slice(0, 10));
  const answered = once(request, 'response').then(async ([answer]: http.IncomingMessage[]) => {
    answer?.resume();
    await once(answer!, 'end');
    return answer?.statusCode;
  });
  return { answered, finish: () => request.end(body.slice(10)) };
}

test.serial(
  'at SIGTERM readiness falls first, then calls in flight are answered, and none is refused before',
  async (t) => {
    t.timeout(60_000);
    const api = start('command-api', 5_000);
    await api.isUp();
    const base = `http://127.0.0.1:${api.port()}`;
    const inFlight = begin(api.port());
    await until('the call is in flight', 5_000, async () =>
      /^triage_http_requests_in_flight\{[^}]*\} 1$/m.test((await api.ask('/metrics')).text),
    );

    api.child.kill('SIGTERM');
    await until('readiness falls', 4_000, async () => (await api.ready()).status === 503);
    t.deepEqual((await api.ready()).problems, ['the process is stopping']);
    t.is((await api.ask('/live')).status, 200);
    const probe = await fetch(`${base}/v1/health/ready`);
    t.is(probe.status, 503);
    t.is(
      probe.headers.get('connection'),
      'close',
      'whoever keeps connections opens no further call on this one',
    );
    t.true((await probe.text()).includes('The service is not ready. This process is stopping.'));
    t.is(
      (await fetch(`${base}/v1/sessions`, { method: 'POST' })).status,
      401,
      'what comes before the proxy looks away is answered',
    );

    await until('the process listens no more', 15_000, () => isRefused(api.port()));
    t.is((await api.ready()).status, 503, 'its probes answer to the end');
    inFlight.finish();
    t.is(await inFlight.answered, 202);
    t.deepEqual(await api.ended(), { code: 0, stderr: '' });
  },
);
