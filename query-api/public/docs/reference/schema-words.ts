import { nameOfRef, resolve, type OpenApi, type Schema } from './document.ts';

/** A schema without its null, and whether it had one. */
export function withoutNull(schema: Schema): { schema: Schema; isNullable: boolean } {
  const { type, anyOf, oneOf } = schema;
  if (Array.isArray(type) && type.includes('null')) {
    const rest = type.filter((one) => one !== 'null') as unknown[];
    const values = schema['enum'];
    return {
      isNullable: true,
      schema: {
        ...schema,
        type: rest.length === 1 ? rest[0] : rest,
        ...(Array.isArray(values) ? { enum: values.filter((value) => value !== null) as unknown[] } : {}),
      },
    };
  }
  const [keyword, options] = Array.isArray(anyOf) ? ['anyOf', anyOf] : ['oneOf', oneOf];
  if (!Array.isArray(options)) return { schema, isNullable: false };
  const rest = (options as Schema[]).filter((option) => option['type'] !== 'null');
  if (rest.length === options.length) return { schema, isNullable: false };
  const { anyOf: _any, oneOf: _one, ...around } = schema;
  const [only] = rest;
  return {
    isNullable: true,
    schema: rest.length === 1 && only !== undefined ? { ...only, ...around } : { ...around, [keyword]: rest },
  };
}

/** What a union chooses from; empty where the schema is none. */
export const optionsOf = (schema: Schema): Schema[] =>
  ([schema['oneOf'], schema['anyOf']].find((options) => Array.isArray(options)) as Schema[] | undefined) ??
  [];

/** The fields of an object with those of its `allOf`, and which must be there. */
export function objectOf(
  document: OpenApi,
  schema: Schema,
): { properties: Record<string, Schema>; required: Set<string> } {
  const parts = ((schema['allOf'] ?? []) as Schema[]).map((part) =>
    objectOf(document, resolve(document, part)),
  );
  const own = (schema['properties'] ?? {}) as Record<string, Schema>;
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own) as Record<
      string,
      Schema
    >,
    required: new Set([
      ...parts.flatMap(({ required }) => [...required]),
      ...((schema['required'] ?? []) as string[]),
    ]),
  };
}

/** Whether a component is worth a place of its own: it has fields, or chooses between what has. */
export const isObject = (document: OpenApi, schema: Schema): boolean =>
  schema['properties'] !== undefined ||
  schema['allOf'] !== undefined ||
  optionsOf(withoutNull(schema).schema).some((option) => isObject(document, resolve(document, option)));

const NOUNS: Record<string, [one: string, many: string]> = {
  Length: ['character', 'characters'],
  Items: ['entry', 'entries'],
  Properties: ['field', 'fields'],
};

const grouped = new Intl.NumberFormat('en');
const number = (value: unknown): string =>
  typeof value === 'number' && Number.isSafeInteger(value) ? grouped.format(value) : String(value);

function range(least: unknown, most: unknown, [one, many]: [string, string]): string | null {
  const noun = (value: unknown): string => (many === '' ? '' : ` ${value === 1 ? one : many}`);
  if (least !== undefined && least === most) return `${number(least)}${noun(least)}`;
  if (least !== undefined && most !== undefined) return `${number(least)} to ${number(most)}${noun(most)}`;
  if (least !== undefined) return `at least ${number(least)}${noun(least)}`;
  return most === undefined ? null : `at most ${number(most)}${noun(most)}`;
}

const INT32_MAX = 2_147_483_647;

/** Bounds of a whole number that say no more than its format, or than that JavaScript can hold it, are none. */
const isBound = (value: unknown): boolean =>
  typeof value === 'number' && value > -INT32_MAX && value !== INT32_MAX && value < Number.MAX_SAFE_INTEGER;
const bound = (value: unknown): unknown => (isBound(value) ? value : undefined);

/** The bounds of a value in words, without its type and its list of values. */
export function rulesOf(schema: Schema): string[] {
  const rules = Object.entries(NOUNS).map(([name, noun]) =>
    range(schema[`min${name}`], schema[`max${name}`], noun),
  );
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf, uniqueItems, pattern } = schema;
  return [
    ...rules,
    range(bound(schema['minimum']), bound(schema['maximum']), ['', '']),
    isBound(above) ? `more than ${number(above)}` : null,
    isBound(below) ? `less than ${number(below)}` : null,
    multipleOf === undefined ? null : `a multiple of ${number(multipleOf)}`,
    uniqueItems === true ? 'each once' : null,
    typeof pattern === 'string' && pattern.length <= 60 ? `matches ${pattern}` : null,
    schema['default'] === undefined ? null : `default ${JSON.stringify(schema['default'])}`,
  ].filter((rule) => rule !== null);
}

/** The values of a closed list: of the schema, of the entries of an array, or of the component that either names. */
export function valuesOf(document: OpenApi, given: Schema): unknown[] {
  const schema = withoutNull(resolve(document, given)).schema;
  if (nameOfRef(schema) !== null) return valuesOf(document, schema);
  if (schema['const'] !== undefined) return [schema['const']];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  return schema['type'] === 'array' && typeof schema['items'] === 'object'
    ? valuesOf(document, schema['items'] as Schema)
    : [];
}
