import type { Json } from '../../shared/http/openapi-schemas.ts';

/**
 * What we ask of the description beyond its being valid, so that generators of typed clients (Kiota, NSwag and those for
 * TypeScript) make types of it that hold every answer. Each rule gives the places that break it.
 */
export type Rule = (document: Json) => string[];

type Place = {
  schema: Json;
  /** Where it stands, as a JSON pointer. */
  at: string;
  /** What generators would call it after: the property or the list that it stands in. */
  name: string;
  /** A component, which has a name of its own. */
  isComponent: boolean;
};

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const children = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Their contents are values, and no schemas. */
const VALUES = new Set(['example', 'examples', 'default', 'enum', 'const', 'mapping', 'required']);
const MAPS = new Set(['properties', 'patternProperties']);
const SCHEMA_KEYS = new Set(['schema', 'items', 'additionalProperties', 'not']);

/** Every schema of a document, from the components and from wherever one stands in place. */
function schemasOf(document: Json): Place[] {
  const found: Place[] = [];
  const visit = (value: unknown, at: string, of: { name: string; isSchema: boolean }): void => {
    if (isObject(value) && of.isSchema) {
      const isComponent = /^\/components\/schemas\/[^/]+$/.test(at);
      found.push({ schema: value, at, name: of.name, isComponent });
    }
    for (const [key, child] of children(value)) {
      const place = `${at}/${key}`;
      if (VALUES.has(key)) continue;
      const isMap = place === '/components/schemas' || (MAPS.has(key) && of.isSchema);
      if (isMap) {
        for (const [name, each] of children(child)) visit(each, `${place}/${name}`, { name, isSchema: true });
      } else if (Array.isArray(child)) {
        const isSchema = ['anyOf', 'oneOf', 'allOf'].includes(key);
        child.forEach((each, index) => visit(each, `${place}/${index}`, { name: of.name, isSchema }));
      } else {
        // What a parameter or a body holds is called after its operation.
        visit(child, place, { name: key === 'schema' ? place : of.name, isSchema: SCHEMA_KEYS.has(key) });
      }
    }
  };
  visit(document, '', { name: '', isSchema: false });
  return found;
}

const typesOf = (schema: Json): unknown[] => [schema['type'] ?? []].flat();
const optionsOf = (schema: Json): Json[] => [schema['anyOf'] ?? schema['oneOf'] ?? []].flat() as Json[];
const isNull = ({ type }: Json): boolean => type === 'null';

const noAnyOfWithNull: Rule = (document) =>
  schemasOf(document).flatMap(({ schema, at }) =>
    Array.isArray(schema['anyOf']) && (schema['anyOf'] as Json[]).some(isNull) ? [at] : [],
  );

const integersHaveFormatAndBounds: Rule = (document) =>
  schemasOf(document).flatMap(({ schema, at }) => {
    const isWhole =
      ['int32', 'int64'].includes(String(schema['format'])) &&
      typeof schema['minimum'] === 'number' &&
      typeof schema['maximum'] === 'number';
    return typesOf(schema).includes('integer') && !isWhole ? [at] : [];
  });

/** Whether the members say only which fields must be there: a rule for one type, and no union of types. */
const areConditions = (options: Json[]): boolean =>
  options.every((option) =>
    Object.keys(option).every((key) => ['required', 'not', 'properties'].includes(key)),
  );

const SCALARS = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether the JSON type of a value alone tells which member it is. */
function areTypesApart(options: Json[]): boolean {
  const types = options.flatMap(typesOf);
  return (
    options.every((option) => typesOf(option).length > 0) &&
    types.every((type) => SCALARS.has(String(type))) &&
    new Set(types).size === types.length
  );
}

function isDiscriminated(schema: Json, options: Json[]): boolean {
  const { propertyName, mapping } = (schema['discriminator'] ?? {}) as Json;
  if (typeof propertyName !== 'string' || !isObject(mapping)) return false;
  const targets = new Set(Object.values(mapping));
  return options.every((option) => targets.has(option['$ref']));
}

