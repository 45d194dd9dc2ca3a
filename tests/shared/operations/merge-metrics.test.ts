import test from 'ava';
import { Counter, Gauge, Histogram } from 'prom-client';
import { createMetrics } from '../../../shared/metrics/metrics.ts';
import { createMerge, type Snapshot } from '../../../shared/operations/merge-metrics.ts';
import { readinessOfAll, type Readiness } from '../../../shared/operations/readiness.ts';

/** A process with a metric of each kind. */
function processOf() {
  const { registry } = createMetrics('api');
  const registers = [registry];
  const help = 'What a test counts';
  return {
    calls: new Counter({ name: 'triage_calls_total', help, labelNames: ['route'], registers }),
    open: new Gauge({ name: 'triage_open', help, registers }),
    up: new Gauge({ name: 'triage_up', help, aggregator: 'min', registers }),
    took: new Histogram({ name: 'triage_took_seconds', help, buckets: [0.1, 1], registers }),
    snapshot: (): Promise<Snapshot> => registry.getMetricsAsJSON(),
  };
}

const primary = (): Promise<Snapshot> => createMetrics('api').registry.getMetricsAsJSON();
const lines = (text: string, name: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .toSorted();

async function mergeTwo() {
  const [first, second] = [processOf(), processOf()];
  first.calls.inc({ route: '/a' }, 3);
  first.open.set(1);
  first.up.set(1);
  first.took.observe(0.05);
  second.calls.inc({ route: '/a' }, 4);
  second.calls.inc({ route: '/b' }, 1);
  second.open.set(2);
  second.up.set(0);
  second.took.observe(0.5);
  const merge = createMerge();
  const told = [
    { number: 1, pid: 11, snapshot: await first.snapshot() },
    { number: 2, pid: 12, snapshot: await second.snapshot() },
  ];
  const text = async (...args: Parameters<typeof merge>) => (await merge(...args)).metrics();
  return { first, second, told, text };
}

test('counts and gauges add up, each gauge in its way, and those of Node stand apart', async (t) => {
  const { told, text } = await mergeTwo();
  const page = await text(await primary(), told);
  t.deepEqual(lines(page, 'triage_calls_total{'), [
    'triage_calls_total{route="/a",service="api"} 7',
    'triage_calls_total{route="/b",service="api"} 1',
  ]);
  t.deepEqual(lines(page, 'triage_open{'), ['triage_open{service="api"} 3']);
  t.deepEqual(lines(page, 'triage_up{'), ['triage_up{service="api"} 0']);
  t.deepEqual(lines(page, 'triage_took_seconds'), [
    'triage_took_seconds_bucket{le="+Inf",service="api"} 2',
    'triage_took_seconds_bucket{le="0.1",service="api"} 1',
    'triage_took_seconds_bucket{le="1",service="api"} 2',
    'triage_took_seconds_count{service="api"} 2',
    'triage_took_seconds_sum{service="api"} 0.55',
  ]);
  t.is(lines(page, 'triage_build_info{').length, 1);
  for (const name of ['process_start_time_seconds{', 'nodejs_eventloop_lag_p99_seconds{']) {
    t.deepEqual(
      lines(page, name).map((line) => /worker="(\w+)"/.exec(line)?.[1]),
      ['1', '2', 'primary'],
    );
  }
});

test('what a process has counted outlives it, what it held does not', async (t) => {
  const { second, told, text } = await mergeTwo();
  const calls = (page: string) => lines(page, 'triage_calls_total{route="/a"')[0];
  await text(await primary(), told);
  const alone = await text(await primary(), told.slice(1));
  t.is(calls(alone), 'triage_calls_total{route="/a",service="api"} 7');
  t.is(lines(alone, 'triage_took_seconds_count')[0], 'triage_took_seconds_count{service="api"} 2');
  t.is(lines(alone, 'triage_open{')[0], 'triage_open{service="api"} 2');
  t.false(alone.includes('worker="1"'));

  const next = processOf();
  next.calls.inc({ route: '/a' }, 1);
  second.calls.inc({ route: '/a' }, 1);
  const replaced = [
    { number: 1, pid: 13, snapshot: await next.snapshot() },
    { number: 2, pid: 12, snapshot: await second.snapshot() },
  ];
  t.is(calls(await text(await primary(), replaced)), 'triage_calls_total{route="/a",service="api"} 9');
  t.is(
    calls(await text(await primary(), replaced)),
    'triage_calls_total{route="/a",service="api"} 9',
    'once',
  );
});

test('a process that does not answer counts with what it told last', async (t) => {
  const { told, text } = await mergeTwo();
  await text(await primary(), told);
  const page = await text(await primary(), [told[0]!, { ...told[1]!, snapshot: null }]);
  t.is(lines(page, 'triage_calls_total{route="/a"')[0], 'triage_calls_total{route="/a",service="api"} 7');
});

const AWAY = 'the database is out of reach';
const answer = (problem: string | null): Readiness => ({
  ready: problem === null,
  problems: problem === null ? [] : [problem],
  needs: { postgres: { required: true, problem } },
  behind: [],
});

test('several processes are ready while one is, and tell why none is', (t) => {
  t.like(readinessOfAll('starting', 2, []), {
    ready: false,
    problems: ['the process is starting'],
    processes: { wanted: 2, ready: 0 },
  });
  t.like(readinessOfAll('started', 2, []), { ready: false, problems: ['no process serves'] });
  t.deepEqual(readinessOfAll('started', 2, [answer(null), answer(AWAY)]), {
    ready: true,
    problems: [],
    needs: { postgres: { required: true, problem: AWAY } },
    behind: [],
    processes: { wanted: 2, ready: 1 },
  });
  t.like(readinessOfAll('started', 2, [answer(AWAY), answer(AWAY)]), { ready: false, problems: [AWAY] });
  t.like(readinessOfAll('started', 2, [null, null]), {
    ready: false,
    problems: ['a process does not answer'],
  });
  t.like(readinessOfAll('stopping', 2, [answer(null), answer(null)]), {
    ready: false,
    problems: ['the process is stopping'],
  });
});
