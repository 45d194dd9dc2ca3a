import { STATUS_CODES } from 'node:http';
import {
  bearer,
  type Auth,
  type Header,
  type Item,
  type Query,
  type Request,
  type SavedAnswer,
} from './format.ts';
import type { Operation, Parameter } from './operations.ts';
import { scriptsOf } from './scripts.ts';
import type { Sender, Step } from './steps.ts';

/** The request of a step, with what the description says of its operation. */
export function itemOf(step: Step, operation: Operation): Item {
  const sender = step.sender ?? usualSender(operation);
  const request = requestOf(step, operation, sender);
  const event = scriptsOf(step, sender === 'cookies');
  return {
    name: nameOf(step, operation),
    ...(event.length > 0 && { event }),
    ...(operation.redirects && { protocolProfileBehavior: { followRedirects: false } }),
    request,
    response: step.refused?.when.startsWith(':') ? [] : savedAnswers(operation, request),
  };
}

/** The name announces the refusal that is meant to come; `scripts/after-each.js` reads it there. */
function nameOf({ name, refused }: Step, { summary }: Operation): string {
  const own = name ?? summary;
  if (refused === undefined) return own;
  const { status, when } = refused;
  return `${own} (${status} expected${when.startsWith(':') ? '' : ' '}${when})`;
}

function usualSender({ security }: Operation): Sender {
  if (security.some((one) => 'apiKey' in one)) return { key: 'apiKey' };
  return security.length > 0 ? 'cookies' : 'nobody';
}

/** The collection's own key is inherited. */
function authOf(sender: Sender): { auth?: Auth } {
  if (typeof sender === 'string') return { auth: { type: 'noauth' } };
  return sender.key === 'apiKey' ? {} : { auth: bearer(sender.key) };
}

/** A parameter that was renamed would otherwise be left out without a word. */
function checkNames({ query = {}, path = {} }: Step, { id, parameters }: Operation): void {
  for (const name of Object.keys({ ...query, ...path })) {
    if (!parameters.some((one) => one.name === name)) throw new Error(`${id} has no parameter ${name}`);
  }
}

function requestOf(step: Step, operation: Operation, sender: Sender): Request {
  checkNames(step, operation);
  const { method, path, description } = operation;
  const segments = path
    .slice(1)
    .replace(/\{([a-z0-9_]+)\}/g, (_, name: string) => step.path?.[name] ?? `{{${name}}}`)
    .split('/');
  const query = queryOf(step, operation);
  const sent = query.filter(({ disabled }) => disabled !== true);
  const search = sent.map(({ key, value }) => `${key}=${value}`).join('&');
  const body = bodyOf(step, operation);
  return {
    method,
    description: [step.note, description].filter((text) => text !== undefined && text !== '').join('\n\n'),
    ...authOf(sender),
    header: headersOf(step, operation, sender),
    url: {
      raw: `{{baseUrl}}/${segments.join('/')}${search === '' ? '' : `?${search}`}`,
      host: ['{{baseUrl}}'],
      path: segments,
      ...(query.length > 0 && { query }),
    },
    ...(body !== undefined && {
      body: { mode: 'raw', raw: jsonOf(body), options: { raw: { language: 'json' } } },
    }),
  };
}

const parametersIn = (place: Parameter['in'], { parameters }: Operation): Parameter[] =>
  parameters.filter((parameter) => parameter.in === place && parameter.deprecated !== true);

const described = ({ description }: Parameter) => (description === undefined ? {} : { description });

/** Each parameter stands there; what a step does not send is switched off, with a value of the description's own. */
function queryOf({ query = {} }: Step, operation: Operation): Query[] {
  return parametersIn('query', operation).map((parameter) => {
    const { name: key, example, schema } = parameter;
    const sample =
      example ?? schema['example'] ?? schema['default'] ?? (schema['enum'] as unknown[] | undefined)?.[0];
    const value = query[key];
    if (value !== undefined) return { key, value, ...described(parameter) };
    return { key, value: textOf(sample), disabled: true as const, ...described(parameter) };
  });
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const bodyOf = (step: Step, operation: Operation): unknown => step.body ?? operation.body;

const CONTENT_TYPE: Header = { key: 'Content-Type', value: 'application/json' };

function headersOf(step: Step, operation: Operation, sender: Sender): Header[] {
  const ofOperation = parametersIn('header', operation).flatMap((parameter): Header[] => {
    const { name: key } = parameter;
    if (key === 'Idempotency-Key') return [{ key, value: '{{$guid}}', ...described(parameter) }];
    if (key !== 'X-CSRF-Token') return [{ key, value: '', disabled: true, ...described(parameter) }];
    // Whoever sends a key needs no token of a session.
    return sender === 'cookies' ? [{ key, value: '{{csrf_token}}', ...described(parameter) }] : [];
  });
  return [...(bodyOf(step, operation) === undefined ? [] : [CONTENT_TYPE]), ...ofOperation];
}

/** A variable that holds JSON stands there without quotes. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(/"\{\{json:(\w+)\}\}"/g, '{{$1}}');

/** The request that stands with an answer needs no explanations: they stand with the request itself. */
const savedAnswers = (
  { answers }: Operation,
  { description: _, header, ...request }: Request,
): SavedAnswer[] =>
  answers.map(([code, example]) => {
    const status = STATUS_CODES[code] ?? '';
    const sent = header.filter(({ disabled }) => disabled !== true);
    const originalRequest = { ...request, header: sent.map(({ key, value }) => ({ key, value })) };
    return {
      name: `${code} ${status}`,
      originalRequest,
      status,
      code,
      _postman_previewlanguage: 'json',
      header: [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }],
      cookie: [],
      body: JSON.stringify(example, null, 2),
    };
  });
