import test from 'ava';
import { describeInterface } from '../../../infra/openapi/document.ts';
import { faultsBelow, faultsOf, hasExample, type Field, type Schema } from './description-rules.ts';

type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  operationId: string;
  parameters?: (Field & { name?: string; $ref?: string })[];
  requestBody?: Content;
  responses: Record<string, Content & { headers?: Record<string, Field & { $ref?: string }> }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Field>;
    headers: Record<string, Field>;
    responses: Record<string, Operation['responses'][string]>;
  };
};

const { document } = (await describeInterface()) as unknown as { document: Document };
const { components } = document;
const operations = [
  ...Object.values(document.paths).flatMap((item) => Object.values(item)),
  ...Object.values(document.webhooks).map(({ post }) => post),
];
const schemasOf = (place: string, { content = {} }: Content): [string, Schema][] =>
  Object.entries(content).map(([type, { schema }]) => [`${place} ${type}`, schema]);

test('every component says what it is', (t) => {
  const faulty = Object.entries(components.schemas).flatMap(([name, schema]) => [
    ...(schema.description === undefined ? [`${name}: no description`] : []),
    ...(hasExample(schema) || schema.type === 'object' ? [] : [`${name}: no example`]),
  ]);
  t.deepEqual(faulty, []);
});

test('every property says what it means, its unit and what null means, with an example', (t) => {
  const inline = operations.flatMap(({ operationId, requestBody = {}, responses }) => [
    ...schemasOf(`${operationId} body`, requestBody),
    ...Object.entries(responses).flatMap(([status, answer]) => schemasOf(`${operationId} ${status}`, answer)),
  ]);
  const schemas = [...Object.entries(components.schemas), ...inline];
  t.true(schemas.length > 200);
  t.deepEqual(
    schemas.flatMap(([place, schema]) => faultsBelow(place, schema)),
    [],
  );
});

test('every parameter and header says what it means, with an example', (t) => {
  const own = operations.flatMap(({ operationId, parameters = [], responses }) => [
    ...parameters.map((parameter): [string, Field & { $ref?: string }] => [
      `${operationId} ${parameter.name}`,
      parameter,
    ]),
    ...Object.values(responses).flatMap(({ headers = {} }) => Object.entries(headers)),
  ]);
  const shared = Object.values(components.responses).flatMap(({ headers = {} }) => Object.entries(headers));
  const fields = [
    ...Object.entries({ ...components.parameters, ...components.headers }),
    ...[...own, ...shared].filter(([, { $ref }]) => $ref === undefined),
  ];
  t.true(fields.length > 60);
  const faulty = fields.flatMap(([place, { description, schema = {}, example }]) => {
    const name = place.split(' ').at(-1) ?? place;
    const faults = faultsOf(
      name,
      { ...core(schema), ...(description === undefined ? {} : { description }) },
      false,
    );
    if (example === undefined && !hasExample(schema)) faults.push('no example');
    return faults.map((fault) => `${place}: ${fault}`);
  });
  t.deepEqual(faulty, []);
});

/** A parameter's description stands beside its schema. */
const core = ({ description: _, ...schema }: Schema): Schema => schema;

test('the rules see what they are made for', (t) => {
  const text = { type: 'string', examples: ['x'] };
  t.deepEqual(faultsOf('name', text, true), ['no description']);
  t.deepEqual(faultsOf('key_id', { ...text, description: 'The id of the key.' }, true), [
    'only repeats the name',
  ]);
  t.deepEqual(faultsOf('p50_ms', { type: 'integer', description: 'Median of the calls.' }, true), [
    'no unit',
  ]);
  const time: Schema = { type: ['string', 'null'], format: 'date-time', description: 'When it was sent.' };
  t.deepEqual(faultsOf('sent_at', time, true), ['no unit', 'null is not explained']);
  t.deepEqual(faultsOf('sent_at', time, false), ['no unit']);
  t.false(hasExample({ type: 'array', items: { type: 'string' } }));
  t.deepEqual(
    faultsBelow('A', {
      type: 'object',
      properties: {
        b: { type: 'array', description: 'Things.', items: { properties: { c: { type: 'string' } } } },
      },
    }),
    ['A.b[].c: no description', 'A.b[].c: no example'],
  );
});
