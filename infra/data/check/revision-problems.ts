import { DataError } from '../../../projectors/extracts/data-error.ts';
import { describedDatasets, hasColumn } from '../described.ts';
import type { Duck } from '../../../projectors/extracts/duck.ts';
import { readManifest, type Manifest } from '../../../projectors/extracts/manifest.ts';
import { identifier, rowsOfFiles } from '../read-files.ts';
import { told, type Readable } from './row-problems.ts';

/**
 * Rows whose revision is below the one that they had in an earlier extract. Throws DataError where that one is of another
 * recipient or key: nothing in it has the same key then.
 */
export async function revisionProblems(
  duck: Duck,
  { extract, manifest, earlierFolder }: { extract: Readable; manifest: Manifest; earlierFolder: string },
): Promise<string[]> {
  const earlier = await readManifest(earlierFolder);
  const { recipient } = manifest.statement;
  const { recipient: before } = earlier.statement;
  if (before.recipient_id !== recipient.recipient_id || before.generation !== recipient.generation) {
    throw new DataError('--since-folder is of another recipient, or of before its key was rotated');
  }
  const old = await describedDatasets(earlierFolder, earlier);
  const { format } = earlier.statement;
  const problems: string[] = [];
  for (const dataset of extract.datasets) {
    const standing = old.find(({ name, version }) => name === dataset.name && version === dataset.version);
    if (!standing || !hasColumn(dataset, 'revision')) continue;
    if (standing.files.length === 0 || dataset.files.length === 0) continue;
    const same = dataset.key.map((name) => `n.${identifier(name)} = o.${identifier(name)}`).join(' AND ');
    const [row] = await duck.rows(
      `SELECT count(*) AS rows FROM ${rowsOfFiles(dataset, extract)} AS n JOIN ${rowsOfFiles(standing, { folder: earlierFolder, format })} AS o ON ${same} WHERE n.revision < o.revision`,
    );
    problems.push(
      ...told(row?.['rows'], 'with a lower revision than before').map((line) => `${dataset.name}: ${line}`),
    );
  }
  return problems;
}
