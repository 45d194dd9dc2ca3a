import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import {
  compileKnowledge,
  createEngine,
  type CompiledKnowledge,
  type Engine,
  type KnowledgeDocument,
} from '../../domain/clinical/index.ts';
import { compiledOnce } from './compiled-cache.ts';

const KNOWLEDGE_FOLDER = fileURLToPath(new URL('../../domain/clinical/', import.meta.url));
const PARTS = ['knowledge', 'lexicon/en', 'lexicon/cs'] as const;
/** Files of the lexicon that belong to no system, each with a schema of its own. */
const OF_ALL_SYSTEMS = /^lexicon\/[a-z]+\/(senses|unread|classes|frames)\.yaml$/;
/** The code that runs: compiled, it may be older than its source. */
const CODE_FOLDER = path.resolve(import.meta.filename, '../../../domain/clinical');

/** A compiled knowledge base, and the SHA-256 (hex) over the names and bytes of its files, in name order. */
export type LoadedKnowledge = { knowledge: CompiledKnowledge; hash: string };

type File = { name: string; bytes: Buffer };

async function readFiles(folder: string, names: readonly string[]): Promise<File[]> {
  return Promise.all(
    [...names].sort().map(async (name) => ({ name, bytes: await readFile(path.join(folder, name)) })),
  );
}

function hashOf(files: readonly File[]): string {
  const digest = createHash('sha256');
  for (const { name, bytes } of files) digest.update(`${name}\0`).update(bytes).update('\0');
  return digest.digest('hex');
}

/**
 * Reads and compiles every `.yaml` file of the folder's `knowledge/`, `lexicon/en/` and `lexicon/cs/`.
 * @throws where one of them cannot be read, holds no file, or a file is not YAML (the message names it)
 * @throws KnowledgeError with every issue where the knowledge base is not sound
 */
export async function loadKnowledge(folder: string = KNOWLEDGE_FOLDER): Promise<LoadedKnowledge> {
  const [files, code] = await Promise.all([filesOf(folder), codeHash()]);
  const hash = hashOf(files);
  const documents = (part: (typeof PARTS)[number]): KnowledgeDocument[] =>
    files.filter(({ name }) => name.startsWith(part) && !OF_ALL_SYSTEMS.test(name)).map(parseFile);
  const named = (kind: string): KnowledgeDocument[] =>
    files.filter(({ name }) => OF_ALL_SYSTEMS.exec(name)?.[1] === kind).map(parseFile);
  const knowledge = await compiledOnce(`${hash}-${code}`, () =>
    compileKnowledge({
      knowledge: documents('knowledge'),
      en: documents('lexicon/en'),
      cs: documents('lexicon/cs'),
      senses: named('senses'),
      unread: named('unread'),
      classes: named('classes'),
      frames: named('frames'),
    }),
  );
  return { knowledge, hash };
}

async function filesOf(folder: string): Promise<File[]> {
  const names = await Promise.all(PARTS.map((part) => namesIn(folder, part)));
  return readFiles(folder, names.flat());
}

async function namesIn(folder: string, part: string): Promise<string[]> {
  const names = await readdir(path.join(folder, part), { recursive: true });
  const wanted = names.filter((name) => name.endsWith('.yaml'));
  if (wanted.length === 0) throw new Error(`no knowledge files in ${path.join(folder, part)}`);
  return wanted.map((name) => `${part}/${name}`);
}

/** What the code of the engine makes of the files changes with that code. */
async function codeHash(): Promise<string> {
  const names = (await readdir(CODE_FOLDER, { recursive: true })).filter((name) => /\.[jt]s$/.test(name));
  return hashOf(await readFiles(CODE_FOLDER, names));
}

function parseFile({ name, bytes }: File): KnowledgeDocument {
  try {
    return { name, data: load(bytes.toString()) };
  } catch (error) {
    throw new Error(`${name} is not valid YAML`, { cause: error });
  }
}

let shipped: Promise<Engine> | undefined;

/**
 * The engine over the knowledge base that ships with the code, made once a process: it holds no state. Another folder
 * is read each time.
 * @throws as `loadKnowledge` does
 */
export function loadEngine(folder: string = KNOWLEDGE_FOLDER): Promise<Engine> {
  if (folder !== KNOWLEDGE_FOLDER) return engineOf(folder);
  shipped ??= engineOf(folder);
  return shipped;
}

/** What the engine that ships with the code knows, for who writes it down: nothing of it stays in memory. */
export async function loadCatalogue(): Promise<{
  version: string;
  knowledge: CompiledKnowledge;
  concepts: Engine['concepts'];
}> {
  const { knowledge, hash } = await loadKnowledge();
  const { version, concepts } = createEngine(knowledge, hash);
  return { version, knowledge, concepts };
}

async function engineOf(folder: string): Promise<Engine> {
  const { knowledge, hash } = await loadKnowledge(folder);
  return createEngine(knowledge, hash);
}
