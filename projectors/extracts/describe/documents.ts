import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Dataset } from '../../../shared/datasets/dataset.ts';
import type { Format } from '../format.ts';
import { dataPackageOf } from './data-package.ts';
import { dictionaryOf } from './dictionary.ts';
import { jsonSchemaOf } from './json-schema.ts';

const SCHEMAS = 'schemas';
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes what describes an extract beside its files. Returns their paths. */
export async function writeDocuments(
  folder: string,
  datasets: readonly { dataset: Dataset; paths: readonly string[] }[],
  { format, recipient }: { format: Format; recipient: string },
): Promise<string[]> {
  const all = datasets.map(({ dataset }) => dataset);
  const texts: Record<string, string> = {
    'datapackage.json': jsonText(dataPackageOf(datasets, { format, name: `facts-${recipient}` })),
    'dictionary.md': dictionaryOf(all),
    ...Object.fromEntries(
      all.map((dataset) => [`${SCHEMAS}/${dataset.name}.json`, jsonText(jsonSchemaOf(dataset))]),
    ),
  };
  await mkdir(path.join(folder, SCHEMAS));
  for (const [name, text] of Object.entries(texts)) await writeFile(path.join(folder, name), text);
  return Object.keys(texts).sort();
}
