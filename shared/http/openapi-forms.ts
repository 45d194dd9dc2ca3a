export type Json = Record<string, unknown>;

/**
 * Rewrites a JSON Schema, from its leaves up, into the forms that generators of clients read well:
 * - null is one of the types (`type: [string, "null"]`) or, beside a `$ref`, the other half of a `oneOf`;
 * - what may be of several simple types lists them in `type`;
 * - a whole number has both bounds and the `format` (int32 or int64) that holds them.
 */
export function toGeneratorForms(schema: Json): Json {
  return withIntegerFormat(withoutAnyOf(mapSubschemas(schema, toGeneratorForms)));
}

const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const BY_NAME = ['properties', 'patternProperties', '$defs'];
const SINGLE = ['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'];

function mapSubschemas(schema: Json, change: (inner: Json) => Json): Json {
  const changed = (value: unknown): unknown => (isObject(value) ? change(value) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (LISTS.includes(key) && Array.isArray(value)) return [key, value.map(changed)];
      if (SINGLE.includes(key)) return [key, changed(value)];
      if (!BY_NAME.includes(key) || !isObject(value)) return [key, value];
      return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, changed(each)]))];
    }),
  );
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NULL: Json = { type: 'null' };
const isNull = (schema: Json): boolean => schema['type'] === 'null';

function withoutAnyOf({ anyOf, ...outer }: Json): Json {
  if (!Array.isArray(anyOf)) return outer;
  const options = anyOf as Json[];
  const others = options.filter((option) => !isNull(option));
  const isNullable = others.length < options.length;
  const one = others.length === 1 ? others[0] : mergedTypes(others);
  if (one === null || one === undefined) {
    return isNullable ? { ...outer, oneOf: [...others, NULL] } : { ...outer, anyOf };
  }
  return { ...(isNullable ? orNull(one) : one), ...outer };
}

function orNull(schema: Json): Json {
  if (Array.isArray(schema['oneOf'])) return { ...schema, oneOf: [...(schema['oneOf'] as Json[]), NULL] };
  if (schema['$ref'] !== undefined) return { oneOf: [schema, NULL] };
  // Without a type anything may stand there, null as well.
  if (schema['type'] === undefined) return schema;
  const { const: only, ...rest } = schema;
  const values = only === undefined ? schema['enum'] : [only];
  return {
    ...rest,
    type: [...typesOf(schema), 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

const typesOf = (schema: Json): string[] => [schema['type'] ?? []].flat() as string[];

/** Schemas of different simple types as one; null where a keyword of one would also bind another. */
function mergedTypes(schemas: Json[]): Json | null {
  const types = schemas.flatMap(typesOf);
  const keywords = schemas.flatMap((schema) => Object.keys(schema)).filter((key) => key !== 'type');
  const isPlain = schemas.every(
    (schema) => typesOf(schema).length > 0 && !['enum', 'const', 'oneOf'].some((key) => key in schema),
  );
  if (!isPlain || new Set(types).size < types.length || new Set(keywords).size < keywords.length) return null;
  return { ...(Object.assign({}, ...schemas) as Json), type: types };
}

const INT32 = 2 ** 31;

function withIntegerFormat(schema: Json): Json {
  if (!typesOf(schema).includes('integer')) return schema;
  const { exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const minimum = bound(rest['minimum'], exclusiveMinimum, 1) ?? Number.MIN_SAFE_INTEGER;
  const maximum = bound(rest['maximum'], exclusiveMaximum, -1) ?? Number.MAX_SAFE_INTEGER;
  const format = minimum >= -INT32 && maximum < INT32 ? 'int32' : 'int64';
  return { ...rest, format, minimum, maximum };
}

const bound = (inclusive: unknown, exclusive: unknown, step: number): number | undefined =>
  typeof exclusive === 'number' ? exclusive + step : (inclusive as number | undefined);
