import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { KnowledgeDocument } from '../../domain/clinical/index.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/knowledge/', import.meta.url));

/**
 * Reading two megabytes of YAML takes a third of a second, reading what came of it as JSON a tenth of that. Kept under the
 * hash of the files, so that a changed file is never answered with what it was. Where nothing can be kept, `parse` is
 * asked each time.
 */
export async function parsedOnce(
  hash: string,
  parse: () => KnowledgeDocument[],
): Promise<KnowledgeDocument[]> {
  const file = `${FOLDER}${hash}.json`;
  try {
    return JSON.parse(await readFile(file, 'utf8')) as KnowledgeDocument[];
  } catch {
    const documents = parse();
    await keep(file, documents).catch(() => undefined);
    return documents;
  }
}

/** Renamed into place when it is whole: others may read at the same time. */
async function keep(file: string, documents: readonly KnowledgeDocument[]): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, JSON.stringify(documents));
  await rename(unfinished, file);
}
