import type { z } from 'zod';
import { SESSION_COOKIE } from './cookies.ts';
import { errorComponents, errorResponses } from './openapi-errors.ts';
import { createSchemaWriter, type Json, type SchemaWriter } from './openapi-schemas.ts';
import { webhookItems, webhookParameters, type WebhookSpecs } from './openapi-webhooks.ts';
import type { Access, HeaderSpec, ResponseSpec, Route } from './route-types.ts';
import { acceptsUndefined, fieldsOf, listForm } from './zod-tools.ts';

export type AppInfo = {
  title: string;
  version: string;
  description: string;
  /** What each tag is about, in the order in which they shall stand. */
  tags?: Record<string, string>;
  /** What the service sends to partners by itself. */
  webhooks?: WebhookSpecs;
};

const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

/**
 * Writes the OpenAPI 3.1 document of the routes from the schemas that validate their calls. Schemas with an id
 * (`.meta({ id })`) become components. Throws where two different schemas claim one id in one direction.
 */
export function buildOpenApi(routes: readonly Route[], info: AppInfo): Json {
  const writer = createSchemaWriter();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const item = (paths[route.path] ??= {});
    item[route.method.toLowerCase()] = operation(route, writer);
  }
  const { tags = {}, webhooks, ...head } = info;
  const sent = webhooks === undefined ? {} : { webhooks: webhookItems(webhooks, writer) };
  const errors = errorComponents();
  return withUsedComponents({
    openapi: '3.1.0',
    info: { ...head, license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } },
    servers: [{ url: '/', description: 'The address that this document was read from.' }],
    security: [{ apiKey: [] }, { dashboardSession: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    ...sent,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `svc_live_...` or `svc_test_...`.',
        },
        dashboardSession: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'The session of a member of the team, or one made from an API key. Calls that change something send ' +
            'the value of the `svc_csrf` cookie as `X-CSRF-Token`.',
        },
      },
      headers: HEADERS,
      parameters: { ...PARAMETERS, ...(webhooks === undefined ? {} : webhookParameters(webhooks)) },
      responses: errors.responses,
      schemas: { ...errors.schemas, ...writer.components() },
    },
  });
}

type WithComponents = { components: Record<string, Json> } & Json;

/** Takes out components that nothing refers to, from what refers down to what is referred to. */
function withUsedComponents(document: WithComponents): WithComponents {
  const components = { ...document.components };
  for (const kind of ['parameters', 'responses', 'headers', 'schemas']) {
    const text = JSON.stringify({ ...document, components });
    const used = Object.entries(components[kind] ?? {}).filter(([name]) =>
      text.includes(`"#/components/${kind}/${name}"`),
    );
    components[kind] = Object.fromEntries(used);
  }
  return { ...document, components };
}

function operation(route: Route, writer: SchemaWriter): Json {
  const body = route.body;
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: describe(route),
    tags: [route.tag],
    ...(route.deprecated === true ? { deprecated: true } : {}),
    security: securityOf(route.access),
    parameters: [
      ...parameters(route.params, 'path', writer),
      ...parameters(route.query, 'query', writer),
      ref('parameters', 'RequestId'),
      ...(route.idempotent === true ? [ref('parameters', 'IdempotencyKey')] : []),
      ...(route.access.kind === 'caller' && route.method !== 'GET' ? [ref('parameters', 'CsrfToken')] : []),
    ],
    ...(body === null
      ? {}
      : {
          requestBody: {
            required: !acceptsUndefined(body),
            content: { 'application/json': content(writer.write(body, 'input'), route.examples?.body) },
          },
        }),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, spec]) => [
          status,
          response(route, Number(status), { spec, writer }),
        ]),
      ),
      ...errorResponses(route),
    },
  };
}

function securityOf(access: Access): Json[] {
  if (access.kind !== 'caller') return [];
  return [...(access.session === true ? [] : [{ apiKey: [] }]), { dashboardSession: [] }];
}

