import type { ProcessName } from '../stack/every-process.ts';

/** How the section `capacity` names its measures: by these names the page finds them. */

/** What an installation is put under. `plain`: as `full`, of tenants without a webhook. */
export const LOADS = {
  slow: '10 answers/s',
  full: 'all that 20 callers get',
  plain: 'the same without webhooks',
} as const;
export type Load = keyof typeof LOADS;

/** What stands behind an answer. */
export const COUNTED = ['sessions', 'events', 'appends', 'reads', 'deliveries'] as const;
export type Counted = (typeof COUNTED)[number];

/** What a delivery costs is the difference between two loads; elsewhere it is lost in the noise. */
export const DELIVERING: readonly ProcessName[] = ['webhook-dispatcher', 'Postgres', 'NATS'];

/** Followers of the log of which one process does the work, as they are measured alone. */
export const ALONE = ['projector', 'fan-out', 'reader of $all'] as const;
export type Alone = (typeof ALONE)[number];

export const names = {
  idle: (process: ProcessName) => `${process}: processor time a second, idle`,
  answer: (process: ProcessName, load: Load) => `${process}: processor time an answer, ${LOADS[load]}`,
  delivery: (process: ProcessName) => `${process}: processor time a delivery`,
  memory: (process: ProcessName) => `${process}: memory`,
  connections: (process: string) => `${process}: connections to Postgres`,
  rate: (load: Load) => `answers, ${LOADS[load]}`,
  perAnswer: (what: Counted) => `${what} for an answer`,
  answersOfSession: 'answers of a session',
  bytes: (group: string) => `${group}: bytes a session`,
  walBytes: 'write-ahead log of Postgres: bytes a session',
  eventBytes: 'events as they are stored: bytes a session',
  logBytes: "the embedded event store's file: bytes a session",
  aloneRate: (part: Alone) => `one ${part} alone, events`,
  aloneOwn: (part: Alone) => `one ${part} alone: processor time for 1000 events`,
  aloneDatabase: (part: Alone) => `one ${part} alone: Postgres' time for 1000 events`,
  tenantLock: 'the lock of one tenant alone, admissions',
  appends: 'one event store alone, appends of 40 callers',
  appendCpu: 'one event store alone: processor time for 1000 appends',
} as const;
