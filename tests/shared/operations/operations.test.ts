import http from 'node:http';
import test from 'ava';
import { Counter } from 'prom-client';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createOperations } from '../../../shared/operations/operations.ts';
import type { Need } from '../../../shared/operations/needs.ts';

const logger = createLogger({ name: 'test', level: 'silent' });
const operationsOn = (METRICS_PORT: number) =>
  createOperations({ name: 'api', config: { METRICS_HOST: '127.0.0.1', METRICS_PORT }, logger });

test('the metrics of a process are served on a port of their own', async (t) => {
  const operations = operationsOn(0);
  const { registry } = operations;
  new Counter({ name: 'triage_answers_total', help: 'Answers', registers: [registry] }).inc(2);
  await operations.start();
  const url = `http://127.0.0.1:${operations.port()}`;

  const scrape = await fetch(`${url}/metrics`);
  const text = await scrape.text();
  t.is(scrape.status, 200);
  t.regex(scrape.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  t.true(text.includes('triage_answers_total{service="api"} 2'));
  t.regex(text, /process_cpu_seconds_total\{service="api"\} [\d.e-]+/);
  t.regex(
    text,
    /^triage_build_info\{version="\d+\.\d+\.\d+[^"]*",node_version="\d+\.[^"]+",service="api"\} 1$/m,
  );

  t.is((await fetch(`${url}/`)).status, 404);
  t.is((await fetch(`${url}/metrics`, { method: 'POST' })).status, 404);
  await t.throwsAsync(operationsOn(operations.port()).start(), {
    name: 'StartupError',
    message: 'the port of METRICS_PORT is taken: another program listens there',
  });
  await operations.stop();
  await t.throwsAsync(fetch(`${url}/metrics`));
});

test('on loopback no page of another name reads them', async (t) => {
  const operations = operationsOn(0);
  await operations.start();
  const port = operations.port();
  const statusAt = (host: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      http
        .get({ host: '127.0.0.1', port, path, headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
        .once('error', reject);
    });
  for (const path of ['/metrics', '/live', '/ready']) {
    t.is(await statusAt(`rebound.example:${port}`, path), 421);
    t.is(await statusAt('127.0.0.1.rebound.example', path), 421);
    t.not(await statusAt(`localhost:${port}`, path), 421);
    t.not(await statusAt('[::1]', path), 421);
  }
  await operations.stop();
});

test('beside them stand the probes: that it lives, what it needs, how far behind it is', async (t) => {
  const operations = operationsOn(0);
  await operations.start();
  t.teardown(operations.stop);
  const ask = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${operations.port()}${path}`);
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const unready = (...problems: string[]) => ({ status: 503, body: { ready: false, problems } });
  const alive = { status: 200, body: { live: true } };

  t.like(await ask('/ready'), unready('the process is starting'));
  const problems: Record<string, string | null> = { postgres: 'the database is out of reach', nats: 'away' };
  const need = (name: string, isRequired: boolean): Need => ({
    isRequired,
    problem: () => Promise.resolve(problems[name] ?? null),
  });
  const standing: string[] = [];
  operations.need('postgres', need('postgres', true));
  operations.need('nats', need('nats', false));
  operations.watch(() => standing);
  const backlog = { name: 'sessions', waiting: 3, oldest_seconds: 1.5, leading: true };
  operations.backlog(() => [backlog]);
  t.like(await ask('/ready'), unready('the database is out of reach'));
  t.deepEqual(await ask('/live'), alive, 'what is missing elsewhere is no reason to kill it');
  operations.setStarted();
  problems['postgres'] = null;
  t.deepEqual(await ask('/ready'), {
    status: 200,
    body: {
      ready: true,
      problems: [],
      needs: { postgres: { required: true, problem: null }, nats: { required: false, problem: 'away' } },
      behind: [backlog],
    },
  });
  standing.push('it stands still');
  t.like(await ask('/ready'), unready('it stands still'));
  const metrics = await operations.registry.metrics();
  t.true(metrics.includes('triage_dependency_up{dependency="postgres",service="api"} 1'));
  t.true(metrics.includes('triage_dependency_up{dependency="nats",service="api"} 0'));

  standing.pop();
  operations.setStopping();
  t.like(await ask('/ready'), unready('the process is stopping'));
  t.deepEqual(await ask('/live'), alive, 'a restart would cut off what it still does');
  t.is((await fetch(`http://127.0.0.1:${operations.port()}/live`, { method: 'POST' })).status, 404);
});
