import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'ava';
import { clientOf } from '../../support/api.ts';
import { isRefused } from '../../support/listening.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** `npm start` with two API processes. Their connections are shared out in turn. */
const service = await startService({ env: { API_PROCESSES: '2' }, restart: true });
test.after.always(service.stop);
const { hostname, port } = new URL(service.baseUrl);

type Ready = { ready: boolean; problems: string[]; processes: { wanted: number; ready: number } };

function metricsPort(): number {
  const log = readFileSync(path.join(service.stack.dataDir, 'logs', 'api.log'), 'utf8');
  const line = log.split('\n').findLast((one) => one.includes('"metrics_port":'));
  return (JSON.parse(line ?? '{}') as { metrics_port: number }).metrics_port;
}

const ask = async (page: string): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort()}${page}`)).text();
const readiness = async (): Promise<Ready> => JSON.parse(await ask('/ready')) as Ready;
const bothServe = () =>
  until('both serve', 30_000, async () => (await readiness().catch(() => null))?.processes.ready === 2);

/** The sum of a metric's samples with these labels. */
function valueOf(metrics: string, name: string, ...labels: string[]): number {
  const lines = metrics.split('\n').filter((line) => line.startsWith(`${name}{`));
  const fitting = lines.filter((line) => labels.every((label) => line.includes(label)));
  return fitting.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** The processes behind the one that the stack has started. */
function workers(): number[] {
  const primary = service.apps.processes.api.pid();
  if (primary === undefined) return [];
  return readFileSync(`/proc/${primary}/task/${primary}/children`, 'utf8').trim().split(' ').map(Number);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** A connection of its own that stays open between calls, as a partner's software keeps it. */
function connection() {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const begin = (target: string, options: http.RequestOptions = {}) =>
    http.request({ agent, host: hostname, port, path: target, ...options });
  const answer = async (request: http.ClientRequest): Promise<number> => {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode ?? 0;
  };
  return {
    get: (target: string, headers: Record<string, string> = {}) =>
      answer(begin(target, { headers }).end()).catch(() => 'failed'),
    begin,
    answer,
    /** One is there once a call was answered; what becomes of it shows in time. */
    socket: () => Object.values(agent.freeSockets)[0]?.[0],
    close: () => agent.destroy(),
  };
}

const LIVE = '/v1/health/live';
const connections = Array.from({ length: 4 }, connection);
test.after.always(() => connections.forEach(({ close }) => close()));

test.before(bothServe);

test.serial('two processes share the port, one page of metrics and one readiness', async (t) => {
  const before = await ask('/metrics');
  for (const { get } of connections) t.is(await get(LIVE), 200);
  const after = await ask('/metrics');
  const count = 'triage_http_request_duration_seconds_count';
  const calls = (metrics: string) => valueOf(metrics, count, `route="${LIVE}"`, 'method="GET"');
  t.is(calls(after) - calls(before), 4);
  t.is(new Set(after.split('\n').filter((line) => line.startsWith(count) && line.includes(LIVE))).size, 1);
  t.is(valueOf(after, 'triage_api_processes', 'state="serving"'), 2);
  t.is(valueOf(after, 'triage_postgres_pool_max_connections', 'pool="main"'), 40, 'what all may open');
  t.is(valueOf(after, 'triage_dependency_up', 'dependency="postgres"'), 1, 'up or not, however many say so');
  for (const worker of ['1', '2', 'primary']) {
    t.true(
      valueOf(after, 'process_resident_memory_bytes', `worker="${worker}"`, 'service="api"') > 0,
      worker,
    );
  }
  t.like(await readiness(), { ready: true, problems: [], processes: { wanted: 2, ready: 2 } });
  t.is(await ask('/live'), '{"live":true}');
});

test.serial('the inspector shows the calls of both', async (t) => {
  const rawKey = await service.newKey(await service.newTenant());
  const headers = { authorization: `Bearer ${rawKey}` };
  // The first entry makes the stream, and may be lost with its batch.
  await until('the stream of entries', 10_000, async () => {
    const { body } = await clientOf(service.baseUrl, rawKey)('GET', '/v1/admin/requests');
    return (body as { total?: number }).total !== undefined && (body as { total: number }).total > 0;
  });
  const given = connections.map((_, index) => `of-connection-${index}`);
  for (const [index, { get }] of connections.entries()) {
    t.is(await get('/v1/admin/balance', { ...headers, 'x-request-id': given[index]! }), 200);
  }
  await until('all entries', 10_000, async () => {
    const { body } = await clientOf(service.baseUrl, rawKey)('GET', '/v1/admin/requests?limit=100');
    const { entries } = body as { entries: { request_id: string }[] };
    return given.every((id) => entries.some((entry) => entry.request_id === id));
  });
  t.pass();
});

test.serial('a rate limit is one limit', async (t) => {
  const rawKey = await service.newKey(await service.newTenant(), { rateLimitRpm: 6 });
  const statuses: (number | string)[] = [];
  for (let call = 0; call < 8; call += 1) {
    const { get } = connections[call % connections.length]!;
    statuses.push(await get('/v1/admin/balance', { authorization: `Bearer ${rawKey}` }));
  }
  t.deepEqual(statuses, [...Array<number>(6).fill(200), 429, 429]);
});

test.serial(
  'a process that is killed costs its own connections, is replaced, and stays counted',
  async (t) => {
    for (const { get } of connections) await get(LIVE);
    const before = await ask('/metrics');
    const sockets = connections.map(({ socket }) => socket());
    const [victim] = workers();
    process.kill(victim!, 'SIGKILL');
    await until(
      'its connections end',
      5_000,
      () => sockets.filter((socket) => socket?.destroyed).length === 2,
    );
    for (const [index, { get }] of connections.entries()) {
      if (sockets[index]?.destroyed === false) t.is(await get(LIVE), 200);
    }
    t.like(await readiness(), { ready: true });
    await bothServe();
    t.false(workers().includes(victim!));
    const after = await ask('/metrics');
    t.is(valueOf(after, 'triage_api_process_ends_total'), 1);
    const calls = (metrics: string) =>
      valueOf(metrics, 'triage_http_request_duration_seconds_count', `route="${LIVE}"`);
    t.true(calls(after) >= calls(before) + 2, 'what a dead process had counted stays in the sum');
  },
);

test.serial(
  'where the one that forks them is killed, all of them end, and the service comes back',
  async (t) => {
    const old = [service.apps.processes.api.pid()!, ...workers()];
    process.kill(old[0]!, 'SIGKILL');
    await until('all have ended', 5_000, () => !old.some(isAlive));
    await bothServe();
    t.is(workers().length, 2);
    t.is((await fetch(`${service.baseUrl}${LIVE}`)).status, 200);
  },
);

test.serial('SIGTERM lets each of them answer its calls in flight', async (t) => {
  const body = JSON.stringify({ email: 'nobody@clinic.example', password: 'not-the-password' });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const inFlight = connections.map(({ begin, answer }) => {
    const request = begin('/v1/auth/login', { method: 'POST', headers });
    request.write(body.slice(0, 10));
    return { request, status: answer(request) };
  });
  await until('all are in flight', 5_000, async () =>
    /^triage_http_requests_in_flight\{[^}]*\} 4$/m.test(await ask('/metrics')),
  );
  const all = workers();
  const stopped = service.apps.processes.api.stop();
  await until('nobody listens', 3_000, () => isRefused(Number(port), hostname));
  for (const { request } of inFlight) request.end(body.slice(10));
  t.deepEqual(await Promise.all(inFlight.map(({ status }) => status)), [202, 202, 202, 202]);
  await stopped;
  t.false(all.some(isAlive));
  const log = readFileSync(path.join(service.stack.dataDir, 'logs', 'api.log'), 'utf8');
  t.is(log.split('\n').filter((line) => line.includes('"msg":"stopped"')).length, 3);
});
