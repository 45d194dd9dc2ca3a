import { collectDefaultMetrics, Registry } from 'prom-client';

/** The metrics of one process: the default ones of Node, and what the caller registers. */
export type Metrics = {
  registry: Registry;
};

/** A new registry of its own (none is shared by module state), labelled with the service's name. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return { registry };
}
