import createFetchClient, { type Client } from 'openapi-fetch';
import type { paths } from './schema.ts';

export type { components, operations, paths } from './schema.ts';

export type TriageClient = Client<paths>;

/**
 * A client whose calls and answers are typed by the description. `apiKey` null calls without one: for the public
 * endpoints. A call never throws for an error answer: it comes as `error`, beside `response`.
 */
export const createTriageClient = (options: {
  baseUrl: string;
  apiKey: string | null;
  fetch?: (request: Request) => Promise<Response>;
}): TriageClient =>
  createFetchClient<paths>({
    baseUrl: options.baseUrl,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    headers: options.apiKey === null ? {} : { Authorization: `Bearer ${options.apiKey}` },
  });
