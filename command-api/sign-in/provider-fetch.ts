import type { IncomingMessage } from 'node:http';
import type { CustomFetch, CustomFetchOptions } from 'openid-client';
import { guardedAgents, guardedRequest } from '../../shared/webhooks/guarded-connect.ts';
import { createResolver, type ResolveHost } from '../../shared/webhooks/resolver.ts';
import type { UrlPolicy } from '../../shared/webhooks/url-policy.ts';

/** More than any provider publishes of itself; the keys of large ones take about 20 KB. */
const MAX_ANSWER_BYTES = 262_144;
const CONNECT_TIMEOUT_MS = 3_000;

/**
 * A provider named a host that its binding does not allow. The host is the code, so that it stands in the log: who binds
 * the domain has to know it.
 */
export class ForeignHostError extends Error {
  readonly code: string;
  constructor(host: string) {
    super('the identity provider names a host that its binding does not allow');
    this.name = 'ForeignHostError';
    this.code = host;
  }
}

/** The answer is larger than any of a provider, or compressed although nobody asked for that. */
class UnfitAnswerError extends Error {
  constructor(what: string) {
    super(`the answer of the identity provider is ${what}`);
    this.name = 'UnfitAnswerError';
  }
}

export type ProviderFetchOptions = {
  policy: UrlPolicy;
  /** The hosts, with their ports, that may be talked to. */
  hosts: ReadonlySet<string>;
  resolve?: ResolveHost;
};

/**
 * Talks to an identity provider for openid-client. What the provider publishes decides what is asked next, so each request
 * is held to the hosts of the binding, to addresses that the policy allows (checked on the connected socket), to 256 KB, and
 * to an answer without compression. Redirects are not followed. The caller's signal bounds the time.
 */
export function createProviderFetch(options: ProviderFetchOptions): CustomFetch {
  const { policy, hosts, resolve = createResolver() } = options;
  const agents = guardedAgents({ policy, resolve, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  return (address, init) => {
    const url = new URL(address);
    if (!hosts.has(url.host)) return Promise.reject(new ForeignHostError(url.host));
    return new Promise((settle, fail) => {
      const body = bodyOf(init);
      const request = guardedRequest(agents, url, {
        method: init.method,
        headers: {
          ...init.headers,
          'accept-encoding': 'identity',
          ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
        ...(init.signal ? { signal: init.signal } : {}),
      });
      request.on('error', fail);
      request.on('response', (response) => {
        readAnswer(response).then(settle, (error: unknown) => {
          fail(error instanceof Error ? error : new Error('the answer could not be read'));
          request.destroy();
        });
      });
      request.end(body);
    });
  };
}

/** openid-client sends forms. */
function bodyOf({ body }: CustomFetchOptions): string | null {
  if (body === null || body === undefined) return null;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('a body of this kind is never sent to a provider');
}

/** Statuses whose answer has no body, by `Response`. */
const BODILESS = new Set([101, 103, 204, 205, 304]);

async function readAnswer(response: IncomingMessage): Promise<Response> {
  const { 'content-encoding': encoding = 'identity', 'content-type': type } = response.headers;
  if (encoding !== 'identity') throw new UnfitAnswerError('compressed');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new UnfitAnswerError('too large');
    chunks.push(chunk);
  }
  const status = response.statusCode ?? 0;
  return new Response(BODILESS.has(status) ? null : Buffer.concat(chunks), {
    status,
    headers: type === undefined ? {} : { 'content-type': type },
  });
}
