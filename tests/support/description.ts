import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { interfaceDocument } from '../../shared/api/document.ts';

type Json = Record<string, unknown>;
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Json };
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

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'interface', components: document.components });
const validators = new WeakMap<Json, ValidateFunction>();

function validatorOf(schema: Json): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"interface#/components/');
  const made = ajv.compile(JSON.parse(text) as Json);
  validators.set(schema, made);
  return made;
}

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

/** What about an answer is not as the description says: its status, a header, its media type, its body. */
export function problemsOf(
  operation: Operation,
  answer: { status: number; headers: Headers; text: string },
): string[] {
  const described = operation.responses[String(answer.status)];
  if (!described) return [`status ${answer.status} is not described`];
  const missing = Object.keys(described.headers ?? {}).filter(
    (name) => isAlwaysThere(described.headers?.[name]) && !answer.headers.has(name),
  );
  const problems = missing.map((name) => `header ${name} is missing`);
  const contentType = answer.headers.get('content-type') ?? '';
  const mediaType = contentType.split(';')[0] ?? '';
  if (!described.content) return answer.text === '' ? problems : [...problems, 'a body is not described'];
  const media = described.content[contentType] ?? described.content[mediaType];
  if (!media) return [...problems, `media type ${mediaType} is not described`];
  if (mediaType !== 'application/json' || !media.schema) return problems;
  const validate = validatorOf(media.schema);
  if (validate(JSON.parse(answer.text))) return problems;
  const broken = (validate.errors ?? []).map((error) => `body${error.instancePath} ${error.message ?? ''}`);
  return [...problems, ...broken];
}

/** Other headers depend on the call. */
const isAlwaysThere = (header: Json | undefined): boolean => resolved(header ?? {})['required'] === true;
