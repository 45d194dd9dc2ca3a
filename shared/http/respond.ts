import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { HttpContext } from './call.ts';
import { createPresenter } from './present.ts';
import type { ResponseSpec, Route, RouteIdentity, RouteResult } from './route-types.ts';
import { CODINGS, StaticContent } from './static-content.ts';

/** An answer that is not what its route declares: names of fields and rules, no values. */
export type ResponseMismatch = { route: RouteIdentity; status: number; problems: string[] };
export type MismatchSink = (mismatch: ResponseMismatch) => void;

/** Builds the end of a route: presents the result, checks it where that is wanted, and sends it. */
export function createResponder(
  route: Route,
  options: { checkResponses: boolean; onResponseMismatch: MismatchSink },
): (ctx: HttpContext, result: RouteResult) => Promise<void> {
  const checks = new Map(
    Object.entries(route.responses).map(([status, spec]) => [Number(status), createCheck(spec)]),
  );

  return async (ctx, result) => {
    const check = checks.get(result.status);
    const { body, problems } =
      check === undefined
        ? { body: result.body, problems: ['status: undeclared'] }
        : check(result, options.checkResponses);
    if (problems.length > 0) {
      const mismatch = { route: route.identity, status: result.status, problems };
      // The work is done: a wrong answer is our fault to find, not a reason to tell the caller that it failed.
      ctx.state.call.logger.error(mismatch, 'response does not match its schema');
      options.onResponseMismatch(mismatch);
    }
    await sendResult(ctx, { ...result, body });
  };
}

/** Sends what needs no check, or has passed it. */
export async function sendResult(ctx: HttpContext, result: RouteResult): Promise<void> {
  const { body } = result;
  await firstBytes(body);
  if (body instanceof StaticContent) await sendStatic(ctx, { ...result, body });
  else send(ctx, result);
}

type Checked = { body: unknown; problems: string[] };

function createCheck(spec: ResponseSpec): (result: RouteResult, parse: boolean) => Checked {
  const { schema } = spec;
  const types = [spec.contentType, ...(spec.otherTypes ?? [])];
  const checkType = ({ body, contentType }: RouteResult): Checked =>
    types.includes(contentType) && isRaw(body)
      ? { body, problems: [] }
      : { body: null, problems: ['content type: undeclared'] };
  if (schema === undefined || spec.contentType !== undefined) {
    return (result) =>
      result.contentType === undefined ? { body: result.body, problems: [] } : checkType(result);
  }
  const present = createPresenter(schema);
  return (result, parse) => {
    if (result.body instanceof StaticContent) return { body: result.body, problems: [] };
    if (result.contentType !== undefined) return checkType(result);
    const { value, undeclared } = present(result.body);
    const problems = undeclared.map((path) => `${path}: undeclared`);
    const parsed = parse ? schema.safeParse(value) : null;
    if (parsed !== null && !parsed.success) {
      problems.push(
        ...parsed.error.issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.code}`),
      );
    }
    return { body: value, problems };
  };
}

const isRaw = (body: unknown): boolean =>
  typeof body === 'string' ||
  Buffer.isBuffer(body) ||
  body instanceof Readable ||
  body instanceof StaticContent;

/** Waits until a stream has something to send: until then its failure can still become a proper answer. */
async function firstBytes(body: unknown): Promise<void> {
  if (!(body instanceof Readable) || body.readableEnded || body.destroyed) return;
  await once(body, 'readable');
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** The media type that a result names, else the one of its status; undefined for JSON. */
const typeOf = (ctx: HttpContext, { status, contentType }: RouteResult): string | undefined =>
  contentType ?? ctx.state.call.route?.responses[status]?.contentType;

/** Sends what does not change, in a coding that the caller takes; 304 without a body where the caller has it. */
async function sendStatic(ctx: HttpContext, result: RouteResult & { body: StaticContent }): Promise<void> {
  const { body } = result;
  const contentType = typeOf(ctx, result) ?? JSON_TYPE;
  ctx.status = result.status;
  for (const [name, value] of Object.entries(result.headers ?? {})) ctx.set(name, value);
  ctx.set({ ETag: body.etag, 'Cache-Control': body.cacheControl });
  ctx.vary('Accept-Encoding');
  if (body.isKnownBy(ctx.get('If-None-Match'))) {
    ctx.status = 304;
    return;
  }
  const coding = isText(contentType)
    ? CODINGS.find((each) => ctx.acceptsEncodings(each) === each)
    : undefined;
  ctx.body = coding === undefined ? body.bytes : await body.in(coding);
  ctx.set('Content-Type', contentType);
  if (coding !== undefined) ctx.set('Content-Encoding', coding);
}

/** Pictures are packed already. */
const isText = (contentType: string): boolean => /^text\/|\bjson\b|\+xml\b/.test(contentType);

function send(ctx: HttpContext, result: RouteResult): void {
  const { body } = result;
  const contentType = typeOf(ctx, result);
  if (body === undefined || body === null) {
    ctx.body = null;
  } else if (contentType !== undefined && isRaw(body)) {
    ctx.body = body;
    ctx.set('Content-Type', contentType);
  } else {
    ctx.body = JSON.stringify(body);
    ctx.set('Content-Type', JSON_TYPE);
  }
  ctx.status = result.status;
  for (const [name, value] of Object.entries(result.headers ?? {})) ctx.set(name, value);
}
