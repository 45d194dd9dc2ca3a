import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { SendLimits } from '../../shared/webhooks/sender.ts';

/** Short ones, so that a test can wait for each: all but the body's end an attempt that hangs. */
export const LIMITS: SendLimits = {
  connectTimeoutMs: 4_000,
  headersTimeoutMs: 3_500,
  bodyTimeoutMs: 1_000,
  totalTimeoutMs: 4_000,
};

/** How a receiver answers, what its delivery is recorded as, and after how long it is tried again. */
export type Fault = {
  answer: (response: ServerResponse) => void;
  status: 'delivered' | 'failed';
  code: number | null;
  error: string | null;
  waitS?: number;
  excerpt?: string | null;
  /** It holds an attempt until a limit ends it. */
  hangs?: 'late' | 'for ever';
};

const MEGABYTE = Buffer.alloc(1_000_000, 'x');
const GZIPPED = gzipSync(Buffer.alloc(100_000_000));

const every = (socket: Socket, ms: number, text: string): void => {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
};
const raw =
  (speak: (socket: Socket) => void) =>
  (response: ServerResponse): void => {
    const { socket } = response;
    socket?.on('error', () => undefined);
    if (socket) speak(socket);
  };

/** Sends 100 MB as fast as they are taken; tells how many bytes went. */
function flood(response: ServerResponse, status: number, sent: (bytes: number) => void): void {
  response.writeHead(status, { 'content-length': 100 * MEGABYTE.length });
  let count = 0;
  const pump = (): void => {
    while (count < 100 && !response.destroyed) {
      count += 1;
      sent(MEGABYTE.length);
      if (!response.write(MEGABYTE)) return void response.once('drain', pump);
    }
  };
  pump();
}

const asksFor = (code: number, retryAfter: string, error: string, waitS: number): Fault => ({
  answer: (response) => void response.writeHead(code, { 'retry-after': retryAfter }).end('later'),
  status: 'failed',
  code,
  error,
  waitS,
  excerpt: 'later',
});
const unanswered = (error: string, answer: Fault['answer'], hangs?: Fault['hangs']): Fault => ({
  answer,
  status: 'failed',
  code: null,
  error,
  waitS: 30,
  excerpt: null,
  ...(hangs && { hangs }),
});
const redirects = (code: number, location: string): Fault => ({
  answer: (response) => void response.writeHead(code, { location }).end(),
  status: 'failed',
  code,
  error: 'http_redirect',
  waitS: 30,
});

/** Every way to misbehave that is known here. `trap` is where redirects lead to; `sent` counts bytes of floods. */
export const misbehaving = (trap: string, sent: (bytes: number) => void): Record<string, Fault> => ({
  'answers after the timeout': unanswered(
    'timeout',
    (response) => void setTimeout(() => response.writeHead(204).end(), LIMITS.totalTimeoutMs + 300),
    'late',
  ),
  'never answers': unanswered('timeout', () => undefined, 'for ever'),
  'sends a header for ever, byte by byte': unanswered(
    'timeout',
    raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-More: ');
      every(socket, 40, 'y');
    }),
    'for ever',
  ),
  'sends early hints for ever': unanswered(
    'timeout',
    raw((socket) => every(socket, 40, 'HTTP/1.1 103 Early Hints\r\n\r\n')),
    'for ever',
  ),
  'sends headers for ever, at full speed': unanswered(
    'malformed_answer',
    raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      every(socket, 5, `X-More: ${'y'.repeat(4_000)}\r\n`.repeat(8));
    }),
  ),
  'speaks something else': unanswered(
    'malformed_answer',
    raw((socket) => socket.write('220 mail.partner.example ESMTP\r\n')),
  ),
  'closes before it answers': unanswered(
    'connection_closed',
    raw((socket) => socket.destroy()),
  ),
  'closes in the middle of its headers': unanswered(
    'connection_closed',
    raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')),
  ),
  'closes in the middle of its body': {
    answer: raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc')),
    status: 'delivered',
    code: 200,
    error: null,
    excerpt: 'abc',
  },
  'trickles its body': {
    answer: raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nabc');
      every(socket, 40, 'y');
    }),
    status: 'delivered',
    code: 200,
    error: null,
  },
  'accepts with 100 MB': {
    answer: (response) => flood(response, 200, sent),
    status: 'delivered',
    code: 200,
    error: null,
    excerpt: 'x'.repeat(2_048),
  },
  'refuses with 100 MB': {
    answer: (response) => flood(response, 500, sent),
    status: 'failed',
    code: 500,
    error: 'http_server_error',
    waitS: 30,
    excerpt: 'x'.repeat(2_048),
  },
  'answers what unpacks to 100 MB': {
    answer: (response) =>
      void response
        .writeHead(200, { 'content-encoding': 'gzip', 'content-length': GZIPPED.length })
        .end(GZIPPED),
    status: 'delivered',
    code: 200,
    error: null,
    excerpt: GZIPPED.subarray(0, 2_048).toString('utf8'),
  },
  'redirects to a private address': redirects(301, 'http://10.0.0.1/hook'),
  'redirects to metadata': redirects(302, 'http://169.254.169.254/latest/meta-data/'),
  'redirects to an address in reach': redirects(307, trap),
  'redirects for good to an address in reach': redirects(308, trap),
  'asks for less than planned': asksFor(503, '1', 'http_server_error', 30),
  'asks for a little more': asksFor(429, '45', 'http_rate_limited', 45),
  'asks for more, as a date': asksFor(
    503,
    new Date(Date.now() + 3_600_000).toUTCString(),
    'http_server_error',
    60,
  ),
  'asks for a day': asksFor(503, '86400', 'http_server_error', 60),
  'asks for a day with 429': asksFor(429, '86400', 'http_rate_limited', 60),
  'asks for nonsense': asksFor(429, 'tomorrow', 'http_rate_limited', 30),
  'asks for more where nobody listens': asksFor(500, '45', 'http_server_error', 30),
});
