import { STATUS_CODES } from 'node:http';
import { errorHeaders } from './answer-headers.ts';
import { ApiError, errorEnvelope } from './errors.ts';

/** The errors that Node's parser and timers report before there is a request to answer. */
const BY_CODE: Readonly<Record<string, () => ApiError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout', 'The request did not arrive in time.'),
  // Node itself would say 431, which is not in the interface's table.
  HPE_HEADER_OVERFLOW: () => new ApiError('bad_request', 'The request headers are too large.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new ApiError('payload_too_large', 'The chunk extensions are too large.'),
};

/** The error that a fault below the request level is answered with. */
export function parserError(error: NodeJS.ErrnoException): ApiError {
  return BY_CODE[error.code ?? '']?.() ?? new ApiError('bad_request', 'The request is not valid HTTP.');
}

/** A whole HTTP/1.1 answer with the envelope, for sockets that have no response object. It closes the connection. */
export function rawAnswer(error: ApiError, requestId: string, now: Date): string {
  const body = JSON.stringify(errorEnvelope(error, requestId));
  return [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${now.toUTCString()}`,
    `X-Request-ID: ${requestId}`,
    ...Object.entries(errorHeaders(error)).map(([name, value]) => `${name}: ${value}`),
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
