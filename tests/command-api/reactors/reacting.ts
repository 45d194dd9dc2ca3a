import { randomUUID } from 'node:crypto';
import { createBalanceCrossings } from '../../../command-api/reactors/balance-crossings.ts';
import type { ReactorParts } from '../../../command-api/reactors/reactor.ts';
import { sessionsProjection } from '../../../projectors/sessions/projection.ts';
import type { EventLog } from '../../../shared/event-log/event-log.ts';
import { metadataOf, type EventMetadata, type StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { tenantStream } from '../../../shared/event-log/streams.ts';
import { appendAtEnd } from '../../support/append-at-end.ts';
import { metadataFor } from '../../support/metadata.ts';
import { allApplied, newRunner } from '../../support/running-projections.ts';
import { startServers } from '../../support/servers.ts';
import { createWorld } from '../../support/session-events.ts';

const SETTLE_LIMIT_MS = 20_000;

/** A log and a database with what reactors read: sessions and their rows, tenants and their money, a clock. */
export async function startReacting() {
  const servers = await startServers();
  const { stack, pool, log, codec, dataKeys } = servers;
  // Reactors append to the same streams, so what writes the history does not know the revisions.
  const writing: EventLog = {
    ...log,
    append: (stream, _expected, events) => appendAtEnd(log, stream, events),
  };
  const world = createWorld({ pool, log: writing, codec, dataKeys });
  let now = world.now();
  const told: string[] = [];
  const parts: ReactorParts = {
    pool,
    log,
    codec,
    now: () => now,
    reportFact: (_stream, { eventId }) => void told.push(eventId),
  };

  const sessions = newRunner(servers, [sessionsProjection], { name: 'sessions' });
  const crossings = newRunner(servers, [createBalanceCrossings(parts)], { name: 'balance-crossings' });
  const settled = (projection: string): Promise<void> => allApplied(servers, [projection], SETTLE_LIMIT_MS);

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
      metadata: metadataFor(tenantId, now, { actor: { type: 'system', id: 'test' } }),
    });
    await appendAtEnd(log, stream, events);
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
      await servers.stop();
    },
  };
}
