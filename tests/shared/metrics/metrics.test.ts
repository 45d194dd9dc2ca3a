import test from 'ava';
import { Counter } from 'prom-client';
import { createMetrics } from '../../../shared/metrics/metrics.ts';
import { startMetricsServer } from '../../../shared/metrics/metrics-server.ts';

test('the metrics of a process are served on a port of their own', async (t) => {
  const { registry } = createMetrics('api');
  new Counter({ name: 'answers_total', help: 'Answers', registers: [registry] }).inc(2);
  const server = await startMetricsServer({ registry, host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${server.port}`;

  const scrape = await fetch(`${url}/metrics`);
  const text = await scrape.text();
  t.is(scrape.status, 200);
  t.regex(scrape.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  t.true(text.includes('answers_total{service="api"} 2'));
  t.regex(text, /process_cpu_seconds_total\{service="api"\} [\d.e-]+/);

  t.is((await fetch(`${url}/`)).status, 404);
  t.is((await fetch(`${url}/metrics`, { method: 'POST' })).status, 404);
  await t.throwsAsync(startMetricsServer({ registry, host: '127.0.0.1', port: server.port }), {
    code: 'EADDRINUSE',
  });
  await server.stop();
  await t.throwsAsync(fetch(`${url}/metrics`));
});

test('two processes in one (tests) do not share a registry', (t) => {
  t.not(createMetrics('a').registry, createMetrics('b').registry);
});
