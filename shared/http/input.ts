import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { createBodyReader, declaredBytes, hasBody, readBody, type BodyReader } from './body.ts';
import type { HttpContext } from './call.ts';
import { ApiError, PARAMETER_VALIDATION_MESSAGE, validationError, type FieldError } from './errors.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { checkMediaType, parseJsonBody } from './json-body.ts';
import type { Route } from './route-types.ts';
import { parameterTextErrors, readQuery } from './target.ts';
import { acceptsUndefined } from './zod-tools.ts';

/** What a route's schemas made of a call. */
export type Input = { params: unknown; query: unknown; body: unknown; fingerprint: string };

export type InputReader = (
  ctx: HttpContext,
  options: { limitBytes: number; timeoutMs: number },
) => Promise<Input>;

type Parsed = { value: unknown; errors: FieldError[] };

const NOTHING: Parsed = { value: {}, errors: [] };

/** Builds the reader of a route's input: one call answers every field error of path, query and body together. */
export function createInputReader(route: Route): InputReader {
  const standard = createBodyReader(route.bodyLimitBytes);
  const bodyIsOptional = route.body === null || acceptsUndefined(route.body);

  return async (ctx, options) => {
    const call = ctx.state.call;
    if (declaredBytes(ctx.req) > options.limitBytes) throw requestTooLarge();
    const typed = route.body !== null && hasBody(ctx.req);
    if (typed) checkMediaType(ctx.req.headers['content-type'], ctx.req.headers['content-encoding']);
    const params = parseParameters(route.params, () => ctx.params as Record<string, unknown>);
    const query = parseParameters(route.query, (schema) => readQuery(call.target.search, schema));
    const reader: BodyReader =
      options.limitBytes === route.bodyLimitBytes ? standard : createBodyReader(options.limitBytes);
    const bytes = await readBody(ctx, { reader, timeoutMs: options.timeoutMs });
    call.bodyBytes = bytes.length;
    if (bytes.length === 0 && !bodyIsOptional)
      throw new ApiError('bad_request', 'The request body is empty.');
    const body = route.body === null ? { ...NOTHING, value: undefined } : parseBody(route.body, bytes);
    const parameterErrors = [...params.errors, ...query.errors];
    if (body.errors.length > 0) throw validationError([...parameterErrors, ...body.errors]);
    if (parameterErrors.length > 0) throw validationError(parameterErrors, PARAMETER_VALIDATION_MESSAGE);
    return {
      params: params.value,
      query: query.value,
      body: body.value,
      fingerprint: fingerprint(route.method, call.target.path, bytes),
    };
  };
}

function requestTooLarge(): ApiError {
  return new ApiError('request_too_large', 'The request body is too large.');
}

function parseParameters(
  schema: z.ZodObject | null,
  read: (schema: z.ZodObject) => Record<string, unknown>,
): Parsed {
  if (schema === null) return NOTHING;
  const values = read(schema);
  return parse(schema, values, parameterTextErrors(values));
}

function parseBody(schema: z.ZodType, bytes: Buffer): Parsed {
  if (bytes.length === 0) return parse(schema, undefined, []);
  const json = parseJsonBody(bytes);
  return parse(schema, json.value, json.textErrors);
}

/** A field whose text cannot be stored is told so once, whatever else its schema says about it. */
function parse(schema: z.ZodType, value: unknown, textErrors: FieldError[]): Parsed {
  const result = schema.safeParse(value);
  if (result.success && textErrors.length === 0) return { value: result.data, errors: [] };
  const told = new Set(textErrors.map((error) => error.field));
  const issues = result.success ? [] : fieldErrorsOf(result.error.issues, value);
  return { value: null, errors: [...textErrors, ...issues.filter((error) => !told.has(error.field))] };
}

function fingerprint(method: string, path: string, bytes: Buffer): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(bytes).digest('hex');
}
