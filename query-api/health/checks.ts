import type { Runtime } from '../../shared/api/runtime.ts';
import { serviceVersion } from '../../shared/api/version.ts';
import type { HealthChecks } from './routes.ts';

const CHECK_TIMEOUT_MS = 1_000;

const within = async (work: Promise<unknown>): Promise<boolean> => {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, false));
  return Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    timeout,
  ]);
};

/** Asks each dependency of a running process. */
export const createHealthChecks = ({ pool, log, nats, engine }: Runtime): HealthChecks => ({
  version: serviceVersion,
  build: engine.version,
  engineReady: () => engine.concepts.length > 0,
  databaseConnected: () => within(pool.query('SELECT 1')),
  eventLogConnected: () => within(log.ping()),
  cacheConnected: () => nats.isConnected(),
});
