import fc from 'fast-check';
import { resolved } from './description.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
};

/** Longer texts and lists than these only make a run slow. */
const MAX_TEXT = 60;
const MAX_ITEMS = 4;
const EARLIEST = new Date('2020-01-01T00:00:00.000Z');
const LATEST = new Date('2030-01-01T00:00:00.000Z');

const date = fc.date({ min: EARLIEST, max: LATEST, noInvalidDate: true }).map((value) => value.toISOString());
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.uuid(),
  date: date.map((text) => text.slice(0, 10)),
  'date-time': date,
  email: fc.emailAddress(),
  uri: fc.webUrl(),
};

/** Values that fit a JSON Schema of the interface. */
export function valueOf(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolved<Schema>(given);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return fc.oneof(...variants.map(valueOf));
  if (!Array.isArray(schema.type)) return valueOfType(schema.type, schema);
  return fc.oneof(...schema.type.map((type) => valueOfType(type, schema)));
}

function valueOfType(type: string | undefined, schema: Schema): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -1_000,
        max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case 'string':
      return textOf(schema);
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS)),
      });
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = MAX_TEXT }: Schema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : FORMATS[format];
  if (known) return known;
  // A text for a look-ahead cannot be made: any text is tried.
  if (pattern !== undefined && !/\(\?[=!<]/.test(pattern))
    return fc.stringMatching(new RegExp(pattern)).map((text) => text.slice(0, maxLength));
  return fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)),
  });
}

function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, valueOf(field)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: schema.required ?? [],
    });
  }
  const extra = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), valueOf(extra), { maxKeys: 3 });
}

/** Anything but what a field wants. */
export const garbage = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom<unknown>('\u0000', '\ud800', 1e308, -1, '', [], {}, 'a'.repeat(20_000)),
);

/** Bodies for a schema: mostly as it wants them, some with one field spoilt or one too many. */
export function bodyOf(schema: Schema): fc.Arbitrary<unknown> {
  const right = valueOf(schema);
  const names = Object.keys(resolved<Schema>(schema).properties ?? {});
  const spoilt = fc
    .tuple(right, fc.constantFrom(...names, '__proto__', 'unknown_field'), garbage)
    .map(([value, name, wrong]): unknown =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries([...Object.entries(value).filter(([key]) => key !== name), [name, wrong]])
        : wrong,
    );
  return fc.oneof(
    { arbitrary: right, weight: 5 },
    { arbitrary: spoilt, weight: 2 },
    { arbitrary: garbage, weight: 1 },
  );
}
