import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Deserializer, Serializer } from 'node:v8';
import type { CompiledKnowledge } from '../../domain/clinical/index.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/knowledge', import.meta.url));
/** Several checkouts and branches may share a folder; what is older is not asked for any more. */
const KEPT = 4;
const DIGEST_BYTES = 32;

/**
 * Compiling the knowledge base takes more than a second, reading the compiled form a tenth of that. The cache's key
 * is a hash of everything that the compiled form is made from, so a change is never answered with an old form. A
 * file is used only if its digest is right. If nothing can be cached, `compile` is called each time.
 */
export async function compiledOnce(
  hash: string,
  compile: () => CompiledKnowledge,
  folder: string = FOLDER,
): Promise<CompiledKnowledge> {
  const file = path.join(folder, `${hash}.bin`);
  const kept = await readKept(file).catch(() => null);
  if (kept !== null) return kept;
  const knowledge = compile();
  await keep(folder, file, knowledge).catch(() => undefined);
  return knowledge;
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The knowledge base, behind the digest of its bytes. Null where they are not what was written. */
async function readKept(file: string): Promise<CompiledKnowledge | null> {
  const bytes = await readFile(file);
  const knowledge = bytes.subarray(DIGEST_BYTES);
  if (!bytes.subarray(0, DIGEST_BYTES).equals(digestOf(knowledge))) return null;
  return read(knowledge);
}

// Not `serialize` and `deserialize` of the module: the arrays of what these read are places in the file's bytes, all of
// which then stay in memory.
function write(knowledge: CompiledKnowledge): Buffer {
  const serializer = new Serializer();
  serializer.writeHeader();
  serializer.writeValue(knowledge);
  return serializer.releaseBuffer();
}

function read(bytes: Buffer): CompiledKnowledge {
  const deserializer = new Deserializer(bytes);
  deserializer.readHeader();
  return deserializer.readValue() as CompiledKnowledge;
}

/** Renamed into place when it is whole: others may read at the same time. */
async function keep(folder: string, file: string, knowledge: CompiledKnowledge): Promise<void> {
  await mkdir(folder, { recursive: true });
  const bytes = write(knowledge);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, [digestOf(bytes), bytes]);
  await rename(unfinished, file);
  await forgetOld(folder);
}

async function forgetOld(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.bin'));
  const aged = await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      return { file, writtenMs: (await stat(file)).mtimeMs };
    }),
  );
  const old = aged.sort((one, other) => other.writtenMs - one.writtenMs).slice(KEPT);
  await Promise.all(old.map(({ file }) => rm(file, { force: true })));
}
