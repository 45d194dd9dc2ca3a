import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { components, operationOf, resolved, type Json, type Operation } from './description.ts';

/** What an answer brought, before anything is made of it. */
export type RawAnswer = { status: number; headers: Headers; text: string };

// Whether the schemas themselves are right is asked once, by the tests of the description.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
});
addFormats.default(ajv);
ajv.addSchema({ $id: 'interface', components });
/** Each schema is compiled when the first answer needs it: a test file meets few of them. */
const validators = new WeakMap<Json, ValidateFunction>();

function validatorOf(schema: Json): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"interface#/components/');
  const made = ajv.compile(JSON.parse(text) as Json);
  validators.set(schema, made);
  return made;
}

/** Whether a value is as a schema of the description wants it. */
export const fits = (schema: Json, value: unknown): boolean => validatorOf(schema)(value);

/** What a value breaks of a schema: JSON pointers and rules, never the value. */
function broken(what: string, schema: Json, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map((error) => `${what}${error.instancePath} ${error.message ?? ''}`);
}

/**
 * Headers that HTTP itself, its connections and the origin rules of browsers bring. A client reads them without a
 * description; any other header of an answer is described.
 */
const OF_HTTP = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
]);
const isOfHttp = (name: string): boolean => OF_HTTP.has(name) || name.startsWith('access-control-');

function headerProblems(described: Record<string, Json>, headers: Headers): string[] {
  const specs = new Map(
    Object.entries(described).map(([name, spec]) => [name.toLowerCase(), resolved(spec)]),
  );
  const missing = [...specs].filter(([name, spec]) => spec['required'] === true && !headers.has(name));
  const problems = missing.map(([name]) => `header ${name} is missing`);
  for (const [name, text] of headers) {
    if (isOfHttp(name)) continue;
    const schema = specs.get(name)?.['schema'] as Json | undefined;
    if (schema === undefined) problems.push(`header ${name} is not described`);
    else
      problems.push(...broken(`header ${name}`, schema, schema['type'] === 'integer' ? Number(text) : text));
  }
  return problems;
}

const isJson = (mediaType: string): boolean => /^application\/(?:[a-z.]+\+)?json$/.test(mediaType);

function bodyProblems(content: Operation['responses'][string]['content'], answer: RawAnswer): string[] {
  if (!content) return answer.text === '' ? [] : ['a body is not described'];
  const contentType = answer.headers.get('content-type') ?? '';
  const mediaType = contentType.split(';')[0] ?? '';
  const media = content[contentType] ?? content[mediaType];
  if (!media) return [`media type ${mediaType} is not described`];
  if (!media.schema) return [];
  if (!isJson(mediaType)) return broken('body', media.schema, answer.text);
  try {
    return broken('body', media.schema, JSON.parse(answer.text));
  } catch {
    return ['body is no JSON'];
  }
}

/** What about an answer is not as the description says: its status, a header, its media type, its body. */
export function problemsOf(operation: Operation, answer: RawAnswer): string[] {
  const described = operation.responses[String(answer.status)];
  if (!described) return [`status ${answer.status} is not described`];
  return [
    ...headerProblems(described.headers ?? {}, answer.headers),
    ...bodyProblems(described.content, answer),
  ];
}

/** What no operation takes is refused like a call of something that is not there, and a preflight has no body. */
function strayProblems(method: string, answer: RawAnswer): string[] {
  if (method === 'OPTIONS' && answer.status === 204) return bodyProblems(undefined, answer);
  if (answer.status >= 400 && answer.status < 500)
    return bodyProblems(components.responses['NotFound']?.content, answer);
  return [`status ${answer.status} is not described`];
}

/** Tests go back to before its end: what it answered then is not described any more. */
const isRemoved = ({ responses }: Operation): boolean =>
  Object.keys(responses).every((status) => status >= '400');

/**
 * Throws where an answer of the interface is not what the description of its operation says. Names the operation, and
 * neither the ids of its path nor anything of its body.
 */
export function requireDescribed(method: string, path: string, answer: RawAnswer): void {
  const operation = operationOf(method, path);
  if (operation !== null && isRemoved(operation) && answer.status !== 410) return;
  const problems = operation === null ? strayProblems(method, answer) : problemsOf(operation, answer);
  if (problems.length === 0) return;
  const name =
    operation === null ? `${method} of no operation` : `${method} ${operation.path} (${operation.id})`;
  throw new Error(`${name} answered ${answer.status} outside of its description: ${problems.join('; ')}`);
}

/** `fetch` for calls of the interface: throws where the answer is not as it is described. */
export async function fetchDescribed(input: string | Request, init?: RequestInit): Promise<Response> {
  const { method, url } = typeof input === 'string' ? { method: init?.method ?? 'GET', url: input } : input;
  const response = await fetch(input, init);
  const { status, headers } = response;
  const text = await response.clone().text();
  const { pathname } = new URL(url);
  if (pathname.startsWith('/v1/')) requireDescribed(method, pathname, { status, headers, text });
  return response;
}
