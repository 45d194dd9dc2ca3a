import createFetchClient, { createQuerySerializer, type Client } from 'openapi-fetch';
import { COMMA_LISTS } from './query-lists.ts';
import type { paths } from './schema.ts';

export type { components, operations, paths } from './schema.ts';

export type TriageClient = Client<paths>;

const inCommas = createQuerySerializer<Record<string, unknown>>({ array: { style: 'form', explode: false } });
const repeated = createQuerySerializer<Record<string, unknown>>({ array: { style: 'form', explode: true } });

/** Writes a query as the description says: each list with commas or repeated, by its name. */
const querySerializer = (query: Record<string, unknown>): string =>
  Object.entries(query)
    .map(([name, value]) => (COMMA_LISTS.has(name) ? inCommas : repeated)({ [name]: value }))
    .filter((part) => part !== '')
    .join('&');

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
    querySerializer,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    headers: options.apiKey === null ? {} : { Authorization: `Bearer ${options.apiKey}` },
  });
