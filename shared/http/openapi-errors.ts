import { BODY_VALIDATION_MESSAGE, ERROR_STATUS, type ErrorCode } from './errors.ts';
import { COMMON_HEADERS, headerRefs, optionalHeaders, RATE_HEADERS } from './openapi-headers.ts';
import type { Json } from './openapi-schemas.ts';
import type { Route } from './route-types.ts';

const SECONDS: Json = { type: 'integer', format: 'int32', minimum: 0, maximum: 86_400 };
const COUNT: Json = { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 };

type ErrorSpec = { name: string; description: string; headers?: string[]; ownHeaders?: Json };

/** One reusable response a status; statuses with two codes name both. */
const BY_STATUS: Record<number, ErrorSpec> = {
  400: { name: 'BadRequest', description: 'The request is malformed below the level of its schema.' },
  401: { name: 'Unauthorized', description: 'No valid credential.', headers: ['WWW-Authenticate'] },
  402: { name: 'PaymentRequired', description: 'The token balance does not cover this call.' },
  403: { name: 'Forbidden', description: 'The credential lacks the scope or role.' },
  404: { name: 'NotFound', description: 'The resource does not exist or was deleted.' },
  405: {
    name: 'MethodNotAllowed',
    description: 'The endpoint does not accept this method.',
    headers: ['Allow'],
  },
  408: { name: 'RequestTimeout', description: 'The request body did not arrive in time.' },
  409: {
    name: 'Conflict',
    description: 'The call contradicts the state of the resource.',
    ownHeaders: {
      'Retry-After': {
        description: 'Seconds to wait, where another call that is still running stands in the way.',
        schema: SECONDS,
        example: 5,
      },
    },
  },
  410: {
    name: 'Gone',
    description: 'This endpoint, or this form of it, was removed; the Link header names its successor.',
    headers: ['Link'],
  },
  413: { name: 'TooLarge', description: 'The body is over the size limit.' },
  415: { name: 'UnsupportedMediaType', description: 'The Content-Type is not application/json.' },
  422: {
    name: 'ValidationError',
    description: 'Fields of the request break their rules; `field_errors` names each.',
  },
  429: { name: 'RateLimited', description: 'The limit is used up.', headers: ['Retry-After'] },
  500: { name: 'InternalServerError', description: 'An unexpected fault of the service.' },
  501: { name: 'NotImplemented', description: 'Not available, or switched off for this tenant.' },
  502: { name: 'BadGateway', description: 'A dependency answered unexpectedly.' },
  503: {
    name: 'ServiceUnavailable',
    description: 'A dependency cannot be reached.',
    headers: ['Retry-After'],
  },
  504: { name: 'GatewayTimeout', description: 'A dependency did not answer in time.' },
};

/**
 * The error answers of a route: those that the kit gives by itself, and those that the route declares. Probes are not
 * counted, so theirs are written out, without the headers of the window.
 */
export function errorResponses(route: Route): Json {
  const own = route.isRemoved === true ? (['gone'] as const) : route.errors;
  const statuses = new Set([...kitErrors(route), ...own].map((code) => ERROR_STATUS[code]));
  const described = [...statuses]
    .sort((a, b) => a - b)
    .map((status) => [
      status,
      route.access.kind === 'probe'
        ? errorResponse(status, {})
        : { $ref: `#/components/responses/${specOf(status).name}` },
    ]);
  return { ...Object.fromEntries(described), default: { $ref: '#/components/responses/OtherError' } } as Json;
}

/** What no status above describes. It is there so that clients have a type for it. */
const OTHER_ERROR: Json = {
  description:
    'Any other failure. The service itself answers with the statuses above, and with 405 for a method that the path does ' +
    'not have (the header Allow lists those that it has). A proxy or a load balancer in front of it may answer with a ' +
    'status of its own, and then the body need not have this form.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } },
};

function kitErrors(route: Route): ErrorCode[] {
  const hasInput = route.params !== null || route.query !== null || route.body !== null;
  return [
    'bad_request',
    'internal_server_error',
    ...(route.access.kind === 'caller' ? (['unauthorized'] as const) : []),
    // 403 of a route that needs no credential: cookies from an origin that may not send them.
    'forbidden',
    ...(route.access.kind === 'probe' ? [] : (['rate_limited', 'service_unavailable'] as const)),
    ...(hasInput || route.idempotent === true ? (['validation_error'] as const) : []),
    ...(route.idempotent === true && route.isRemoved !== true ? (['conflict'] as const) : []),
    ...(route.body === null
      ? []
      : (['request_timeout', 'request_too_large', 'unsupported_media_type'] as const)),
  ];
}

/** The reusable parts: the envelope with its parts, and a response a status. */
export function errorComponents(): { schemas: Json; responses: Json } {
  const responses = Object.keys(BY_STATUS).map((key) => {
    const status = Number(key);
    // A call that ends with 500 or above may have failed before it was counted.
    const rateHeaders = status < 500 ? headerRefs(RATE_HEADERS) : optionalHeaders(RATE_HEADERS);
    return [specOf(status).name, errorResponse(status, { ...rateHeaders, ...NOT_CHARGED })];
  });
  return {
    schemas: ERROR_SCHEMAS,
    responses: { ...Object.fromEntries(responses), OtherError: OTHER_ERROR } as Json,
  };
}

