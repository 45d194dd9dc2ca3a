import { ApiError, type FieldError } from './errors.ts';
import { invalidText, unknownField } from './field-errors.ts';
import { isUnstorable } from './text.ts';

/** Deeper than any body of the interface, and shallow enough for every recursive reader behind us. */
const MAX_DEPTH = 32;
/**
 * Names and entries of a whole body. Twice what the largest body of the interface needs: a profile whose lists are all full,
 * in both `remove` and the lists themselves, has 2,000. A megabyte of small ones would hold the event loop for a second.
 */
const MAX_VALUES = 5_000;
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

/**
 * Parses a body: 400 for bad UTF-8, bad JSON or too deep nesting, 413 for too many values; unusable text comes back as field
 * errors.
 */
export function parseJsonBody(bytes: Uint8Array): JsonBody {
  const text = decode(bytes);
  checkShape(bytes);
  const value = parse(text);
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

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Looks at the marks outside of strings alone, before anything is built: half a million brackets take the parser 0.3 s. */
function checkShape(bytes: Uint8Array): void {
  let depth = 0;
  let values = 0;
  let isString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) isString = !isString;
    else if (isString) at += byte === BACKSLASH ? 1 : 0;
    else if (CLOSING.has(byte)) depth -= 1;
    else if (byte === COMMA || OPENING.has(byte)) {
      values += 1;
      if (byte !== COMMA) depth += 1;
      if (depth > MAX_DEPTH) throw badRequest(`The request body is nested deeper than ${MAX_DEPTH} levels.`);
      if (values > MAX_VALUES) {
        const message = `The request body holds more than ${MAX_VALUES.toLocaleString('en')} values.`;
        throw new ApiError('payload_too_large', message);
      }
    }
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

/** Walks a parsed value once. `checkShape` has bounded the recursion. */
function inspect(value: unknown, path: PropertyKey[], errors: FieldError[]): void {
  if (typeof value === 'string' && isUnstorable(value)) note(errors, invalidText(path));
  if (typeof value !== 'object' || value === null) return;
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
