import { apiSettings } from '../../../shared/api/config.ts';
import type { SectionResult } from '../report/measure.ts';
import { ofEach, PROCESSES, type OfEach, type ProcessName } from '../stack/every-process.ts';
import { measureOf } from './figures.ts';
import { names, type Alone } from './names.ts';
import { STORED_ANSWERS, TABLE_GROUPS } from './storage.ts';

/** What is planned for: above it, waiting times grow faster than the load. */
export const PLANNED_SHARE = 0.6;
/** Up to here batches are small, and an answer costs what it costs at 10 a second. */
const SMALL_BATCHES_PER_S = 10;
/**
 * An assumption, not a measurement: what one primary can have, a usual large server with one processor. It takes for granted
 * that Postgres uses all of them, and that its disk keeps up.
 */
export const POSTGRES_CORES = 64;
/** Two of each, so that one may end. */
const LEAST_PROCESSES = 2;
const SECONDS_PER_DAY = 86_400;
const DAYS_PER_YEAR = 365;
const BYTES_PER_GB = 1e9;
const BYTES_PER_MB = 1e6;

/** Parts of which there is one: a process, and one server for Postgres. */
export const SINGLES = [
  'projector',
  'fan-out',
  'reader of $all',
  'reactors',
  'embedded event store',
  'Postgres',
] as const;
export type Single = (typeof SINGLES)[number];

export type Sizing = {
  answersPerS: number;
  /** Cores that are busy all the time. */
  busyCores: OfEach;
  /** Cores to provide, so that the planned share of them is busy. */
  cores: number;
  processes: Record<'command-api' | 'query-api' | 'webhook-dispatcher', number>;
  memoryMb: number;
  connections: number;
  logGb: { day: number; year: number };
  tablesGb: { day: number; year: number };
  walMbPerS: number;
  /** How much of what it can do each single part does; above 1 it falls behind. The busiest first. */
  singles: { part: Single; share: number }[];
};

type Result = Pick<SectionResult, 'section' | 'measures'>;

/** Milliseconds of a second. */
const shareOf = (ms: number): number => ms / 1_000;

/**
 * What an event costs one follower, in milliseconds of its time: its own, and that in which it waits for Postgres. It does
 * one batch after the other, so these add up.
 */
function followedMs(result: Result, part: Alone): number {
  const own = measureOf(result, names.aloneOwn(part)).value;
  const database = part === 'reader of $all' ? 0 : measureOf(result, names.aloneDatabase(part)).value;
  return (own + database) / 1_000;
}

/** Bytes a session leaves behind after so many days at a constant rate, for each session of a day. */
const keptDays = (days: number | null, after: number): number =>
  days === null ? after : Math.min(days, after);

function tableBytes(result: Result, days: number): number {
  const bytes = (group: string): number => measureOf(result, names.bytes(group)).value;
  const stored = bytes(STORED_ANSWERS.name);
  const groups = TABLE_GROUPS.map(({ name, days: kept }) => {
    const own = name === 'idempotency keys' ? bytes(name) - stored : bytes(name);
    return own * keptDays(kept, days);
  });
  return groups.reduce((sum, value) => sum + value, stored * keptDays(STORED_ANSWERS.days, days));
}

function connectionsFor(result: Result, apis: number): number {
  const open = (pool: string): number => measureOf(result, names.connections(pool)).value;
  const followers = ['projectors', 'extracts', 'reactors', 'dispatcher', 'dispatcher-deliveries'];
  // An API opens a second pool of the same size, for what needs not wait for the disk.
  const api = 2 * apiSettings.shape.DATABASE_CONNECTIONS.parse(undefined);
  return apis * api + LEAST_PROCESSES * followers.reduce((sum, pool) => sum + open(pool), 0);
}

/** What so many answers a second take, all day, from what one took on the machine that was measured. */
export function sizeFor(result: Result, answersPerS: number): Sizing {
  const value = (name: string): number => measureOf(result, name).value;
  const load = answersPerS <= SMALL_BATCHES_PER_S ? 'slow' : 'full';
  const busyCores = ofEach((name) =>
    shareOf(value(names.idle(name)) + answersPerS * Math.max(0, value(names.answer(name, load)))),
  );
  const eventsPerS = answersPerS * value(names.perAnswer('events'));
  const sessionsPerS = answersPerS / value(names.answersOfSession);
  const processesOf = (name: ProcessName): number =>
    Math.max(LEAST_PROCESSES, Math.ceil(busyCores[name] / PLANNED_SHARE));
  const processes = {
    'command-api': processesOf('command-api'),
    'query-api': processesOf('query-api'),
    'webhook-dispatcher': processesOf('webhook-dispatcher'),
  };
  const counts: Partial<Record<ProcessName, number>> = { ...processes, projectors: 2, reactors: 2 };
  const memory = ofEach((name) => (counts[name] ?? 1) * value(names.memory(name)));
  const shares: Record<Single, number> = {
    projector: shareOf(eventsPerS * followedMs(result, 'projector')),
    'fan-out': shareOf(eventsPerS * followedMs(result, 'fan-out')),
    'reader of $all': shareOf(eventsPerS * followedMs(result, 'reader of $all')),
    reactors: busyCores.reactors,
    'embedded event store': busyCores['event store'],
    Postgres: busyCores.Postgres / POSTGRES_CORES,
  };
  const gb = (bytes: number): number => (bytes * sessionsPerS * SECONDS_PER_DAY) / BYTES_PER_GB;
  return {
    answersPerS,
    busyCores,
    cores: Math.ceil(PROCESSES.reduce((sum, name) => sum + busyCores[name], 0) / PLANNED_SHARE),
    processes,
    memoryMb: PROCESSES.reduce((sum, name) => sum + memory[name], 0),
    connections: connectionsFor(result, processes['command-api'] + processes['query-api']),
    logGb: { day: gb(value(names.logBytes)), year: gb(value(names.logBytes) * DAYS_PER_YEAR) },
    tablesGb: { day: gb(tableBytes(result, 1)), year: gb(tableBytes(result, DAYS_PER_YEAR)) },
    walMbPerS: (value(names.walBytes) * sessionsPerS) / BYTES_PER_MB,
    singles: SINGLES.map((part) => ({ part, share: shares[part] })).toSorted((a, b) => b.share - a.share),
  };
}
