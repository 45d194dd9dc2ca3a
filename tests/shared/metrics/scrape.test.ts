import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { readAlertRules, readRunbook } from '../../support/alert-rules.ts';
import { parsePromql } from '../../support/promql.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

type Family = { name: string; help: string; type: string };
type Sample = { name: string; labels: Record<string, string> };
type Scrape = { families: Map<string, Family>; samples: Sample[] };

const service = await startService();

function portOf(name: string): number {
  const log = readFileSync(path.join(service.stack.dataDir, 'logs', `${name}.log`), 'utf8');
  const line = log.split('\n').findLast((one) => one.includes('"metrics_port":'));
  return (JSON.parse(line ?? '{}') as { metrics_port: number }).metrics_port;
}

function parse(text: string): Scrape {
  const families = new Map<string, Family>();
  const samples: Sample[] = [];
  for (const line of text.split('\n')) {
    const [, kind, family = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind !== undefined) {
      const known = families.get(family) ?? { name: family, help: '', type: '' };
      families.set(family, { ...known, [kind === 'HELP' ? 'help' : 'type']: rest });
      continue;
    }
    const [, name, labels = ''] = /^([a-z_:0-9]+)(?:\{(.*)\})? \S+$/i.exec(line) ?? [];
    if (name === undefined) continue;
    const own: Sample['labels'] = {};
    for (const [, label = '', value = ''] of labels.matchAll(/([a-z_]+)="((?:[^"\\]|\\.)*)"/g)) {
      own[label] = value;
    }
    samples.push({ name, labels: own });
  }
  return { families, samples };
}

const probe = async (name: string, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${portOf(name)}${path}`)).status;

async function scrape(name: string): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${portOf(name)}/metrics`);
  return parse(await response.text());
}

const PROCESSES = ['api', 'dispatcher', 'projections', 'event-store'] as const;

/** Calls of every kind, a delivery and a refusal, so that there is something behind each label. */
async function work(): Promise<string[]> {
  const tenantId = await service.newTenant();
  const call = await service.newClient(tenantId);
  const hook = await call('POST', '/v1/admin/webhooks', {
    url: 'http://127.0.0.1:9/nobody',
    events: ['session.created'],
  });
  const session = await call('POST', '/v1/sessions', { chief_complaint: 'headache', age: 34, sex: 'female' });
  await call('GET', `/v1/sessions/${tenantId}/state`);
  await fetch(`${service.baseUrl}/v1/sessions/${tenantId}/state`);
  await fetch(`${service.baseUrl}/v1/no/such/${tenantId}`);
  const { subscription_id: subscriptionId } = hook.body as { subscription_id: string };
  const { session_id: sessionId } = session.body as { session_id: string };
  return [tenantId, subscriptionId, sessionId];
}

