import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { load } from 'js-yaml';
import { z } from 'zod';

/** `work` may be looked at while the engine is changed, `final` only to score it. */
export type Part = 'work' | 'final';

/** A third of whatever has such a key, by its hash, so that nobody chose which. */
export const isKept = (key: string): boolean => (createHash('sha256').update(key).digest()[0] ?? 0) % 3 === 0;

/** The YAML files of a folder, in the order of their names. Throws where one is not as the schema says. */
export async function readYaml<T>(
  folder: string,
  schema: z.ZodType<T>,
): Promise<{ name: string; data: T }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return Promise.all(
    names.map(async (name) => {
      const parsed = schema.safeParse(load(await readFile(path.join(folder, name), 'utf8')));
      if (!parsed.success) throw new Error(`${path.join(folder, name)}: ${z.prettifyError(parsed.error)}`);
      return { name: path.basename(name, '.yaml'), data: parsed.data };
    }),
  );
}
