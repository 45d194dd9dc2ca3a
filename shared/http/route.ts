import type { z } from 'zod';
import type { Feature } from '../../domain/tenant/types.ts';
import { checkRoute, strictBody } from './route-checks.ts';
import type { Demand, NoFields, Route, RouteSpec } from './route-types.ts';

export type * from './route-types.ts';

/** 1 MiB: the contract's "1 MB default for most endpoints". */
export const DEFAULT_BODY_LIMIT_BYTES = 1_048_576;

/**
 * Declares a route. One declaration validates, types and documents it. Object bodies become strict: an unknown
 * top-level field is a 422. Throws at load time on a declaration that contradicts itself.
 */
export function defineRoute<
  P extends z.ZodObject = NoFields,
  Q extends z.ZodObject = NoFields,
  B extends z.ZodType = z.ZodUndefined,
>(spec: RouteSpec<P, Q, B>): Route {
  const { params, query, body, bodyLimitBytes, ...rest } = spec;
  const route: Route = {
    ...rest,
    params: params ?? null,
    query: query ?? null,
    body: body === undefined ? null : strictBody(body),
    bodyLimitBytes: bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES,
    identity: {
      method: spec.method,
      path: spec.path,
      demand: demandOf(spec),
    },
    ...(spec.feature === undefined ? {} : withFeature(spec, spec.feature)),
    handler: spec.handler,
  };
  checkRoute(route);
  return route;
}

/** What the description says of a route that can be switched off. */
const withFeature = (
  { description, errors }: Pick<Route, 'description' | 'errors'>,
  feature: Feature,
): Pick<Route, 'description' | 'errors'> => ({
  description:
    `${description ?? ''} An operator can switch the feature \`${feature}\` off for a tenant: then this is a 501.`.trim(),
  errors: [...errors, 'not_implemented'],
});

function demandOf({ access, ...rest }: Pick<Route, 'access' | 'feature'>): Demand {
  const feature = rest.feature ?? null;
  if (access.kind !== 'caller') return { scope: null, session: false, roles: null, feature };
  return { scope: access.scope, session: access.session === true, roles: access.roles ?? null, feature };
}
