import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { acceptLog, TooLateError } from '../../../infra/log/accept-unsigned.ts';
import { rewrapAll } from '../../../infra/keys/rewrap.ts';
import {
  localMasterKeys,
  MasterKeysUnreachableError,
  parseKeyRing,
  type MasterKeys,
} from '../../../shared/crypto/master-keys.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { createEventLog, type EventLog } from '../../../shared/event-log/event-log.ts';
import { createLoadMacs, LogKeyError } from '../../../shared/event-log/log-key.ts';
import type { EncodedEvent, StoredEvent } from '../../../shared/event-log/stored-event.ts';
import { tenantStream } from '../../../shared/event-log/streams.ts';
import { StartupError } from '../../../shared/lifecycle/startup-error.ts';
import { collect } from '../../support/collect.ts';
import { startDatabase } from '../../support/database.ts';
import { encodedMetadataFor } from '../../support/metadata.ts';
import { startOpenStore } from '../../support/open-store.ts';

const database = await startDatabase();
const { pool } = database;
test.after.always(database.stop);

const NOW = new Date('2026-01-05T08:00:00.000Z');
const TENANT = randomUUID();
const STREAM = tenantStream(TENANT);

const ringOf = (active: 'old' | 'new', ids: readonly string[] = ['old', 'new']): MasterKeys =>
  localMasterKeys(
    parseKeyRing(
      JSON.stringify({
        active,
        keys: Object.fromEntries(
          ids.map((id) => [id, Buffer.alloc(32, id === 'old' ? 1 : 2).toString('base64')]),
        ),
      }),
    ),
  );

const partsOf = (masterKeys: MasterKeys) => ({
  pool,
  masterKeys,
  random: systemRandom,
  now: () => NOW,
  newId: () => randomUUID(),
});

const event = (): EncodedEvent => ({
  eventId: randomUUID(),
  type: 'tokens-granted',
  data: { tokens: 1, reason: 'topup', sealed: {} },
  metadata: encodedMetadataFor(TENANT, NOW),
});

const problemsIn = async (log: EventLog): Promise<(string | null)[]> =>
  (await collect(log.readStream(STREAM, 0))).map(({ standIn }) => standIn?.problem ?? null);

type Context = { teardown: (work: () => Promise<void>) => void };

/** An event store, and logs over it with these master keys; null: the log of whoever has nothing but the store. */
async function startLog(t: Context) {
  await pool.query('TRUNCATE ops.log_keys');
  const directory = await mkdtemp(path.join(os.tmpdir(), 'log-key-'));
  const store = await startOpenStore({ directory });
  const logs: EventLog[] = [];
  t.teardown(async () => {
    await store.stop();
    for (const log of logs) await log.close();
    await rm(directory, { recursive: true, force: true });
  });
  return (masterKeys: MasterKeys | null): EventLog => {
    const macs = masterKeys === null ? undefined : createLoadMacs(partsOf(masterKeys));
    const log = createEventLog(store.connectionString, { macs });
    logs.push(log);
    return log;
  };
}

test.serial('a new log: every event needs the MAC, also for a process that starts later', async (t) => {
  const open = await startLog(t);
  const log = open(ringOf('old'));
  await log.append(STREAM, 'no_stream', [event(), event()]);
  await open(null).append(STREAM, 1, [event()]);
  const second = open(ringOf('old'));
  await second.append(STREAM, 2, [event()]);
  const expected = [null, null, 'mac_missing', null];
  t.deepEqual(await problemsIn(log), expected);
  t.deepEqual(await problemsIn(second), expected);
  t.deepEqual((await collect(second.readAll(null))).length, 4);
  await t.throwsAsync(log.append(STREAM, 'any', [event()]), { message: /at a known revision/ });
});

test.serial('events from before count, and none that is appended without a MAC from then on', async (t) => {
  const open = await startLog(t);
  const before = open(null);
  await before.append(STREAM, 'no_stream', [event(), event()]);
  const log = open(ringOf('old'));
  await log.prepare();
  await before.append(STREAM, 1, [event()]);
  await log.append(STREAM, 2, [event()]);
  t.deepEqual(await problemsIn(log), [null, null, 'mac_missing', null]);
  // In a copy of the log that has other events before them, they stand elsewhere.
  const copied = await startCopy(t, await collect(before.readAll(null)));
  t.deepEqual(await problemsIn(copied), [null, null, 'mac_missing', null]);
});

/** The same events in another store, at other positions. */
async function startCopy(t: Context, events: readonly StoredEvent[]): Promise<EventLog> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'log-copy-'));
  const store = await startOpenStore({ directory });
  const bare = createEventLog(store.connectionString);
  const log = createEventLog(store.connectionString, { macs: createLoadMacs(partsOf(ringOf('old'))) });
  t.teardown(async () => {
    await store.stop();
    await bare.close();
    await log.close();
    await rm(directory, { recursive: true, force: true });
  });
  await bare.append('order-1', 'any', Array.from({ length: 20 }, event));
  for (const stored of events) await bare.append(stored.stream, 'any', [stored as unknown as EncodedEvent]);
  return log;
}

