import { readCredentials, type HttpContext } from './call.ts';
import { ApiError } from './errors.ts';
import type { Gate, GateCall } from './gate.ts';
import type { Route } from './route-types.ts';

/** Counts a call that shows no credential, or goes nowhere, against its IP. */
export async function admitAnonymous(gate: Gate, ctx: HttpContext): Promise<void> {
  const call = ctx.state.call;
  call.rate = await gate.admitAnonymous({ ip: call.ip, now: call.now });
}

/** Asks the gate what the route's access demands; afterwards caller and window are known. */
export async function admit(gate: Gate, ctx: HttpContext, route: Route): Promise<void> {
  const call = ctx.state.call;
  if (route.access.kind === 'probe') return;
  if (route.access.kind === 'public') return admitAnonymous(gate, ctx);
  await requireCredential(gate, ctx);
  const { caller, rate } = await gate.authenticate(gateCall(ctx, route));
  call.caller = caller;
  call.rate = rate;
}

/** 401 without any credential, counted per IP so that trying costs something. */
export async function requireCredential(gate: Gate, ctx: HttpContext): Promise<void> {
  const { authorization, sessionToken } = readCredentials(ctx);
  if (authorization !== null || sessionToken !== null) return;
  await admitAnonymous(gate, ctx);
  throw new ApiError(
    'unauthorized',
    'A credential is required: an API key (Authorization: Bearer <API_KEY>) or a dashboard session.',
  );
}

/**
 * Refuses a credential that cannot be a good one before anything of a body is read, for calls that their handler
 * admits.
 */
export async function requireRecognised(gate: Gate, ctx: HttpContext, route: Route): Promise<void> {
  await requireCredential(gate, ctx);
  if (route.body === null || gate.recognises === undefined) return;
  if (await gate.recognises(gateCall(ctx, route))) return;
  await admit(gate, ctx, route);
}

/** The body limit of this call: the route's own, or a contract's where the call declares more than that. */
export async function bodyLimitBytes(
  gate: Gate,
  ctx: HttpContext,
  call: { route: Route; declaredBytes: number },
): Promise<number> {
  const { route } = call;
  const asks = call.declaredBytes > route.bodyLimitBytes && route.access.kind === 'caller';
  if (!asks || gate.bodyLimitBytes === undefined) return route.bodyLimitBytes;
  return Math.max(route.bodyLimitBytes, await gate.bodyLimitBytes(gateCall(ctx, route)));
}

function gateCall(ctx: HttpContext, route: Route): GateCall {
  const { ip, now, requestId } = ctx.state.call;
  return {
    credentials: readCredentials(ctx),
    demand: route.identity.demand,
    ip,
    now,
    route: { method: route.method, path: route.path },
    requestId,
  };
}