const ids = await work();
const isIn = (found: Scrape, name: string, labels: Record<string, string> = {}): boolean =>
  found.samples.some(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
await until('a delivery was tried and the gauges were written', 20_000, async () => {
  const dispatcher = await scrape('dispatcher');
  const projections = await scrape('projections');
  return (
    isIn(dispatcher, 'webhook_attempts_total', { outcome: 'retry', error: 'connect_failed' }) &&
    isIn(dispatcher, 'projection_leading', { projection: 'webhook-fan-out' }) &&
    isIn(projections, 'projection_leading', { projection: 'sessions' }) &&
    isIn(projections, 'reactor_last_run_timestamp_seconds', { reactor: 'access-intake' })
  );
});
const scrapes = Object.fromEntries(
  await Promise.all(PROCESSES.map(async (name) => [name, await scrape(name)] as const)),
) as Record<(typeof PROCESSES)[number], Scrape>;

test.after.always(service.stop);

const EVERYWHERE = [
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];
const POOLS = ['postgres_pool_connections', 'postgres_pool_max_connections', 'postgres_pool_waiting'];
const PROJECTION = [
  'projection_events_total',
  'projection_resubscriptions_total',
  'projection_delay_seconds',
  'projection_leading',
  'projection_position',
  'projection_stopped',
  'audit_trail_changed',
  'projection_lag_events',
  'projection_lag_seconds',
];
const EXPECTED: Record<(typeof PROCESSES)[number], string[]> = {
  api: [
    ...POOLS,
    'http_request_duration_seconds',
    'http_requests_in_flight',
    'http_errors_total',
    'dependency_up',
    'nats_connected',
    'event_log_append_duration_seconds',
    'event_log_foreign_events_total',
    'mails_total',
    'access_rows_refused_total',
    'large_texts',
    'large_text_wait_seconds',
    'large_texts_refused_total',
    'extractor_request_duration_seconds',
    'extractor_fallbacks_total',
    'extractor_findings_dropped_total',
    'request_counts_lost_total',
    'request_entries_lost_total',
  ],
  dispatcher: [
    ...POOLS,
    ...PROJECTION,
    'event_log_foreign_events_total',
    'nats_connected',
    'webhook_attempts_total',
    'webhook_attempt_duration_seconds',
    'webhook_fanned_out_total',
    'webhook_in_flight_attempts',
    'webhook_due_deliveries',
    'webhook_oldest_due_seconds',
    'webhook_dead_letters',
    'webhook_disabled_subscriptions',
    'webhook_last_sweep_timestamp_seconds',
  ],
  projections: [
    ...POOLS,
    ...PROJECTION,
    'event_log_append_duration_seconds',
    'event_log_foreign_events_total',
    'reactor_handled_total',
    'reactor_last_run_timestamp_seconds',
    'reactor_failures_total',
    'reactor_facts_total',
    'retention_due_sessions',
    'retention_pruned_sessions_total',
    'erasures_unledgered',
    'erasures_missing_in_ledger',
  ],
  'event-store': [
    'event_store_writes_total',
    'event_store_events_total',
    'event_store_commit_duration_seconds',
    'event_store_subscriptions',
    'event_store_last_position',
    'event_store_certificate_end_seconds',
    'disk_available_bytes',
    'disk_size_bytes',
  ],
};

for (const name of PROCESSES) {
  test(`${name} exports what an operator needs of it`, (t) => {
    const { families } = scrapes[name];
    t.deepEqual(
      [...EVERYWHERE, ...EXPECTED[name]].filter((family) => !families.has(family)),
      [],
    );
    for (const { name: family, help, type } of families.values()) {
      t.true(help.length > 10, family);
      // Those of Node itself have names of their own.
      if (!/^(nodejs|process)_/.test(family)) t.is(type === 'counter', family.endsWith('_total'), family);
      if (type === 'histogram') t.regex(family, /_(seconds|bytes)$/);
    }
  });

  test(`no label of ${name} carries an id or an address`, (t) => {
    for (const { name: metric, labels } of scrapes[name].samples) {
      for (const [label, value] of Object.entries(labels)) {
        t.false(/tenant|subscription|session|user|email|key_id|url/.test(label), `${metric} ${label}`);
        t.false(ids.includes(value), `${metric} ${label}`);
        t.notRegex(value, /[0-9a-f]{8}-[0-9a-f]{4}|https?:|@|(?:[0-9a-f]{16})/i, `${metric} ${label}`);
      }
    }
  });
}

test('every process answers the probes on the port of its metrics', async (t) => {
  for (const name of PROCESSES) {
    t.is(await probe(name, '/live'), 200, name);
    t.is(await probe(name, '/ready'), 200, name);
  }
});

test('what was done can be seen: by route and status, by code, by result, by outcome', (t) => {
  const { api, dispatcher, projections } = scrapes;
  const opened = { method: 'POST', route: '/v1/sessions', status_class: '2xx' };
  t.true(isIn(api, 'http_request_duration_seconds_count', opened));
  t.true(isIn(api, 'http_errors_total', { code: 'not_found', status: '404' }));
  t.true(isIn(api, 'http_errors_total', { code: 'unauthorized', status: '401' }));
  t.true(isIn(api, 'event_log_append_duration_seconds_count', { result: 'ok' }));
  for (const dependency of ['postgres', 'event_log', 'nats']) {
    t.true(isIn(api, 'dependency_up', { dependency }), dependency);
  }
  for (const pool of ['main', 'relaxed']) t.true(isIn(api, 'postgres_pool_waiting', { pool }), pool);
  for (const pool of ['main', 'deliveries'])
    t.true(isIn(dispatcher, 'postgres_pool_waiting', { pool }), pool);
  t.true(isIn(projections, 'projection_lag_seconds', { projection: 'balance-crossings' }));
});

/** Prometheus makes it itself, of every target. */
const OWN_OF_PROMETHEUS = new Set(['up']);

test('every metric and label that an alert asks for is exported', (t) => {
  const samples = Object.values(scrapes).flatMap((one) => one.samples);
  const families = new Set(Object.values(scrapes).flatMap((one) => [...one.families.keys()]));
  const familyOf = (metric: string): string =>
    families.has(metric) ? metric : metric.replace(/_(bucket|count|sum)$/, '');
  const labelsOf = (metric: string): Set<string> =>
    new Set(samples.filter((one) => one.name === metric).flatMap((one) => Object.keys(one.labels)));
  for (const { alert, expr } of readAlertRules()) {
    const { selectors, groupings } = parsePromql(expr);
    const ours = selectors.filter(({ metric }) => !OWN_OF_PROMETHEUS.has(metric));
    for (const { metric, labels } of ours) {
      t.true(families.has(familyOf(metric)), `${alert}: ${metric}`);
      const known = labelsOf(metric);
      // A family without a sample yet has no labels to be seen.
      if (known.size > 0)
        for (const label of labels) t.true(known.has(label), `${alert}: ${metric} ${label}`);
    }
    const all = new Set(ours.flatMap(({ metric }) => [...labelsOf(metric)]));
    if (all.size > 0) for (const label of groupings) t.true(all.has(label), `${alert}: ${label}`);
  }
});

/** Names of other things that begin like a metric. */
const NO_METRICS = new Set(['http_client_error', 'http_server_error']);

test('every metric that the runbook names is exported', (t) => {
  const families = new Set(Object.values(scrapes).flatMap((one) => [...one.families.keys()]));
  const prefixes = new Set([...families].map((family) => family.split('_')[0]));
  const named = [...readRunbook().matchAll(/`([a-z]+(?:_[a-z0-9]+)+)(?:[`=])/g)]
    .map(([, name = '']) => name)
    .filter((name) => prefixes.has(name.split('_')[0]) && !NO_METRICS.has(name));
  t.true(named.length >= 10);
  for (const name of named) t.true(families.has(name), name);
});
