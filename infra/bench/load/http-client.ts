import { Pool } from 'undici';

export type Reply = {
  status: number;
  body: unknown;
  /** From the call to the last byte of the answer. */
  ms: number;
};

export type HttpClient = {
  post: (path: string, key: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;
  get: (path: string, key: string) => Promise<Reply>;
  close: () => Promise<void>;
};

const TIMEOUT_MS = 30_000;

/** Keep-alive connections to one server, as many as there may be calls at once. */
export function createHttpClient(baseUrl: string, connections = 128): HttpClient {
  const pool = new Pool(baseUrl, {
    connections,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<Reply> => {
    const startedMs = performance.now();
    const response = await pool.request({ method, path, headers, body });
    const text = await response.body.text();
    const ms = performance.now() - startedMs;
    return { status: response.statusCode, body: text === '' ? null : JSON.parse(text), ms };
  };
  return {
    post: (path, key, body, headers = {}) =>
      call(
        'POST',
        path,
        { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        JSON.stringify(body),
      ),
    get: (path, key) => call('GET', path, { authorization: `Bearer ${key}` }, null),
    close: () => pool.close(),
  };
}
