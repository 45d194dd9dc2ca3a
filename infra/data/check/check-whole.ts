import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describedDatasets } from '../described.ts';
import { openDuck } from '../../../projectors/extracts/duck.ts';
import { readManifest, type Manifest } from '../../../projectors/extracts/manifest.ts';
import { checkExtract, type Checked } from './check.ts';
import type { Opening } from './conclusions.ts';
import { reconcile } from './reconcile.ts';
import { revisionProblems } from './revision-problems.ts';
import { rowProblems } from './row-problems.ts';

/** What was found of an extract, of its rows and of the log; `problems` is empty where all fits. */
export type CheckedWhole = Checked & {
  /** What was counted in the log and compared with the rows. */
  reconciled: Record<string, number>;
  /** What could not be checked, and why. */
  left_out: string[];
};

export type CheckOptions = {
  /** Of the installation (base64 DER); null: the key in the manifest is believed. */
  publicKeys: readonly string[] | null;
  /** An extract of before, whose revisions must not be above those of the same rows. */
  earlierFolder?: string | undefined;
  /** Null where the log is not at hand. */
  installation: Opening | null;
};

const MEMORY = '256MB';

/**
 * Checks an extract against its manifest, its rows against each other and its schemas, and all of it against the log. Of files
 * that are not as they were signed nothing more is asked. Throws DataError where there is no manifest to check against.
 */
export async function checkWhole(folder: string, options: CheckOptions): Promise<CheckedWhole> {
  const manifest = await readManifest(folder);
  const keys = options.publicKeys ?? [manifest.signature.public_key];
  const files = await checkExtract(folder, keys);
  if (!files.intact) return { ...files, reconciled: {}, left_out: [FILES_FIRST] };
  const found = await withinFiles({ folder, manifest }, options);
  return { ...files, intact: found.problems.length === 0, ...found };
}

type Found = Pick<CheckedWhole, 'problems' | 'reconciled' | 'left_out'>;

async function withinFiles(
  { folder, manifest }: { folder: string; manifest: Manifest },
  { earlierFolder, installation, publicKeys }: CheckOptions,
): Promise<Found> {
  const { format } = manifest.statement;
  const extract = { folder, format, datasets: await describedDatasets(folder, manifest) };
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'data-check-'));
  const duck = await openDuck(scratch, { file: path.join(scratch, 'check.duckdb'), memory: MEMORY });
  try {
    const unknownKey = publicKeys === null ? [KEY_LEFT_OUT] : [];
    const problems = await rowProblems(duck, extract);
    if (problems.length > 0) return { problems, reconciled: {}, left_out: [...unknownKey, ROWS_FIRST] };
    if (earlierFolder !== undefined) {
      problems.push(...(await revisionProblems(duck, { extract, manifest, earlierFolder })));
    }
    if (installation === null) return { problems, reconciled: {}, left_out: [...unknownKey, LOG_LEFT_OUT] };
    const reconciled = await reconcile(installation, { duck, extract, manifest, scratch });
    const { leftOut } = reconciled;
    return {
      problems: [...problems, ...reconciled.problems],
      reconciled: reconciled.counted,
      left_out: [...unknownKey, ...(leftOut === null ? [] : [`the comparison with the log: ${leftOut}`])],
    };
  } finally {
    duck.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

const KEY_LEFT_OUT = 'whose key signed it: name the keys of the operator with --keys';
const LOG_LEFT_OUT = 'the comparison with the log: there is no connection to an installation';
const ROWS_FIRST = 'the comparison with the log: the rows are not as their schemas say';
const FILES_FIRST = 'the rows and the log: the files are not as they were signed';
