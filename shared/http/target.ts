import type { z } from 'zod';
import { ApiError, type FieldError } from './errors.ts';
import { invalidText } from './field-errors.ts';
import { isUnstorable } from './text.ts';
import { fieldsOf, listForm } from './zod-tools.ts';

export type Target = { path: string; search: string };

const VISIBLE = /^[\x21-\x7e]+$/;
const ABSOLUTE = /^https?:\/\/[^/?]+/i;

/** Splits a request target (origin or absolute form) into path and query; null where it is malformed. */
export function readTarget(raw: string): Target | null {
  if (!VISIBLE.test(raw) || raw.includes('#')) return null;
  const local = raw.replace(ABSOLUTE, '');
  const mark = local.indexOf('?');
  const path = (mark < 0 ? local : local.slice(0, mark)) || '/';
  const search = mark < 0 ? '' : local.slice(mark + 1);
  // The router would find a path of ours behind any other scheme.
  if (!path.startsWith('/') && path !== '*') return null;
  return decode(path) === null ? null : { path, search };
}

/**
 * The values of the declared query parameters as strings, lists for the repeatable ones. Unknown parameters are
 * ignored. 400 for malformed percent-encoding and for a single-valued parameter that is given twice.
 */
export function readQuery(search: string, schema: z.ZodObject): Record<string, unknown> {
  const given = splitQuery(search);
  const values: Record<string, unknown> = {};
  for (const [name, field] of fieldsOf(schema)) {
    const list = given.get(name);
    if (list === undefined) continue;
    if (listForm(field) === 'repeated') values[name] = list;
    else if (list.length === 1) values[name] = list[0];
    else throw new ApiError('bad_request', `The query parameter ${name} must be given at most once.`);
  }
  return values;
}

/** U+0000 in decoded parameters; percent-decoding cannot produce unpaired surrogates. */
export function parameterTextErrors(values: Record<string, unknown>): FieldError[] {
  return Object.entries(values).flatMap(([name, value]) =>
    [value].flat().some((text) => typeof text === 'string' && isUnstorable(text))
      ? [invalidText([name])]
      : [],
  );
}

function splitQuery(search: string): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const pair of search.split('&')) {
    if (pair === '') continue;
    const mark = pair.indexOf('=');
    const name = decode((mark < 0 ? pair : pair.slice(0, mark)).replaceAll('+', ' '));
    const value = decode(mark < 0 ? '' : pair.slice(mark + 1).replaceAll('+', ' '));
    if (name === null || value === null) {
      throw new ApiError('bad_request', 'The query string is not correctly percent-encoded.');
    }
    const list = given.get(name);
    if (list === undefined) given.set(name, [value]);
    else list.push(value);
  }
  return given;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
