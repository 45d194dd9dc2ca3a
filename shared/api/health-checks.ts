import { databaseNeed, eventLogNeed, natsNeed, type Need } from '../operations/needs.ts';
import type { Runtime } from './runtime.ts';
import { serviceVersion } from './version.ts';
import type { HealthChecks } from './health-routes.ts';

/** What the probes ask of a running process, and the same by name for its operations listener. */
export function createHealthChecks(runtime: Runtime): HealthChecks & { needs: Record<string, Need> } {
  const database = databaseNeed(runtime.pool);
  const eventLog = eventLogNeed(runtime.askLogProblem);
  return {
    version: serviceVersion,
    build: runtime.engine.version,
    engineReady: () => runtime.engine.concepts.length > 0,
    databaseConnected: async () => (await database.problem()) === null,
    eventLogConnected: async () => (await eventLog.ask()) === null,
    eventLogProblem: eventLog.ask,
    cacheConnected: () => runtime.nats.isConnected(),
    isStopping: runtime.isLeaving,
    needs: { postgres: database, event_log: eventLog.need, nats: natsNeed(runtime.nats) },
  };
}
