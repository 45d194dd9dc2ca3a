import type { Json } from './openapi-schemas.ts';

const count = { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 };
const unixSeconds = { type: 'integer', format: 'int64', minimum: 0, maximum: 253_402_300_799 };

/** An X-Request-ID, as examples show it. */
export const REQUEST_ID = '0198c0de-0000-7000-8000-000000000070';

const RATE_HEADERS_STAND =
  'On every answer but those of probes, and those with 500 to 504 where the call could not be counted.';

/** The headers of answers that more than one operation has. */
export const HEADERS: Record<string, Json> = {
  'X-Request-ID': {
    required: true,
    description: 'The id of this call: the one sent, else a generated one.',
    schema: { type: 'string' },
    example: REQUEST_ID,
  },
  'Cache-Control': {
    required: true,
    description: 'Whether the answer may be kept: `no-store`, except for what is the same for everybody.',
    schema: { type: 'string' },
    example: 'no-store',
  },
  'X-Content-Type-Options': {
    required: true,
    description: 'Always `nosniff`: the media type is the one that Content-Type names.',
    schema: { type: 'string', const: 'nosniff' },
  },
  'X-RateLimit-Limit': {
    required: true,
    description: `Requests that the rolling minute allows. ${RATE_HEADERS_STAND}`,
    schema: count,
    example: 60,
  },
  'X-RateLimit-Remaining': {
    required: true,
    description: `Requests left in the rolling minute. ${RATE_HEADERS_STAND}`,
    schema: count,
    example: 57,
  },
  'X-RateLimit-Reset': {
    required: true,
    description: `Unix time in seconds at which the oldest call of the window leaves it. ${RATE_HEADERS_STAND}`,
    schema: unixSeconds,
    example: 1_772_440_470,
  },
  'WWW-Authenticate': {
    required: true,
    description: 'How to authenticate: `Bearer`.',
    schema: { type: 'string' },
    example: 'Bearer',
  },
  Link: {
    required: true,
    description: 'What to call instead: `<path>; rel="successor-version"`.',
    schema: { type: 'string' },
    example: '</v1/admin/team/invite>; rel="successor-version"',
  },
  Allow: {
    required: true,
    description: 'The methods that the endpoint accepts.',
    schema: { type: 'string' },
    example: 'GET, POST',
  },
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before the next try.',
    schema: count,
    example: 12,
  },
  'X-Svc-Tokens-Charged': {
    required: true,
    description: 'Tokens that this call was charged.',
    schema: count,
    example: 8,
  },
  'Idempotency-Replayed': {
    description: 'true where this is the stored answer to an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
};

/** Headers of every answer. */
export const COMMON_HEADERS: readonly string[] = ['X-Request-ID', 'Cache-Control', 'X-Content-Type-Options'];

/** Headers of every answer to a call that was counted. */
export const RATE_HEADERS: readonly string[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

export const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The same headers where an answer may lack them. */
export const optionalHeaders = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { ...HEADERS[name], required: false }]));
