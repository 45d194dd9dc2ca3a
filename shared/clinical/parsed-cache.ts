import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KnowledgeDocument } from '../../domain/clinical/index.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/knowledge', import.meta.url));
/** Several checkouts and branches may share a folder; what is older is not asked for any more. */
const KEPT = 4;

/**
 * Reading two megabytes of YAML takes a third of a second, reading what came of it as JSON a tenth of that. Kept under the
 * hash of the files, so that a changed file is never answered with what it was, and believed only as it was written. Where
 * nothing can be kept, `parse` is asked each time.
 */
export async function parsedOnce(
  hash: string,
  parse: () => KnowledgeDocument[],
  folder: string = FOLDER,
): Promise<KnowledgeDocument[]> {
  const file = path.join(folder, `${hash}.json`);
  const kept = await readKept(file).catch(() => null);
  if (kept !== null) return kept;
  const documents = parse();
  await keep(folder, file, documents).catch(() => undefined);
  return documents;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The documents, in a line after the digest of that line. Null where they are not what was written. */
async function readKept(file: string): Promise<KnowledgeDocument[] | null> {
  const text = await readFile(file, 'utf8');
  const end = text.indexOf('\n');
  const documents = text.slice(end + 1);
  return text.slice(0, end) === digestOf(documents) ? (JSON.parse(documents) as KnowledgeDocument[]) : null;
}

/** Renamed into place when it is whole: others may read at the same time. */
async function keep(folder: string, file: string, documents: readonly KnowledgeDocument[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify(documents);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${digestOf(text)}\n${text}`);
  await rename(unfinished, file);
  await forgetOld(folder);
}

async function forgetOld(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const aged = await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      return { file, writtenMs: (await stat(file)).mtimeMs };
    }),
  );
  const old = aged.sort((one, other) => other.writtenMs - one.writtenMs).slice(KEPT);
  await Promise.all(old.map(({ file }) => rm(file, { force: true })));
}
