import type { z } from 'zod';
import type { FieldError } from './errors.ts';
import { showable } from './text.ts';

/** The stable codes of `field_errors[].code`. */
export type FieldErrorCode =
  | 'required'
  | 'invalid_type'
  | 'too_small'
  | 'too_big'
  | 'invalid_value'
  | 'invalid_format'
  | 'invalid_text'
  | 'common_password'
  | 'unknown_field';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** A caller can choose key names, so what is shown of one is bounded. */
const MAX_SEGMENT_CHARS = 100;
const MAX_FIELD_CHARS = 300;

/** The dotted path of a field; the root is called `body`. */
export function fieldName(path: Path): string {
  if (path.length === 0) return 'body';
  const name = path.map((segment) => showable(String(segment)).slice(0, MAX_SEGMENT_CHARS)).join('.');
  // Cutting can halve a surrogate pair.
  return showable(name.slice(0, MAX_FIELD_CHARS));
}

export function unknownField(path: Path): FieldError {
  return { field: fieldName(path), code: 'unknown_field', message: 'This field is not known.' };
}

export function invalidText(path: Path): FieldError {
  return {
    field: fieldName(path),
    code: 'invalid_text',
    message: 'Must not contain U+0000 or unpaired surrogates.',
  };
}

/**
 * Every issue of a failed parse as field errors. Texts are built here from the rule that failed, never from the
 * value; only a `custom` issue brings its own text, which the schema's author wrote.
 */
export function fieldErrorsOf(issues: readonly Issue[], input: unknown): FieldError[] {
  return issues.flatMap((issue) => translate(issue, [], input));
}

function translate(issue: Issue, prefix: Path, input: unknown): FieldError[] {
  const path = [...prefix, ...issue.path];
  const one = (code: FieldErrorCode, message: string): FieldError[] => [
    { field: fieldName(path), code, message },
  ];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField([...path, key]));
  if (isMissing(input, path)) return one('required', 'This field is required.');
  switch (issue.code) {
    case 'invalid_type':
      return one('invalid_type', `Must be ${article(issue.expected)}.`);
    case 'too_small':
      return one('too_small', `Must ${bound(issue.origin, 'at least', issue.minimum)}.`);
    case 'too_big':
      return one('too_big', `Must ${bound(issue.origin, 'at most', issue.maximum)}.`);
    case 'not_multiple_of':
      return one('invalid_value', `Must be a multiple of ${issue.divisor}.`);
    case 'invalid_value':
      return one(
        'invalid_value',
        `Must be ${issue.values.length > 1 ? 'one of: ' : ''}${issue.values.map(String).join(', ')}.`,
      );
    case 'invalid_format':
      return one('invalid_format', `Must be a valid ${FORMAT_NAMES[issue.format] ?? 'value of its format'}.`);
    case 'invalid_union':
      return unionErrors(issue, path, input);
    case 'invalid_key':
    case 'invalid_element':
      return one('invalid_value', 'This name is not allowed here.');
    case 'custom':
      return one(customCode(issue), issue.message);
  }
}

/** The branch that came closest speaks for the union; where none fits at all, the union is of the wrong type. */
function unionErrors(issue: z.core.$ZodIssueInvalidUnion, path: Path, input: unknown): FieldError[] {
  const branches = issue.errors.filter((branch) => !branch.some((sub) => sub.path.length === 0));
  const closest = branches.sort((a, b) => a.length - b.length)[0];
  if (closest !== undefined) return closest.flatMap((sub) => translate(sub, path, input));
  // Without branches it was a discriminator that matched none of them.
  const discriminator = issue.errors.length === 0;
  return [
    {
      field: fieldName(path),
      code: discriminator ? 'invalid_value' : 'invalid_type',
      message: 'Must have one of the documented forms.',
    },
  ];
}

function customCode(issue: z.core.$ZodIssueCustom): FieldErrorCode {
  const code: unknown = issue.params?.['code'];
  return typeof code === 'string' && CUSTOM_CODES.has(code) ? (code as FieldErrorCode) : 'invalid_value';
}

const CUSTOM_CODES: ReadonlySet<string> = new Set<FieldErrorCode>([
  'required',
  'too_small',
  'too_big',
  'invalid_value',
  'invalid_format',
  'invalid_text',
  'common_password',
]);

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  uuid: 'UUID',
  email: 'email address',
  url: 'URL',
  date: 'date (YYYY-MM-DD)',
  datetime: 'date and time (ISO 8601 with offset)',
};

function article(expected: string): string {
  if (expected === 'int') return 'an integer';
  return `${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected === 'record' ? 'object' : expected}`;
}

function bound(origin: string, words: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${words} ${limit} characters`;
  if (origin === 'array' || origin === 'set') return `have ${words} ${limit} entries`;
  return `be ${words} ${limit}`;
}

/** Whether a field was left out. A path may lead into what a preprocess made of a value; that was not left out. */
function isMissing(input: unknown, path: Path): boolean {
  let value = input;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return false;
    if (!Object.hasOwn(value, segment)) return true;
    value = (value as Record<PropertyKey, unknown>)[segment];
  }
  return value === undefined;
}
