import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { readAlertRules, readRunbook } from '../../support/alert-rules.ts';
import { readMetricRows, withMetricRows, type MetricRow } from '../../support/metrics-page.ts';
import { parsePromql } from '../../support/promql.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

type Family = { name: string; help: string; type: string };
type Sample = { name: string; labels: Record<string, string> };
type Scrape = { families: Map<string, Family>; samples: Sample[] };

/** Two processes of the API, so that what they export together is seen. */
const service = await startService({ env: { API_PROCESSES: '2' } });

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
    isIn(dispatcher, 'triage_webhook_attempts_total', { outcome: 'retry', error: 'connect_failed' }) &&
    isIn(dispatcher, 'triage_projection_leading', { projection: 'webhook-fan-out' }) &&
    isIn(projections, 'triage_projection_leading', { projection: 'sessions' }) &&
    isIn(projections, 'triage_reactor_last_run_timestamp_seconds', { reactor: 'access-intake' })
  );
});
const scrapes = Object.fromEntries(
  await Promise.all(PROCESSES.map(async (name) => [name, await scrape(name)] as const)),
) as Record<(typeof PROCESSES)[number], Scrape>;

test.after.always(service.stop);

const EVERYWHERE = [
  'triage_build_info',
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_p99_seconds',
];
const POOLS = [
  'triage_postgres_pool_connections',
  'triage_postgres_pool_max_connections',
  'triage_postgres_pool_waiting',
];
const PROJECTION = [
  'triage_projection_events_total',
  'triage_projection_resubscriptions_total',
  'triage_projection_delay_seconds',
  'triage_projection_leading',
  'triage_projection_position',
  'triage_projection_stopped',
  'triage_audit_trail_changed',
  'triage_projection_lag_events',
  'triage_projection_lag_seconds',
];
const EXPECTED: Record<(typeof PROCESSES)[number], string[]> = {
  api: [
    ...POOLS,
    'triage_http_request_duration_seconds',
    'triage_http_requests_in_flight',
    'triage_http_errors_total',
    'triage_dependency_up',
    'triage_nats_connected',
    'triage_event_log_append_duration_seconds',
    'triage_event_log_foreign_events_total',
    'triage_mails_total',
    'triage_access_rows_refused_total',
    'triage_large_texts',
    'triage_large_text_wait_seconds',
    'triage_large_texts_refused_total',
    'triage_extractor_request_duration_seconds',
    'triage_extractor_fallbacks_total',
    'triage_extractor_findings_dropped_total',
    'triage_request_counts_lost_total',
    'triage_request_entries_lost_total',
    'triage_api_processes',
    'triage_api_process_ends_total',
  ],
  dispatcher: [
    ...POOLS,
    ...PROJECTION,
    'triage_event_log_foreign_events_total',
    'triage_nats_connected',
    'triage_webhook_attempts_total',
    'triage_webhook_attempt_duration_seconds',
    'triage_webhook_fanned_out_total',
    'triage_webhook_in_flight_attempts',
    'triage_webhook_due_deliveries',
    'triage_webhook_oldest_due_seconds',
    'triage_webhook_dead_letters',
    'triage_webhook_disabled_subscriptions',
    'triage_webhook_disable_failures_total',
    'triage_webhook_last_sweep_timestamp_seconds',
  ],
  projections: [
    ...POOLS,
    ...PROJECTION,
    'triage_event_log_append_duration_seconds',
    'triage_event_log_foreign_events_total',
    'triage_reactor_handled_total',
    'triage_reactor_last_run_timestamp_seconds',
    'triage_reactor_failures_total',
    'triage_reactor_facts_total',
    'triage_sessions_total',
    'triage_retention_due_sessions',
    'triage_retention_pruned_sessions_total',
    'triage_erasures_unledgered',
    'triage_erasures_missing_in_ledger',
    'triage_backup_last_success_timestamp_seconds',
  ],
  'event-store': [
    'triage_event_store_writes_total',
    'triage_event_store_events_total',
    'triage_event_store_commit_duration_seconds',
    'triage_event_store_subscriptions',
    'triage_event_store_last_position',
    'triage_event_store_certificate_end_timestamp_seconds',
    'triage_disk_available_bytes',
    'triage_disk_size_bytes',
  ],
};

