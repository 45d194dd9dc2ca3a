import type { Codec } from '../../shared/event-log/codec.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import { createServiceCodec } from '../../shared/event-log/registry.ts';
import { CorruptEventError, type StoredEvent } from '../../shared/event-log/stored-event.ts';
import { readAfter } from '../../shared/projection/checkpoints.ts';
import { newest } from './chain.ts';
import { copiedRows } from './copied-rows.ts';
import { readTable } from './database.ts';
import { readChunks } from './files.ts';
import { BackupRefusal, type Manifest } from './manifest.ts';
import type { RestorePlan } from './moment.ts';

/** Where the furthest projection stood: the keys of every event up to it were stored before. -1 where none had begun. */
const positionOf = ({ checkpoints }: Manifest): bigint =>
  checkpoints.reduce((most, { position }) => (BigInt(position) > most ? BigInt(position) : most), -1n);

/** None where the event cannot be read, whatever its keys: the projection that meets it tells. */
function keyIdsOf(codec: Codec, stored: StoredEvent): string[] {
  try {
    return codec.keyIdsOf(stored);
  } catch (error) {
    if (error instanceof CorruptEventError) return [];
    throw error;
  }
}

/** The data keys that events after a position are sealed with, each with the position of the first such event; in that order. */
async function keysAfter(log: EventLog, after: bigint): Promise<Map<string, bigint>> {
  const codec = createServiceCodec();
  const keys = new Map<string, bigint>();
  for await (const stored of log.readAll(readAfter(after))) {
    for (const keyId of keyIdsOf(codec, stored)) if (!keys.has(keyId)) keys.set(keyId, stored.position);
  }
  return keys;
}

/** Takes away those of which there is a row. A destroyed key has one as well. */
async function removeKnown(
  keys: Map<string, bigint>,
  columns: readonly string[],
  chunks: AsyncIterable<Buffer>,
): Promise<void> {
  if (keys.size === 0) return;
  const at = columns.indexOf('key_id');
  for await (const rows of copiedRows(chunks)) {
    for (const row of rows) keys.delete(row[at] ?? '');
    if (keys.size === 0) return;
  }
}

/**
 * Throws BackupRefusal where the log has events that came after the backup and after its keys: nobody could open them. Reads the
 * events after the backup's position and, where these name keys, the keys of the backup; holds the ids that the events name. Does
 * nothing for a restore to a moment, with which the log has to end. Throws LogUnavailableError.
 */
export async function requireDataKeys(log: EventLog, { chain, cut }: RestorePlan): Promise<void> {
  if (cut !== null) return;
  const { folder, manifest } = newest(chain);
  const missing = await keysAfter(log, positionOf(manifest));
  const { columns, file } = manifest.later_keys;
  await removeKnown(missing, columns, readChunks(folder, file));
  const table = readTable(chain, 'ops.data_keys');
  if (table !== null) await removeKnown(missing, table.columns, table.chunks());
  const [first] = missing.values();
  if (first === undefined) return;
  throw new BackupRefusal(
    `the log goes on after the backup, and data keys of its events are missing (${missing.size}, the first at position ${first}): ` +
      'set the log back to the copy of its files that belongs to this backup, or restore a later backup ' +
      '(docs/operator/backup.md#distributed)',
  );
}
