import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { v5 as uuidV5 } from 'uuid';
import { formatted } from '../../infra/scripts/formatted.ts';
import type { AnyEvent, KeyRole } from '../../domain/kernel/event-definition.ts';
import { commandKeyId, subjectKeyId, tenantKeyId, type OpenedKeys } from '../../shared/crypto/data-keys.ts';
import { sha256, type DataKey } from '../../shared/crypto/seal.ts';
import type { Codec, DecodedEvent } from '../../shared/event-log/codec.ts';
import type { StoredEvent } from '../../shared/event-log/stored-event.ts';
import { SUBJECT_ID } from './samples.ts';

/**
 * Golden files: events as the log holds them, written once by the release that first wrote that version, and read
 * by every later one. They are never changed; a new version of an event gets a file of its own.
 */
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'events');

const TENANT_ID = '0191d3a0-0000-7000-8000-00000000000a';
const COMMANDS = '0191d3a0-0000-7000-8000-00000000000c';
const STREAM = `golden-${SUBJECT_ID}`;

/** Positions are bigints, which JSON has no form for. */
type Plain<T> = Omit<T, 'position'> & { position: string };
export type GoldenFile = { stored: Plain<StoredEvent>; decoded: Plain<DecodedEvent> };

export const fileNameOf = (type: string, version: number): string => `${type}.v${version}.json`;
export const goldenFileNames = (): string[] => readdirSync(folder).sort();
export const readGoldenFile = (name: string): GoldenFile =>
  JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as GoldenFile;

/** The keys of the golden files: the SHA-256 of the key's id. */
const keyOf = (keyId: string): DataKey => new Uint8Array(sha256(keyId));
export const keysOf = (codec: Codec, stored: StoredEvent): OpenedKeys =>
  new Map(codec.keyIdsOf(stored).map((keyId) => [keyId, keyOf(keyId)]));

/** Bytes 0, 1, 2, ...: the nonces of the golden files. */
export function countingRandom(): (size: number) => Uint8Array {
  let next = 0;
  return (size) => Uint8Array.from({ length: size }, () => next++ % 256);
}

/** The event as the log would give it back, all but its place made from its type. */
export function store(codec: Codec, event: AnyEvent): StoredEvent {
  const commandId = uuidV5(event.type, COMMANDS);
  const keyIds: Record<KeyRole, string> = {
    tenant: tenantKeyId(TENANT_ID),
    subject: subjectKeyId(SUBJECT_ID),
    answer: commandKeyId(commandId, 'answer'),
    outcome: commandKeyId(commandId, 'outcome'),
  };
  const keys = Object.entries(keyIds).map(([role, keyId]) => [role, { keyId, key: keyOf(keyId) }]);
  const [encoded] = codec.encode([event], {
    stream: STREAM,
    commandId,
    keys: Object.fromEntries(keys) as object,
    metadata: {
      tenant_id: TENANT_ID,
      actor: { type: 'api_key', id: SUBJECT_ID },
      request_id: 'req-1',
      causation_id: COMMANDS,
      engine_version: '1.0.0+3f2a9c01',
      occurred_at: '2026-01-05T08:00:00.000Z',
      test: false,
    },
    tokensCharged: 8,
  });
  return {
    ...(JSON.parse(JSON.stringify(encoded)) as Pick<StoredEvent, 'eventId' | 'type' | 'data' | 'metadata'>),
    stream: STREAM,
    revision: 4,
    position: 1_048_576n,
  };
}

export const plain = <T extends { position: bigint }>(value: T): Plain<T> => ({
  ...value,
  position: value.position.toString(),
});
export const fromPlain = (stored: Plain<StoredEvent>): StoredEvent => ({
  ...stored,
  position: BigInt(stored.position),
});

/** Writes the golden file of a sample, unless there is one: what was written once stays. */
export async function writeMissing(codec: Codec, version: number, event: AnyEvent): Promise<void> {
  const file = path.join(folder, fileNameOf(event.type, version));
  if (existsSync(file)) return;
  const stored = store(codec, event);
  const decoded = codec.decode(stored, keysOf(codec, stored));
  const text = JSON.stringify({ stored: plain(stored), decoded: plain(decoded) });
  writeFileSync(file, await formatted(file, text));
}
