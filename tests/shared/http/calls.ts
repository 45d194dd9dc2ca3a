import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  json: { seen?: unknown; error?: ErrorBody };
};
export type ErrorBody = {
  code: string;
  message: string;
  request_id: string;
  detail?: { field_errors?: { field: string; code: string; message: string }[] } & Record<string, unknown>;
};

export type CallOptions = {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
  agent?: http.Agent;
};

/** One HTTP call over a real socket, with the good key and JSON unless told otherwise. */
export function call(server: { port: number }, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, method = body === undefined ? 'GET' : 'POST' } = options;
  const headers = {
    authorization: 'Bearer good',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    ...options.headers,
  };
  const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const request = http.request(
      { host: '127.0.0.1', port: server.port, path, method, headers: sent, agent: options.agent ?? false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers as Record<string, string>,
            text,
            json: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer['json'],
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Bytes to send, or something to wait for before the next ones; it may look at what was received by then. */
export type Part = string | Buffer | ((received: () => string) => Promise<unknown>);

/** Sends raw bytes part by part and returns everything that came back until the server closed. */
export function raw(server: { port: number }, parts: Part[], gapMs = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const received = (): string => Buffer.concat(chunks).toString('utf8');
    const socket = net.connect(server.port, '127.0.0.1', () => void send().catch(reject));
    const send = async (): Promise<void> => {
      for (const [index, part] of parts.entries()) {
        if (index > 0) await pause(gapMs);
        if (socket.closed) return;
        if (typeof part === 'function') await part(received);
        else socket.write(part);
      }
    };
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset after the answer is no fault of the answer.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(received()));
  });
}

/** Splits one raw answer; throws where it is none. */
export function parseRaw(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1]);
  const headers = Object.fromEntries(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 2),
    ]),
  );
  return { status, headers, text: body, json: JSON.parse(body) as Answer['json'] };
}

export const SESSION = '018f4b1e-7c2a-7000-8000-0123456789ab';
export const answerPath = `/v1/sessions/${SESSION}/answer`;
export const commandPath = `/v1/sessions/${SESSION}/command`;
