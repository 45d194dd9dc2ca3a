import type { z } from 'zod';
import { ON_BEHALF_OF } from './call.ts';
import { MODE } from './modes.ts';
import { SESSION_COOKIE } from './cookies.ts';
import { errorComponents, errorResponses } from './openapi-errors.ts';
import { COMMON_HEADERS, headerRefs, HEADERS, RATE_HEADERS, REQUEST_ID } from './openapi-headers.ts';
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
  contact?: { name: string };
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
  const { isRemoved = false } = route;
  const body = isRemoved ? null : route.body;
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
      ...(route.idempotent === true && !isRemoved ? [ref('parameters', 'IdempotencyKey')] : []),
      ...(route.access.kind === 'caller' && !isRemoved ? [ref('parameters', 'OnBehalfOf')] : []),
      ...(route.modes === true ? [ref('parameters', 'Mode')] : []),
      ...(route.access.kind === 'caller' && route.method !== 'GET' ? [ref('parameters', 'CsrfToken')] : []),
    ],
    ...(body === null
      ? {}
      : {
          requestBody: {
            // What it replaces is a deprecated parameter: whoever begins now sends the body.
            required: !acceptsUndefined(body) || hasDeprecated(route.query),
            content: { 'application/json': content(writer.write(body, 'input'), route.examples?.body) },
          },
        }),
    responses: {
      ...Object.fromEntries(
        (isRemoved ? [] : Object.entries(route.responses)).map(([status, spec]) => [
          status,
          response(route, Number(status), { spec, writer }),
        ]),
      ),
      ...errorResponses(route),
    },
  };
}

const hasDeprecated = (query: z.ZodObject | null): boolean =>
  fieldsOf(query).some(([, field]) => field.meta()?.deprecated === true);

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
    const { description, examples, deprecated, ...json } = writer.write(field, 'input');
    const form = listForm(field);
    return {
      name,
      in: place,
      required: place === 'path' || !acceptsUndefined(field),
      ...(description === undefined ? {} : { description }),
      ...(deprecated === true ? { deprecated } : {}),
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
  const others = (spec.otherTypes ?? []).map((type) => {
    const known = spec.otherSchemas?.[type];
    return [type, content(known ? writer.write(known, 'output') : bareSchemaOf(type), undefined)];
  });
  return {
    description: spec.description,
    headers: {
      ...headerRefs(COMMON_HEADERS),
      ...(route.access.kind === 'probe' ? {} : headerRefs(RATE_HEADERS)),
      ...(route.cost === undefined ? {} : headerRefs(['X-Svc-Tokens-Charged'])),
      ...(route.idempotent === true ? headerRefs(['Idempotency-Replayed']) : {}),
      ...Object.fromEntries(
        Object.entries(spec.headers ?? {}).map(([name, header]) => [name, responseHeader(header, writer)]),
      ),
    },
    ...(hasContent
      ? {
          content: {
            [mediaType]: content(schema ?? bareSchemaOf(mediaType), route.examples?.responses?.[status]),
            ...(Object.fromEntries(others) as Json),
          },
        }
      : {}),
  };
}

/** What is known of a body by its media type alone: a JSON object, a text, or bytes to be kept or read as they come. */
function bareSchemaOf(mediaType: string): Json {
  if (/^application\/(\w+\+)?json/.test(mediaType)) return { type: 'object' };
  const isText = mediaType.startsWith('text/') && !mediaType.startsWith('text/csv');
  return isText ? { type: 'string' } : { type: 'string', format: 'binary' };
}

function responseHeader(header: HeaderSpec, writer: SchemaWriter): Json {
  const schema = header.schema === undefined ? { type: 'string' } : writer.write(header.schema, 'output');
  return { description: header.description, schema, example: header.example };
}

function content(schema: Json, example: unknown): Json {
  return { schema, ...(example === undefined ? {} : { example }) };
}

const visible = { type: 'string', minLength: 1, maxLength: 128, pattern: '^[!-~]+$' };

const PARAMETERS: Json = {
  RequestId: {
    name: 'X-Request-ID',
    in: 'header',
    required: false,
    description:
      'Echoed in the answer and in error.request_id; generated when absent. Logs and the audit trail show it as it is where ' +
      'it has only letters, digits and . _ : -, and else a keyed hash of it.',
    schema: visible,
    example: REQUEST_ID,
  },
  CsrfToken: {
    name: 'X-CSRF-Token',
    in: 'header',
    required: false,
    description: 'The value of the svc_csrf cookie; needed where the call is made with the session cookie.',
    schema: { type: 'string', maxLength: 128 },
    example: 'ExampleExampleExampleExampleExampleExample0',
  },
  OnBehalfOf: {
    name: ON_BEHALF_OF,
    in: 'header',
    required: false,
    description:
      'For whom the call is made: your own end user, as you name them. It is kept encrypted in the audit rows that ' +
      'the call leaves, of reads and of changes, and shown where the audit trail is read. It changes nothing else.',
    schema: visible,
    example: 'nurse-17',
  },
  Mode: {
    name: MODE,
    in: 'header',
    required: false,
    description:
      'For dashboard sessions of members, who see both modes: what the call shows and makes is of this mode alone. Left ' +
      'out, both are shown, and what is made is live. With an API key, and with the session of one, the mode of the key ' +
      'counts and this is ignored.',
    schema: { type: 'string', enum: ['test', 'live'] },
    example: 'test',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A fresh UUIDv4 for each logical action. For 24 hours the first successful answer is given again to the same ' +
      'key, method, path and body. Keys are kept for each tenant, and apart for test and live calls.',
    schema: visible,
    example: '7f3a2c1e-5b0d-4e8f-9a61-0c2d4e6f8a10',
  },
};
