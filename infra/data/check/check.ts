import { readManifest } from '../../../projectors/extracts/manifest.ts';
import { fileProblems } from './files.ts';

/** What was found of an extract; `problems` is empty where all is as it was signed. */
export type Checked = { intact: boolean; tenant_id: string | null; rows: number; problems: string[] };

/**
 * Checks an extract against its manifest, and that against the keys of an installation (base64 DER). What the rows say of each
 * other and of the log is checked by what follows here. Throws DataError where there is no manifest to check against.
 */
export async function checkExtract(folder: string, publicKeys: readonly string[]): Promise<Checked> {
  const manifest = await readManifest(folder);
  const problems = await fileProblems(folder, manifest, publicKeys);
  const { tenant_id, datasets } = manifest.statement;
  const rows = datasets.reduce((total, dataset) => total + dataset.rows, 0);
  return { intact: problems.length === 0, tenant_id, rows, problems };
}
