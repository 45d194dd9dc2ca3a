// npm run format, npm run check (--check): brings the files of the knowledge base into their one form, or says which are not.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameFileSchema, lexiconSchema } from '../../domain/clinical/lexicon-schema.ts';
import { knowledgeSchema } from '../../domain/clinical/schema.ts';
import { senseFileSchema } from '../../domain/clinical/senses.ts';
import { unreadFileSchema } from '../../domain/clinical/unread-words.ts';
import { classFileSchema } from '../../domain/clinical/word-classes.ts';
import { formatYaml } from './format.ts';
import type { Schema } from './schema-walk.ts';

const FOLDER = fileURLToPath(new URL('../../domain/clinical/', import.meta.url));
const SCHEMAS = { knowledge: knowledgeSchema, lexicon: lexiconSchema };
/** Of the files of the lexicon that belong to no system. */
const MEANS = new Map<string, Schema>([
  ['senses.yaml', senseFileSchema],
  ['unread.yaml', unreadFileSchema],
  ['classes.yaml', classFileSchema],
  ['frames.yaml', frameFileSchema],
]);

const onlyChecks = process.argv.includes('--check');
const changed: string[] = [];
for (const [part, schema] of Object.entries(SCHEMAS)) {
  const names = await readdir(path.join(FOLDER, part), { recursive: true });
  for (const name of names.filter((found) => found.endsWith('.yaml')).sort()) {
    const file = path.join(FOLDER, part, name);
    const text = await readFile(file, 'utf8');
    const formatted = formatYaml(text, MEANS.get(path.basename(name)) ?? schema);
    if (formatted === text) continue;
    changed.push(`${part}/${name}`);
    if (!onlyChecks) await writeFile(file, formatted);
  }
}
if (onlyChecks && changed.length > 0) {
  console.log(`not formatted (npm run format does it):\n${changed.join('\n')}`);
  process.exitCode = 1;
}
