import { varintSize, writeVarint } from './protobuf.ts';
import { formatEventId } from './event-id.ts';

/**
 * A stored event: a fixed header with the offsets that filters and links need, followed by the exact bytes
 * of the `ReadResp { event: ReadEvent { event: RecordedEvent, commit_position } }` message that goes to
 * every reader. Data and metadata stand in it as the writer sent them.
 */
export type StoredRecord = Buffer;

/** Revision of the event that ends a tombstoned stream: the largest signed 64-bit integer, as in EventStoreDB. */
export const TOMBSTONE_REVISION = 'tombstone';

export type NewRecord = {
  id: Buffer;
  streamName: Buffer;
  revision: number | typeof TOMBSTONE_REVISION;
  position: number;
  type: Buffer;
  isJson: boolean;
  createdMs: number;
  data: Uint8Array;
  metadata: Uint8Array;
};

const HEADER_BYTES = 32;
const FORMAT_VERSION = 1;
const FLAG_JSON = 1;
const FLAG_LINK = 2;
const AT = {
  version: 0,
  flags: 1,
  position: 2,
  recordedOffset: 8,
  recordedLength: 10,
  nameOffset: 14,
  nameLength: 16,
  typeOffset: 18,
  typeLength: 20,
  dataOffset: 22,
  dataLength: 26,
} as const;

const LINK_TYPE = Buffer.from('$>');
const KEY_TYPE = Buffer.from('type');
const KEY_CREATED = Buffer.from('created');
const KEY_CONTENT_TYPE = Buffer.from('content-type');
const JSON_CONTENT = Buffer.from('application/json');
const BINARY_CONTENT = Buffer.from('application/octet-stream');
const TOMBSTONE_VARINT = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]);
const UUID_FIELD_BYTES = 40;
const UUID_FIELD_HEAD = Buffer.from([0x0a, 38, 0x12, 36]);

const TAG = {
  event: 0x0a,
  readEventCommitPosition: 0x18,
  streamIdentifier: 0x12,
  streamName: 0x1a,
  revision: 0x18,
  preparePosition: 0x20,
  commitPosition: 0x28,
  metadataEntry: 0x32,
  mapKey: 0x0a,
  mapValue: 0x12,
  customMetadata: 0x3a,
  data: 0x42,
} as const;

const bytesFieldSize = (length: number): number => 1 + varintSize(length) + length;
const mapEntrySize = (key: Buffer, value: Buffer): number =>
  bytesFieldSize(key.length) + bytesFieldSize(value.length);

function writeBytesField(target: Buffer, offset: number, tag: number, value: Uint8Array): number {
  target[offset] = tag;
  const at = writeVarint(target, offset + 1, value.length);
  target.set(value, at);
  return at + value.length;
}

function writeNumberField(target: Buffer, offset: number, tag: number, value: number): number {
  target[offset] = tag;
  return writeVarint(target, offset + 1, value);
}

function writeMapEntry(target: Buffer, offset: number, key: Buffer, value: Buffer): number {
  target[offset] = TAG.metadataEntry;
  let at = writeVarint(target, offset + 1, mapEntrySize(key, value));
  at = writeBytesField(target, at, TAG.mapKey, key);
  return writeBytesField(target, at, TAG.mapValue, value);
}

function writeRevision(target: Buffer, offset: number, revision: NewRecord['revision']): number {
  if (revision !== TOMBSTONE_REVISION) return writeNumberField(target, offset, TAG.revision, revision);
  target[offset] = TAG.revision;
  target.set(TOMBSTONE_VARINT, offset + 1);
  return offset + 1 + TOMBSTONE_VARINT.length;
}

/** EventStoreDB gives times in ticks of 100 ns since 1970; in decimal that is four zeros behind the milliseconds. */
const ticksText = (createdMs: number): Buffer => Buffer.from(`${createdMs}0000`);

function recordedEventSize(record: NewRecord, maps: readonly (readonly [Buffer, Buffer])[]): number {
  const revisionBytes =
    record.revision === TOMBSTONE_REVISION ? TOMBSTONE_VARINT.length : varintSize(record.revision);
  let size = UUID_FIELD_BYTES + bytesFieldSize(bytesFieldSize(record.streamName.length));
  size += 1 + revisionBytes + 2 * (1 + varintSize(record.position));
  for (const [key, value] of maps) size += bytesFieldSize(mapEntrySize(key, value));
  if (record.metadata.length > 0) size += bytesFieldSize(record.metadata.length);
  return size + bytesFieldSize(record.data.length);
}

