import Router from '@koa/router';
import Koa from 'koa';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { admitUnrouted } from './admission.ts';
import { callRateHeaders, errorHeaders, setCommonHeaders } from './answer-headers.ts';
import { discardRest } from './body.ts';
import { inspectRequest, readUserAgent, targetOf, type HttpContext, type HttpState } from './call.ts';
import { createClientIp } from './client-ip.ts';
import { createCors, type Cors } from './cors.ts';
import { createEndpoint } from './endpoint.ts';
import { describeError } from './error-log.ts';
import { ApiError, errorEnvelope, internalError } from './errors.ts';
import type { Gate } from './gate.ts';
import { createObserver, type RequestRecord } from './observe.ts';
import type { MismatchSink } from './respond.ts';
import { describeRoutes, openApiRoute } from './openapi-route.ts';
import type { Json } from './openapi-schemas.ts';
import { bySpecificity } from './route-order.ts';
import { serveSite, type Site } from './site.ts';
import type { Route } from './route-types.ts';

export type AppOptions = {
  routes: readonly Route[];
  gate: Gate;
  now: () => Date;
  logger: Logger;
  metrics: Registry;
  /** Parses every 2xx body with its schema. Undeclared fields never leave, checked or not. */
  checkResponses: boolean;
  /** CIDRs whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Origins of other hosts whose pages may call with cookies and read answers; default none. */
  corsOrigins?: readonly string[];
  /** Where this service is reached, as an origin; left out, only pages of a loopback address are its own. */
  ownOrigin?: string | undefined;
  newRequestId(): string;
  /** What is kept of a caller's X-Request-ID that is not of the strict form; default: an id of our own. */
  hashRequestId?: (given: string) => Promise<string>;
  /** What the app serves at /v1/openapi.json; left out, a description of its own routes. */
  document?: Json;
  /** Pages for browsers beside the routes; default none. */
  site?: Site | null | undefined;
  /** Time for a whole body to arrive; default 10 s. */
  bodyTimeoutMs?: number;
  /** Called where an answer is not what its route declares; a test throws here. */
  onResponseMismatch?: MismatchSink;
  /** Called once a call when its response has closed: for the request inspector and usage. */
  onRequest?: (record: RequestRecord) => void;
  /** Turns a fault of a dependency into an answer, for example an unreachable database into a 503; null is a 500. */
  mapError?: (error: unknown) => ApiError | null;
};

/** Long enough for 1 MiB over a slow line, short enough that held connections cost little. */
const DEFAULT_BODY_TIMEOUT_MS = 10_000;
const nothing = (): void => undefined;

const OWN_ROUTES = { title: 'API', version: '0', description: 'The routes of this process.' };

/**
 * Builds the HTTP application from routes: every answer, errors included, gets its envelope, request id, rate and
 * security headers, metrics and log line here and nowhere else.
 */
export function createApp(options: AppOptions): Koa {
  const app = new Koa<HttpState>();
  // Koa's own reporter prints stack traces with messages; ours prints neither.
  app.on('error', (error: unknown) => {
    options.logger.error({ error: describeError(error) }, 'response failed');
  });
  const cors = createCors(options.corsOrigins ?? [], options.ownOrigin);
  app.use(createFrame(options, cors));
  app.use(createRouter(options, cors).routes());
  if (options.site) app.use(serveSite(options.site));
  app.use((ctx) => answerUnrouted(options.gate, ctx as HttpContext, cors));
  return app;
}

function createRouter(options: AppOptions, cors: Cors): Router<HttpState> {
  const router = new Router<HttpState>({ strict: true, sensitive: true });
  const document = options.document ?? describeRoutes(options.routes, OWN_ROUTES);
  const routes = [...options.routes, openApiRoute(document)];
  for (const route of routes.sort(bySpecificity)) {
    const endpoint = createEndpoint(route, {
      gate: options.gate,
      cors,
      bodyTimeoutMs: options.bodyTimeoutMs ?? DEFAULT_BODY_TIMEOUT_MS,
      checkResponses: options.checkResponses,
      onResponseMismatch: options.onResponseMismatch ?? nothing,
    });
    const path = route.path.replace(/\{([a-z0-9_]+)\}/g, ':$1');
    router.register(path, [route.method], [(ctx) => endpoint(ctx)]);
  }
  return router;
}

