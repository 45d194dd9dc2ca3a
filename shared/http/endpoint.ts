import { admit, admitAnonymous, bodyLimitBytes, requireRecognised } from './admission.ts';
import { declaredBytes } from './body.ts';
import { sessionOfAnswer, sessionOfPath } from './call-session.ts';
import { readCredentials, readIdempotencyKey, readOnBehalfOf, type HttpContext } from './call.ts';
import { ApiError } from './errors.ts';
import type { Cors } from './cors.ts';
import type { Gate } from './gate.ts';
import { createInputReader, type Input } from './input.ts';
import { inMode, readMode } from './modes.ts';
import { createResponder, type MismatchSink } from './respond.ts';
import type { AskedMode, Route, RouteContext, RouteResult } from './route-types.ts';

export type EndpointOptions = {
  gate: Gate;
  cors: Cors;
  bodyTimeoutMs: number;
  checkResponses: boolean;
  onResponseMismatch: MismatchSink;
};

type Prepared = Input & { idempotencyKey: string | null; onBehalfOf: string | null; askedMode: AskedMode };

/** Turns a route into what the router calls: admit, read, validate, handle, present. */
export function createEndpoint(route: Route, options: EndpointOptions): (ctx: HttpContext) => Promise<void> {
  const { gate, cors } = options;
  const readInput = createInputReader(route);
  const respond = createResponder(route, options);

  const prepare = async (ctx: HttpContext): Promise<Prepared> => {
    const { problem } = ctx.state.call;
    if (problem !== null) throw problem;
    const idempotencyKey = route.idempotent === true ? readIdempotencyKey(ctx.req.headers) : null;
    const onBehalfOf = route.access.kind === 'caller' ? readOnBehalfOf(ctx.req.headers) : null;
    const askedMode = route.modes === true ? readMode(ctx.req.headers) : null;
    const limitBytes = await bodyLimitBytes(gate, ctx, { route, declaredBytes: declaredBytes(ctx.req) });
    const input = await readInput(ctx, { limitBytes, timeoutMs: options.bodyTimeoutMs });
    return { ...input, idempotencyKey, onBehalfOf, askedMode };
  };

  const admitAndPrepare = async (ctx: HttpContext): Promise<Prepared> => {
    if (route.admission === 'gate') {
      await admit(gate, ctx, route);
      return prepare(ctx);
    }
    if (route.access.kind === 'caller') await requireRecognised(gate, ctx, route);
    try {
      return await prepare(ctx);
    } catch (error) {
      // The handler will not see this call, so the gate counts it here; its refusal is the stronger answer.
      if (error instanceof ApiError && !ctx.req.socket.destroyed) await admit(gate, ctx, route);
      throw error;
    }
  };

  /** A handler that admits by itself may find that the credential is good no more: that counts like any guess. */
  const handle = async (ctx: HttpContext, prepared: Prepared): Promise<RouteResult> => {
    try {
      return await route.handler(routeContext(ctx, route, prepared));
    } catch (error) {
      const isUncounted = ctx.state.call.rate === null && route.access.kind === 'caller';
      if (isUncounted && error instanceof ApiError && error.code === 'unauthorized')
        await admitAnonymous(gate, ctx);
      throw error;
    }
  };

  return async (ctx) => {
    ctx.state.call.route = route;
    ctx.state.call.sessionId = sessionOfPath(ctx);
    const refusal = cors.refusal(ctx);
    if (refusal !== null) {
      if (route.access.kind !== 'probe') await admitAnonymous(gate, ctx);
      throw refusal;
    }
    const prepared = await admitAndPrepare(ctx);
    const { caller } = ctx.state.call;
    if (caller !== null) ctx.state.call.caller = inMode(caller, prepared.askedMode);
    const result = await handle(ctx, prepared);
    ctx.state.call.sessionId ??= sessionOfAnswer(route, result);
    await respond(ctx, result);
  };
}

function routeContext(ctx: HttpContext, route: Route, prepared: Prepared): RouteContext<never, never, never> {
  const call = ctx.state.call;
  let gone: AbortSignal | undefined;
  return {
    // The schemas made these; their types were erased when the route was declared.
    params: prepared.params as never,
    query: prepared.query as never,
    body: prepared.body as never,
    requestId: call.requestId,
    ip: call.ip,
    userAgent: call.userAgent,
    now: call.now,
    credentials: readCredentials(ctx),
    idempotencyKey: prepared.idempotencyKey,
    onBehalfOf: prepared.onBehalfOf,
    askedMode: prepared.askedMode,
    fingerprint: prepared.fingerprint,
    bodyBytes: call.bodyBytes,
    get caller() {
      return call.caller;
    },
    route: route.identity,
    setRate: (rate) => {
      call.rate = rate;
    },
    setCaller: (caller) => {
      call.caller = caller;
    },
    waited: (ms) => {
      call.waitedMs += ms;
    },
    get signal() {
      return (gone ??= goneWith(ctx));
    },
    header: (name) => {
      const value = ctx.req.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    logger: call.logger,
  };
}

/** Aborts when whoever waits for the response has gone before it was sent whole. */
function goneWith({ res }: HttpContext): AbortSignal {
  const gone = new AbortController();
  const stopWorking = (): void => {
    if (!res.writableFinished) gone.abort();
  };
  if (res.closed) stopWorking();
  else res.once('close', stopWorking);
  return gone.signal;
}