/** Lays an event out as it is stored and sent. Limits (name, type, size) are the caller's to check. */
export function encodeRecord(record: NewRecord): StoredRecord {
  const maps = [
    [KEY_TYPE, record.type],
    [KEY_CREATED, ticksText(record.createdMs)],
    [KEY_CONTENT_TYPE, record.isJson ? JSON_CONTENT : BINARY_CONTENT],
  ] as const;
  const recordedLength = recordedEventSize(record, maps);
  const readEventLength = bytesFieldSize(recordedLength) + 1 + varintSize(record.position);
  const stored = Buffer.allocUnsafe(HEADER_BYTES + bytesFieldSize(readEventLength));

  let at = writeNumberField(stored, HEADER_BYTES, TAG.event, readEventLength);
  at = writeNumberField(stored, at, TAG.event, recordedLength);
  const recordedOffset = at - HEADER_BYTES;
  stored.set(UUID_FIELD_HEAD, at);
  stored.write(formatEventId(record.id), at + UUID_FIELD_HEAD.length, 'latin1');
  at = writeNumberField(
    stored,
    at + UUID_FIELD_BYTES,
    TAG.streamIdentifier,
    bytesFieldSize(record.streamName.length),
  );
  at = writeBytesField(stored, at, TAG.streamName, record.streamName);
  const nameOffset = at - record.streamName.length - HEADER_BYTES;
  at = writeRevision(stored, at, record.revision);
  at = writeNumberField(stored, at, TAG.preparePosition, record.position);
  at = writeNumberField(stored, at, TAG.commitPosition, record.position);
  let typeOffset = 0;
  for (const [key, value] of maps) {
    at = writeMapEntry(stored, at, key, value);
    if (key === KEY_TYPE) typeOffset = at - value.length - HEADER_BYTES;
  }
  if (record.metadata.length > 0) at = writeBytesField(stored, at, TAG.customMetadata, record.metadata);
  at = writeBytesField(stored, at, TAG.data, record.data);
  const dataOffset = at - record.data.length - HEADER_BYTES;
  writeNumberField(stored, at, TAG.readEventCommitPosition, record.position);

  writeHeader(stored, record, { recordedOffset, recordedLength, nameOffset, typeOffset, dataOffset });
  return stored;
}

type Offsets = Record<
  'recordedOffset' | 'recordedLength' | 'nameOffset' | 'typeOffset' | 'dataOffset',
  number
>;

function writeHeader(stored: Buffer, record: NewRecord, offsets: Offsets): void {
  stored.fill(0, 0, HEADER_BYTES);
  stored[AT.version] = FORMAT_VERSION;
  stored[AT.flags] = (record.isJson ? FLAG_JSON : 0) | (record.type.equals(LINK_TYPE) ? FLAG_LINK : 0);
  stored.writeUIntBE(record.position, AT.position, 6);
  stored.writeUInt16BE(offsets.recordedOffset, AT.recordedOffset);
  stored.writeUInt32BE(offsets.recordedLength, AT.recordedLength);
  stored.writeUInt16BE(offsets.nameOffset, AT.nameOffset);
  stored.writeUInt16BE(record.streamName.length, AT.nameLength);
  stored.writeUInt16BE(offsets.typeOffset, AT.typeOffset);
  stored.writeUInt16BE(record.type.length, AT.typeLength);
  stored.writeUInt32BE(offsets.dataOffset, AT.dataOffset);
  stored.writeUInt32BE(record.data.length, AT.dataLength);
}

function slice(stored: StoredRecord, offset: number, length: number): Buffer {
  return stored.subarray(HEADER_BYTES + offset, HEADER_BYTES + offset + length);
}

/** The complete ReadResp message. */
export const messageOf = (stored: StoredRecord): Buffer => stored.subarray(HEADER_BYTES);

/** The RecordedEvent inside the message, for putting a link and its target together. */
export const recordedEventOf = (stored: StoredRecord): Buffer =>
  slice(stored, stored.readUInt16BE(AT.recordedOffset), stored.readUInt32BE(AT.recordedLength));

/** The event's place in the log. */
export const positionOf = (stored: StoredRecord): number => stored.readUIntBE(AT.position, 6);

/** UTF-8 bytes of the stream name. */
export const streamNameOf = (stored: StoredRecord): Buffer =>
  slice(stored, stored.readUInt16BE(AT.nameOffset), stored.readUInt16BE(AT.nameLength));

/** UTF-8 bytes of the event type. */
export const typeOf = (stored: StoredRecord): Buffer =>
  slice(stored, stored.readUInt16BE(AT.typeOffset), stored.readUInt16BE(AT.typeLength));

/** The event's data as it was appended. */
export const dataOf = (stored: StoredRecord): Buffer =>
  slice(stored, stored.readUInt32BE(AT.dataOffset), stored.readUInt32BE(AT.dataLength));

/** Whether the event is a link (`$>`) to an event of another stream. */
export const isLinkRecord = (stored: StoredRecord): boolean => (stored.readUInt8(AT.flags) & FLAG_LINK) !== 0;
