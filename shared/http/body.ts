import type { IncomingMessage } from 'node:http';
import { koaBody, HttpMethodEnum } from 'koa-body';
import type { HttpContext } from './call.ts';
import { ApiError } from './errors.ts';

/**
 * When a call is answered before its body was read, at most this much of the body is still read and dropped (see
 * `discardRest`).
 */
const DISCARD_LIMIT_BYTES = 8 * 1_048_576;
const DISCARD_TIMEOUT_MS = 5_000;

/** Whether a body follows the headers. */
export function hasBody(req: IncomingMessage): boolean {
  return req.headers['transfer-encoding'] !== undefined || declaredBytes(req) > 0;
}

/** Content-Length, 0 without one. The parser has already refused what is not a number. */
export function declaredBytes(req: IncomingMessage): number {
  return Number(req.headers['content-length'] ?? 0);
}

/**
 * Reads the body with koa-body as the bytes that came. koa-body offers no raw mode: `binary` text keeps one byte in
 * one character, and decoding, strictly, is ours. 413 payload_too_large above the limit, 408 past the timeout, 400
 * for an upload that broke off.
 */
export async function readBody(
  ctx: HttpContext,
  options: { reader: BodyReader; timeoutMs: number },
): Promise<Buffer> {
  if (!hasBody(ctx.req)) return Buffer.alloc(0);
  // Media type and coding have been judged; koa-body shall take every body, and never decompress.
  ctx.req.headers['content-type'] = 'application/json';
  delete ctx.req.headers['content-encoding'];
  const read = options.reader(ctx, () => Promise.resolve());
  await withTimeout(read, options.timeoutMs);
  const text: unknown = ctx.request.body;
  return Buffer.from(typeof text === 'string' ? text : '', 'latin1');
}

export type BodyReader = (ctx: HttpContext, next: () => Promise<void>) => Promise<unknown>;

/** A koa-body reader for bodies up to a limit. Made once a route: it validates its options each time. */
export function createBodyReader(limitBytes: number): BodyReader {
  return koaBody({
    text: true,
    textTypes: ['application/json'],
    encoding: 'binary',
    textLimit: limitBytes,
    json: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: Object.values(HttpMethodEnum),
    onError: (error) => {
      throw bodyError(error);
    },
  });
}

function bodyError(error: Error & { type?: unknown }): ApiError {
  if (error.type === 'entity.too.large') {
    return new ApiError('payload_too_large', 'The request body is too large.');
  }
  return new ApiError('bad_request', 'The request body could not be read.', { cause: error });
}

async function withTimeout(read: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(
        new ApiError('request_timeout', 'The request body did not arrive in time.', {
          headers: { Connection: 'close' },
        }),
      );
    }, timeoutMs);
  });
  try {
    await Promise.race([read, expired]);
  } finally {
    clearTimeout(timer);
    // A read that lost the race fails when the connection closes; nobody waits for it any more.
    read.catch(() => undefined);
  }
}

/**
 * Swallows what is left of a body that was answered early. A client that is still sending would otherwise meet a
 * reset connection instead of its answer; a client that never ends is cut off.
 */
export function discardRest(req: IncomingMessage): void {
  // With `Expect` the connection is closed after the answer, and reading on would invite the body.
  if (req.complete || req.destroyed || req.headers.expect !== undefined) return;
  let bytes = 0;
  const cut = (): void => void req.socket.destroy();
  const timer = setTimeout(cut, DISCARD_TIMEOUT_MS);
  timer.unref();
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DISCARD_LIMIT_BYTES) cut();
  });
  req.once('close', () => clearTimeout(timer));
  req.once('end', () => clearTimeout(timer));
  req.resume();
}
