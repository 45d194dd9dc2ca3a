import fc from 'fast-check';
import { fits } from './described.ts';
import { resolved } from './description.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
};

/** Longer texts and lists than these only make a run slow; one text in a few is as long as it may be. */
const MAX_TEXT = 60;
const MAX_ITEMS = 4;
const EARLIEST = new Date('0001-01-01T00:00:00.000Z');
const LATEST = new Date('9999-12-31T23:59:59.999Z');

const date = fc.date({ min: EARLIEST, max: LATEST, noInvalidDate: true }).map((value) => value.toISOString());
/** What a format allows, with the forms that are seldom written. */
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.oneof(
    fc.uuid(),
    fc.constantFrom(
      '00000000-0000-0000-0000-000000000000',
      'urn:uuid:0198c0de-0000-7000-8000-000000000001',
      '0198c0de-0000-f000-0000-000000000001',
    ),
  ),
  date: fc.oneof(
    date.map((text) => text.slice(0, 10)),
    fc.constantFrom('0000-01-01', '0001-01-01', '9999-12-31'),
  ),
  'date-time': fc.oneof(
    date,
    fc.constantFrom(
      '2026-01-31T08:30:00+02:00',
      '2026-01-31t08:30:00z',
      '2026-01-31 08:30:00Z',
      '2026-01-31T08:30:00+0200',
      '2016-12-31T23:59:60Z',
      '0000-01-01T00:00:00Z',
    ),
  ),
  email: fc.emailAddress(),
  uri: fc.oneof(
    fc.webUrl(),
    fc.constantFrom('urn:example:hook', 'ftp://clinic.example/a', 'https://user:word@clinic.example/hook'),
  ),
};

/** Values that fit a JSON Schema of the interface. What the schema says of fields together is left to a filter. */
export const valueOf = (schema: Schema): fc.Arbitrary<unknown> =>
  looseValueOf(schema).filter((value) => fits(schema, value));

/** Values whose parts fit a schema, and which as a whole may break its rules over several fields. */
export function looseValueOf(given: Schema): fc.Arbitrary<unknown> {
  const schema = resolved<Schema>(given);
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants && !schema.properties) return fc.oneof(...variants.map(looseValueOf));
  const types = [schema.type].flat();
  return fc.oneof(...types.map((type) => valueOfType(type, schema)));
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
      return listOf(schema);
    case 'object':
      return objectOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function listOf(schema: Schema): fc.Arbitrary<unknown> {
  const bounds = {
    minLength: schema.minItems ?? 0,
    maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS)),
  };
  const item = looseValueOf(schema.items ?? {});
  return schema.uniqueItems === true ? fc.uniqueArray(item, bounds) : fc.array(item, bounds);
}

function textOf({ format, pattern, minLength = 0, maxLength = MAX_TEXT }: Schema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : FORMATS[format];
  const lengths = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)) };
  const free = fc.string({ unit: 'grapheme', ...lengths });
  const longest = fc.constantFrom('a', 'ž', '𝄞').map((letter) => letter.repeat(maxLength));
  const blank = fc.constantFrom('', ' ', '\t\n', '  x  ', '\u0007', '\u0000', '\ud800');
  const kinds = [
    { arbitrary: known ?? free, weight: 8 },
    ...(known
      ? []
      : [
          { arbitrary: longest, weight: 1 },
          { arbitrary: blank, weight: 1 },
        ]),
  ];
  if (pattern === undefined)
    return fc.oneof(...kinds).filter((text) => isWithin(text, { minLength, maxLength }));
  const expression = new RegExp(pattern, 'u');
  // A text for a look-ahead cannot be made from the pattern: it is found among other texts.
  const made = /\(\?[=!<]/.test(pattern)
    ? []
    : [{ arbitrary: fc.stringMatching(new RegExp(pattern)), weight: 8 }];
  return fc
    .oneof(...kinds, ...made)
    .filter((text) => expression.test(text) && isWithin(text, { minLength, maxLength }));
}

const isWithin = (
  text: string,
  { minLength, maxLength }: { minLength: number; maxLength: number },
): boolean => {
  const { length } = Array.from(text);
  return length >= minLength && length <= maxLength;
};

function objectOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, looseValueOf(field)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: schema.required ?? [],
    });
  }
  const extra = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  const odd = fc.constantFrom('', '__proto__', '\u0000', '\ud800');
  const name = fc.oneof(
    { arbitrary: fc.string({ maxLength: 20 }), weight: 8 },
    { arbitrary: odd, weight: 1 },
  );
  return fc
    .array(fc.tuple(name, looseValueOf(extra)), { maxLength: 3 })
    .map((entries): unknown => Object.fromEntries(entries));
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
