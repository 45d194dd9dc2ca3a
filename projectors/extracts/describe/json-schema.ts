import type { Column, ColumnType, Dataset } from '../../../shared/datasets/dataset.ts';

type Json = Record<string, unknown>;

const TYPES: Readonly<Record<ColumnType, Json>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
};

function propertyOf({ type, meaning, unit, values, nullable, sensitivity, references }: Column): Json {
  const { type: jsonType, ...rest } = TYPES[type];
  return {
    type: nullable ? [jsonType, 'null'] : jsonType,
    ...rest,
    description: meaning,
    ...(values && { enum: nullable ? [...values, null] : values }),
    ...(unit !== undefined && { 'x-unit': unit }),
    'x-sensitivity': sensitivity,
    ...(references !== undefined && { 'x-references': references }),
  };
}

/** JSON Schema (2020-12) of a row. Later rows of the same version may have more columns. */
export const jsonSchemaOf = ({ name, version, about, key, columns }: Dataset): Json => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `urn:triage:dataset:${name}:${version}`,
  title: name,
  description: about,
  type: 'object',
  required: columns.map((column) => column.name),
  properties: Object.fromEntries(columns.map((column) => [column.name, propertyOf(column)])),
  'x-version': version,
  'x-key': key,
});
