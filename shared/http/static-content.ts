import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ResponseSpec } from './route-types.ts';

/** Best first: of those that a caller takes, the first is sent. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/**
 * Of 850 KB of HTML, brotli at 5 makes 5 % of its size in 25 ms; at 11 it makes 4 % and takes 2 s, which the first
 * reader would wait for.
 */
const pack: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Kept, and asked for again before each use: a new version shows at once, and an old one costs a 304. */
export const ASK_EACH_TIME = 'public, no-cache';
/** For names that change with their content, so that a browser need never ask again. */
export const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * A body that is the same for every caller. It is sent packed where the caller takes that, with an ETag, and as a 304
 * to who has it. A route that answers with one must be public and declare `staticResponses`: a packed answer that holds
 * a secret beside what an attacker may choose tells the secret by its length (BREACH), so no other answer is packed.
 */
export class StaticContent {
  readonly bytes: Buffer;
  readonly cacheControl: string;
  /** Weak: all codings share it. */
  readonly etag: string;
  readonly #packed: Partial<Record<Coding, Promise<Buffer>>> = {};

  /** `packed` are the same bytes in codings, where a build has made them. */
  constructor(
    content: string | Buffer,
    cacheControl = ASK_EACH_TIME,
    packed: Partial<Record<Coding, Buffer>> = {},
  ) {
    this.bytes = Buffer.from(content);
    this.cacheControl = cacheControl;
    for (const coding of CODINGS) {
      const made = packed[coding];
      if (made !== undefined) this.#packed[coding] = Promise.resolve(made);
    }
    this.etag = `W/"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 22)}"`;
  }

  /**
   * Whether an If-None-Match header names these bytes (RFC 9110, 13.1.2). Koa's own check answers with the bytes where
   * Cache-Control says no-cache, which Node's fetch adds to every If-None-Match.
   */
  isKnownBy(ifNoneMatch: string): boolean {
    const names = ['*', this.etag, this.etag.slice('W/'.length)];
    return ifNoneMatch.split(',').some((each) => names.includes(each.trim()));
  }

  /** The bytes in a coding, packed at the first call and then kept. */
  in(coding: Coding): Promise<Buffer> {
    return (this.#packed[coding] ??= pack[coding](this.bytes));
  }
}

/** What a route declares that answers with a `StaticContent`. */
export const staticResponses = (spec: ResponseSpec): Record<number, ResponseSpec> => ({
  200: { ...spec, headers: { ...spec.headers, ...CACHE_HEADERS, ...CODING_HEADER } },
  304: {
    description: 'What the caller has kept is still right: `If-None-Match` names its ETag.',
    headers: { ...spec.headers, ...CACHE_HEADERS },
  },
});

const CACHE_HEADERS = {
  ETag: {
    description: 'Names this version; send it as `If-None-Match`.',
    example: 'W/"kq3lNcK0v5kAwVY2sK1m8g"',
  },
  Vary: { description: 'Accept-Encoding decides on the coding.', example: 'Accept-Encoding' },
};
const CODING_HEADER = {
  'Content-Encoding': { description: '`br` or `gzip` where the caller takes it.', example: 'br' },
};