/** The frame around every call: knows it, observes it, and turns whatever is thrown into an answer. */
function createFrame(options: AppOptions, cors: Cors): Koa.Middleware<HttpState> {
  const clientIp = createClientIp(options.trustedProxies);
  const observe = createObserver(options.metrics, options.onRequest ?? nothing);

  return async (rawCtx, next) => {
    const ctx = rawCtx as HttpContext;
    const { target, problem, ...given } = inspectRequest(ctx.req);
    const shownRequestId = given.requestId ?? options.newRequestId();
    const requestId = await storedRequestId(shownRequestId, options);
    ctx.state.call = {
      requestId,
      shownRequestId,
      ip: clientIp(ctx.req),
      userAgent: readUserAgent(ctx.req.headers),
      now: options.now(),
      target: targetOf(target),
      problem,
      route: null,
      isOfSite: false,
      caller: null,
      rate: null,
      bodyBytes: 0,
      sessionId: null,
      waitedMs: 0,
      error: null,
      fault: undefined,
      logger: options.logger.child({ request_id: requestId }),
    };
    const handled = observe(ctx);
    try {
      // The router reads ctx.path; from here on it is the checked one.
      ctx.url = ctx.state.call.target.path;
      if (target === null) await answerUnrouted(options.gate, ctx, cors);
      else await next();
    } catch (error) {
      const answer = toApiError(error, options);
      // An error that was made for the caller says it all, unless something lies behind it.
      ctx.state.call.fault = answer === error ? answer.cause : error;
      answerError(ctx, answer);
    }
    setCommonHeaders(ctx);
    ctx.set(cors.headers(ctx));
    // Beside what a route itself chooses by, such as Accept.
    ctx.vary('Origin');
    discardRest(ctx.req);
    handled();
  };
}

/** What stands in logs and events: nobody can have put a name or a complaint into an id of this form. */
const STRICT_ID = /^[A-Za-z0-9._:-]{1,128}$/;

async function storedRequestId(shown: string, options: AppOptions): Promise<string> {
  if (STRICT_ID.test(shown)) return shown;
  try {
    return (await options.hashRequestId?.(shown)) ?? options.newRequestId();
  } catch {
    // The key is out of reach, which the call itself reports.
    return options.newRequestId();
  }
}

function toApiError(error: unknown, options: AppOptions): ApiError {
  if (error instanceof ApiError) return error.code === 'internal_server_error' ? internalError(error) : error;
  try {
    return options.mapError?.(error) ?? internalError(error);
  } catch {
    return internalError(error);
  }
}

function answerError(ctx: HttpContext, error: ApiError): void {
  const call = ctx.state.call;
  call.error = error;
  // What a handler had set before it failed (a cookie, a redirect) is no part of its error.
  for (const name of ctx.res.getHeaderNames()) if (name !== 'connection') ctx.remove(name);
  ctx.set(callRateHeaders(ctx));
  const page = call.route?.errorPage;
  if (page) ctx.vary('Accept');
  if (page && ctx.accepts('json', 'html') === 'html') {
    ctx.body = null;
    ctx.status = 302;
    ctx.set('Location', page(error, call.shownRequestId));
    return;
  }
  ctx.set(errorHeaders(error));
  ctx.body = JSON.stringify(errorEnvelope(error, call.shownRequestId));
  ctx.status = error.status;
  ctx.set('Content-Type', 'application/json; charset=utf-8');
}

/**
 * Answers what no route took: 400 for a malformed target, 204 for OPTIONS, 405 with Allow, 404. Counted for the caller
 * where its credential is good, else per IP.
 */
async function answerUnrouted(gate: Gate, ctx: HttpContext, cors: Cors): Promise<void> {
  const call = ctx.state.call;
  await admitUnrouted(gate, ctx);
  if (call.problem !== null) throw call.problem;
  const matched = (ctx as { matched?: { methods: string[] }[] }).matched ?? [];
  if (matched.length === 0) throw new ApiError('not_found', 'No such endpoint.');
  const allow = [...new Set(matched.flatMap((layer) => layer.methods)), 'OPTIONS'].sort().join(', ');
  if (ctx.method !== 'OPTIONS') {
    throw new ApiError('method_not_allowed', `This endpoint accepts ${allow}.`, {
      headers: { Allow: allow },
    });
  }
  ctx.status = 204;
  ctx.set({ Allow: allow, ...cors.preflightHeaders(ctx) });
}
