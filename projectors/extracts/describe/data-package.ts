import type { Column, Dataset } from '../../../shared/datasets/dataset.ts';
import type { Format } from '../format.ts';

type Json = Record<string, unknown>;

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  parquet: 'application/vnd.apache.parquet',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
};

/** Names of the types are those of Frictionless. */
const fieldOf = ({ name, type, meaning, unit, values, nullable, sensitivity }: Column): Json => ({
  name,
  type,
  description: meaning,
  constraints: { required: nullable !== true, ...(values && { enum: values }) },
  ...(unit !== undefined && { unit }),
  sensitivity,
});

/** References to datasets that are in the package as well. */
function foreignKeysOf(columns: readonly Column[], present: ReadonlySet<string>): Json[] {
  return columns.flatMap(({ name, references }) => {
    const [resource, fields] = references?.split('.') ?? [];
    if (resource === undefined || fields === undefined || !present.has(resource)) return [];
    return [{ fields: [name], reference: { resource, fields: [fields] } }];
  });
}

/**
 * The description of an extract as a Frictionless data package (version 2.0). A resource is a dataset; one without rows has
 * no files, and says so by `data: []`.
 */
export function dataPackageOf(
  datasets: readonly { dataset: Dataset; paths: readonly string[] }[],
  { format, name }: { format: Format; name: string },
): Json {
  const present = new Set(datasets.map(({ dataset }) => dataset.name));
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name,
    resources: datasets.map(({ dataset, paths }) => {
      const foreignKeys = foreignKeysOf(dataset.columns, present);
      return {
        name: dataset.name,
        type: 'table',
        description: dataset.about,
        version: String(dataset.version),
        ...(paths.length === 0 ? { data: [] } : { path: paths }),
        format,
        mediatype: MEDIA_TYPES[format],
        encoding: 'utf-8',
        schema: {
          fields: dataset.columns.map(fieldOf),
          primaryKey: dataset.key,
          ...(foreignKeys.length > 0 && { foreignKeys }),
        },
      };
    }),
  };
}
