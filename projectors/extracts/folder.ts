import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../shared/files/sync-folder.ts';
import { LOCK_FILE, lockDirectory } from '../../shared/files/directory-lock.ts';
import { DataError } from './data-error.ts';
import { MANIFEST, readManifest } from './manifest.ts';

/** Where an extract is written until it is whole. */
export type Draft = {
  /** What becomes the extract. */
  folder: string;
  /** For rows on their way, inside of it. */
  staged: string;
  /** Puts it in its place. */
  finish: () => Promise<void>;
  /** Removes what was written. */
  abandon: () => Promise<void>;
};

/** Facts are for nobody else on the machine, unless their recipient wants so. */
const OWN_ONLY = 0o700;
const STAGED = '.staged';
/** What DuckDB would take for a pattern. */
const PATTERN = /[*?[\]{}]/;

/** Throws DataError. */
export function requirePlain(folder: string): void {
  if (PATTERN.test(folder)) throw new DataError('name a folder without * ? [ ] { }');
}

/**
 * Begins an extract in `<folder>.partial`. What a run that was killed has left there goes: rows that were destroyed since must
 * not come back, so nothing of it is used. Throws DataError where the folder holds something, and
 * DirectoryInUseError where another run writes it.
 */
export async function beginDraft(
  target: string,
  whose: { tenantId: string | null; recipientId: string },
): Promise<Draft> {
  requirePlain(target);
  await requireEmpty(target, whose);
  const folder = `${target}.partial`;
  const found = (await entriesOf(folder)) ?? [];
  if (found.length > 0 && !found.includes(LOCK_FILE)) {
    throw new DataError(`${folder} is in the way, and no extract that was cut off: move it away`);
  }
  const release = await lockDirectory(folder, folder);
  await removeLeftover(folder);
  await chmod(folder, OWN_ONLY);
  const staged = path.join(folder, STAGED);
  await mkdir(staged);
  return {
    folder,
    staged,
    finish: async () => {
      await rm(staged, { recursive: true, force: true });
      await syncFolder(folder);
      await release();
      await rename(folder, target);
      await syncFolder(path.dirname(target));
    },
    abandon: async () => {
      await rm(folder, { recursive: true, force: true });
      await release();
    },
  };
}

const entriesOf = (folder: string): Promise<string[] | null> =>
  readdir(folder).catch((error: unknown) => {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    if ((error as { code?: unknown }).code === 'ENOTDIR') throw new DataError(`${folder} is no folder`);
    throw error;
  });

async function requireEmpty(
  target: string,
  { tenantId, recipientId }: { tenantId: string | null; recipientId: string },
): Promise<void> {
  const entries = (await entriesOf(target)) ?? [];
  if (entries.length === 0) return;
  const held = entries.includes(MANIFEST) ? await readManifest(target).catch(() => null) : null;
  if (held === null) throw new DataError(`${target} is not empty`);
  const { statement } = held;
  const whose =
    statement.tenant_id !== tenantId
      ? 'an extract of another tenant'
      : statement.recipient.recipient_id !== recipientId
        ? 'an extract of another recipient'
        : 'an extract';
  throw new DataError(`${target} holds ${whose}: each extract has a folder of its own`);
}

/** What a killed run has left: its lock tells it from a folder of somebody else's. */
async function removeLeftover(folder: string): Promise<void> {
  for (const entry of (await entriesOf(folder)) ?? []) {
    if (entry !== LOCK_FILE) await rm(path.join(folder, entry), { recursive: true, force: true });
  }
}

/** So that a file, and its name in its folder, outlive a crash of the machine. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
