import test from 'ava';
import { randomBytes, randomUUID } from 'node:crypto';
import { createIdempotencyExpiry, KEEP_MARK_MS } from '../../../command-api/reactors/idempotency-expiry.ts';
import { createIntentSweeper, GRACE_MS } from '../../../command-api/reactors/intent-sweeper.ts';
import type { ReactorParts } from '../../../command-api/reactors/reactor.ts';
import {
  createRequestCountsUpkeep,
  KEEP_COUNTS_MS,
} from '../../../command-api/reactors/request-counts-upkeep.ts';
import { startDatabase } from '../../support/database.ts';
import { createMemoryEventLog } from '../../support/memory-event-log.ts';
import { metadataFor } from '../../support/metadata.ts';
import { createServiceCodec } from '../../../shared/event-log/registry.ts';
import { LogUnavailableError } from '../../../shared/event-log/event-log.ts';
import { sessionStream } from '../../../shared/event-log/streams.ts';
import { inTransaction } from '../../../shared/postgres/pool.ts';
import { insertCheckpoint } from '../../../shared/projection/checkpoints.ts';

/** Reactors that tidy up after commands that were killed or are long over. */
const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;
const NOW = new Date('2026-01-05T08:00:00.000Z');
const before = (ms: number): Date => new Date(NOW.getTime() - ms);
const log = createMemoryEventLog();
const codec = createServiceCodec();
const parts: ReactorParts = { pool, log, codec, now: () => NOW, reportFact: () => undefined };

async function holdMoney(deadline: Date, commandId: string = randomUUID()) {
  const stream = sessionStream(randomUUID());
  await pool.query(
    `INSERT INTO ops.intents (command_id, tenant_id, stream, cost, created_at, deadline_at)
     VALUES ($1, $2, $3, 8, $4, $4)`,
    [commandId, randomUUID(), stream, deadline],
  );
  return { commandId, stream };
}
const isHeld = async ({ commandId }: { commandId: string }): Promise<boolean> =>
  (await pool.query('SELECT 1 FROM ops.intents WHERE command_id = $1', [commandId])).rowCount === 1;

async function appendCommand(stream: string, commandId: string): Promise<bigint> {
  const events = codec.encode([{ type: 'session-timed-out', data: { idle_since: NOW.toISOString() } }], {
    stream,
    commandId,
    keys: {},
    tokensCharged: 8,
    metadata: metadataFor(randomUUID(), NOW, { actor: { type: 'api_key', id: 'test' } }),
  });
  return (await log.append(stream, 'any', events)).position;
}

test.serial('money of a command that never came to be is let go after its grace, and no other', async (t) => {
  const sweeper = createIntentSweeper(parts);
  const lost = await holdMoney(before(GRACE_MS + 1));
  const young = await holdMoney(before(GRACE_MS - 1));
  const appended = await holdMoney(before(GRACE_MS + 1));
  await appendCommand(lost.stream, randomUUID());
  const position = await appendCommand(appended.stream, appended.commandId);

  log.setDown(true);
  await t.throwsAsync(sweeper.runOnce(), { instanceOf: LogUnavailableError });
  t.true(await isHeld(lost));
  log.setDown(false);

  t.is(await sweeper.runOnce(), 1);
  t.deepEqual([await isHeld(lost), await isHeld(young), await isHeld(appended)], [false, true, true]);

  // Held again by a late repeat of the call, after the balance projection had booked the charge.
  const checkpoint = { position, eventId: randomUUID(), stream: null, revision: null };
  await insertCheckpoint(pool, { name: 'balances', version: 1 }, checkpoint, NOW);
  t.is(await sweeper.runOnce(), 1);
  t.deepEqual([await isHeld(young), await isHeld(appended)], [true, false]);
});

test.serial('a command that is taken over while the sweeper reads keeps its money', async (t) => {
  const held = await holdMoney(before(GRACE_MS + 1));
  const takenOver: ReactorParts = {
    ...parts,
    log: {
      ...log,
      readStream: async function* (stream, from) {
        await pool.query('UPDATE ops.intents SET deadline_at = $2 WHERE command_id = $1', [
          held.commandId,
          NOW,
        ]);
        yield* log.readStream(stream, from);
      },
    },
  };
  t.is(await createIntentSweeper(takenOver).runOnce(), 0);
  t.true(await isHeld(held));
});

test.serial('more intents than a page are all looked at', async (t) => {
  await pool.query(
    `INSERT INTO ops.intents (command_id, tenant_id, stream, cost, created_at, deadline_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'session-' || gen_random_uuid(), 1, $1, $1
     FROM generate_series(1, 250)`,
    [before(2 * GRACE_MS)],
  );
  t.is(await createIntentSweeper(parts).runOnce(), 250);
});