function specOf(status: number): ErrorSpec {
  const spec = BY_STATUS[status];
  if (!spec) throw new Error(`no text for errors with status ${status}`);
  return spec;
}

/** One response stands for operations with a price and without. */
const NOT_CHARGED: Json = {
  'X-Svc-Tokens-Charged': {
    description: 'Of operations that have a price: always 0, an error costs nothing.',
    schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 0 },
    example: 0,
  },
};

function errorResponse(status: number, counted: Json): Json {
  const spec = specOf(status);
  const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => ERROR_STATUS[code] === status);
  return {
    description: `${spec.description} Code: ${codes.map((code) => `\`${code}\``).join(' or ')}.`,
    headers: {
      ...headerRefs([...COMMON_HEADERS, ...(spec.headers ?? [])]),
      ...counted,
      ...spec.ownHeaders,
    },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ApiError' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: example(code, spec.description) }])),
      },
    },
  };
}

const LIMIT = 60;
/** Where an answer says more than its status does. */
const EXAMPLES: Partial<Record<ErrorCode, { message: string; detail?: Json }>> = {
  validation_error: {
    message: BODY_VALIDATION_MESSAGE,
    detail: {
      field_errors: [{ field: 'chief_complaint', code: 'required', message: 'This field is required.' }],
    },
  },
  rate_limited: {
    message: `The limit of ${LIMIT} requests per minute is used up.`,
    detail: { retry_after: 12, limit: LIMIT },
  },
};

const example = (code: ErrorCode, description: string): Json => ({
  error: { code, message: description, ...EXAMPLES[code], request_id: 'req-7f3a' },
});

/** No name is that of a type that languages bring along (`Error`): generated code would hide it. */
const ERROR_SCHEMAS: Json = {
  ApiError: {
    type: 'object',
    description: 'Every error answer has this form.',
    required: ['error'],
    properties: {
      error: { description: 'What went wrong.', $ref: '#/components/schemas/ApiErrorBody' },
    },
  },
  ApiErrorBody: {
    type: 'object',
    description: 'What went wrong.',
    required: ['code', 'message', 'request_id'],
    properties: {
      code: { description: 'Stable; switch on this.', $ref: '#/components/schemas/ErrorCode' },
      message: {
        type: 'string',
        description: 'What is wrong, in English, for a person to read. Never repeats a value that was sent.',
        // Kiota puts it into the exception.
        'x-ms-primary-error-message': true,
        examples: ['The limit of 60 requests per minute is used up.'],
      },
      request_id: {
        type: 'string',
        description: 'The X-Request-ID sent, else a generated one.',
        examples: ['req-7f3a'],
      },
      detail: {
        description: 'More about some errors; left out for the others.',
        $ref: '#/components/schemas/ErrorDetail',
      },
    },
  },
  ErrorCode: {
    type: 'string',
    enum: Object.keys(ERROR_STATUS),
    description: 'Which kind of error it is; the errors page says what to do about each.',
    examples: ['rate_limited'],
  },
  ErrorDetail: {
    type: 'object',
    description: 'More about some errors; other fields may stand here too.',
    properties: {
      field_errors: {
        type: 'array',
        description: '422: each field that breaks a rule.',
        items: { $ref: '#/components/schemas/FieldError' },
      },
      retry_after: { ...SECONDS, description: '429: seconds to wait.', examples: [12] },
      limit: {
        ...{ type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 },
        description: '429: the limit that is used up, in requests a minute.',
        examples: [60],
      },
      slot_free_at: {
        type: 'string',
        format: 'date-time',
        description: '429 for too many sessions at once: when the next of them goes idle. ISO 8601, UTC.',
        examples: ['2026-01-31T08:30:00.000Z'],
      },
      limit_bytes: {
        ...COUNT,
        description: '413: bytes that can be stored at once.',
        examples: [1_048_576],
      },
      cost: { ...COUNT, description: '402: tokens that the call costs.', examples: [8] },
      balance: {
        ...{
          type: 'integer',
          format: 'int64',
          minimum: -9_007_199_254_740_991,
          maximum: 9_007_199_254_740_991,
        },
        description: '402: tokens that are there, less what calls under way hold.',
        examples: [3],
      },
      missing_scope: {
        type: 'string',
        description: '403: the scope that the credential lacks.',
        examples: ['sessions:write'],
      },
    },
    additionalProperties: true,
  },
  FieldError: {
    type: 'object',
    description: 'A field that breaks a rule.',
    required: ['field', 'code', 'message'],
    properties: {
      field: {
        type: 'string',
        description: 'Where it stands, as a dotted path: `clear_answers.0`.',
        examples: ['chief_complaint'],
      },
      code: {
        type: 'string',
        description:
          'Which rule: required, invalid_type, too_small, too_big, invalid_value, invalid_format, invalid_text, common_password or unknown_field; operations may add their own.',
        examples: ['required'],
      },
      message: {
        type: 'string',
        description: 'What is wrong with it, in English; never repeats the value.',
        examples: ['This field is required.'],
      },
    },
  },
};
