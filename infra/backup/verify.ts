import { existsSync } from 'node:fs';
import path from 'node:path';
import { logOf, newest, placesOf, readChain, verifyFiles, type Chain } from './chain.ts';
import { backupsIn } from './folders.ts';
import { parseMessage } from './log-message.ts';
import { BackupRefusal, endOfLog, filesOf, MANIFEST } from './manifest.ts';

export type Verified = {
  /** The newest backup of the chain, and its manifest's digest. */
  folder: string;
  manifest_sha256: string;
  backups: number;
  taken_at: string;
  /** When the full backup was taken: `restore --until` goes back as far as this. */
  from: string;
  /** Of the last event; null where the log is backed up by other means. */
  position: number | null;
  rows: number;
  bytes: number;
};

type OnProgress = (phase: 'verify' | 'log', done: number, total: number) => void;

/** The chain of a backup, or of the newest one in a folder of backups. Throws BackupRefusal. */
export async function chainAt(folder: string): Promise<Chain> {
  if (existsSync(path.join(folder, MANIFEST))) return readChain(folder);
  const last = (await backupsIn(folder)).backups.at(-1);
  if (last === undefined) throw new BackupRefusal(`${folder} holds no backup`);
  return readChain(last.folder);
}

/** Throws BackupRefusal where an event stands at another position, or a backup ends with another event than it says. */
async function verifyLog(chain: Chain, end: number, onProgress: OnProgress): Promise<void> {
  const ends = new Map(
    chain.flatMap(({ manifest: { log } }) =>
      log === null ? [] : [[endOfLog(log), log.last_event_id] as const],
    ),
  );
  let last = 0;
  for await (const message of logOf(chain)) {
    const { position, eventId } = parseMessage(message);
    last += 1;
    if (position !== last)
      throw new BackupRefusal(`the log has event ${position} where event ${last} belongs`);
    const said = ends.get(position);
    if (said !== undefined && said !== eventId) {
      throw new BackupRefusal(`event ${position} of the log is not the one that the manifest names`);
    }
    if (last % 1_000 === 0 || last === end) onProgress('log', last, end);
  }
  if (last !== end) throw new BackupRefusal(`the log ends at event ${last}, and not at ${end}`);
}

/**
 * Reads all of a chain: each link, the digest of each file, each piece of each table, and that the log goes from the first
 * event to the last without a gap. Whether its rows and events make an installation, only a restore tells. Throws
 * BackupRefusal.
 */
export async function verifyChain(chain: Chain, onProgress: OnProgress): Promise<Verified> {
  await verifyFiles(chain, (done, total) => onProgress('verify', done, total));
  const { folder, manifest, sha256 } = newest(chain);
  for (const table of manifest.tables) placesOf(chain, table);
  const end = manifest.log === null ? null : endOfLog(manifest.log);
  if (end !== null) await verifyLog(chain, end, onProgress);
  return {
    folder,
    manifest_sha256: sha256,
    backups: chain.length,
    taken_at: manifest.taken_at,
    from: chain[0].manifest.taken_at,
    position: end,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: chain.flatMap((part) => filesOf(part.manifest)).reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
