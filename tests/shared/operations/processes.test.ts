import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import path from 'node:path';
import test from 'ava';
import { programOf, projectRoot } from '../../../infra/embedded/program.ts';
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

const PROCESSES = {
  'command-api': { entry: 'command-api/main.ts', needs: ['event_log', 'nats', 'postgres'] },
  'query-api': { entry: 'query-api/main.ts', needs: ['event_log', 'nats', 'postgres'] },
  projectors: { entry: 'projectors/main.ts', needs: ['event_log', 'postgres'] },
  reactors: { entry: 'command-api/reactors/main.ts', needs: ['event_log', 'postgres'] },
  'webhook-dispatcher': { entry: 'webhook-dispatcher/main.ts', needs: ['event_log', 'nats', 'postgres'] },
} as const;

type Line = { msg: string; port?: number; metrics_port?: number };
type Ready = {
  ready: boolean;
  problems: string[];
  needs: Record<string, object>;
  behind: { name: string }[];
};

/** A process with what it logs; `ended` gives its exit code. */
function start(name: keyof typeof PROCESSES, drainDelayMs = 0) {
  const log = path.join(stack.dataDir, `${name}-${running.size}.lines`);
  const child = spawn(process.execPath, [programOf(PROCESSES[name].entry)], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], ...env, DRAIN_DELAY_MS: String(drainDelayMs) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  writeFileSync(log, '');
  child.stdout.on('data', (chunk: Buffer) => writeFileSync(log, chunk, { flag: 'a' }));
  const stderr = textOf(child.stderr);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines = (): Line[] =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Line);
  const portOf = (field: 'port' | 'metrics_port'): number =>
    lines().findLast((line) => line[field])?.[field] ?? 0;
  const ask = async (probe: string) => {
    const answer = await fetch(`http://127.0.0.1:${portOf('metrics_port')}${probe}`);
    return { status: answer.status, text: await answer.text() };
  };
  const ready = async () => {
    const { status, text } = await ask('/ready');
    return { status, ...(JSON.parse(text) as Ready) };
  };
  return {
    child,
    lines,
    ask,
    ready,
    port: () => portOf('port'),
    ended: async () => {
      const [code] = await exited;
      running.delete(child);
      return { code, stderr: await stderr };
    },
    isUp: () =>
      until(`${name} is ready`, 30_000, async () => portOf('metrics_port') > 0 && (await ready()).ready),
  };
}

for (const [name, { needs }] of Object.entries(PROCESSES)) {
  test.serial(`${name} answers probes and metrics on a port of its own, and ends in order`, async (t) => {
    t.timeout(60_000);
    const process = start(name as keyof typeof PROCESSES);
    await process.isUp();
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
    t.is(process.lines().at(-1)?.msg, 'stopped');
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

    await until('the process listens no more', 15_000, () =>
      fetch(`${base}/v1/health/live`).then(
        () => false,
        () => true,
      ),
    );
    t.is((await api.ready()).status, 503, 'its probes answer to the end');
    inFlight.finish();
    t.is(await inFlight.answered, 202);
    t.deepEqual(await api.ended(), { code: 0, stderr: '' });
  },
);
