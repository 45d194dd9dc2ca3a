/** What of an OpenAPI 3.1 document the page shows; anything may be absent. */
export type Schema = { [keyword: string]: unknown };

export type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  deprecated?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
};
export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value?: unknown }> };
export type Answer = { description?: string; content?: Record<string, Media> };
export type RawOperation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  security?: Record<string, unknown>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content?: Record<string, Media> };
  responses?: Record<string, Answer | Reference>;
};
type Reference = { $ref: string };

export type OpenApi = {
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  security?: Record<string, unknown>[];
  paths?: Record<string, Record<string, RawOperation>>;
  webhooks?: Record<string, Record<string, RawOperation>>;
  components?: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, Answer>;
    parameters?: Record<string, Parameter>;
  };
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  raw: RawOperation;
  parameters: Parameter[];
  /** The body by its first media type; null where there is none. */
  body: { required: boolean; type: string; media: Media } | null;
  answers: { status: string; name: string | null; answer: Answer }[];
  /** The names of the security schemes that each do; empty where none is needed. */
  credentials: string[];
};

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The part of the document that a local reference names; anything else as it is. */
export function resolve<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const parts = value.$ref.replace(/^#\//, '').split('/');
  let node: unknown = document;
  for (const part of parts) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    node = (node as Record<string, unknown> | undefined)?.[name];
  }
  if (typeof node !== 'object' || node === null) throw new Error(`${value.$ref} leads nowhere`);
  return resolve(document, node as T | Reference);
}

/** The last part of a reference: the name of the component. */
export const nameOfRef = (value: object): string | null =>
  '$ref' in value && typeof value.$ref === 'string' ? (value.$ref.split('/').at(-1) ?? null) : null;

/** Every operation, in the order of the document. */
export const operationsOf = (document: OpenApi): Operation[] =>
  Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, raw]) => toOperation(document, { path, method, raw })),
  );

export function toOperation(
  document: OpenApi,
  { path, method, raw }: { path: string; method: string; raw: RawOperation },
): Operation {
  const [body] = Object.entries(raw.requestBody?.content ?? {});
  return {
    id: raw.operationId ?? `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    tag: raw.tags?.[0] ?? 'Other',
    raw,
    parameters: (raw.parameters ?? []).map((parameter) => resolve(document, parameter)),
    body:
      body === undefined
        ? null
        : { required: raw.requestBody?.required === true, type: body[0], media: body[1] },
    answers: Object.entries(raw.responses ?? {}).map(([status, answer]) => ({
      status,
      name: nameOfRef(answer),
      answer: resolve(document, answer),
    })),
    credentials: (raw.security ?? document.security ?? []).flatMap((one) => Object.keys(one)),
  };
}

/** The example of a body or parameter: its own, the first of several, or the first of its schema. */
export function exampleOf({ example, examples, schema }: Media): unknown {
  if (example !== undefined) return example;
  const first = Object.values(examples ?? {})[0];
  if (first !== undefined) return first.value;
  const ofSchema = schema?.['examples'];
  return Array.isArray(ofSchema) ? (ofSchema[0] as unknown) : schema?.['default'];
}
