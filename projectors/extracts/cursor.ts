import { parse as parseUuid, stringify as uuidText } from 'uuid';
import { z } from 'zod';
import { deriveKey, NotJsonError, openJson, sealJson, TamperedError } from '../../shared/crypto/seal.ts';
import { DataError } from './data-error.ts';
import { macOf, type Recipient } from './recipients.ts';

/** A place on each clock of the datasets: up to where an extract goes. */
export type Places = {
  /** Position in the log. */
  log: number;
  /** Last entry of each tenant's audit trail; a tenant that is not named has none. */
  trail: Readonly<Record<string, number>>;
  /** Moment (ISO 8601, UTC). */
  time: string;
};

const placesSchema = z.strictObject({
  log: z.int().min(-1),
  trail: z.record(z.uuid(), z.int().min(0)),
  time: z.iso.datetime(),
});

const VERSION = 1;
const UUID_BYTES = 16;
const HEAD_BYTES = 1 + UUID_BYTES + 4;

const keyOf = ({ key }: Recipient) => deriveKey(macOf(key, 'cursor'), 'facts cursor');
const boundTo = ({ recipientId, generation }: Recipient): string =>
  `facts-cursor|${recipientId}|${generation}`;

/**
 * The text of a cursor. Sealed, since positions tell how much goes on at other tenants; and always the same text for the same
 * places, so the nonce follows from what is sealed.
 */
export function writeCursor(recipient: Recipient, places: Places): string {
  const trail = Object.fromEntries(Object.entries(places.trail).sort(([a], [b]) => (a < b ? -1 : 1)));
  const value = { log: places.log, trail, time: places.time };
  const nonce = macOf(recipient.key, `cursor|${JSON.stringify(value)}`);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(VERSION);
  head.set(parseUuid(recipient.recipientId), 1);
  head.writeUInt32BE(recipient.generation, 1 + UUID_BYTES);
  const sealed = sealJson(keyOf(recipient), boundTo(recipient), value, (size) => nonce.subarray(0, size));
  return Buffer.concat([head, sealed]).toString('base64url');
}

const MALFORMED = 'is no cursor, or was changed: take it as it stands in the manifest of an extract';

/** What a cursor holds. Throws DataError for one that is malformed, or of another recipient or key. */
export function readCursor(recipient: Recipient, text: string): Places {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length <= HEAD_BYTES || bytes.readUInt8() !== VERSION || bytes.toString('base64url') !== text) {
    throw new DataError(MALFORMED);
  }
  if (uuidText(bytes.subarray(1, 1 + UUID_BYTES)) !== recipient.recipientId) {
    throw new DataError('is a cursor of another recipient');
  }
  if (bytes.readUInt32BE(1 + UUID_BYTES) !== recipient.generation) {
    throw new DataError(
      "is of before the recipient's key was rotated: pseudonyms are new, so begin with a full extract",
    );
  }
  try {
    return placesSchema.parse(openJson(keyOf(recipient), boundTo(recipient), bytes.subarray(HEAD_BYTES)));
  } catch (error) {
    const isWrong =
      error instanceof TamperedError || error instanceof NotJsonError || error instanceof z.ZodError;
    throw isWrong ? new DataError(MALFORMED) : error;
  }
}

/** Whether nothing of `earlier` lies after `later`. */
export const isAtOrBefore = (earlier: Places, later: Places): boolean =>
  earlier.log <= later.log &&
  earlier.time <= later.time &&
  Object.entries(earlier.trail).every(([tenantId, seq]) => seq <= (later.trail[tenantId] ?? 0));
