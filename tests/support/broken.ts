import { fits } from './described.ts';
import { resolved } from './description.ts';
import type { Schema } from './arbitrary.ts';

/** A value that breaks one rule of a schema, and which. */
export type Broken = { rule: string; value: unknown };

const TEXTS = [
  '',
  ' ',
  'two words',
  'a\u0000b',
  'a\ud800b',
  'žába',
  '2026-02-30',
  '0000-01-01',
  'no_such_value',
];
const OTHER_TYPES = [null, true, 0.5, 7, 'nonsense', [], {}, [[]], { a: { b: 1 } }];

/**
 * Of a value that fits the schema, all that are made from it with one part changed and that the schema refuses. None is
 * `undefined`, and each is JSON.
 */
export function brokenOf(schema: Schema, sample: unknown): Broken[] {
  return changesOf(schema, sample).filter(({ value }) => !fits(schema, value));
}

function changesOf(given: Schema, sample: unknown): Broken[] {
  const schema = resolved<Schema>(given);
  const variants = schema.properties ? [] : [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...OTHER_TYPES.map((value) => ({ rule: `is ${JSON.stringify(value)}`, value })),
    ...variants.flatMap((variant) => changesOf(variant, sample)),
    ...boundsOf(schema),
    ...textsOf(schema),
    ...listsOf(schema, Array.isArray(sample) ? sample : []),
    ...objectsOf(schema, isObject(sample) ? sample : {}),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const boundsOf = ({ minimum, maximum }: Schema): Broken[] => [
  ...(minimum === undefined ? [] : [{ rule: 'below its minimum', value: minimum - 1 }]),
  ...(maximum === undefined ? [] : [{ rule: 'above its maximum', value: maximum + 1 }]),
];

function textsOf({ type, minLength = 0, maxLength, pattern, format, enum: values }: Schema): Broken[] {
  if (![type].flat().includes('string')) return [];
  return [
    ...(minLength > 0 ? [{ rule: 'too short', value: 'a'.repeat(minLength - 1) }] : []),
    ...(maxLength === undefined ? [] : [{ rule: 'too long', value: 'a'.repeat(maxLength + 1) }]),
    ...((pattern ?? format ?? values) ? TEXTS : []).map((value) => ({
      rule: `reads ${JSON.stringify(value)}`,
      value,
    })),
  ];
}

function listsOf({ items, minItems = 0, maxItems, uniqueItems }: Schema, sample: unknown[]): Broken[] {
  if (items === undefined) return [];
  const one: unknown = sample[0] ?? null;
  return [
    ...(minItems > 0 ? [{ rule: 'too few entries', value: sample.slice(0, minItems - 1) }] : []),
    ...(maxItems === undefined
      ? []
      : [{ rule: 'too many entries', value: Array.from({ length: maxItems + 1 }, () => one) }]),
    ...(uniqueItems === true ? [{ rule: 'an entry twice', value: [...sample, one] }] : []),
    ...changesOf(items, one).map(({ rule, value }) => ({ rule: `an entry ${rule}`, value: [value] })),
  ];
}

function objectsOf(schema: Schema, sample: Record<string, unknown>): Broken[] {
  const { properties, required = [], additionalProperties: others } = schema;
  const changed = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    changesOf(field, sample[name]).map(({ rule, value }) => ({
      rule: `${name} ${rule}`,
      value: { ...sample, [name]: value },
    })),
  );
  const open = typeof others === 'object' ? changesOf(others, null) : [];
  return [
    ...changed,
    ...required.map((name) => {
      const { [name]: _, ...rest } = sample;
      return { rule: `without ${name}`, value: rest };
    }),
    ...['no_such_field', '__proto__', 'a\u0000b', 'a\ud800b'].map((name) => ({
      rule: `has ${JSON.stringify(name)}`,
      value: Object.fromEntries([...Object.entries(sample), [name, 1]]),
    })),
    ...open.map(({ rule, value }) => ({ rule: `a value ${rule}`, value: { any_name: value } })),
    { rule: 'is empty', value: {} },
  ];
}
