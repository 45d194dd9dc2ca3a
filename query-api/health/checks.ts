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

/** Probes are not limited, so that what they ask is asked once a second at most, whoever probes. */
const ANSWER_AGE_MS = 1_000;

function atMostOnceASecond(ask: () => Promise<boolean>): () => Promise<boolean> {
  let asked: { atMs: number; answer: Promise<boolean> } | null = null;
  return () => {
    if (asked === null || performance.now() - asked.atMs >= ANSWER_AGE_MS) {
      asked = { atMs: performance.now(), answer: ask() };
    }
    return asked.answer;
  };
}

/** Asks each dependency of a running process. */
export const createHealthChecks = ({ pool, log, nats, engine }: Runtime): HealthChecks => ({
  version: serviceVersion,
  build: engine.version,
  engineReady: () => engine.concepts.length > 0,
  databaseConnected: atMostOnceASecond(() => within(pool.query('SELECT 1'))),
  eventLogConnected: atMostOnceASecond(() => within(log.ping())),
  cacheConnected: () => nats.isConnected(),
});
