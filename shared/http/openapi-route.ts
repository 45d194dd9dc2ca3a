import { z } from 'zod';
import { buildOpenApi, type AppInfo } from './openapi.ts';
import type { Json } from './openapi-schemas.ts';
import { defineRoute, type Route } from './route.ts';
import { StaticContent, staticResponses } from './static-content.ts';

/** The description of these routes and of the one that serves it. */
export const describeRoutes = (routes: readonly Route[], info: AppInfo): Json =>
  buildOpenApi([...routes, openApiRoute({})], info);

/** The route that serves the interface's own description. */
export function openApiRoute(document: Json): Route {
  const content = new StaticContent(JSON.stringify(document));
  return defineRoute({
    method: 'GET',
    path: '/v1/openapi.json',
    operationId: 'getOpenApi',
    summary: 'Get this description',
    description:
      'The OpenAPI 3.1 description of the interface, made from the schemas that validate the calls.',
    tag: 'Meta',
    access: { kind: 'public' },
    admission: 'gate',
    responses: staticResponses({
      description: 'The OpenAPI document.',
      schema: z
        .looseObject({
          openapi: z.string().meta({ description: 'Version of OpenAPI.', examples: ['3.1.0'] }),
        })
        .meta({ id: 'OpenApiDocument', description: 'An OpenAPI document.' }),
    }),
    errors: [],
    examples: { responses: { 200: { openapi: '3.1.0' } } },
    handler: () => Promise.resolve({ status: 200, body: content }),
  });
}
