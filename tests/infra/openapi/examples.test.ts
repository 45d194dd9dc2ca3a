import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import { describeInterface } from '../../../infra/openapi/document.ts';
import { ids } from '../../../infra/openapi/story/ids.ts';
import { toldOperations } from '../../../infra/openapi/story/index.ts';
import { loadDocsAssets } from '../../../query-api/public/docs/assets.ts';
import { ERROR_STATUS } from '../../../shared/http/errors.ts';

/** What stands as an example in the description, and what the description itself says of it. */
const { document } = await describeInterface();

type Json = Record<string, unknown>;
type Media = { schema?: Json; example?: unknown; examples?: Record<string, { value: unknown }> };
type Response = { $ref?: string; content?: Record<string, Media> };
type Parameter = { $ref?: string; name?: string; in?: string; schema?: Json; example?: unknown };
type Operation = {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> } & Json;
};
const { paths, webhooks, components } = document as Document;
const operations = Object.values(paths).flatMap((item) => Object.values(item));
const sent = Object.values(webhooks).flatMap((item) => Object.values(item));

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'interface', components });

/** Why a value is not what a schema says. */
function faultsOf(value: unknown, schema: Json): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"interface#/components/');
  const validate = ajv.compile(JSON.parse(text) as Json);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

/** Fields that no schema of an object names: an example would promise what is not there. */
function undescribed(value: unknown, schema: Json, at = ''): string[] {
  const resolved = typeof schema['$ref'] === 'string' ? resolve(schema['$ref']) : schema;
  const options = (resolved['anyOf'] ?? resolved['oneOf']) as Json[] | undefined;
  if (options) {
    const found = options.map((option) => undescribed(value, option, at));
    return found.find((each) => each.length === 0) ?? found[0] ?? [];
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      undescribed(item, (resolved['items'] ?? {}) as Json, `${at}/${index}`),
    );
  const properties = resolved['properties'] as Record<string, Json> | undefined;
  if (value === null || typeof value !== 'object' || !properties) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    properties[name] ? undescribed(each, properties[name], `${at}/${name}`) : [`${at}/${name}`],
  );
}

const resolve = (ref: string): Json =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Json)[name], document) as Json;

const examplesOf = ({ example, examples = {} }: Media): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];

/** Every example of a JSON body, with where it stands; without one the place alone. */
const bodies = [...operations, ...sent].flatMap(({ operationId, requestBody, responses }) => {
  const answers = Object.entries(responses).map(([status, { content }]) => ({
    place: `${operationId} ${status}`,
    content,
  }));
  return [{ place: operationId, content: requestBody?.content }, ...answers].flatMap(
    ({ place, content = {} }) => {
      const media = content['application/json'];
      return media ? [{ place, media, examples: examplesOf(media) }] : [];
    },
  );
});

test('every body of a request and of an answer has an example', (t) => {
  const bare = bodies.filter(({ examples }) => examples.length === 0);
  t.deepEqual(
    bare.map(({ place }) => place),
    [],
  );
  t.true(bodies.length > 100);
});

test('every example is what its schema says, and names no field that is not described', (t) => {
  for (const { place, media, examples } of bodies) {
    for (const example of examples) {
      t.deepEqual(faultsOf(example, media.schema ?? {}), [], place);
      t.deepEqual(undescribed(example, media.schema ?? {}), [], place);
    }
  }
});

test('every example of a parameter is what its schema says', (t) => {
  const given = operations.flatMap(({ operationId, parameters }) =>
    parameters
      .filter((parameter) => parameter.example !== undefined || parameter.in === 'path')
      .map((parameter) => ({ place: `${operationId} ${parameter.name ?? ''}`, ...parameter })),
  );
  t.true(given.length > 30);
  for (const { place, example, schema } of given) t.deepEqual(faultsOf(example, schema ?? {}), [], place);
});

test('every error code has an example, and no example has another', (t) => {
  const codes = Object.values(components.responses).flatMap((response) => {
    const media = response.content?.['application/json'];
    if (!media) return [];
    for (const example of examplesOf(media)) t.deepEqual(faultsOf(example, media.schema ?? {}), []);
    return Object.keys(media.examples ?? {});
  });
  const inline = bodies.flatMap(({ media }) => Object.keys(media.examples ?? {}));
  const used = new Set([...codes, ...inline]);
  // What no operation of its own has: a path without one of these methods, and a dependency that is too slow.
  const elsewhere = ['method_not_allowed', 'gateway_timeout'];
  t.deepEqual(
    Object.keys(ERROR_STATUS).filter((code) => !used.has(code)),
    elsewhere.filter((code) => !used.has(code)),
  );
});

test('the example of a file of the pages is one that is served', (t) => {
  const file = operations.find(({ operationId }) => operationId === 'getDocsFile');
  const [parameter] = file?.parameters.filter((each) => each.in === 'path') ?? [];
  const served = Object.values(loadDocsAssets()).map(({ url }) => url.split('/').at(-1));
  t.true(served.includes(String(parameter?.example)));
});

test('the story tells of operations that there are', (t) => {
  const known = new Set(operations.map(({ operationId }) => operationId));
  t.deepEqual(
    toldOperations.filter((operationId) => !known.has(operationId)),
    [],
  );
});

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

test('examples are about the things of the story and no others', (t) => {
  const made = new Set(Object.values(ids));
  const named = JSON.stringify([
    ...bodies.map(({ examples }) => examples),
    operations.map(({ parameters }) => parameters),
  ]);
  const found = [...new Set(named.match(UUID) ?? [])];
  t.deepEqual(
    found.filter((id) => !made.has(id)),
    [],
  );
  t.deepEqual(
    Object.entries(ids).filter(([, id]) => !found.includes(id)),
    [],
  );
});
