import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { newIp } from '../support/browser.ts';
import { errorIn } from '../support/answers.ts';
import { fetchDescribed, requireDescribed } from '../support/described.ts';
import { operationOf, type Operation } from '../support/description.ts';
import { ERROR_STATUS } from '../../shared/http/errors.ts';
import { table, type Row } from './table.ts';

/** Headers that show a credential; none for nobody. */
export type Who = Readonly<Record<string, string>>;
export const NOBODY: Who = {};
export const bearer = (rawKey: string): Who => ({ authorization: `Bearer ${rawKey}` });

export type Call = {
  ids?: Record<string, string>;
  /** Several values where a parameter is repeated. */
  query?: Record<string, string | string[]>;
  /** Sent as JSON; a string as it is. */
  body?: unknown;
  headers?: Record<string, string>;
};

export type Reply = { status: number; headers: Headers; text: string; body: unknown };

/** Calls one operation of the table. Each call comes from an address of its own unless it says otherwise. */
export type Send = (row: Pick<Row, 'method' | 'path'>, who: Who, call?: Call) => Promise<Reply>;

export const nameOf = ({ method, path }: Pick<Row, 'method' | 'path'>): string => `${method} ${path}`;

const rows = new Map(table.map((row) => [nameOf(row), row]));
export function rowOf(name: string): Row {
  const row = rows.get(name);
  if (!row) throw new Error(`the table has no ${name}`);
  return row;
}

/** The names of the placeholders in a path. */
export const idsOf = ({ path }: Pick<Row, 'path'>): string[] =>
  [...path.matchAll(/\{([a-z0-9_]+)\}/g)].map(([, name = '']) => name);

const targetOf = ({ path }: Pick<Row, 'path'>, { ids = {}, query = {} }: Call): string => {
  const filled = path.replace(/\{([a-z0-9_]+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`a call of ${path} names no ${name}`);
    return encodeURIComponent(id);
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  const search = new URLSearchParams(pairs).toString();
  return search === '' ? filled : `${filled}?${search}`;
};

const isJson = (type: string | null): boolean => type?.startsWith('application/json') === true;

export const createSend =
  (baseUrl: string): Send =>
  async (row, who, call = {}) => {
    const { body, headers = {} } = call;
    const response = await fetchDescribed(`${baseUrl}${targetOf(row, call)}`, {
      method: row.method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': newIp(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...who,
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson(response.headers.get('content-type')) ? JSON.parse(text) : null,
    };
  };

type Upload = {
  who: Who;
  call: Call;
  /** Content-Length; null sends in chunks. */
  announced: number | null;
  /** What comes of it; null where nothing does. */
  sent: Buffer | null;
  /** Whether what comes is all. */
  isWhole: boolean;
};

/** Sends a body as a badly behaved client would; waits for the answer. */
function upload(baseUrl: string, row: Pick<Row, 'method' | 'path'>, given: Upload): Promise<Reply> {
  const { who, call, announced, sent, isWhole } = given;
  return new Promise((resolve, reject) => {
    const request = http.request(`${baseUrl}${targetOf(row, call)}`, {
      method: row.method,
      agent: false,
      headers: {
        'x-forwarded-for': newIp(),
        'content-type': 'application/json',
        ...(announced === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': announced }),
        ...who,
      },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const headers = new Headers(response.headers as Record<string, string>);
        const answer = { status: response.statusCode ?? 0, headers, text };
        requireDescribed(row.method, row.path, answer);
        resolve({ ...answer, body: JSON.parse(text) });
        // What the server cuts off now is no fault of the call.
        request.removeListener('error', reject).on('error', () => undefined);
        request.destroy();
      });
    });
    if (sent === null) request.flushHeaders();
    else if (isWhole) request.end(sent);
    else request.write(sent);
  });
}

type Sender = { who: Who; call: Call };

/** More than any operation takes. */
const TOO_MANY_BYTES = 1_048_576 + 1;

/** Sends a body that is too large, in chunks, or only announces it. */
export const sendTooMuch = (
  baseUrl: string,
  row: Pick<Row, 'method' | 'path'>,
  { isAnnounced, ...sender }: Sender & { isAnnounced: boolean },
): Promise<Reply> =>
  upload(baseUrl, row, {
    ...sender,
    announced: isAnnounced ? TOO_MANY_BYTES : null,
    sent: isAnnounced ? null : Buffer.alloc(TOO_MANY_BYTES, ' '),
    isWhole: true,
  });

/** Sends the beginning of a body, and nothing more. */
export const sendTooSlowly = (
  baseUrl: string,
  row: Pick<Row, 'method' | 'path'>,
  sender: Sender,
): Promise<Reply> =>
  upload(baseUrl, row, { ...sender, announced: 100, sent: Buffer.from('{'), isWhole: false });

export function describedAs(row: Pick<Row, 'method' | 'path'>): Operation {
  const operation = operationOf(row.method, row.path);
  if (!operation) throw new Error(`${nameOf(row)} is not described`);
  return operation;
}

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** What about an answer is not as the contract promises of every answer of this operation, beside its description. */
export function faultsOf(row: Row, reply: Reply): string[] {
  const { status, headers } = reply;
  const faults: string[] = [];
  const shown = RATE_HEADERS.filter((name) => /^\d+$/.test(headers.get(name) ?? ''));
  if (row.access === 'probe' ? shown.length > 0 : shown.length < RATE_HEADERS.length)
    faults.push(`rate headers: ${shown.join(', ')}`);
  const charged = headers.get('x-svc-tokens-charged');
  if ((row.cost === null) !== (charged === null)) faults.push(`tokens charged: ${String(charged)}`);
  if (status >= 400) {
    const { code, request_id } = errorIn(reply);
    if (ERROR_STATUS[code] !== status) faults.push(`code ${code} with status ${status}`);
    if (request_id !== headers.get('x-request-id')) faults.push('another request id in the envelope');
    if (charged !== null && charged !== '0') faults.push('a charge for an error');
  }
  return faults;
}

const NOWHERE: Record<string, string> = {
  patient_id: 'nobody-has-this-id',
  domain: 'unbound.example',
  page: 'no-such-page',
  file: 'no-such-file.js',
};

/** A call as the description's own example has it, of what does not exist. */
export function sampleOf(row: Pick<Row, 'method' | 'path' | 'query'>): Call {
  const { body } = describedAs(row);
  const ids = Object.fromEntries(idsOf(row).map((name) => [name, NOWHERE[name] ?? randomUUID()]));
  const required = row.query.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  const query = Object.fromEntries(required.map((name) => [name, NOWHERE[name] ?? 'x']));
  return { ids, query, ...(body === null ? {} : { body: body.example }) };
}

/** A header that makes any call a 400, once its caller may make it. */
export const MALFORMED = { 'x-request-id': 'two words' };
export const UNKNOWN_FIELD = 'no_such_field';

/** A call that gets as far as its input and has no effect, whoever makes it. */
export function harmlessOf(row: Row): Call {
  const sample = sampleOf(row);
  if (idsOf(row).length > 0 && row.errors.includes('not_found')) return sample;
  if (sample.body !== undefined)
    return { ...sample, body: { ...(sample.body as object), [UNKNOWN_FIELD]: 1 } };
  return row.method === 'GET' ? sample : { ...sample, headers: MALFORMED };
}
