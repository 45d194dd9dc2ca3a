import type { Caller } from '../../shared/http/route-types.ts';

/** The caller of a route that the kit's gate admits; its absence is a fault of ours. */
export function callerOf(ctx: { caller: Caller | null }): Caller {
  if (ctx.caller === null) throw new Error('a gated route ran without a caller');
  return ctx.caller;
}
