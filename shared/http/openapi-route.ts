import { z } from 'zod';
import { buildOpenApi, type AppInfo } from './openapi.ts';
import { defineRoute, type Route } from './route.ts';

export type { AppInfo };

/** The route that serves the interface's own description, itself included. Built once, at boot. */
export function openApiRoute(routes: readonly Route[], info: AppInfo): Route {
  const route: Route = defineRoute({
    method: 'GET',
    path: '/v1/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Get this description',
    description:
      'The OpenAPI 3.1 description of the interface, made from the schemas that validate the calls.',
    tag: 'Meta',
    access: { kind: 'public' },
    admission: 'gate',
    responses: {
      200: { description: 'The OpenAPI document.', schema: z.looseObject({ openapi: z.string() }) },
    },
    errors: [],
    handler: () => Promise.resolve({ status: 200, body: document }),
  });
  const document = buildOpenApi([...routes, route], info);
  return route;
}
