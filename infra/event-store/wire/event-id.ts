import type { Uuid } from '../protocol.ts';

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const EVENT_ID_BYTES = 16;

/** The 16 bytes of a UUID in text form, or undefined where the text is no UUID. */
export function parseEventId(text: string): Buffer | undefined {
  return UUID_TEXT.test(text) ? Buffer.from(text.replaceAll('-', ''), 'hex') : undefined;
}

/** The 16 bytes of a UUID message (text or two 64-bit halves), or undefined where it is none. */
export function eventIdOf(uuid: Uuid | undefined): Buffer | undefined {
  if (uuid === undefined) return undefined;
  const structured = uuid.getStructured();
  if (structured === undefined) return parseEventId(uuid.getString());
  const bytes = Buffer.alloc(EVENT_ID_BYTES);
  bytes.writeBigInt64BE(BigInt(structured.getMostSignificantBits()), 0);
  bytes.writeBigInt64BE(BigInt(structured.getLeastSignificantBits()), 8);
  return bytes;
}

/** Canonical lower-case text of a 16-byte id. */
export function formatEventId(id: Buffer): string {
  const hex = id.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