/** Prometheus counts in seconds and bytes, and neither in parts nor in multiples of them. */
const ODD_UNITS = /_(ms|milliseconds|micros|minutes|hours|days|kb|mb|kilobytes|megabytes|percent)(_|$)/;

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
      if (/^(nodejs|process)_/.test(family)) continue;
      t.regex(family, /^triage_/);
      t.is(type === 'counter', family.endsWith('_total'), family);
      t.notRegex(family, ODD_UNITS, family);
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
  t.true(isIn(api, 'triage_http_request_duration_seconds_count', opened));
  t.true(isIn(api, 'triage_http_errors_total', { code: 'not_found', status: '404' }));
  t.true(isIn(api, 'triage_http_errors_total', { code: 'unauthorized', status: '401' }));
  t.true(isIn(api, 'triage_event_log_append_duration_seconds_count', { result: 'ok' }));
  for (const dependency of ['postgres', 'event_log', 'nats']) {
    t.true(isIn(api, 'triage_dependency_up', { dependency }), dependency);
  }
  for (const pool of ['main', 'relaxed']) t.true(isIn(api, 'triage_postgres_pool_waiting', { pool }), pool);
  for (const pool of ['main', 'deliveries'])
    t.true(isIn(dispatcher, 'triage_postgres_pool_waiting', { pool }), pool);
  t.true(isIn(projections, 'triage_projection_lag_seconds', { projection: 'balance-crossings' }));
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

test('what an alert counts from the first one on stands at 0 before it begins', (t) => {
  const all = Object.values(scrapes);
  for (const { alert, expr } of readAlertRules()) {
    for (const [, metric = '', label, values = ''] of expr.matchAll(
      /increase\((\w+)(?:\{(\w+)=~?"([^"]+)"\})?\[/g,
    )) {
      for (const value of values.split('|')) {
        const labels = label === undefined ? {} : { [label]: value };
        t.true(
          all.some((one) => isIn(one, metric, labels)),
          `${alert}: ${metric} ${value}`,
        );
      }
    }
  }
});

/** Roles of the database begin like a metric. */
const NO_METRICS = new Set(['triage_api', 'triage_analyst']);

test('every metric that the runbook names is exported', (t) => {
  const families = new Set(Object.values(scrapes).flatMap((one) => [...one.families.keys()]));
  const prefixes = new Set([...families].map((family) => family.split('_')[0]));
  const named = [...readRunbook().matchAll(/`([a-z]+(?:_[a-z0-9]+)+)(?:[`=])/g)]
    .map(([, name = '']) => name)
    .filter((name) => prefixes.has(name.split('_')[0]) && !NO_METRICS.has(name));
  t.true(named.length >= 10);
  for (const name of named) t.true(families.has(name), name);
});

const PAGE = path.resolve('docs/operator/probes-and-metrics.md');

/** What the running processes export of our own, with the labels that the page names or that a sample has. */
function exportedRows(page: string): MetricRow[] {
  const documented = new Map(readMetricRows(page).map(({ name, labels }) => [name, labels]));
  const names = new Set(Object.values(scrapes).flatMap(({ families }) => [...families.keys()]));
  return [...names]
    .filter((name) => name.startsWith('triage_'))
    .toSorted()
    .map((name) => {
      const of = PROCESSES.filter((one) => scrapes[one].families.has(name));
      const seen = of.flatMap((one) =>
        scrapes[one].samples
          .filter(
            (sample) => sample.name.replace(/_(bucket|count|sum)$/, '') === name || sample.name === name,
          )
          .flatMap(({ labels }) => Object.keys(labels)),
      );
      const family = of.map((one) => scrapes[one].families.get(name)).find((one) => one !== undefined);
      const labels = new Set([...(documented.get(name) ?? []), ...seen].filter((one) => !BY_ITSELF.has(one)));
      return {
        name,
        type: family?.type ?? '',
        labels: [...labels].toSorted(),
        processes: of,
        help: family?.help ?? '',
      };
    });
}

/** Every sample has the process, and every bucket its bound. */
const BY_ITSELF = new Set(['service', 'le']);

test('the reference for operators names each metric as it is exported', (t) => {
  const page = readFileSync(PAGE, 'utf8');
  const written = withMetricRows(page, exportedRows(page));
  if (process.env['UPDATE_METRICS']) writeFileSync(PAGE, written);
  t.is(readFileSync(PAGE, 'utf8'), written, 'UPDATE_METRICS=1 writes it anew');
});
