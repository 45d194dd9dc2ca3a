import { Counter, Histogram, type Registry } from 'prom-client';
import { collectedGauge } from '../metrics/collected.ts';
import { countFromZero } from '../metrics/from-zero.ts';

/** Why a large text was not read: too many wait, the time of its call was up, or the process ends. */
export type NotReadReason = (typeof NOT_READ_REASONS)[number];
const NOT_READ_REASONS = ['full', 'timeout', 'stopped'] as const;

export type LargeTextMetrics = {
  waited: (seconds: number) => void;
  refused: (reason: NotReadReason) => void;
};

/** Seconds; a handler gives up at 10 s. */
const BUCKETS = [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10];

/** Shows how long large texts wait for a worker. Labels come from closed lists: of the texts there is nothing. */
export function largeTextMetrics(
  registry: Registry,
  count: () => { taken: number; waiting: number },
): LargeTextMetrics {
  collectedGauge(
    registry,
    {
      name: 'triage_large_texts',
      help: 'Texts of 500 characters and more that wait for a worker, or that a worker reads.',
      labelNames: ['state'],
    },
    () => {
      const { taken, waiting } = count();
      return [
        { labels: { state: 'waiting' }, value: waiting },
        { labels: { state: 'reading' }, value: taken },
      ];
    },
  );
  const wait = new Histogram({
    name: 'triage_large_text_wait_seconds',
    help: 'From a large text to the worker that reads it.',
    buckets: BUCKETS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'triage_large_texts_refused_total',
    help: 'Large texts that were refused with 503: too many waited, their time was up, or the process ended.',
    labelNames: ['reason'],
    registers: [registry],
  });
  countFromZero(
    refusals,
    NOT_READ_REASONS.map((reason) => ({ reason })),
  );
  return {
    waited: (seconds) => wait.observe(seconds),
    refused: (reason) => refusals.inc({ reason }),
  };
}
