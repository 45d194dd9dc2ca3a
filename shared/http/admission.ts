import { readCredentials, type HttpContext } from './call.ts';
import { ApiError } from './errors.ts';
import type { Gate, GateCall } from './gate.ts';
import { UNMATCHED } from './observe.ts';
import type { Demand, Route, RouteIdentity } from './route-types.ts';

/** Counts a call that shows no credential, or goes nowhere, against its IP. */
export async function admitAnonymous(gate: Gate, ctx: HttpContext): Promise<void> {
  const call = ctx.state.call;
  call.rate = await gate.admitAnonymous({ ip: call.ip, now: call.now });
}

const NO_DEMAND: Demand = { scope: null, session: false, roles: null, feature: null };

/** Counts a call that goes nowhere: in the caller's own window where it shows a good credential, else against its IP. */
export async function admitUnrouted(gate: Gate, ctx: HttpContext): Promise<void> {
  const call = ctx.state.call;
  const asked = gateCall(ctx, { method: ctx.method, path: UNMATCHED, demand: NO_DEMAND });
  const { authorization, sessionToken } = asked.credentials;
  if (authorization === null && sessionToken === null) return admitAnonymous(gate, ctx);
  if ((await gate.recognises?.(asked)) !== true) return admitAnonymous(gate, ctx);
  const { caller, rate } = await gate.authenticate(asked);
  call.caller = caller;
  call.rate = rate;
}

/** Asks the gate what the route's access demands; afterwards caller and window are known. */
export async function admit(gate: Gate, ctx: HttpContext, route: Route): Promise<void> {
  const call = ctx.state.call;
  if (route.access.kind === 'probe') return;
  if (route.access.kind === 'public') return admitAnonymous(gate, ctx);
  await requireCredential(gate, ctx);
  const { caller, rate } = await gate.authenticate(gateCall(ctx, route.identity));
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
  if (await gate.recognises(gateCall(ctx, route.identity))) return;
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
  return Math.max(route.bodyLimitBytes, await gate.bodyLimitBytes(gateCall(ctx, route.identity)));
}

function gateCall(ctx: HttpContext, { method, path, demand }: RouteIdentity): GateCall {
  const { ip, now, requestId } = ctx.state.call;
  return { credentials: readCredentials(ctx), demand, ip, now, route: { method, path }, requestId };
}
