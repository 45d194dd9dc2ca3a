import test from 'ava';
import { collectedGauge } from '../../../shared/metrics/collected.ts';
import {
  countMails,
  countParked,
  measureAppends,
  watchDependencies,
} from '../../../shared/metrics/dependencies.ts';
import { watchDisk } from '../../../shared/metrics/disk.ts';
import { createMetrics } from '../../../shared/metrics/metrics.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';

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

test('what an alert counts from the first one on is there before it begins', async (t) => {
  const { registry } = createMetrics('api');
  countMails(registry);
  countParked(registry, undefined);
  measureAppends(registry, createMemoryEventLog());
  const text = await registry.metrics();
  for (const sample of [
    'triage_mails_total{kind="code",outcome="lost",service="api"} 0',
    'triage_mails_total{kind="invitation",outcome="put_off",service="api"} 0',
    'triage_event_log_parked_reads_total{problem="mac_missing",service="api"} 0',
    'triage_event_log_parked_reads_total{problem="mac_wrong",service="api"} 0',
    'triage_event_log_append_duration_seconds_count{service="api",result="unavailable"} 0',
  ]) {
    t.true(text.includes(sample), sample);
  }
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
