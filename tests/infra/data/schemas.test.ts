import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import test from 'ava';
import { breaksOf, type RowSchema } from '../../../projectors/extracts/describe/compatible.ts';
import { dataPackageOf } from '../../../projectors/extracts/describe/data-package.ts';
import { dictionaryOf } from '../../../projectors/extracts/describe/dictionary.ts';
import { jsonText } from '../../../projectors/extracts/describe/documents.ts';
import { jsonSchemaOf } from '../../../projectors/extracts/describe/json-schema.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { datasets } from '../../../shared/datasets/all.ts';

const folder = path.join(projectRoot, 'docs/data/schemas');
const fileOf = (name: string, version: number): string => path.join(folder, `${name}.v${version}.json`);
const isUpdating = process.env['UPDATE_SCHEMAS'] === '1';

for (const dataset of datasets) {
  const { name, version } = dataset;
  const file = fileOf(name, version);
  const schema = jsonSchemaOf(dataset) as RowSchema;

  test(`${name}: rows of version ${version} are as they were published, or have more columns`, (t) => {
    const published = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RowSchema) : null;
    const breaks = published === null ? [] : breaksOf(published, schema);
    t.deepEqual(
      breaks,
      [],
      `raise the version of ${name}, keep the dataset of version ${version} beside it for a year, and say so in CHANGELOG.md`,
    );
    if (isUpdating && breaks.length === 0) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, jsonText(schema));
    }
    t.deepEqual(
      existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RowSchema) : null,
      schema,
      'publish it: UPDATE_SCHEMAS=1 npm test -- tests/infra/data/schemas.test.ts, then npm run format',
    );
  });

  test(`${name}: its schema is one, and every column is explained`, (t) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    t.true(ajv.validateSchema(schema), JSON.stringify(ajv.errors));
    t.deepEqual([...schema.required].sort(), Object.keys(schema.properties).sort());
    for (const key of dataset.key) t.true(schema.required.includes(key), key);
  });
}

test('no schema is published of what is not declared', (t) => {
  const declared = new Set(datasets.map(({ name }) => name));
  t.deepEqual(
    readdirSync(folder).filter((file) => !declared.has(file.split('.')[0] ?? '')),
    [],
  );
});

test('a column may be added; one that goes or changes is named', (t) => {
  const base: RowSchema = {
    'x-version': 1,
    'x-key': ['a'],
    required: ['a', 'b'],
    properties: { a: { type: 'string' }, b: { type: 'string', enum: ['x', 'y'] } },
  };
  const changed = (properties: RowSchema['properties'], key = ['a']): RowSchema => ({
    ...base,
    'x-key': key,
    properties,
  });
  t.deepEqual(breaksOf(base, changed({ ...base.properties, c: { type: 'integer' } })), []);
  t.deepEqual(breaksOf(base, changed({ a: { type: 'integer' } }, ['a', 'b'])), [
    'the type of a changed',
    'the column b went',
    'the key changed',
  ]);
  const { a } = base.properties;
  t.deepEqual(breaksOf(base, changed({ a: a ?? {}, b: { type: 'string', enum: ['x'] } })), [
    'the values of b changed',
  ]);
});

test('references and keys of the data package lead to what is there', (t) => {
  const described = datasets.map((dataset) => ({ dataset, paths: [`dataset=${dataset.name}/part-0.csv`] }));
  const { resources } = dataPackageOf(described, { format: 'csv', name: 'facts' }) as {
    resources: {
      name: string;
      schema: {
        fields: { name: string }[];
        primaryKey: string[];
        foreignKeys?: { fields: string[]; reference: { resource: string; fields: string[] } }[];
      };
    }[];
  };
  const columns = new Map(
    resources.map(({ name, schema }) => [name, new Set(schema.fields.map((field) => field.name))]),
  );
  for (const { name, schema } of resources) {
    for (const key of schema.primaryKey) t.true(columns.get(name)?.has(key), `${name}.${key}`);
    for (const { fields, reference } of schema.foreignKeys ?? []) {
      for (const field of fields) t.true(columns.get(name)?.has(field), `${name}.${field}`);
      for (const field of reference.fields) t.true(columns.get(reference.resource)?.has(field), field);
    }
  }
  t.is(resources.find(({ name }) => name === 'differentials')?.schema.foreignKeys?.length, 1);
});

test('the dictionary has every dataset and column', (t) => {
  const text = dictionaryOf(datasets);
  for (const { name, columns } of datasets) {
    t.true(text.includes(`## ${name}\n`), name);
    for (const column of columns) t.true(text.includes(`| \`${column.name}\` |`), `${name}.${column.name}`);
  }
});
