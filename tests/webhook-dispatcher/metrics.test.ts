import test from 'ava';
import { Registry } from 'prom-client';
import { deliveryBacklog, dispatcherMetrics } from '../../webhook-dispatcher/metrics.ts';

const OF_SWEEP = [
  'triage_webhook_due_deliveries',
  'triage_webhook_oldest_due_seconds',
  'triage_webhook_dead_letters',
  'triage_webhook_disabled_subscriptions',
];

test('gauges of a sweep have no value before the first one, so that none jumps', async (t) => {
  const registry = new Registry();
  const metrics = dispatcherMetrics(registry, () => 0);
  const valuesOf = async (name: string): Promise<number[] | undefined> =>
    (await registry.getSingleMetric(name)?.get())?.values.map(({ value }) => value);
  for (const name of OF_SWEEP) t.deepEqual(await valuesOf(name), [], name);
  t.deepEqual(await valuesOf('triage_webhook_last_sweep_timestamp_seconds'), [0]);
  t.deepEqual(await deliveryBacklog(registry), [
    { name: 'deliveries', waiting: 0, oldest_seconds: 0, leading: true },
  ]);
  metrics.deadLetters.set(500);
  t.deepEqual(await valuesOf('triage_webhook_dead_letters'), [500]);
});

test('attempts that fail by our own fault stand at 0 before the first one', async (t) => {
  const registry = new Registry();
  dispatcherMetrics(registry, () => 0);
  const text = await registry.metrics();
  for (const labels of [
    'outcome="retry",error="unreadable"',
    'outcome="given_up",error="unreadable"',
    'outcome="given_up",error="abandoned"',
  ]) {
    t.true(text.includes(`triage_webhook_attempts_total{${labels}} 0`), labels);
  }
});
