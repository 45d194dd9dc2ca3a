import { Counter, Histogram, type Registry } from 'prom-client';
import type { ExtractorFailure } from './types.ts';

/** Why something that an upstream said was not taken. */
export type DropReason = 'unknown_code' | 'invalid_value' | 'contradictory';

export type ExtractorMetrics = {
  asked: (outcome: 'answered' | ExtractorFailure, seconds: number) => void;
  fellBack: (failure: ExtractorFailure) => void;
  dropped: (reason: DropReason, count: number) => void;
};

/** Seconds; the budget of a call is 8 s at most. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 8];

/** Counts how an upstream does. Labels come from closed lists: of the texts and of what was said there is nothing. */
export function extractorMetrics(registry: Registry): ExtractorMetrics {
  const duration = new Histogram({
    name: 'triage_extractor_request_duration_seconds',
    help: 'From asking the upstream extractor to its answer or the end of the wait for it, by outcome.',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const fallbacks = new Counter({
    name: 'triage_extractor_fallbacks_total',
    help: 'Texts that the built-in reader read alone, because the upstream extractor failed, by how it did.',
    labelNames: ['failure'],
    registers: [registry],
  });
  const dropped = new Counter({
    name: 'triage_extractor_findings_dropped_total',
    help: 'Findings of the upstream extractor that were not taken: not in the catalogue, out of bounds, or against one another.',
    labelNames: ['reason'],
    registers: [registry],
  });
  return {
    asked: (outcome, seconds) => duration.observe({ outcome }, seconds),
    fellBack: (failure) => fallbacks.inc({ failure }),
    dropped: (reason, count) => dropped.inc({ reason }, count),
  };
}
