import { z } from 'zod';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { unwrapOne, wrapOne, type MasterKeys } from '../crypto/master-keys.ts';
import {
  KEY_BYTES,
  keyedHash,
  sameBytes,
  TamperedError,
  type DataKey,
  type RandomBytes,
} from '../crypto/seal.ts';
import { StartupError } from '../lifecycle/startup-error.ts';
import { inTransaction, type Pool, type Sql } from '../postgres/pool.ts';
import { createEventMacs, type EventMacs } from './event-mac.ts';
import type { StoredEvent } from './stored-event.ts';

export type LogKeyParts = {
  pool: Pool;
  masterKeys: MasterKeys;
  random: RandomBytes;
  now: () => Date;
  newId: () => string;
};

/** What the key's row is held against: the log as it is stored. */
export type LogEnds = {
  /** The service's events, newest first. */
  backwards(): AsyncIterable<StoredEvent>;
  /** The event at a place, if it is there. */
  at(stream: string, revision: number): Promise<StoredEvent | null>;
};

/** Loads what proves the events of a log. Throws LogKeyError; else what database, log or master keys throw. */
export type LoadMacs = (log: LogEnds) => Promise<EventMacs>;

/** The key of the log is lost or was changed: nothing that stands in the log can be told from what others put there. */
export class LogKeyError extends StartupError {
  constructor(what: 'missing' | 'changed') {
    super(
      what === 'missing'
        ? 'the key of the event log is missing from the database, and events of the log carry its MAC: restore ops.log_keys from a backup'
        : 'the key of the event log was changed in the database: restore ops.log_keys from a backup',
    );
  }
}

/** The row of the key in ops.log_keys. */
export type LogKeyRow = {
  log_key_id: string;
  master_id: string;
  wrapped: Buffer;
  unsigned_until: string | null;
  proof: Buffer;
};

const placeSchema = z.object({
  event_id: z.string(),
  stream: z.string(),
  revision: z.int(),
  position: z.string(),
});

const proofOf = (key: DataKey, unsignedUntil: string | null): Buffer =>
  keyedHash(key, `log-key|${unsignedUntil ?? 'nothing'}`);

/**
 * The key of the MACs that the log's events carry. It is random, made where nothing in the log carries a MAC yet, and stored
 * wrapped by a master key, beside the last event that may lack a MAC: whoever writes to the store, but does not have the
 * master key, can neither make a MAC nor move that place.
 */
export const createLoadMacs =
  (parts: LogKeyParts): LoadMacs =>
  async (log) => {
    const row = (await find(parts.pool)) ?? (await make(parts, log));
    return macsOf(parts.masterKeys, row, log);
  };

/** What proves the events of a log with the key of this row. Throws LogKeyError; else what log or master keys throw. */
export async function macsOf(masterKeys: MasterKeys, row: LogKeyRow, log: LogEnds): Promise<EventMacs> {
  const key = await open(masterKeys, row);
  return createEventMacs(key, await unsignedUntil(row, log));
}

async function find(sql: Sql): Promise<LogKeyRow | undefined> {
  const { rows } = await sql.query<LogKeyRow>(
    'SELECT log_key_id, master_id, wrapped, unsigned_until, proof FROM ops.log_keys',
  );
  return rows[0];
}

async function open(masterKeys: MasterKeys, row: LogKeyRow): Promise<DataKey> {
  const { log_key_id: keyId, master_id: masterId, wrapped } = row;
  const key = await unwrapOne(masterKeys, keyId, { masterId, wrapped }).catch((error: unknown) => {
    throw error instanceof TamperedError ? new LogKeyError('changed') : error;
  });
  if (!sameBytes(row.proof, proofOf(key, row.unsigned_until))) throw new LogKeyError('changed');
  return key;
}

/**
 * The newest event of a log in which none carries a MAC. Reads all of it, once in its life: else whoever deletes the row of
 * the key and appends to the store would have what they append count. Throws LogKeyError.
 */
async function lastUnsigned(log: LogEnds): Promise<StoredEvent | null> {
  let last: StoredEvent | null = null;
  for await (const stored of log.backwards()) {
    if (carriesMac(stored)) throw new LogKeyError('missing');
    last ??= stored;
  }
  return last;
}

async function make(parts: LogKeyParts, log: LogEnds): Promise<LogKeyRow> {
  const { pool, masterKeys, random, now, newId } = parts;
  const last = await lastUnsigned(log).catch(async (error: unknown) => {
    // Another process may have made the key, and appended, since.
    const known = error instanceof LogKeyError ? await find(pool) : undefined;
    if (known === undefined) throw error;
    return null;
  });
  return inTransaction(pool, async (tx) => {
    await tx.query("SELECT ops.lock('log-key')");
    const known = await find(tx);
    if (known) return known;
    const key = random(KEY_BYTES);
    const keyId = newId();
    const { masterId, wrapped } = await wrapOne(masterKeys, keyId, key);
    const until = last && canonicalJson(placeOf(last));
    const row = {
      log_key_id: keyId,
      master_id: masterId,
      wrapped: Buffer.from(wrapped),
      unsigned_until: until,
    };
    const made: LogKeyRow = { ...row, proof: proofOf(key, until) };
    await tx.query(
      `INSERT INTO ops.log_keys (log_key_id, master_id, wrapped, unsigned_until, proof, created_at)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [made.log_key_id, made.master_id, made.wrapped, made.unsigned_until, made.proof, now()],
    );
    return made;
  });
}

/**
 * Has an event without a MAC count up to this one, in processes that start from then on. Throws LogKeyError, and what database
 * and master keys throw.
 */
export async function acceptUnsigned(
  { pool, masterKeys }: Pick<LogKeyParts, 'pool' | 'masterKeys'>,
  last: StoredEvent,
): Promise<void> {
  const row = await find(pool);
  if (row === undefined) throw new LogKeyError('missing');
  const until = canonicalJson(placeOf(last));
  const proof = proofOf(await open(masterKeys, row), until);
  await pool.query('UPDATE ops.log_keys SET unsigned_until = $2, proof = $3 WHERE log_key_id = $1', [
    row.log_key_id,
    until,
    proof,
  ]);
}

const carriesMac = ({ metadata }: StoredEvent): boolean =>
  typeof metadata === 'object' && metadata !== null && 'mac' in metadata;

const placeOf = ({ eventId, stream, revision, position }: StoredEvent): z.output<typeof placeSchema> => ({
  event_id: eventId,
  stream,
  revision,
  position: String(position),
});

/** Where the last event without a MAC stands in this log: in a copy of the log it may stand at another position. */
async function unsignedUntil({ unsigned_until: until }: LogKeyRow, log: LogEnds): Promise<bigint> {
  if (until === null) return -1n;
  const place = placeSchema.parse(JSON.parse(until));
  const found = await log.at(place.stream, place.revision);
  return found?.eventId === place.event_id ? found.position : BigInt(place.position);
}
