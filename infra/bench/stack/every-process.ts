import type { Service } from '../../../shared/lifecycle/service.ts';
import type { BenchOptions } from '../section.ts';
import { startService, type BenchStack } from './bench-stack.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { familyMb } from './memory.ts';

/** Our own processes as several machines run them, and the limits of memory that docs/operator/distributed.md gives them. */
const ENTRIES = {
  'command-api': { entry: 'command-api/main.ts' },
  'query-api': { entry: 'query-api/main.ts' },
  projectors: { entry: 'projectors/main.ts' },
  reactors: { entry: 'command-api/reactors/main.ts' },
  'webhook-dispatcher': { entry: 'webhook-dispatcher/main.ts', semiSpaceMb: 32 },
} as const;

export const PROCESSES = [
  'command-api',
  'query-api',
  'projectors',
  'reactors',
  'webhook-dispatcher',
  'event store',
  'Postgres',
  'NATS',
] as const;
export type ProcessName = (typeof PROCESSES)[number];
export type OfEach = Record<ProcessName, number>;

export const ofEach = (value: (name: ProcessName) => number): OfEach =>
  Object.fromEntries(PROCESSES.map((name) => [name, value(name)])) as OfEach;

export type EveryProcess = {
  commandUrl: string;
  queryUrl: string;
  /** Processor time since the start of each, in milliseconds. */
  cpuMs: () => OfEach;
  memoryMb: () => OfEach;
  /** Ends our own; the servers go on. */
  stop: () => Promise<void>;
};

/** Starts all five processes of a distributed installation over a stack. */
export async function startEveryProcess(stack: BenchStack, options: BenchOptions): Promise<EveryProcess> {
  const { postgres, nats, eventStore } = stack.infrastructure.processes;
  const names = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[];
  const started = await Promise.all(
    names.map((name) => startService(stack, options, { name, ...ENTRIES[name] })),
  );
  const own = Object.fromEntries(names.map((name, index) => [name, started[index]]));
  const urlOf = (name: string): string => own[name]?.baseUrl ?? '';
  const servers: Record<string, Service> = { 'event store': eventStore, Postgres: postgres, NATS: nats };
  const pidOf = (name: ProcessName): number | undefined => (own[name]?.service ?? servers[name])?.pid();
  return {
    commandUrl: urlOf('command-api'),
    queryUrl: urlOf('query-api'),
    cpuMs: () => ofEach((name) => cpuTimeMs(pidOf(name))),
    memoryMb: () => ofEach((name) => familyMb(pidOf(name))),
    stop: async () => {
      for (const { service } of started) await service.stop();
    },
  };
}