/** What the schemas cannot say: scope, roles, price, body limit. */
function describe(route: Route): string {
  const { access } = route;
  const facts = [
    access.kind === 'caller'
      ? `Scope: ${access.scope === null ? 'any valid key' : `\`${access.scope}\``}.`
      : null,
    access.kind === 'caller' && access.session === true ? 'A dashboard session is needed.' : null,
    access.kind === 'caller' && access.roles !== undefined ? `Roles: ${access.roles.join(', ')}.` : null,
    route.cost === undefined ? null : `Tokens: ${route.cost}.`,
    route.body === null ? null : `Body limit: ${route.bodyLimitBytes} bytes.`,
    access.kind === 'probe' ? 'Never rate limited.' : null,
  ].filter((fact) => fact !== null);
  return [route.description, facts.join(' ')]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

function parameters(schema: z.ZodObject | null, place: 'path' | 'query', writer: SchemaWriter): Json[] {
  return fieldsOf(schema).map(([name, field]) => {
    const { description, examples, ...json } = writer.write(field, 'input');
    const form = listForm(field);
    return {
      name,
      in: place,
      required: place === 'path' || !acceptsUndefined(field),
      ...(description === undefined ? {} : { description }),
      ...(form === null ? {} : { style: 'form', explode: form === 'repeated' }),
      ...(Array.isArray(examples) ? { example: examples[0] as unknown } : {}),
      schema: json,
    };
  });
}

function response(route: Route, status: number, given: { spec: ResponseSpec; writer: SchemaWriter }): Json {
  const { spec, writer } = given;
  const mediaType = spec.contentType ?? 'application/json';
  const schema = spec.schema === undefined ? null : writer.write(spec.schema, 'output');
  const hasContent = schema !== null || spec.contentType !== undefined;
  const others = (spec.otherTypes ?? []).map((type) => [type, content({ type: 'string' }, undefined)]);
  return {
    description: spec.description,
    headers: {
      'X-Request-ID': ref('headers', 'X-Request-ID'),
      ...(route.access.kind === 'probe' ? {} : rateHeaderRefs()),
      ...(route.cost === undefined ? {} : { 'X-Svc-Tokens-Charged': ref('headers', 'X-Svc-Tokens-Charged') }),
      ...(route.idempotent === true
        ? { 'Idempotency-Replayed': ref('headers', 'Idempotency-Replayed') }
        : {}),
      ...Object.fromEntries(
        Object.entries(spec.headers ?? {}).map(([name, header]) => [name, responseHeader(header, writer)]),
      ),
    },
    ...(hasContent
      ? {
          content: {
            [mediaType]: content(schema ?? { type: 'string' }, route.examples?.responses?.[status]),
            ...(Object.fromEntries(others) as Json),
          },
        }
      : {}),
  };
}

function responseHeader(header: HeaderSpec, writer: SchemaWriter): Json {
  const schema = header.schema === undefined ? { type: 'string' } : writer.write(header.schema, 'output');
  return { description: header.description, schema };
}

function content(schema: Json, example: unknown): Json {
  return { schema, ...(example === undefined ? {} : { example }) };
}

function rateHeaderRefs(): Json {
  const names = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  return Object.fromEntries(names.map((name) => [name, ref('headers', name)]));
}

const count = { type: 'integer', format: 'int32', minimum: 0, maximum: 2_147_483_647 };
const unixSeconds = { type: 'integer', format: 'int64', minimum: 0, maximum: 253_402_300_799 };

const RATE_HEADERS_STAND =
  'On every answer but those of probes, and those with 500 to 504 where the call could not be counted.';

const HEADERS: Json = {
  'X-Request-ID': {
    required: true,
    description: 'The id of this call: the one sent, else a generated one.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    required: true,
    description: `Requests that the rolling minute allows. ${RATE_HEADERS_STAND}`,
    schema: count,
  },
  'X-RateLimit-Remaining': {
    required: true,
    description: `Requests left in the rolling minute. ${RATE_HEADERS_STAND}`,
    schema: count,
  },
  'X-RateLimit-Reset': {
    required: true,
    description: `Unix time in seconds at which the oldest call of the window leaves it. ${RATE_HEADERS_STAND}`,
    schema: unixSeconds,
  },
  'WWW-Authenticate': {
    required: true,
    description: 'How to authenticate: `Bearer`.',
    schema: { type: 'string' },
  },
  Link: {
    required: true,
    description: 'What to call instead: `<path>; rel="successor-version"`.',
    schema: { type: 'string' },
  },
  Allow: {
    required: true,
    description: 'The methods that the endpoint accepts.',
    schema: { type: 'string' },
  },
  'Retry-After': { required: true, description: 'Seconds to wait before the next try.', schema: count },
  'X-Svc-Tokens-Charged': {
    required: true,
    description: 'Tokens that this call was charged.',
    schema: count,
  },
  'Idempotency-Replayed': {
    description: 'true where this is the stored answer to an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
};

const visible = { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' };

const PARAMETERS: Json = {
  RequestId: {
    name: 'X-Request-ID',
    in: 'header',
    required: false,
    description: 'Echoed in the answer and in error.request_id; generated when absent.',
    schema: visible,
  },
  CsrfToken: {
    name: 'X-CSRF-Token',
    in: 'header',
    required: false,
    description: 'The value of the svc_csrf cookie; needed where the call is made with the session cookie.',
    schema: { type: 'string', maxLength: 128 },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same ' +
      'key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.',
    schema: visible,
  },
};
