import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import { sleep } from '../../../shared/lifecycle/timing.ts';

/** A call as docs/partner/errors.md tells clients to make it: repeated with the same Idempotency-Key until it is decided. */
export type Wanted = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string; body?: unknown };

export type Decided = {
  /** Null: the time was over. */
  status: number | null;
  body: unknown;
  isReplayed: boolean;
  failures: string[];
  idempotencyKey: string | null;
  startedMs: number;
  endedMs: number;
};

export type Insist = (key: string, wanted: Wanted) => Promise<Decided>;

type Attempt = { status: number; headers: Record<string, unknown>; text: string };

/** A call that cannot be decided is a 503 after 17 s at most. */
const ATTEMPT_LIMIT_MS = 20_000;
/** Longer than any fault lasts. */
const GIVE_UP_MS = 120_000;
/** Where the answer does not say how long to wait, or there was none. */
const PAUSE_MS = 250;
const CONNECTIONS = 32;

/** Why an attempt failed, in few words: causes are counted. */
function causeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  if (name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT') return 'no answer';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT' || code === 'EHOSTUNREACH')
    return 'no connection';
  return code === 'ECONNREFUSED' ? 'no connection' : 'connection lost';
}

/** An error of the service has a code; one of the proxy has none. */
function codeOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { error?: { code?: string } }).error?.code ?? null;
  } catch {
    return null;
  }
}

/** Passes by itself: an outage, a full window, or an attempt before that still runs. */
const isPassing = ({ status, headers }: Attempt): boolean =>
  status >= 500 || status === 429 || (status === 409 && headers['retry-after'] !== undefined);

const describe = ({ status, text }: Attempt): string => {
  if (status === 409) return 'still running';
  return `${status} ${codeOf(text) ?? 'of the proxy'}`;
};

/** Calls one service, whose certificate is of the authority in `caFile`. */
export function createInsist(baseUrl: string, caFile: string): Insist {
  const agent = new Agent({
    connect: { ca: readFileSync(caFile), timeout: 3_000 },
    connections: CONNECTIONS,
  });

  async function attempt(
    key: string,
    { method, path, body }: Wanted,
    idempotencyKey: string | null,
  ): Promise<Attempt> {
    const answer = await request(`${baseUrl}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(ATTEMPT_LIMIT_MS),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  return async (key, wanted) => {
    const idempotencyKey = wanted.method === 'POST' ? randomUUID() : null;
    const startedMs = Date.now();
    const failures: string[] = [];
    const decided = (answer: Attempt | null): Decided => ({
      status: answer?.status ?? null,
      body: answer === null || answer.text === '' ? null : JSON.parse(answer.text),
      isReplayed: answer?.headers['idempotency-replayed'] === 'true',
      failures,
      idempotencyKey,
      startedMs,
      endedMs: Date.now(),
    });
    while (Date.now() - startedMs < GIVE_UP_MS) {
      let pauseMs = PAUSE_MS;
      try {
        const answer = await attempt(key, wanted, idempotencyKey);
        if (!isPassing(answer)) return decided(answer);
        failures.push(describe(answer));
        pauseMs = Number(answer.headers['retry-after'] ?? 0) * 1_000 || PAUSE_MS;
      } catch (error) {
        failures.push(causeOf(error));
      }
      await sleep(pauseMs);
    }
    return decided(null);
  };
}
