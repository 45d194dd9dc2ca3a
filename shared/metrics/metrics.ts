import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { serviceVersion } from '../api/version.ts';

/** The metrics of one process: the default ones of Node, which version runs, and what the caller registers. */
export type Metrics = {
  registry: Registry;
};

/**
 * A new registry of its own (none is shared by module state), labelled with the service's name. Names of our own metrics
 * begin with `triage_`; those of Node keep the names that every dashboard for Node knows.
 */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'triage_build_info',
    help: 'Always 1: its labels tell the version of the service, and that of Node.',
    labelNames: ['version', 'node_version'],
    aggregator: 'first',
    registers: [registry],
  });
  build.set({ version: serviceVersion, node_version: process.versions.node }, 1);
  return { registry };
}
