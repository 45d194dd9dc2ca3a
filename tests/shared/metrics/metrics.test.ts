import http from 'node:http';
import test from 'ava';
import { Counter, type Registry } from 'prom-client';
import { collectedGauge } from '../../../shared/metrics/collected.ts';
import { measureAppends, watchDependencies } from '../../../shared/metrics/dependencies.ts';
import { watchDisk } from '../../../shared/metrics/disk.ts';
import { createMetrics } from '../../../shared/metrics/metrics.ts';
import { startMetricsServer, type Readiness } from '../../../shared/metrics/metrics-server.ts';
import { createReadiness } from '../../../shared/metrics/readiness.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';

const serve = (registry: Registry, problems: Readiness, port = 0) =>
  startMetricsServer({ registry, host: '127.0.0.1', port, problems });

test('the metrics of a process are served on a port of their own', async (t) => {
  const { registry } = createMetrics('api');
  new Counter({ name: 'answers_total', help: 'Answers', registers: [registry] }).inc(2);
  const server = await serve(registry, () => []);
  const url = `http://127.0.0.1:${server.port}`;

  const scrape = await fetch(`${url}/metrics`);
  const text = await scrape.text();
  t.is(scrape.status, 200);
  t.regex(scrape.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  t.true(text.includes('answers_total{service="api"} 2'));
  t.regex(text, /process_cpu_seconds_total\{service="api"\} [\d.e-]+/);
  t.regex(
    text,
    /^triage_build_info\{version="\d+\.\d+\.\d+[^"]*",node_version="20\.[^"]+",service="api"\} 1$/m,
  );

  t.is((await fetch(`${url}/`)).status, 404);
  t.is((await fetch(`${url}/metrics`, { method: 'POST' })).status, 404);
  await t.throwsAsync(
    serve(registry, () => [], server.port),
    {
      code: 'EADDRINUSE',
    },
  );
  await server.stop();
  await t.throwsAsync(fetch(`${url}/metrics`));
});

test('on loopback no page of another name reads them', async (t) => {
  const { registry } = createMetrics('api');
  const server = await serve(registry, () => []);
  const statusAt = (host: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const options = { host: '127.0.0.1', port: server.port, path, headers: { host } };
      http
        .get(options, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
        .once('error', reject);
    });
  for (const path of ['/metrics', '/live', '/ready']) {
    t.is(await statusAt(`rebound.example:${server.port}`, path), 421);
    t.is(await statusAt('127.0.0.1.rebound.example', path), 421);
    t.not(await statusAt(`localhost:${server.port}`, path), 421);
    t.not(await statusAt('[::1]', path), 421);
  }
  await server.stop();
});

test('beside them stand the probes of the process: that it lives, and whether it is ready', async (t) => {
  const { registry } = createMetrics('api');
  let isConnected = false;
  const waiting: string[] = ['the event store cannot be used'];
  const { problems, setStarted } = createReadiness({
    databaseConnected: () => Promise.resolve(isConnected),
    others: () => waiting,
  });
  const server = await serve(registry, problems);
  const ask = async (path: string): Promise<unknown[]> => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [answer.status, (await answer.json()) as unknown];
  };
  const unready = (...found: string[]) => [503, { ready: false, problems: found }];
  const alive = [200, { live: true }];
  t.deepEqual(await ask('/ready'), unready('the database is out of reach', ...waiting));
  t.deepEqual(await ask('/live'), alive, 'what is missing elsewhere is no reason to kill it');
  isConnected = true;
  waiting.pop();
  t.deepEqual(await ask('/ready'), unready('the process is starting'));
  setStarted();
  t.deepEqual(await ask('/ready'), [200, { ready: true, problems: [] }]);
  waiting.push('it stands still');
  t.deepEqual(await ask('/ready'), unready('it stands still'));
  t.deepEqual(await ask('/live'), alive);
  t.is((await fetch(`http://127.0.0.1:${server.port}/live`, { method: 'POST' })).status, 404);
  await server.stop();
});

test('two processes in one (tests) do not share a registry', (t) => {
  t.not(createMetrics('a').registry, createMetrics('b').registry);
});

test('a gauge asks its sources at each reading, and does without one that fails', async (t) => {
  const { registry } = createMetrics('api');
  const gauge = { name: 'waiting', help: 'Who waits.', labelNames: ['pool'] as const };
  let waiting: number | null = 3;
  collectedGauge(registry, gauge, () => [{ labels: { pool: 'main' }, value: 1 }]);
  collectedGauge(registry, gauge, () => {
    if (waiting === null) throw new Error('not to be had');
    return [{ labels: { pool: 'relaxed' }, value: waiting }];
  });
  const read = async (): Promise<string[]> =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('waiting{'));
  const main = 'waiting{pool="main",service="api"} 1';
  t.deepEqual(await read(), [main, 'waiting{pool="relaxed",service="api"} 3']);
  waiting = null;
  t.deepEqual(await read(), [main]);
  waiting = 0;
  t.deepEqual(await read(), [main, 'waiting{pool="relaxed",service="api"} 0']);
});

test('dependencies, disks and appends are shown as they are', async (t) => {
  const { registry } = createMetrics('api');
  let isUp = true;
  watchDependencies(registry, { postgres: () => Promise.resolve(isUp), nats: () => false });
  watchDisk(registry, '/nowhere/at/all', 'lost');
  watchDisk(registry, '.', 'here');
  const log = createMemoryEventLog();
  const measured = measureAppends(registry, log);
  await measured.append('a', 'no_stream', []);
  await t.throwsAsync(measured.append('a', 7, []), { name: 'WrongRevisionError' });
  log.setDown(true);
  await t.throwsAsync(measured.append('a', 'any', []), { name: 'LogUnavailableError' });

  const text = await registry.metrics();
  t.true(text.includes('triage_dependency_up{dependency="postgres",service="api"} 1'));
  t.true(text.includes('triage_dependency_up{dependency="nats",service="api"} 0'));
  t.regex(text, /triage_disk_available_bytes\{volume="here",service="api"\} [1-9]/);
  t.false(text.includes('volume="lost"'));
  for (const result of ['ok', 'wrong_revision', 'unavailable']) {
    t.regex(
      text,
      new RegExp(`append_duration_seconds_count\\{service="api",result="${result}"\\} 1`),
      result,
    );
  }
  isUp = false;
  t.true((await registry.metrics()).includes('triage_dependency_up{dependency="postgres",service="api"} 0'));
});
