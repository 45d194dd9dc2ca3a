import { BackupRefusal } from './manifest.ts';

/**
 * The file of the log: the line `TRIAGELOG1`, then each event in the order of the log as a length (four bytes, big-endian)
 * and so many bytes: the event_store.client.streams.ReadResp message with which the event store answers a read of $all.
 * docs/operator/backup.md says the same to whoever has to read it without this program.
 */
const HEADER = Buffer.from('TRIAGELOG1\n');
const LENGTH_BYTES = 4;
const CHUNK_BYTES = 1024 * 1024;
/** Above the largest append that the event store takes. */
const MAX_MESSAGE_BYTES = 20 * 1024 * 1024;

/** Messages as the bytes of the file, in chunks. */
export async function* encodeLog(messages: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let parts: Buffer[] = [HEADER];
  let bytes = HEADER.length;
  for await (const message of messages) {
    const length = Buffer.allocUnsafe(LENGTH_BYTES);
    length.writeUInt32BE(message.length);
    parts.push(length, message);
    bytes += LENGTH_BYTES + message.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(parts, bytes);
    parts = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(parts, bytes);
}

/** The messages of the file. Throws BackupRefusal where it is none or ends within a message. */
export async function* decodeLog(chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = false;
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    if (!isBegun) {
      if (rest.length < HEADER.length) continue;
      if (!rest.subarray(0, HEADER.length).equals(HEADER))
        throw new BackupRefusal('the file of the log is none');
      rest = rest.subarray(HEADER.length);
      isBegun = true;
    }
    for (let size = sizeAt(rest); size !== null && rest.length >= LENGTH_BYTES + size; size = sizeAt(rest)) {
      yield rest.subarray(LENGTH_BYTES, LENGTH_BYTES + size);
      rest = rest.subarray(LENGTH_BYTES + size);
    }
  }
  if (!isBegun || rest.length > 0) throw new BackupRefusal('the file of the log is cut short');
}

function sizeAt(bytes: Buffer): number | null {
  if (bytes.length < LENGTH_BYTES) return null;
  const size = bytes.readUInt32BE();
  if (size > MAX_MESSAGE_BYTES) throw new BackupRefusal('the file of the log is damaged');
  return size;
}
