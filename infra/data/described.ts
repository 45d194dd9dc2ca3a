import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { ColumnType } from '../../shared/datasets/dataset.ts';
import { DataError } from '../../projectors/extracts/data-error.ts';
import type { DatasetEntry, Manifest } from '../../projectors/extracts/manifest.ts';

/** A dataset as an extract itself describes it: it may be of an earlier or later version of the service than this program. */
export type DescribedDataset = Pick<DatasetEntry, 'name' | 'version' | 'rows'> & {
  key: readonly string[];
  columns: readonly DescribedColumn[];
  /** Paths of its files, from the folder on. */
  files: readonly string[];
};

export type DescribedColumn = {
  name: string;
  type: ColumnType;
  nullable: boolean;
  values?: readonly string[];
  /** `dataset.column` that it names a row of. */
  references?: string;
};

/** Names stand in SQL. */
const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const propertySchema = z.object({
  type: z.union([z.string(), z.array(z.string())]),
  format: z.string().optional(),
  enum: z.array(z.string().nullable()).optional(),
  'x-references': z.string().optional(),
});
const schemaSchema = z.object({
  'x-key': z.array(nameSchema).min(1),
  properties: z.record(nameSchema, propertySchema),
});

const TYPES: Readonly<Record<string, ColumnType>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  'string date': 'date',
  'string date-time': 'datetime',
};

function columnOf(name: string, property: z.output<typeof propertySchema>): DescribedColumn {
  const types = [property.type].flat();
  const type = TYPES[[types[0], ...(property.format === undefined ? [] : [property.format])].join(' ')];
  if (type === undefined) throw new DataError(`${name} is of a type that this program does not know`);
  const values = property.enum?.filter((value) => value !== null);
  const references = property['x-references'];
  return {
    name,
    type,
    nullable: types.includes('null'),
    ...(values && { values }),
    ...(references !== undefined && { references }),
  };
}

/** The datasets of an extract, by its own schemas. Throws DataError where they are none that this program can read. */
export async function describedDatasets(
  folder: string,
  { statement }: Manifest,
): Promise<DescribedDataset[]> {
  return Promise.all(
    statement.datasets.map(async ({ name, version, rows, files }) => {
      const document = `schemas/${name}.json`;
      const known =
        nameSchema.safeParse(name).success && statement.documents.some(({ path: at }) => at === document);
      if (!known) throw new DataError(`${name} has no schema in the extract`);
      const schema = await readSchema(path.join(folder, document));
      if (schema === null) throw new DataError(`${document} is none that this program can read`);
      return {
        ...{ name, version, rows, files: files.map((file) => file.path) },
        key: schema['x-key'],
        columns: Object.entries(schema.properties).map(([column, property]) => columnOf(column, property)),
      };
    }),
  );
}

async function readSchema(file: string): Promise<z.output<typeof schemaSchema> | null> {
  try {
    return schemaSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}

export const hasColumn = ({ columns }: DescribedDataset, name: string): boolean =>
  columns.some((column) => column.name === name);
