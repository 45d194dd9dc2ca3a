import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from './listening.ts';

/** One request as the upstream got it. */
export type Heard = {
  path: string;
  headers: IncomingHttpHeaders;
  /** The text that was to be read. */
  text: string;
  body: Record<string, unknown>;
  /** Settles when the connection of this request closes before it was answered. */
  left: Promise<void>;
};

export type Respond = (response: ServerResponse, heard: Heard) => void;

/** What it says, in whichever form it was asked. */
export const saying =
  (findings: unknown): Respond =>
  (response, { body }) => {
    const answer = JSON.stringify({ findings });
    respondWith('messages' in body ? completionOf(answer) : answer)(response);
  };

export const completionOf = (content: string): string =>
  JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { total_tokens: 7 },
  });

/** Exactly these bytes. */
export const respondWith =
  (answer: string | Uint8Array, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(answer);

/** Never answers. */
export const silence: Respond = () => undefined;

/**
 * A server that reads texts, in both forms: it finds nothing in any, but for texts that hold a marker, which are answered
 * as the marker's script says.
 */
export async function startUpstream() {
  const scripts = new Map<string, Respond>();
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
      const one: Heard = {
        path: request.url ?? '',
        headers: request.headers,
        text: textIn(body),
        body,
        left: new Promise((resolve) => {
          response.once('close', () => {
            if (!response.writableEnded) resolve();
          });
        }),
      };
      heard.push(one);
      const marker = [...scripts.keys()].find((word) => one.text.includes(word));
      (scripts.get(marker ?? '') ?? saying([]))(response, one);
    });
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    /** All that was asked, oldest first. */
    heard,
    heardOf: (marker: string): Heard[] => heard.filter(({ text }) => text.includes(marker)),
    /** From now on, how a text that holds the marker is answered. */
    script: (marker: string, respond: Respond): void => void scripts.set(marker, respond),
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function textIn(body: Record<string, unknown>): string {
  if (typeof body.text === 'string') return body.text;
  const messages = body.messages as { role: string; content: string }[];
  const said = messages.find(({ role }) => role === 'user')?.content ?? '{}';
  return (JSON.parse(said) as { text: string }).text;
}
