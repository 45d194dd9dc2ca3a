import { createDependencyChecks } from './dependency-checks.ts';
import type { Runtime } from './runtime.ts';
import { serviceVersion } from './version.ts';
import type { HealthChecks } from './health-routes.ts';

/** What the probes ask of a running process. */
export const createHealthChecks = (runtime: Runtime): HealthChecks => ({
  version: serviceVersion,
  build: runtime.engine.version,
  engineReady: () => runtime.engine.concepts.length > 0,
  ...createDependencyChecks(runtime),
});