const unionsHaveDiscriminators: Rule = (document) =>
  schemasOf(document).flatMap(({ schema, at }) => {
    const options = optionsOf(schema).filter((option) => !isNull(option));
    if (options.length < 2 || areConditions(options) || areTypesApart(options)) return [];
    return isDiscriminated(schema, options) ? [] : [at];
  });

/** Objects with fields, and closed lists: what generators make a type of. */
const makesType = (schema: Json): boolean =>
  (isObject(schema['properties']) && schema['type'] !== undefined) || Array.isArray(schema['enum']);

/** What a schema says of a value, without what it says to the reader. */
function meaningOf(schema: Json): string {
  return JSON.stringify(schema, (key, value: unknown) => {
    if (!isObject(value)) return value;
    const { description: _, example: __, examples: ___, default: ____, deprecated: _____, ...rest } = value;
    return MAPS.has(key) ? value : rest;
  });
}

const nothingInPlaceTwice: Rule = (document) => {
  const seen = new Map<string, Place[]>();
  for (const place of schemasOf(document).filter(({ schema }) => makesType(schema))) {
    const meaning = meaningOf(place.schema);
    seen.set(meaning, [...(seen.get(meaning) ?? []), place]);
  }
  return [...seen.values()]
    .filter((places) => places.length > 1 && places.some(({ isComponent }) => !isComponent))
    .flatMap((places) => places.filter(({ isComponent }) => !isComponent).map(({ at }) => at));
};

/** Types in place are called after their property: two of one name become `Data` and `Data2`. */
const noNameTwice: Rule = (document) => {
  const named = new Map<string, string[]>();
  for (const { schema, at, name, isComponent } of schemasOf(document)) {
    if (isComponent || !makesType(schema)) continue;
    named.set(name, [...(named.get(name) ?? []), at]);
  }
  return [...named.values()].filter((places) => places.length > 1).flat();
};

/** Types that some language brings along without an import: a component of that name would hide it. */
const BUILT_IN = new Set([
  ...[
    'Any',
    'Array',
    'Boolean',
    'Date',
    'DateTime',
    'Enum',
    'Error',
    'Event',
    'Exception',
    'File',
    'Function',
  ],
  ...['List', 'Map', 'Null', 'Number', 'Object', 'Promise', 'Record', 'Request', 'Response', 'Set', 'String'],
  ...['Symbol', 'Task', 'Type', 'Void'],
]);

const noNamesOfBuiltIns: Rule = (document) =>
  schemasOf(document).flatMap(({ at, name, isComponent }) => (isComponent && BUILT_IN.has(name) ? [at] : []));

const operationsOf = (document: Json): [string, Json][] =>
  children(document['paths']).flatMap(([path, item]) =>
    children(item).map(([method, operation]): [string, Json] => [
      `/paths/${path}/${method}`,
      operation as Json,
    ]),
  );

const everyOperationHasDefault: Rule = (document) =>
  operationsOf(document).flatMap(([at, { responses }]) =>
    isObject(responses) && responses['default'] ? [] : [at],
  );

/** Bodies in place become `Body5`. A list takes its name from its items. */
const bodiesAreComponents: Rule = (document) =>
  schemasOf(document).flatMap(({ schema, at }) => {
    return /\/content\/.*json\/schema$/.test(at) && makesType(schema) ? [at] : [];
  });

export const RULES = {
  'no anyOf with null': noAnyOfWithNull,
  'integers have a format and bounds': integersHaveFormatAndBounds,
  'unions have a discriminator': unionsHaveDiscriminators,
  'nothing stands in place twice': nothingInPlaceTwice,
  'no two types in place under one name': noNameTwice,
  'bodies are components': bodiesAreComponents,
  'no component is named like a built-in': noNamesOfBuiltIns,
  'every operation has a default response': everyOperationHasDefault,
} as const satisfies Record<string, Rule>;
