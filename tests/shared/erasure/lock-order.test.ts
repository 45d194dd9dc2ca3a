import { randomUUID } from 'node:crypto';
import test from 'ava';
import { inTransaction, type Sql } from '../../../shared/postgres/pool.ts';
import { eraseSessions } from '../../../shared/read-models/erase-sessions.ts';
import type { DecodedEvent } from '../../../shared/event-log/codec.ts';
import { sessionStream, subscriptionStream } from '../../../shared/event-log/streams.ts';
import type { LogEvent, ProjectionContext } from '../../../shared/projection/projection.ts';
import { noteErasures, type ErasureNote } from '../../../shared/erasure/records.ts';
import {
  applyChange,
  lockForChanges,
  type ChangeEvent,
} from '../../../webhook-dispatcher/endpoint-changes.ts';
import { startDatabase } from '../../support/database.ts';

/**
 * Erasures of the same sessions by several processes at once: the command, the projector and the dispatcher, each in an
 * order of its own.
 */
const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const AT = '2026-03-02T12:00:00.000Z';
const tenantId = randomUUID();
const subscriptionId = randomUUID();
const ROUNDS = 12;
const SESSIONS = 12;
const MESSAGES = 20;

/** Sessions with keys, a webhook body for each event, and a delivery of each. */
async function seed(): Promise<string[]> {
  const ids = Array.from({ length: SESSIONS }, () => randomUUID());
  await pool.query(
    `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
     SELECT gen_random_uuid(), $1, s, 'subject', 'master', ''::bytea, $3 FROM unnest($2::uuid[]) AS s`,
    [tenantId, ids, AT],
  );
  await pool.query(
    `WITH made AS (
       INSERT INTO ops.webhook_messages (event_id, tenant_id, session_id, key_id, body_sealed, created_at)
       SELECT gen_random_uuid(), $1, s, gen_random_uuid(), 'x'::bytea, $3
       FROM unnest($2::uuid[]) AS s, generate_series(1, ${MESSAGES}) ORDER BY random()
       RETURNING event_id, created_at
     )
     INSERT INTO ops.webhook_deliveries
       (delivery_id, event_id, subscription_id, tenant_id, event_type, test, due_at, created_at)
     SELECT gen_random_uuid(), event_id, $4, $1, 'session.created', false, $3, created_at FROM made ORDER BY random()`,
    [tenantId, ids, AT, subscriptionId],
  );
  return ids;
}

const erasureOf = (sessionId: string) =>
  ({
    type: 'session',
    subjectId: sessionId,
    tenantId,
    erasureId: sessionId,
    cause: 'requested',
    at: AT,
  }) as const;

type Changed = Pick<LogEvent, 'stored'> & DecodedEvent<ChangeEvent>;
const changed = (stream: string, event: ChangeEvent, eventId: string, revision = 1): Changed =>
  ({
    event,
    eventId,
    stream,
    revision,
    at: AT,
    metadata: { tenant_id: tenantId },
    stored: { stream, type: event.type },
  }) as unknown as Changed;
const erasedEvent = (sessionId: string): Changed =>
  changed(sessionStream(sessionId), { type: 'session-erased', data: { cause: 'requested' } }, sessionId);
const disabledEvent = (revision: number): Changed =>
  changed(
    subscriptionStream(subscriptionId),
    { type: 'webhook-subscription-disabled', data: { reason: 'failing' } },
    randomUUID(),
    revision,
  );

/** As the fan-out applies them: everything locked first, the records at the end. */
async function dispatch(tx: Sql, events: readonly Changed[]): Promise<void> {
  const notes: ErasureNote[] = [];
  await lockForChanges(tx, events);
  const write = { tx, context: {} as ProjectionContext, notes };
  for (const event of events) await applyChange(event, new Map(), write);
  await noteErasures(tx, notes);
}

const inOwn = (work: (tx: Sql) => Promise<unknown>): Promise<unknown> => inTransaction(pool, work);

test('erasures at once, each in its own order, never wait for each other in a circle', async (t) => {
  t.timeout(120_000);
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await seed();
    const reversed = ids.toReversed();
    const some = ids.toSorted().slice(0, SESSIONS / 2);
    await Promise.all([
      inOwn((tx) => eraseSessions(tx, ids.map(erasureOf))),
      inOwn((tx) => eraseSessions(tx, reversed.map(erasureOf))),
      inOwn((tx) => dispatch(tx, reversed.map(erasedEvent))),
      inOwn((tx) => eraseSessions(tx, some.map(erasureOf))),
      inOwn((tx) => dispatch(tx, [disabledEvent(round)])),
    ]);
    const { rows } = await pool.query<{ bodies: number; due: number; erasures: number; keys: number }>(
      `SELECT (SELECT count(*) FROM ops.webhook_messages WHERE body_sealed <> ''::bytea) AS bodies,
        (SELECT count(*) FROM ops.webhook_deliveries WHERE due_at IS NOT NULL) AS due,
        (SELECT count(*) FROM ops.data_keys WHERE wrapped IS NOT NULL) AS keys,
        (SELECT sum(webhook_bodies)::int FROM ops.erasures WHERE subject_id = ANY ($1::uuid[])) AS erasures`,
      [ids],
    );
    t.deepEqual(rows, [{ bodies: 0, due: 0, keys: 0, erasures: SESSIONS * MESSAGES }]);
  }
});