test.serial('after a time with an older version, what it wrote can be made to count', async (t) => {
  const open = await startLog(t);
  await open(ringOf('old')).append(STREAM, 'no_stream', [event()]);
  const older = open(null);
  await older.append(STREAM, 0, [event(), event()]);
  const log = open(ringOf('old'));
  const parts = { pool, masterKeys: ringOf('old'), log };
  await pool.query(
    `INSERT INTO ops.strange_events (event_id, position, stream, problem, found_at) VALUES ($1, 2, $2, 'mac_missing', $3)`,
    [randomUUID(), STREAM, NOW],
  );
  await t.throwsAsync(acceptLog(parts), { instanceOf: TooLateError });
  await pool.query('DELETE FROM ops.strange_events');
  t.deepEqual(await acceptLog(parts), { accepted: 2, position: '3' });
  await older.append(STREAM, 2, [event()]);
  t.deepEqual(await problemsIn(open(ringOf('old'))), [null, null, null, 'mac_missing']);
});

test.serial('an event that is appended once more, byte for byte, counts once', async (t) => {
  const open = await startLog(t);
  const log = open(ringOf('old'));
  await log.append(STREAM, 'no_stream', [event()]);
  const attacker = open(null);
  const [stored] = await collect(attacker.readStream(STREAM, 0));
  await attacker.append(STREAM, 0, [stored as unknown as EncodedEvent]);
  t.deepEqual(await problemsIn(log), [null, 'mac_wrong']);
});

test.serial('two processes that start at once agree on one key', async (t) => {
  const open = await startLog(t);
  const logs = [open(ringOf('old')), open(ringOf('old'))];
  await Promise.all(logs.map((log) => log.prepare()));
  t.is((await pool.query('SELECT 1 FROM ops.log_keys')).rows.length, 1);
  await logs[0]?.append(STREAM, 'no_stream', [event()]);
  for (const log of logs) t.deepEqual(await problemsIn(log), [null]);
});

test.serial('rotating the master key touches no event', async (t) => {
  const open = await startLog(t);
  await open(ringOf('old')).append(STREAM, 'no_stream', [event()]);
  t.like(await rewrapAll({ pool, masterKeys: ringOf('new') }, () => undefined), { rewrapped: 1, left: 0 });
  const log = open(ringOf('new', ['new']));
  await log.append(STREAM, 0, [event()]);
  t.deepEqual(await problemsIn(log), [null, null]);
});

test.serial('a key that is lost or was changed ends the start with one line', async (t) => {
  const open = await startLog(t);
  await open(ringOf('old')).append(STREAM, 'no_stream', [event()]);
  const { rows } = await pool.query<{ unsigned_until: string | null }>('SELECT * FROM ops.log_keys');
  const refused = async (message: RegExp): Promise<void> => {
    const error = await t.throwsAsync(open(ringOf('old')).prepare(), { instanceOf: LogKeyError, message });
    t.true(error instanceof StartupError);
    t.notRegex(error.message, /\n/);
  };
  const change = async (column: string, value: unknown): Promise<void> => {
    await pool.query(`UPDATE ops.log_keys SET ${column} = $1`, [value]);
  };
  const [row] = rows as unknown as Record<string, unknown>[];
  // Whoever moves the place could have all events without a MAC count.
  await change('unsigned_until', '{"event_id":"x","position":"9999","revision":0,"stream":"tenant-x"}');
  await refused(/was changed/);
  await change('unsigned_until', null);
  await change('proof', Buffer.alloc(32));
  await refused(/was changed/);
  await change('proof', row?.['proof']);
  await change('wrapped', Buffer.alloc(60));
  await refused(/was changed/);
  await pool.query('DELETE FROM ops.log_keys');
  await refused(/missing from the database/);
  // Nor does it help to append something that carries none.
  await open(null).append(STREAM, 0, [event()]);
  await refused(/missing from the database/);
});

test.serial('a key store that does not answer is asked again', async (t) => {
  const open = await startLog(t);
  const ring = ringOf('old');
  await open(ring).append(STREAM, 'no_stream', [event()]);
  let isAway = true;
  const away: MasterKeys = {
    ...ring,
    unwrap: (keys) => (isAway ? Promise.reject(new MasterKeysUnreachableError()) : ring.unwrap(keys)),
  };
  const log = open(away);
  await t.throwsAsync(collect(log.readStream(STREAM, 0)), { instanceOf: MasterKeysUnreachableError });
  await t.throwsAsync(log.append(STREAM, 0, [event()]), { instanceOf: MasterKeysUnreachableError });
  isAway = false;
  t.deepEqual(await problemsIn(log), [null]);
});

test.serial('the key is nowhere in the clear', async (t) => {
  const open = await startLog(t);
  const made: Uint8Array[] = [];
  const random = (size: number): Uint8Array => {
    const bytes = systemRandom(size);
    made.push(bytes.slice());
    return bytes;
  };
  const macs = createLoadMacs({ ...partsOf(ringOf('old')), random });
  const log = open(ringOf('old'));
  await macs({
    backwards: async function* () {
      yield* await Promise.resolve([]);
    },
    at: () => Promise.resolve(null),
  });
  await log.append(STREAM, 'no_stream', [event()]);
  const key = made.find(({ length }) => length === 32);
  if (!key) return t.fail();
  const { rows } = await pool.query('SELECT * FROM ops.log_keys');
  const told = JSON.stringify([
    rows,
    (await collect(open(null).readStream(STREAM, 0))).map(({ metadata }) => metadata),
  ]);
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    t.false(told.includes(Buffer.from(key).toString(encoding)));
  }
  t.false((rows[0] as { wrapped: Buffer }).wrapped.includes(Buffer.from(key)));
  // In JSON their bytes are numbers.
  const columns = Object.entries(rows[0] as Record<string, unknown>).flatMap(([name, value]) =>
    Buffer.isBuffer(value) ? [{ name, value }] : [],
  );
  t.is(columns.length, 2);
  for (const { name, value } of columns) t.false(value.includes(Buffer.from(key)), name);
});
