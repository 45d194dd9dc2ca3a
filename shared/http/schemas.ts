import { z } from 'zod';
import { count, text } from '../../domain/kernel/fields.ts';
import {
  DATE_PATTERN,
  DATE_TIME_PATTERN,
  NOT_BLANK_PATTERN,
  STORABLE_PATTERN,
  UUID_PATTERN,
} from './patterns.ts';
import { withRule } from './body-rules.ts';
import { codePointLength } from './text.ts';
import { VISIBLE_ID, VISIBLE_ID_PATTERN } from './visible-id.ts';

/** A whole number in a query string, within bounds (both included). Without `default` it is required. */
export function integer(options: { min: number; max: number; default?: number }): z.ZodType<number> {
  const schema = z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    z.int().min(options.min).max(options.max),
  );
  return options.default === undefined ? schema : schema.default(options.default);
}

export const LIMIT = 'How many entries a page holds at most.';

/** What those lists answer beside their entries. */
export const pageFields = {
  total: count('Entries that match, on all pages.', 1),
  limit: z
    .int32()
    .min(1)
    .meta({ description: `${LIMIT} As it was asked for.`, examples: [50] }),
  offset: z
    .int()
    .min(0)
    .meta({ description: 'How many entries were passed over, as it was asked for.', examples: [0] }),
};

/** A switch in a query. */
export const onOff = z
  .enum(['true', 'false'])
  .meta({ id: 'Switch', description: 'Yes or no, in a query.', examples: ['false'] });

/** What a list by cursor answers beside its entries. */
export const nextCursor = text('Goes into `cursor` for the next page; empty after the last one.', '');

/** `limit` and `offset` of the lists that answer `{ total, limit, offset, data }`. */
export function limitOffset(options: { maxLimit: number; defaultLimit: number }) {
  return {
    limit: integer({ min: 1, max: options.maxLimit, default: options.defaultLimit }).meta({
      description: LIMIT,
      examples: [options.defaultLimit],
    }),
    offset: integer({ min: 0, max: Number.MAX_SAFE_INTEGER, default: 0 }).meta({
      description: 'How many entries to pass over: those of the pages before.',
      examples: [0],
    }),
  };
}

/** A calendar day YYYY-MM-DD that exists, from year 1 on (Postgres has no year 0). */
export function isoDate() {
  return z.iso
    .date()
    .check((ctx) => {
      if (ctx.value.startsWith('0000')) {
        ctx.issues.push({ code: 'invalid_format', format: 'date', origin: 'string', input: ctx.value });
      }
    })
    .meta({ pattern: DATE_PATTERN, examples: ['2026-01-31'] });
}

/** An instant in ISO 8601 with `Z` or an offset, from year 1 on. */
export function dateTime() {
  return z.iso
    .datetime({ offset: true })
    .check((ctx) => {
      if (ctx.value.startsWith('0000')) {
        ctx.issues.push({ code: 'invalid_format', format: 'datetime', origin: 'string', input: ctx.value });
      }
    })
    .meta({ pattern: DATE_TIME_PATTERN, examples: ['2026-01-31T08:30:00.000Z'] });
}

/** A UUID in any case; the value that the handler sees is lower-case, as stored ids are. */
export function uuid() {
  return z.uuid().toLowerCase().meta({ pattern: UUID_PATTERN });
}

/** Bounds the length of a text, counted in code points. */
const lengthWithin =
  (min: number, max: number) =>
  (ctx: z.core.ParsePayload<string>): void => {
    const length = codePointLength(ctx.value);
    const common = { origin: 'string', inclusive: true, input: ctx.value } as const;
    if (length < min) ctx.issues.push({ code: 'too_small', minimum: min, ...common });
    if (length > max) ctx.issues.push({ code: 'too_big', maximum: max, ...common });
  };
const lengthMeta = (min: number, max: number) => ({
  ...(min > 0 ? { minLength: min } : {}),
  ...(max === Infinity ? {} : { maxLength: max }),
});

/** Text of `min` to `max` characters, counted in code points. U+0000 and lone surrogates are refused for all text. */
export function boundedText(min: number, max: number) {
  return z
    .string()
    .check(lengthWithin(min, max))
    .meta({ ...lengthMeta(min, max), pattern: STORABLE_PATTERN });
}

/** Text with at least one character that is not blank, of at most `max` characters. */
export function filledText(max = Infinity) {
  return withRule(boundedText(1, max), {
    holds: (text) => text.trim() !== '',
    message: 'Must not be blank.',
    described: { pattern: NOT_BLANK_PATTERN },
  });
}

/** An id that the caller chooses: visible ASCII, at most 128 characters unless told otherwise. */
export function visibleAscii(max = 128) {
  return z
    .string()
    .regex(/^[\x21-\x7e]*$/)
    .min(1)
    .max(max);
}

/** No character has more UTF-16 units than this in any form that NFC makes one of. */
const MOST_UNITS = 8;

/**
 * An id of somebody else's system that becomes a segment of a path: 1 to `max` visible characters, with blanks inside, but
 * never `.` or `..` (`visible-id.ts`). The value that the handler sees is in NFC, so that the same id in two encodings is
 * one.
 */
export function visibleId(max: number) {
  // Normalising takes time with the square of a run of combining marks: what is too long in any form stays as it came.
  const inNfc = (id: string): string => (id.length > max * MOST_UNITS ? id : id.normalize('NFC'));
  return z
    .string()
    .overwrite(inNfc)
    .regex(VISIBLE_ID)
    .check(lengthWithin(1, max))
    .meta({ ...lengthMeta(1, max), pattern: VISIBLE_ID_PATTERN });
}

/** The opaque cursor of a list: base64url, "" for the first page. */
export function cursor() {
  return z
    .string()
    .max(1_024)
    .regex(/^[A-Za-z0-9_-]*$/);
}

/** A query parameter that may be repeated (`action=a&action=b`), at most `max` times. */
export function repeatable<T extends z.ZodType>(item: T, max = 50) {
  return z.array(item).max(max);
}

/** A query parameter that lists values with commas (`status=failed,delivered`), at most `max` of them. */
export function commaSeparated<T extends z.ZodType>(item: T, max = 50) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(item).min(1).max(max),
  );
}
