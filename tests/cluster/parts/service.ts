import { ENTRIES, type ProcessName } from '../../support/own-process.ts';
import { programIn, type Release } from '../../support/releases.ts';
import type { Host, HostName } from '../network/hosts.ts';
import { supervise, type Supervised } from '../network/supervised.ts';

/** Where each process answers, as the units of systemd have it. */
export const PORTS: Record<ProcessName, { port?: number; metrics: number }> = {
  'command-api': { port: 8_081, metrics: 9_464 },
  'query-api': { port: 8_082, metrics: 9_465 },
  projectors: { metrics: 9_466 },
  reactors: { metrics: 9_467 },
  'webhook-dispatcher': { metrics: 9_468 },
};

const API_PROCESSES: readonly ProcessName[] = ['command-api', 'query-api'];
const WORKER_PROCESSES: readonly ProcessName[] = ['projectors', 'reactors', 'webhook-dispatcher'];
export const API_HOSTS = ['api-1', 'api-2'] as const;
export const WORKER_HOSTS = ['worker-1', 'worker-2'] as const;

export type ServiceProcess = Omit<Supervised, 'name'> & { name: ProcessName; metricsUrl: string };

export type ServiceOptions = {
  hosts: Record<HostName, Host>;
  /** What every process gets. */
  settings: Record<string, string>;
  /** What a process is of that starts now. */
  release: () => Release;
  /** Whether a URL answers with 200, asked from another host. */
  answers: (url: string) => Promise<boolean>;
};

const semiSpaceOf = (name: ProcessName): number => (name === 'webhook-dispatcher' ? 32 : 8);

/** The processes on their hosts, as docs/operator/distributed.md says; none is started yet. */
export function makeService({ hosts, settings, release, answers }: ServiceOptions): ServiceProcess[] {
  const make = (name: ProcessName, host: Host): ServiceProcess => {
    const { port, metrics } = PORTS[name];
    const metricsUrl = `http://${host.domainName}:${metrics}`;
    const env = {
      ...settings,
      HOST: '0.0.0.0',
      METRICS_HOST: '0.0.0.0',
      METRICS_PORT: String(metrics),
      ...(port === undefined ? {} : { PORT: String(port) }),
    };
    const limits = ['--max-old-space-size=512', `--max-semi-space-size=${semiSpaceOf(name)}`];
    const run = () => {
      const command = [process.execPath, ...limits, programIn(release(), ENTRIES[name])];
      return host.run(name, command, { env, cwd: release().root });
    };
    const supervised = supervise({ host, name, run, isReady: () => answers(`${metricsUrl}/ready`) });
    return { ...supervised, name, metricsUrl };
  };
  return [
    ...API_HOSTS.flatMap((host) => API_PROCESSES.map((name) => make(name, hosts[host]))),
    ...WORKER_HOSTS.flatMap((host) => WORKER_PROCESSES.map((name) => make(name, hosts[host]))),
  ];
}
