import type { NewAccessEvent, NewAccessRecorded, NewReadsCounted } from '../../domain/access/events.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EncodedEvent, NewMetadata, StoredEvent } from '../../shared/event-log/stored-event.ts';
import { accessStream } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { isTransient } from '../../shared/projection/errors.ts';
import type { Reactor, ReactorParts } from './reactor.ts';

const INTERVAL_MS = 1_000;
/** Far below the log's limit of 1 MiB an append: an event of these has less than 1 KiB. */
export const BATCH_ROWS = 250;
/** So many batches in one run; what is left waits for the next one. */
const MAX_BATCHES = 40;

type Row = {
  access_id: string;
  tenant_id: string;
  actor_type: NewMetadata['actor']['type'];
  actor_id: string;
  action: NewAccessEvent['data']['action'];
  subject_type: NewAccessEvent['data']['subject']['type'];
  subject_id: string;
  request_id: string;
  ip: string | null;
  at: Date;
  test: boolean;
  /** Of reads that are counted; null for a look or sign-in that stands for itself. */
  count: number | null;
};

/**
 * Carries looks at protected data and sign-ins from the intake into the log, each tenant's oldest first, and each
 * once, whenever this process dies and however many of it run. A tenant whose rows cannot be carried keeps them and
 * holds up nobody else; the run then fails once the others are through.
 */
export function createAccessIntake(parts: ReactorParts): Reactor {
  return {
    name: 'access-intake',
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      const failed = new Map<string, unknown>();
      let carried = 0;
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const claimed = await claimRows(parts.pool, [...failed.keys()]);
        for (const [tenantId, own] of groupBy(claimed, (row) => row.tenant_id)) {
          try {
            carried += await carry(
              parts,
              tenantId,
              own.map((row) => row.access_id),
            );
          } catch (error) {
            // A log or a database that is out of reach is so for every tenant.
            if (isTransient(error)) throw error;
            failed.set(tenantId, error);
          }
        }
        if (claimed.length < BATCH_ROWS) break;
      }
      for (const error of failed.values()) throw error;
      return carried;
    },
  };
}

/**
 * Marks what the next batch takes; rows that an earlier batch left behind come first. So whatever stands in the log
 * and in the intake alike belongs to the last batch of its stream, however late an older row comes.
 */
async function claimRows(sql: Sql, without: string[]): Promise<Pick<Row, 'access_id' | 'tenant_id'>[]> {
  const { rows } = await sql.query<Pick<Row, 'access_id' | 'tenant_id'>>({
    name: 'claim-access-rows',
    text: `WITH batch AS (
        SELECT access_id, tenant_id FROM ops.access_intake WHERE tenant_id <> ALL ($2::uuid[])
        ORDER BY claimed DESC, at, access_id LIMIT $1
      ), claim AS (
        UPDATE ops.access_intake i SET claimed = true FROM batch b
        WHERE i.access_id = b.access_id AND NOT i.claimed
      )
      SELECT access_id, tenant_id FROM batch`,
    values: [BATCH_ROWS, without],
  });
  return rows;
}

/**
 * Appends what of a tenant's batch does not stand in the log yet, and takes the batch out of the intake. The end of
 * the stream is read before the rows: whoever appended them in between has moved the revision that is expected, and
 * whoever did so before has either left their ids there or taken the rows out.
 */
async function carry({ pool, log, codec }: ReactorParts, tenantId: string, ids: string[]): Promise<number> {
  const stream = accessStream(tenantId);
  const tail: StoredEvent[] = [];
  for await (const event of log.readTail(stream, BATCH_ROWS)) tail.push(event);
  const standing = new Set(tail.map((event) => event.eventId));
  const { rows } = await pool.query<Row>({
    name: 'read-access-rows',
    text: `SELECT access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at,
             test, count
           FROM ops.access_intake WHERE access_id = ANY ($1::uuid[]) ORDER BY at, access_id`,
    values: [ids],
  });
  const missing = rows.flatMap((row) => encode(codec, row)).filter((event) => !standing.has(event.eventId));
  if (missing.length > 0) await log.append(stream, tail[0]?.revision ?? 'no_stream', missing);
  await pool.query({
    name: 'remove-access-rows',
    text: 'DELETE FROM ops.access_intake WHERE access_id = ANY ($1::uuid[])',
    values: [ids],
  });
  return missing.length;
}

/** The codec refuses what is in none of the closed lists. */
function eventOf({ action, subject_type, subject_id, count }: Row): NewAccessEvent {
  const data = { action, subject: { type: subject_type, id: subject_id } };
  return count === null
    ? { type: 'access-recorded', data: data as NewAccessRecorded['data'] }
    : { type: 'reads-counted', data: { ...data, count } as NewReadsCounted['data'] };
}

/** The event's id follows from the row's. */
function encode(codec: Codec, row: Row): EncodedEvent[] {
  return codec.encode([eventOf(row)], {
    stream: accessStream(row.tenant_id),
    commandId: row.access_id,
    keys: {},
    tokensCharged: 0,
    metadata: {
      tenant_id: row.tenant_id,
      actor: { type: row.actor_type, id: row.actor_id },
      request_id: row.request_id,
      ip: row.ip,
      causation_id: null,
      engine_version: null,
      occurred_at: row.at.toISOString(),
      test: row.test,
    },
  });
}
