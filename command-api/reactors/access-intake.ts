import type { NewAccessEvent, NewAccessRecorded, NewReadsCounted } from '../../domain/access/events.ts';
import { groupBy } from '../../shared/collections/group-by.ts';
import type { Codec } from '../../shared/event-log/codec.ts';
import type { EncodedEvent, NewMetadata } from '../../shared/event-log/stored-event.ts';
import { accessStream } from '../../shared/event-log/streams.ts';
import { workOff } from '../../shared/lifecycle/long-runs.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { isTransient } from '../../shared/projection/errors.ts';
import type { Reactor, ReactorParts } from './reactor.ts';
import { readEnd } from './stream-end.ts';

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
  /** Of counted reads; null for a single look or sign-in. */
  count: number | null;
  on_behalf_of_sealed: Buffer | null;
};

/**
 * Appends looks at protected data and sign-ins from the intake to the log, each tenant's oldest first and each exactly
 * once, also across crashes and with several processes. Where the rows of a tenant cannot be appended, they stay, the
 * other tenants are not held up, and the run fails at its end.
 */
export function createAccessIntake(parts: ReactorParts): Reactor {
  return {
    name: 'access-intake',
    intervalMs: INTERVAL_MS,
    runOnce: async (signal) => {
      const failed = new Map<string, unknown>();
      let carried = 0;
      await workOff({ rows: BATCH_ROWS, times: MAX_BATCHES, signal }, async () => {
        const claimed = await claimRows(parts.pool, [...failed.keys()]);
        for (const [tenantId, own] of groupBy(claimed, (row) => row.tenant_id)) {
          // What is left stays claimed, and comes first in the next run.
          if (signal?.aborted) break;
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
        return claimed.length;
      });
      for (const error of failed.values()) throw error;
      return carried;
    },
  };
}

/**
 * Marks the rows of the next batch; rows that an earlier batch left come first. So a row that is in the log and in the
 * intake belongs to the last batch of its stream, even where an older row arrives late.
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
 * Appends the rows of a tenant's batch that are not in the log yet, and removes the batch from the intake. The end of the
 * stream is read before the rows: a process that appends them in between moves the expected revision, and one that did so
 * before has left their ids at the end of the stream or has removed the rows.
 */
async function carry({ pool, log, codec }: ReactorParts, tenantId: string, ids: string[]): Promise<number> {
  const stream = accessStream(tenantId);
  const { last, eventIds: logged } = await readEnd(log, stream, BATCH_ROWS);
  const { rows } = await pool.query<Row>({
    name: 'read-access-rows',
    text: `SELECT access_id, tenant_id, actor_type, actor_id, action, subject_type, subject_id, request_id, ip, at,
             test, count, on_behalf_of_sealed
           FROM ops.access_intake WHERE access_id = ANY ($1::uuid[]) ORDER BY at, access_id`,
    values: [ids],
  });
  const missing = rows.flatMap((row) => encode(codec, row)).filter((event) => !logged.has(event.eventId));
  if (missing.length > 0) await log.append(stream, last, missing);
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
      on_behalf_of: row.on_behalf_of_sealed?.toString('base64'),
    },
  });
}
