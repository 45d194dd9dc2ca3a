import { z } from 'zod';
import type { Json } from './openapi-schemas.ts';
import { STORABLE_PATTERN } from './patterns.ts';

/** A rule that no type can say: as code for the call, and as JSON Schema for the description. */
export type Rule<T> = {
  holds: (value: T) => boolean;
  /** What the caller is told, and at which field; the whole body where it is left out. */
  message: string;
  field?: string;
  /** Of `field_errors[].code`; `invalid_value` where it is left out. */
  code?: string;
  /** The keywords that say the same. */
  described: Json;
};

/** A schema with a rule over it. Both sides of the rule stand together, so that one change moves both. */
export function withRule<T extends z.ZodType>(schema: T, rule: Rule<z.output<T>>): T {
  return schema
    .refine(rule.holds, {
      message: rule.message,
      path: rule.field === undefined ? [] : [rule.field],
      params: { code: rule.code },
    })
    .meta({ ...schema.meta(), ...rule.described });
}

/** A list in which nothing stands twice. */
export function distinct<T extends z.ZodArray>(list: T, message: string): T {
  return withRule(list, {
    holds: (entries) => new Set(entries).size === entries.length,
    message,
    described: { uniqueItems: true },
  });
}

/** An object whose names are the caller's. Which names no request may have, the reader of bodies refuses. */
export function namedValues<T extends z.ZodType>(value: T) {
  return z
    .record(z.string(), value)
    .meta({ propertyNames: { pattern: STORABLE_PATTERN, not: { const: '__proto__' } } });
}
