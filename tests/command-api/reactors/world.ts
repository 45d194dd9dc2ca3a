import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { createBalanceCrossings } from '../../../command-api/reactors/balance-crossings.ts';
import type { ReactorParts } from '../../../command-api/reactors/reactor.ts';
import { migrate } from '../../../infra/migrations/index.ts';
import { sessionsProjection } from '../../../projectors/sessions/projection.ts';
import { createDataKeys } from '../../../shared/crypto/data-keys.ts';
import { loadKeyRing, localMasterKeys } from '../../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createEventLog, type EventLog } from '../../../shared/event-log/event-log.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import { metadataOf, type EventMetadata, type StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { tenantStream } from '../../../shared/event-log/streams.ts';
import { atMost } from '../../../shared/lifecycle/timing.ts';
import { createLogger } from '../../../shared/logging/logger.ts';
import { createPool } from '../../../shared/postgres/pool.ts';
import { awaitCaughtUp } from '../../../shared/projection/await-caught-up.ts';
import type { Projection } from '../../../shared/projection/projection.ts';
import { createProjectionRunner, type ProjectionRunner } from '../../../shared/projection/runner.ts';
import { createWorld } from '../../support/session-events.ts';
import { startStack } from '../../support/stack.ts';

const SETTLE_LIMIT_MS = 20_000;
const LOG_CLOSE_MS = 100;

/** A log and a database with what reactors read: sessions and their rows, tenants and their money, a clock. */
export async function createReactorWorld() {
  const stack = await startStack();
  const logger = createLogger({ name: 'test', level: 'silent' });
  await migrate({ databaseUrl: stack.databaseUrl, logger });
  const pool = createPool({ databaseUrl: stack.databaseUrl, name: 'test', maxConnections: 8 });
  const log = createEventLog(stack.eventStoreUrl);
  const codec = createServiceCodec();
  const masterKeys = localMasterKeys(await loadKeyRing({ masterKeyFile: stack.masterKeyFile }));
  const dataKeys = createDataKeys(masterKeys, systemRandom);
  // Reactors append to the same streams, so what writes the history does not know the revisions.
  const writing: EventLog = {
    ...log,
    append: (stream, _expected, events) => log.append(stream, 'any', events),
  };
  const world = createWorld({ pool, log: writing, codec, dataKeys });
  let now = world.now();
  const told: string[] = [];
  const parts: ReactorParts = {
    pool,
    log,
    codec,
    now: () => now,
    tellFact: (_stream, { eventId }) => void told.push(eventId),
  };

  const runnerOf = (projection: Projection): ProjectionRunner =>
    createProjectionRunner({
      name: projection.name,
      holder: randomUUID(),
      projections: [projection],
      pool,
      log,
      codec,
      dataKeys,
      now: () => new Date(),
      logger,
      registry: new Registry(),
    });
  const sessions = runnerOf(sessionsProjection);
  const crossings = runnerOf(createBalanceCrossings(parts));

  async function settled(projection: string): Promise<void> {
    let position = -1n;
    for await (const event of log.readAll(null)) position = event.position;
    await awaitCaughtUp(pool, { projections: [projection], position, timeoutMs: SETTLE_LIMIT_MS });
  }

  async function read(stream: string): Promise<(StoredEvent & { metadata: EventMetadata })[]> {
    const events = [];
    for await (const event of log.readStream(stream, 0)) {
      events.push({ ...event, metadata: metadataOf(event) });
    }
    return events;
  }

  /** Charges tokens as a command does: in the metadata of an event of its own. */
  async function charge(tenantId: string, tokens: number): Promise<void> {
    const stream = tenantStream(tenantId);
    const events = codec.encode([{ type: 'tenant-settings-changed', data: {} }], {
      stream,
      commandId: randomUUID(),
      keys: {},
      tokensCharged: tokens,
      metadata: {
        tenant_id: tenantId,
        actor: { type: 'system', id: 'test' },
        request_id: 'test',
        causation_id: null,
        engine_version: null,
        occurred_at: now.toISOString(),
        test: false,
      },
    });
    await log.append(stream, 'any', events);
  }

  return {
    world,
    parts,
    masterKeyFile: stack.masterKeyFile,
    /** Ids of the facts that reactors told of. */
    told,
    dataKeys,
    sessions,
    crossings,
    settled,
    read,
    charge,
    setNow: (at: Date): void => {
      now = at;
    },
    stop: async () => {
      await sessions.stop();
      await crossings.stop();
      await atMost(LOG_CLOSE_MS, log.close());
      await pool.end();
      await stack.stop();
    },
  };
}
