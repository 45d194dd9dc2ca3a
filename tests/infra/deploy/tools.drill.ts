import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { debianProgram, run } from '../../support/debian.ts';
import { readAlertRules, ruleFiles } from '../../support/alert-rules.ts';
import { deployFile } from '../../support/deploy-files.ts';

/* What Debian's own tools say of the files that they are for. */

function folder(t: ExecutionContext): string {
  const made = mkdtempSync(path.join(os.tmpdir(), 'deploy-test-'));
  t.teardown(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const HAPROXY = debianProgram('haproxy');
const proxyEnv = { COMMAND_API: '127.0.0.1:8081', QUERY_API: '127.0.0.1:8082' };
const checkProxy = (env: Record<string, string>): Promise<unknown> =>
  run(HAPROXY, ['-c', '-f', deployFile('proxy/haproxy.cfg')], { env });

test('HAProxy takes its configuration, without and with TLS', async (t) => {
  await t.notThrowsAsync(checkProxy(proxyEnv));
  const pem = path.join(folder(t), 'proxy.pem');
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-subj',
    '/CN=localhost',
  ];
  const { stdout } = await run('openssl', [...made, '-keyout', '-', '-out', '-']);
  writeFileSync(pem, stdout, { mode: 0o600 });
  await t.notThrowsAsync(checkProxy({ ...proxyEnv, TLS_CERTIFICATE: pem }));
  await t.throwsAsync(checkProxy({ ...proxyEnv, TLS_CERTIFICATE: '/nothing.pem' }));
});

test('HAProxy takes the user of Debian in a second file', async (t) => {
  const page = readFileSync(path.join(projectRoot, 'docs/operator/deploy.md'), 'utf8');
  const [, user = ''] = /```\n(global\n[^`]*)```/.exec(page) ?? [];
  t.regex(user, /^global\n {2}user haproxy\n/);
  const file = path.join(folder(t), 'user.cfg');
  writeFileSync(file, user);
  await t.notThrowsAsync(
    run(HAPROXY, ['-c', '-f', deployFile('proxy/haproxy.cfg'), '-f', file], { env: proxyEnv }),
  );
});

test('shellcheck finds nothing in the scripts', async (t) => {
  const shellcheck = debianProgram('shellcheck');
  await t.notThrowsAsync(
    run(shellcheck, [deployFile('systemd/switch-release'), deployFile('kubernetes/ops-job')]),
  );
});

test('systemd takes its units', async (t) => {
  const analyze = debianProgram('systemd-analyze', 'systemd');
  const made = folder(t);
  for (const name of readdirSync(deployFile('systemd'))) {
    // The tool asks whether the program is there, which may stand elsewhere on this machine.
    const text = readFileSync(deployFile(`systemd/${name}`), 'utf8').replace(
      '/usr/bin/node',
      process.execPath,
    );
    writeFileSync(path.join(made, name), text);
  }
  const units = readdirSync(made).filter((name) => /\.(service|target|timer)$/.test(name));
  const verify = (...names: string[]) =>
    run(analyze, ['verify', ...names.map((name) => path.join(made, name))]);
  const { stdout, stderr } = await verify(...units);
  t.is(stdout + stderr, '');
  writeFileSync(path.join(made, 'wrong.service'), '[Service]\nExecStart=/nothing\nResatrt=always\n');
  const wrong = await t.throwsAsync(verify('wrong.service'));
  t.regex(wrong.message, /Resatrt/);
});

test('promtool takes the alerts, and every expression of the dashboards', async (t) => {
  const promtool = debianProgram('promtool', 'prometheus', { unpacked: true });
  for (const file of ruleFiles) await t.notThrowsAsync(run(promtool, ['check', 'rules', file]), file);

  type Panel = { targets?: { expr: string }[] };
  const files = readdirSync(deployFile('grafana')).filter((name) => name.endsWith('.json'));
  const dashboards = files.map(
    (name) => JSON.parse(readFileSync(deployFile(`grafana/${name}`), 'utf8')) as { panels: Panel[] },
  );
  const expressions = dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  );
  t.true(expressions.length > 40);
  // Each as a rule that records it: promtool checks types as well, such as a rate of no range.
  const rules = expressions.map((expr, index) => ({ record: `dashboard:line_${index}`, expr }));
  const file = path.join(folder(t), 'dashboards.rules.yml');
  const check = (some: object[]): Promise<unknown> => {
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboards', rules: some }] }));
    return run(promtool, ['check', 'rules', file]);
  };
  await t.notThrowsAsync(check(rules));
  await t.throwsAsync(check([{ record: 'a:b', expr: 'rate(x_total)' }]));
});

type Labels = Record<string, string>;
const WARNING: Labels = { severity: 'warning' };
const CRITICAL: Labels = { severity: 'critical' };

/** As Prometheus writes them, with the labels of the alert. */
const annotationsWith = (labels: Labels, annotations: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(annotations).map(([name, text]) => [
      name,
      text.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? ''),
    ]),
  );

/** What promtool expects at a time of its own clock: these alerts with those labels, and those with null not. */
function expected(at: string, firing: Record<string, Labels | null>): object[] {
  const annotations = new Map(readAlertRules().map((rule) => [rule.alert, rule.annotations]));
  return Object.entries(firing).map(([alertname, labels]) => ({
    eval_time: at,
    alertname,
    exp_alerts:
      labels === null
        ? []
        : [
            {
              exp_labels: labels,
              exp_annotations: annotationsWith(labels, annotations.get(alertname) ?? {}),
            },
          ],
  }));
}

/** Tries some of the alerts on series with a clock of promtool's own; the others would take their time over days. */
function onTrial(t: ExecutionContext, isTried: (alert: string) => boolean) {
  const promtool = debianProgram('promtool', 'prometheus', { unpacked: true });
  const made = folder(t);
  const file = path.join(made, 'trial.test.json');
  const alone = path.join(made, 'trial.rules.json');
  const rules = readAlertRules().filter(({ alert }) => isTried(alert));
  writeFileSync(alone, JSON.stringify({ groups: [{ name: 'trial', rules }] }));
  return (interval: string, ...tests: object[]): Promise<unknown> => {
    writeFileSync(file, JSON.stringify({ rule_files: [alone], evaluation_interval: interval, tests }));
    return run(promtool, ['test', 'rules', file]);
  };
}

/** Unix time 0 is the beginning of the test; a value in five minutes. */
const backupSeries = (kind: string, values: string): object => ({
  series: `triage_backup_last_success_timestamp_seconds{kind="${kind}", instance="a"}`,
  values,
});

const BACKUPS_STOP = {
  name: 'taken at 0 and at 1 h, and never again; verified at 0',
  interval: '5m',
  input_series: [
    backupSeries('full', '0x6000'),
    backupSeries('incremental', '_x12 3600x6000'),
    backupSeries('verified', '0x6000'),
  ],
  alert_rule_test: [
    ...expected('4h', { BackupLate: null, BackupMissing: null, BackupUnverified: null }),
    ...expected('4h10m', { BackupLate: WARNING, BackupMissing: null }),
    ...expected('30h', { BackupMissing: null }),
    ...expected('30h5m', { BackupMissing: CRITICAL, BackupUnverified: null }),
    ...expected('15d', { BackupUnverified: null }),
    ...expected('15d5m', { BackupUnverified: WARNING }),
  ],
};
const NO_BACKUP = {
  name: 'none at all, as after a restore',
  interval: '5m',
  input_series: [],
  alert_rule_test: [
    ...expected('2h55m', { BackupLate: null, BackupMissing: null }),
    ...expected('3h', { BackupLate: null, BackupMissing: CRITICAL, BackupUnverified: null }),
    // `absent` takes the label that it was asked for.
    ...expected('24h', { BackupUnverified: { ...WARNING, kind: 'verified' } }),
  ],
};

test('the alerts of backups come when these are late, missing or not tried, and not before', async (t) => {
  const check = onTrial(t, (alert) => alert.startsWith('Backup'));
  await t.notThrowsAsync(check('5m', BACKUPS_STOP, NO_BACKUP));
  await t.throwsAsync(check('5m', { ...NO_BACKUP, input_series: BACKUPS_STOP.input_series }));
});

const calls = (labels: string, values: string): object => ({
  series: `triage_http_request_duration_seconds_count{instance="a",method="GET",${labels}}`,
  values,
});
const FEW_CALLS = {
  name: 'one call in fifteen seconds, and all of them fail, beside hundreds of probes',
  interval: '15s',
  input_series: [
    calls('route="/v1/health/ready",status_class="2xx"', '0+300x80'),
    calls('route="/v1/sessions",status_class="5xx"', '0+1x80'),
  ],
  alert_rule_test: [
    ...expected('4m', { HttpServerErrors: null }),
    ...expected('12m', { HttpServerErrors: CRITICAL }),
  ],
};
const PROBES_FAIL = {
  name: 'calls are well, and probes are answered with 503',
  interval: '15s',
  input_series: [
    calls('route="/v1/health/ready",status_class="5xx"', '0+300x80'),
    calls('route="/v1/sessions",status_class="2xx"', '0+1x80'),
  ],
  alert_rule_test: expected('12m', { HttpServerErrors: null }),
};

const series = (metric: string, labels: string, values: string): object => ({
  series: `${metric}{${labels}}`,
  values,
});
const build = (service: string, values: string): object =>
  series('triage_build_info', `service="${service}",instance="${service}"`, values);
const missing = (service: string): Labels => ({ ...CRITICAL, service });
const NOT_THERE = {
  name: 'the reactors end after five minutes, and no pod is found any more; the query API was never there',
  interval: '15s',
  input_series: [build('command-api', '1x80'), build('reactors', '1x20 stale')],
  alert_rule_test: [
    ...expected('5m', { ProcessMissing: missing('query-api') }),
    {
      eval_time: '10m',
      alertname: 'ProcessMissing',
      exp_alerts: ['query-api', 'reactors'].flatMap((service) =>
        expected('10m', { ProcessMissing: missing(service) }).flatMap(
          (one) => (one as { exp_alerts: object[] }).exp_alerts,
        ),
      ),
    },
  ],
};
const ON_ONE_MACHINE = {
  name: 'npm start',
  interval: '15s',
  input_series: [build('api', '1x80'), build('projections', '1x80')],
  alert_rule_test: expected('10m', { ProcessMissing: null }),
};

const processes = (instance: string, state: string, values: string): object =>
  series('triage_api_processes', `service="query-api",instance="${instance}",state="${state}"`, values);
const TWO_SIZES = {
  name: 'a machine with two processes beside one with four, which loses one after ten minutes',
  interval: '15s',
  input_series: [
    processes('small', 'wanted', '2x120'),
    processes('small', 'serving', '2x120'),
    processes('large', 'wanted', '4x120'),
    processes('large', 'serving', '4x40 3x80'),
  ],
  alert_rule_test: [
    ...expected('10m', { ApiProcessMissing: null }),
    ...expected('20m', { ApiProcessMissing: { ...WARNING, service: 'query-api', instance: 'large' } }),
  ],
};

test('calls that fail are told of beside many probes, and processes that are not there, by machine', async (t) => {
  const tried = new Set(['HttpServerErrors', 'ProcessMissing', 'ApiProcessMissing']);
  const check = onTrial(t, (alert) => tried.has(alert));
  await t.notThrowsAsync(check('15s', FEW_CALLS, PROBES_FAIL, NOT_THERE, ON_ONE_MACHINE, TWO_SIZES));
});

const FIRST_OF_ITS_KIND = {
  name: 'the first event that is not ours is read, and the first delivery cannot be read, after ten minutes',
  interval: '15s',
  input_series: [
    series('triage_event_log_parked_reads_total', 'service="projectors",problem="mac_wrong"', '0x40 1x40'),
    series('triage_webhook_attempts_total', 'outcome="retry",error="unreadable"', '0x40 1x40'),
    series('triage_webhook_attempts_total', 'outcome="delivered",error=""', '0+9x80'),
  ],
  alert_rule_test: [
    ...expected('10m', { EventNotOursRead: null, WebhookAttemptsBroken: null }),
    ...expected('11m', {
      EventNotOursRead: { ...CRITICAL, service: 'projectors' },
      WebhookAttemptsBroken: { ...CRITICAL, error: 'unreadable' },
    }),
  ],
};
const INFO: Labels = { severity: 'info' };
const DISPATCHER_STARTS = {
  name: 'a dispatcher starts beside 500 dead letters and three disabled subscriptions; a fourth one comes after half an hour',
  interval: '15s',
  input_series: [
    series('triage_webhook_dead_letters', 'instance="a"', '_x2 500x158'),
    series('triage_webhook_disabled_subscriptions', 'instance="a"', '_x2 3x118 4x40'),
  ],
  alert_rule_test: [
    ...expected('25m', { WebhookDeadLettersGrowing: null, WebhookSubscriptionsDisabled: null }),
    ...expected('35m', { WebhookDeadLettersGrowing: null, WebhookSubscriptionsDisabled: INFO }),
  ],
};

test('the first one of its kind is told of, and a start is no jump', async (t) => {
  const tried = [FIRST_OF_ITS_KIND, DISPATCHER_STARTS];
  const named = JSON.stringify(tried.map(({ alert_rule_test }) => alert_rule_test));
  const check = onTrial(t, (alert) => named.includes(`"${alert}"`));
  await t.notThrowsAsync(check('15s', ...tried));
});
