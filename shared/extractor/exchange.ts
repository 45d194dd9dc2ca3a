import { errors, type Dispatcher } from 'undici';

/** What the other side did that it may not do. */
export type ExchangeFailure =
  | 'unreachable'
  | 'connection_closed'
  /** Anything but 2xx, redirects among it. */
  | 'bad_status'
  | 'too_large'
  /** Not the JSON that was asked for. */
  | 'malformed';

export class ExchangeError extends Error {
  override readonly name = 'ExchangeError';
  readonly failure: ExchangeFailure;
  constructor(failure: ExchangeFailure) {
    super('the upstream did not answer as it should');
    this.failure = failure;
  }
}

/** What is sent: URL, headers and JSON body. */
export type Letter = { url: URL; headers: Record<string, string>; body: string };

/** Several times what 500 findings take. */
export const MAX_ANSWER_BYTES = 65_536;

/** Sends one POST and returns the body of its 2xx answer. Throws ExchangeError, or what the client throws. */
export async function exchange(
  dispatcher: Dispatcher,
  { url, headers, body }: Letter,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: 'POST',
    headers,
    body,
    signal,
  });
  // Whoever destroys a body is told so once more by the body itself.
  answer.body.on('error', () => undefined);
  const refuse = (failure: ExchangeFailure): never => {
    answer.body.destroy();
    throw new ExchangeError(failure);
  };
  if (answer.statusCode < 200 || answer.statusCode > 299) refuse('bad_status');
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_ANSWER_BYTES) refuse('too_large');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

const BY_CODE: Record<string, ExchangeFailure | 'timeout'> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'malformed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'malformed',
};

/**
 * How the upstream failed, from an error of the HTTP client. Null if the error says nothing about the upstream:
 * then it is a fault of ours.
 */
export function classify(error: unknown): ExchangeFailure | 'timeout' | null {
  if (error instanceof errors.HTTPParserError) return 'malformed';
  // Attempts at several addresses of one name fail together.
  if (error instanceof AggregateError && error.errors.length > 0) return classify(error.errors[0]);
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return null;
  return (
    BY_CODE[code] ??
    (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code) ? 'unreachable' : 'connection_closed')
  );
}
