import { createDependencyChecks } from '../../shared/api/dependency-checks.ts';
import type { Runtime } from '../../shared/api/runtime.ts';
import { serviceVersion } from '../../shared/api/version.ts';
import type { HealthChecks } from './routes.ts';

/** What the probes ask of a running process. */
export const createHealthChecks = (runtime: Runtime): HealthChecks => ({
  version: serviceVersion,
  build: runtime.engine.version,
  engineReady: () => runtime.engine.concepts.length > 0,
  ...createDependencyChecks(runtime),
});
