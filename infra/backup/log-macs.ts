import type { MasterKeys } from '../../shared/crypto/master-keys.ts';
import { macsOf, type LoadMacs, type LogKeyRow } from '../../shared/event-log/log-key.ts';
import type { Chain } from './chain.ts';
import { bytesOf, copiedRows, textOf } from './copied-rows.ts';
import { readTable } from './database.ts';

/** Null where no event carried a MAC yet when the backup was made. */
async function logKeyIn(chain: Chain): Promise<LogKeyRow | null> {
  const table = readTable(chain, 'ops.log_keys');
  if (table === null) return null;
  for await (const [row] of copiedRows(table.chunks())) {
    const fieldOf = (column: string): string => row?.[table.columns.indexOf(column)] ?? '';
    return {
      log_key_id: fieldOf('log_key_id'),
      master_id: textOf(fieldOf('master_id')) ?? '',
      wrapped: bytesOf(fieldOf('wrapped')),
      unsigned_until: textOf(fieldOf('unsigned_until')),
      proof: bytesOf(fieldOf('proof')),
    };
  }
  return null;
}

/**
 * What proves the events of a log, from the backup of its database: so the log is seen before anything is loaded as it is afterwards.
 * Undefined where the backup has no key of it.
 */
export async function macsIn(chain: Chain, masterKeys: MasterKeys): Promise<LoadMacs | undefined> {
  const row = await logKeyIn(chain);
  return row === null ? undefined : (log) => macsOf(masterKeys, row, log);
}
