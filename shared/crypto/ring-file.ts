import { stat } from 'node:fs/promises';
import {
  loadKeyRing,
  localMasterKeys,
  UnknownMasterKeyError,
  type KeyRing,
  type MasterKeys,
} from './master-keys.ts';

/** How long a process may go on with a ring whose file has changed, unless it meets a key that it does not know. */
export const LOOK_EVERY_MS = 1_000;

export type RingFileOptions = {
  file: string;
  /** Rejects where the database was not written with these keys. */
  check: (candidate: MasterKeys) => Promise<void>;
  /** Told of a ring that is used from now on (null), and once of a file that cannot be used. */
  onChange: (problem: Error | null) => void;
  /** Milliseconds that only grow. */
  monotonicMs?: () => number;
};

/**
 * The keys of a ring file, as it stands: a change is seen within a second of use, and at once where a key is wrapped by one
 * that is not known yet. A changed file is used only if it passes the check; until then the ring of before stays.
 * Throws where the file cannot be used at the beginning.
 */
export async function ringFileMasterKeys(options: RingFileOptions): Promise<MasterKeys> {
  const { file, check, onChange, monotonicMs = () => performance.now() } = options;
  let seen = await fingerprint(file);
  let current = await use(await loadKeyRing({ masterKeyFile: file }), check);
  let lookedAtMs = monotonicMs();
  let looking: Promise<void> | null = null;
  let refused = '';

  async function look(): Promise<void> {
    let print = 'unreadable';
    try {
      print = await fingerprint(file);
      if (print === seen) return;
      current = await use(await loadKeyRing({ masterKeyFile: file }), check);
      seen = print;
      refused = '';
      onChange(null);
    } catch (error) {
      if (refused === print) return;
      refused = print;
      onChange(error instanceof Error ? error : new Error('the key ring cannot be used'));
    }
  }
  function lookNow(): Promise<void> {
    lookedAtMs = monotonicMs();
    looking ??= look().finally(() => (looking = null));
    return looking;
  }
  /** All calls wait for the same look at the file, so that none wraps with a key that was replaced long ago. */
  const upToDate = (): Promise<void> | null =>
    monotonicMs() - lookedAtMs >= LOOK_EVERY_MS ? lookNow() : looking;

  return {
    ids: async () => {
      await upToDate();
      return current.ids();
    },
    wrap: async (keys) => {
      await upToDate();
      return current.wrap(keys);
    },
    unwrap: async (keys) => {
      await upToDate();
      try {
        return await current.unwrap(keys);
      } catch (error) {
        if (!(error instanceof UnknownMasterKeyError)) throw error;
      }
      await lookNow();
      return current.unwrap(keys);
    },
  };
}

async function use(ring: KeyRing, check: RingFileOptions['check']): Promise<MasterKeys> {
  const candidate = localMasterKeys(ring);
  await check(candidate);
  return candidate;
}

/** Changes with each change of the file: a writer replaces the file or changes its time. */
async function fingerprint(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(file);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    throw new Error('MASTER_KEY_FILE cannot be read');
  }
}
