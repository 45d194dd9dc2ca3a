import { ApiError, type FieldError } from './errors.ts';
import { invalidText, unknownField } from './field-errors.ts';
import { isUnstorable } from './text.ts';

/** Deeper than any body of the interface, and shallow enough for every recursive reader behind us. */
const MAX_DEPTH = 32;
/** The list that this builds is cut when it is sent; no need to build more. */
const MAX_TEXT_ERRORS = 1_000;

export type JsonBody = { value: unknown; textErrors: FieldError[] };

const badRequest = (message: string): ApiError => new ApiError('bad_request', message);

/**
 * Checks that a body is JSON in UTF-8 as it came: 415 for another or a missing media type and for a compressed
 * body, 400 for another charset.
 */
export function checkMediaType(contentType: string | undefined, contentEncoding: string | undefined): void {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  if (type.toLowerCase() !== 'application/json') {
    throw new ApiError('unsupported_media_type', 'The Content-Type must be application/json.');
  }
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.split('=').map((part) => part.trim().toLowerCase());
    if (name === 'charset' && !/^"?utf-?8"?$/.test(value)) throw badRequest('The charset must be utf-8.');
  }
  if ((contentEncoding ?? 'identity').trim().toLowerCase() !== 'identity') {
    throw new ApiError('unsupported_media_type', 'Content-Encoding must be identity.');
  }
}

/** Parses a body: 400 for bad UTF-8, bad JSON or too deep nesting; unusable text comes back as field errors. */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const value = parse(decode(bytes));
  const textErrors: FieldError[] = [];
  inspect(value, [], textErrors);
  return { value, textErrors };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badRequest('The request body is not valid UTF-8.');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body.
    throw badRequest('The request body is not valid JSON.');
  }
}

/** Walks a parsed value once. The recursion is bounded by MAX_DEPTH. */
function inspect(value: unknown, path: PropertyKey[], errors: FieldError[]): void {
  if (typeof value === 'string' && isUnstorable(value)) note(errors, invalidText(path));
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH)
    throw badRequest(`The request body is nested deeper than ${MAX_DEPTH} levels.`);
  const enter = (key: PropertyKey, entry: unknown): void => {
    path.push(key);
    inspect(entry, path, errors);
    path.pop();
  };
  // Not by entries: a list of half a million numbers would be copied as half a million pairs.
  if (Array.isArray(value)) value.forEach((entry, index) => enter(index, entry));
  else {
    for (const key of Object.keys(value)) {
      // Refused wherever it stands: no reader behind us has to know that this name is special.
      if (key === '__proto__') note(errors, unknownField([...path, key]));
      if (isUnstorable(key)) note(errors, invalidText([...path, key]));
      enter(key, (value as Record<string, unknown>)[key]);
    }
  }
}

function note(errors: FieldError[], error: FieldError): void {
  if (errors.length < MAX_TEXT_ERRORS) errors.push(error);
}
