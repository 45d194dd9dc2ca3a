import type { HTTPSnippet as Snippet } from '@readme/httpsnippet';
import { exampleOf, type OpenApi, type Operation } from './document.ts';

/** Where a sample calls when the document names no address; the page puts in the one that it was read from. */
export const EXAMPLE_HOST = 'https://triage.example';

export const SAMPLE_KEY = 'svc_test_YOUR_KEY';

export const LANGUAGES = [
  { id: 'curl', title: 'curl', target: ['shell', 'curl'] },
  { id: 'typescript', title: 'TypeScript', target: ['javascript', 'fetch'] },
  { id: 'python', title: 'Python', target: ['python', 'requests'] },
  { id: 'csharp', title: 'C#', target: ['csharp', 'httpclient'] },
] as const;

export type Sample = { language: (typeof LANGUAGES)[number]; code: string };
export type SampleMaker = (operation: Operation) => Sample[];

/** The address that samples call: the first of the document that is one. */
export const baseOf = ({ servers = [] }: OpenApi): string =>
  servers.map(({ url }) => url.replace(/\/$/, '')).find((url) => /^https?:/.test(url)) ?? EXAMPLE_HOST;

/** Makes the samples of an operation from its examples. The library is loaded at the first use: it is needed once. */
export async function createSampleMaker(document: OpenApi): Promise<SampleMaker> {
  const { HTTPSnippet } = await import('@readme/httpsnippet');
  const base = baseOf(document);
  return (operation) => {
    const snippet = new HTTPSnippet(requestOf(operation, base), { harIsAlreadyEncoded: true });
    return LANGUAGES.map((language) => ({ language, code: codeOf(snippet, language) }));
  };
}

function codeOf(snippet: Snippet, { target: [target, client] }: Sample['language']): string {
  const [code] = snippet.convert(target, client);
  if (typeof code !== 'string') throw new Error(`no sample for ${client}`);
  // Without the quotes the shell would put its variables into a body that has an apostrophe.
  return code.replace('<<EOF', "<<'EOF'").trim();
}

type HarRequest = ConstructorParameters<typeof Snippet>[0];

/** The call of the examples as an HTTP archive has it. */
function requestOf(operation: Operation, base: string): HarRequest {
  const { method, path, parameters, body } = operation;
  const example = (name: string): string => {
    const found = parameters.find((parameter) => parameter.name === name);
    const value = found === undefined ? undefined : exampleOf(found);
    return value === undefined ? `{${name}}` : encodeURIComponent(textOf(value));
  };
  const url = base + path.replace(/\{([^}]+)\}/g, (_, name: string) => example(name));
  const queryString = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map((parameter) => ({ name: parameter.name, value: example(parameter.name) }));
  const content = body === null ? undefined : exampleOf(body.media);
  const bodyType = content === undefined ? null : (body?.type ?? null);
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    headers: headersOf(operation, bodyType),
    queryString,
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    postData: bodyType === null ? NO_BODY : { mimeType: bodyType, text: JSON.stringify(content) },
  };
}

/** As the library has it by itself. */
const NO_BODY = { mimeType: 'application/octet-stream' };

function headersOf(
  { credentials, method }: Operation,
  bodyType: string | null,
): { name: string; value: string }[] {
  const headers: { name: string; value: string }[] = [];
  if (credentials.includes('apiKey')) headers.push({ name: 'Authorization', value: `Bearer ${SAMPLE_KEY}` });
  else if (credentials.length > 0) {
    headers.push({ name: 'Cookie', value: 'svc_session=YOUR_SESSION' });
    if (method !== 'GET') headers.push({ name: 'X-CSRF-Token', value: 'YOUR_SVC_CSRF_COOKIE' });
  }
  if (bodyType !== null) headers.push({ name: 'Content-Type', value: bodyType });
  return headers;
}

/** A value as it stands in a path or query. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
