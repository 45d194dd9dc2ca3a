import { interfaceDocument } from '../../shared/api/document.ts';

export type Json = Record<string, unknown>;
export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Json;
  explode?: boolean;
};
type Media = { schema?: Json; example?: unknown };
type DescribedResponse = { headers?: Record<string, Json>; content?: Record<string, Media> };

export type Operation = {
  id: string;
  method: string;
  path: string;
  parameters: Parameter[];
  body: { required: boolean; schema: Json; example: unknown } | null;
  security: Record<string, unknown>[];
  responses: Record<string, DescribedResponse>;
};

const document = interfaceDocument() as {
  paths: Record<string, Record<string, Json>>;
  components: { parameters: Record<string, Parameter>; responses: Record<string, DescribedResponse> };
};

/** What the description's own references name. */
export const { components } = document;

/** The part of the description that a local reference names; anything else as it is. */
export function resolved<T>(value: T | { $ref: string }): T {
  const ref = (value as { $ref?: unknown }).$ref;
  if (typeof ref !== 'string') return value as T;
  return ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Json)[name], document) as T;
}

function toOperation(path: string, method: string, raw: Json): Operation {
  const body = raw.requestBody as { required: boolean; content: Record<string, Media> } | undefined;
  const media = body?.content['application/json'];
  // `default` is for what a proxy answers: of the service itself every status is described.
  const { default: _, ...responses } = raw.responses as Record<string, DescribedResponse>;
  return {
    id: raw.operationId as string,
    method: method.toUpperCase(),
    path,
    parameters: (raw.parameters as Parameter[]).map((parameter) => resolved(parameter)),
    body: body ? { required: body.required, schema: media?.schema ?? {}, example: media?.example } : null,
    security: raw.security as Record<string, unknown>[],
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, resolved(response)]),
    ),
  };
}

/** Every operation of the interface's description. */
export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, raw]) => toOperation(path, method, raw)),
);

const patterns = operations.map((operation) => ({
  operation,
  // Fixed segments win over placeholders, as the router has it.
  placeholders: operation.path.split('{').length,
  pattern: new RegExp(
    `^${operation.path.replaceAll('.', String.raw`\.`).replace(/\{[a-z0-9_]+\}/g, '[^/]+')}$`,
  ),
}));

/** The operation that a call reaches, null where the description has none. */
export function operationOf(method: string, path: string): Operation | null {
  const takers = patterns.filter(
    ({ operation, pattern }) => operation.method === method && pattern.test(path),
  );
  return takers.toSorted((a, b) => a.placeholders - b.placeholders)[0]?.operation ?? null;
}
