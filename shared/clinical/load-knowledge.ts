import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import {
  compileKnowledge,
  createEngine,
  type Engine,
  type KnowledgeDocument,
} from '../../domain/clinical/index.ts';
import { parsedOnce } from './parsed-cache.ts';

const KNOWLEDGE_FOLDER = fileURLToPath(new URL('../../domain/clinical/knowledge/', import.meta.url));

/** The parsed files of a knowledge base, in name order, and the SHA-256 (hex) over their names and bytes. */
export type KnowledgeFiles = { documents: KnowledgeDocument[]; hash: string };

/**
 * Reads every `.yaml` file of the folder.
 * @throws where the folder cannot be read, holds no file, or a file is not YAML (the message names it)
 */
export async function readKnowledge(folder: string = KNOWLEDGE_FOLDER): Promise<KnowledgeFiles> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  if (names.length === 0) throw new Error(`no knowledge files in ${folder}`);
  const texts = await Promise.all(names.map((name) => readFile(`${folder}/${name}`, 'utf8')));
  const files = names.map((name, index) => ({ name, text: texts[index] ?? '' }));
  const digest = createHash('sha256');
  for (const { name, text } of files) digest.update(`${name}\0${text}\0`);
  const hash = digest.digest('hex');
  const documents = await parsedOnce(hash, () =>
    files.map(({ name, text }) => ({ name, data: parseFile(name, text) })),
  );
  return { documents, hash };
}

function parseFile(name: string, text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    throw new Error(`${name} is not valid YAML`, { cause: error });
  }
}

let shipped: Promise<Engine> | undefined;

/**
 * The engine over the knowledge base that ships with the code, made once a process: it holds no state. Another folder
 * is read each time.
 * @throws KnowledgeError with every issue where the knowledge base is not sound
 */
export function loadEngine(folder: string = KNOWLEDGE_FOLDER): Promise<Engine> {
  if (folder !== KNOWLEDGE_FOLDER) return engineOf(folder);
  shipped ??= engineOf(folder);
  return shipped;
}

async function engineOf(folder: string): Promise<Engine> {
  const { documents, hash } = await readKnowledge(folder);
  return createEngine(compileKnowledge(documents), hash);
}
