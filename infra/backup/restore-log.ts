import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase, type Database } from '../event-store/storage/database.ts';
import { lockDirectory } from '../../shared/files/directory-lock.ts';
import { messageOf } from '../event-store/wire/record.ts';
import { createWorkingSet } from '../event-store/writing/working-set.ts';
import { parseMessage } from './log-message.ts';
import { BackupRefusal } from './manifest.ts';

/** Events and bytes of one transaction. */
const MAX_EVENTS = 5_000;
const MAX_BYTES = 8 * 2 ** 20;

const TOMBSTONE = '$streamDeleted';

async function* inParts(messages: AsyncIterable<Buffer>): AsyncIterable<Buffer[]> {
  let part: Buffer[] = [];
  let bytes = 0;
  for await (const message of messages) {
    part.push(message);
    bytes += message.length;
    if (part.length < MAX_EVENTS && bytes < MAX_BYTES) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}

/** Writes the next events; throws BackupRefusal, and writes none, where the store would answer with other bytes. */
async function write(database: Database, messages: readonly Buffer[]): Promise<void> {
  const set = createWorkingSet(database, 0);
  for (const message of messages) {
    const { id, streamName, type, isJson, createdMs, data, metadata } = parseMessage(message);
    const event = { id, type: Buffer.from(type), isJson, data, metadata };
    if (type === TOMBSTONE) set.tombstone(streamName, id, createdMs);
    else set.append(streamName, event, createdMs);
  }
  const changes = set.changes();
  changes.records.forEach(({ record, position }, index) => {
    const message = messages[index];
    if (message?.equals(messageOf(record)) !== true) {
      throw new BackupRefusal(`event ${position} of the log cannot be written as it was`);
    }
  });
  await database.write(changes);
}

/**
 * Writes a log into the directory of an embedded event store that does not run: every event with its bytes, id, time,
 * revision and position. Throws BackupRefusal where the directory holds events already, or an event would not come out
 * as it went in. Returns how many there are.
 */
export async function restoreLog(
  directory: string,
  messages: AsyncIterable<Buffer>,
  onProgress: (events: number) => void,
): Promise<number> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(directory, `the event store directory ${directory}`);
  try {
    const database = openDatabase(path.join(directory, 'data'));
    try {
      if (database.lastPosition() > 0)
        throw new BackupRefusal(`the event store in ${directory} holds events`);
      let events = 0;
      for await (const part of inParts(messages)) {
        await write(database, part);
        onProgress((events += part.length));
      }
      return events;
    } finally {
      await database.close();
    }
  } finally {
    await unlock();
  }
}