async function mark(expiresAt: Date, isDone: boolean): Promise<Buffer> {
  const keyHash = randomBytes(32);
  await pool.query(
    `INSERT INTO ops.idempotency_keys (tenant_id, key_hash, fingerprint, command_id, is_done, response_sealed,
       response_key_id, started_at, expires_at)
     VALUES ($1, $2, '\\x00', $3, $4, $5, $6, $7, $7)`,
    [
      randomUUID(),
      keyHash,
      randomUUID(),
      isDone,
      isDone ? randomBytes(64) : null,
      isDone ? randomUUID() : null,
      expiresAt,
    ],
  );
  return keyHash;
}
async function markOf(keyHash: Buffer): Promise<'answer' | 'mark' | 'gone'> {
  const { rows } = await pool.query<{ answer: Buffer | null; key_id: string | null }>(
    'SELECT response_sealed AS answer, response_key_id AS key_id FROM ops.idempotency_keys WHERE key_hash = $1',
    [keyHash],
  );
  const [row] = rows;
  if (!row) return 'gone';
  return row.answer === null && row.key_id === null ? 'mark' : 'answer';
}

test.serial('a stored answer is forgotten after its time, its mark 90 days later', async (t) => {
  const marks = [
    await mark(before(-1), true),
    await mark(before(0), true),
    await mark(before(KEEP_MARK_MS - 1), true),
    await mark(before(KEEP_MARK_MS), true),
    // Killed before its answer: whoever repeats the call must find its command id, so the mark stays as long.
    await mark(before(1), false),
    await mark(before(KEEP_MARK_MS), false),
  ];
  t.is(KEEP_MARK_MS, 90 * 86_400_000);
  await createIdempotencyExpiry(parts).runOnce();
  t.deepEqual(await Promise.all(marks.map(markOf)), ['answer', 'mark', 'mark', 'gone', 'mark', 'gone']);
  t.is(await createIdempotencyExpiry(parts).runOnce(), 0);
});

const [COUNTED_TENANT, COUNTED_KEY] = [randomUUID(), randomUUID()];

/** Three calls a minute given, one of them failed, as an API adds them: its role sees no row of any tenant. */
const countCalls = (minutes: Date[]): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await tx.query('SET LOCAL ROLE triage_api');
    const columns = [COUNTED_TENANT, 'GET /v1/account', 3, 1, `{1,2${',0'.repeat(27)}}`];
    const [tenants, routes, requests, errors, latencies] = columns.map((value) => minutes.map(() => value));
    for (const [of, counted] of [
      ['request_counts', routes],
      ['key_request_counts', minutes.map(() => COUNTED_KEY)],
    ] as const) {
      const values = [tenants, minutes, counted, requests, errors, latencies];
      await tx.query(`SELECT ops.add_${of}($1, $2, $3, $4, $5, $6)`, values);
      await tx.query(`SELECT 1 / (count(*) = 0)::int FROM ops.${of}`);
    }
  });

test.serial('counted minutes become hours without losing a call, and leave after 31 days', async (t) => {
  const minute = (hours: number, minutes = 0): Date => before(-((hours * 60 + minutes) * 60_000));
  const upkeep = createRequestCountsUpkeep({ pool, now: () => minute(0, 10) });
  // 8:10 is now: nobody can ask for minutes before 7:00 any more.
  await countCalls([
    before(KEEP_COUNTS_MS + 7_200_000),
    minute(-3),
    minute(-3, 59),
    minute(-2, 59),
    minute(-1),
  ]);
  await upkeep.runOnce();
  await countCalls([minute(-3, 30)]);
  await upkeep.runOnce();
  t.is(await upkeep.runOnce(), 0);
  for (const table of ['ops.request_counts', 'ops.key_request_counts']) {
    const { rows } = await pool.query<Record<string, unknown>>(
      `SELECT start_at, width_s, requests, errors, latency[1:3] AS latency FROM ${table}
       WHERE tenant_id = $1 ORDER BY start_at`,
      [COUNTED_TENANT],
    );
    t.deepEqual(rows, [
      { start_at: minute(-3), width_s: 3_600, requests: 9, errors: 3, latency: [3, 6, 0] },
      { start_at: minute(-2), width_s: 3_600, requests: 3, errors: 1, latency: [1, 2, 0] },
      { start_at: minute(-1), width_s: 60, requests: 3, errors: 1, latency: [1, 2, 0] },
    ]);
  }
});
