/** Every code that an error answer can carry. The table is closed: a new code is a change of the contract. */
export type ErrorCode =
  | 'bad_request'
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'conflict'
  | 'gone'
  | 'payload_too_large'
  | 'request_too_large'
  | 'unsupported_media_type'
  | 'validation_error'
  | 'rate_limited'
  | 'internal_server_error'
  | 'not_implemented'
  | 'bad_gateway'
  | 'service_unavailable'
  | 'gateway_timeout';

/** The one place where a code gets its HTTP status. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  request_too_large: 413,
  unsupported_media_type: 415,
  validation_error: 422,
  rate_limited: 429,
  internal_server_error: 500,
  not_implemented: 501,
  bad_gateway: 502,
  service_unavailable: 503,
  gateway_timeout: 504,
};

/** One offending field: `field` is a dotted path (`clear_answers.0`), `code` comes from a short stable list. */
export type FieldError = { field: string; code: string; message: string };

export type ApiErrorOptions = {
  /** Goes out as `error.detail`. */
  detail?: Record<string, unknown>;
  /** Extra response headers, stronger than what the kit would set itself. */
  headers?: Record<string, string>;
  /** Kept for the log (class and code only); never sent. */
  cause?: unknown;
  /** Whose call was refused, where that is known before there is a caller; never sent. */
  whose?: CallOwner;
};

/** The tenant that a call counts for, and the key that made it (null for a member's session). */
export type CallOwner = { tenantId: string; keyId: string | null; keyPrefix: string | null };

/**
 * An error that is meant for the caller. `message` is sent as it is, so it is plain, stable English and never
 * holds a value that a caller or a patient supplied.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: Record<string, unknown> | null;
  readonly headers: Record<string, string>;
  readonly whose: CallOwner | null;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.status = ERROR_STATUS[code];
    this.detail = options.detail ?? null;
    this.headers = options.headers ?? {};
    this.whose = options.whose ?? null;
  }
}

export const BODY_VALIDATION_MESSAGE = 'The request body failed validation.';
export const PARAMETER_VALIDATION_MESSAGE = 'The request parameters failed validation.';

/**
 * Bounds the answer to a body of thousands of wrong entries: an answer must not grow with what a hostile caller
 * sends. Honest requests stay far below (five arrays of 200 entries are the largest body of the interface).
 */
const MAX_FIELD_ERRORS = 1_000;

/** 422 with every offending field. The message speaks of the body unless another one is given. */
export function validationError(fieldErrors: FieldError[], message = BODY_VALIDATION_MESSAGE): ApiError {
  return new ApiError('validation_error', message, {
    detail: { field_errors: fieldErrors.slice(0, MAX_FIELD_ERRORS) },
  });
}

/** The one envelope that every error answer uses (interface, "Errors"). */
export type ErrorEnvelope = {
  error: { code: ErrorCode; message: string; request_id: string; detail?: Record<string, unknown> };
};

/** Renders the envelope; `detail` is left out where there is none. */
export function errorEnvelope(error: ApiError, requestId: string): ErrorEnvelope {
  return {
    error: {
      code: error.code,
      message: error.message,
      request_id: requestId,
      ...(error.detail === null ? {} : { detail: error.detail }),
    },
  };
}

/** What a caller learns about a fault of ours: nothing but that it was one. */
export function internalError(cause: unknown): ApiError {
  return new ApiError('internal_server_error', 'An unexpected error occurred.', { cause });
}
