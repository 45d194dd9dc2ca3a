import { apiCalls, auditEvents, deliveries, erasures, tokenLedger } from './account-facts.ts';
import type { Dataset, Dimension, Fact } from './dataset.ts';
import {
  calendar,
  complaints,
  conditions,
  engineVersions,
  findingsCatalogue,
  questions,
  rules,
} from './dimensions.ts';
import { feedback, rectifications, tombstones } from './corrections.ts';
import { differentials, findings, redFlags, sessionSteps, triageChanges } from './session-facts.ts';
import { sessions } from './sessions.ts';

export const facts: readonly Fact[] = [
  sessions,
  sessionSteps,
  findings,
  differentials,
  redFlags,
  triageChanges,
  rectifications,
  feedback,
  deliveries,
  apiCalls,
  tokenLedger,
  auditEvents,
  erasures,
  tombstones,
];

export const dimensions: readonly Dimension[] = [
  conditions,
  findingsCatalogue,
  questions,
  complaints,
  rules,
  engineVersions,
  calendar,
];

export const datasets: readonly Dataset[] = [...facts, ...dimensions];
