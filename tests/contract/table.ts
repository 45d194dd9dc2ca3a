import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { z } from 'zod';
import { SCOPES } from '../../domain/api-key/events.ts';
import { ROLES } from '../../domain/member/types.ts';
import { FEATURE_NAMES } from '../../domain/tenant/types.ts';
import { ERROR_STATUS, type ErrorCode } from '../../shared/http/errors.ts';
import { createRuleReader, type Fields, type Rule } from './rules.ts';

const PARTS = ['sessions', 'tenant', 'webhooks', 'other', 'ours'] as const;
export type Part = (typeof PARTS)[number];

const read = (name: string): unknown =>
  load(readFileSync(new URL(`./operations/${name}.yaml`, import.meta.url), 'utf8'));

const { ruleOf, fieldsOf } = createRuleReader(read('shapes') as Record<string, unknown>);
const placeholders = fieldsOf(read('path'));

/** What an answer brings: a body of JSON, one in other media types, or none. */
export type Brought = { json: Rule | null; otherTypes: string[] };
const broughtOf = (written: unknown): Brought => {
  if (written === 'nothing') return { json: null, otherTypes: [] };
  const isMedia = typeof written === 'string' && written.includes('/');
  return isMedia ? { json: null, otherTypes: written.split(' ') } : { json: ruleOf(written), otherTypes: [] };
};

const written = z.union([z.string(), z.record(z.string(), z.unknown())]);
const headerNames = z.array(z.string());

const row = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string().startsWith('/v1/'),
  access: z.enum([...SCOPES, 'any', 'session', 'public', 'probe']),
  feature: z.enum(FEATURE_NAMES).nullable().default(null),
  roles: z.array(z.enum(ROLES)).nullable().default(null),
  idempotent: z.boolean().default(false),
  cost: z.int().nullable().default(null),
  query: written.default({}),
  body: written.default({}),
  optional_body: z.boolean().default(false),
  success: z.record(z.string().regex(/^[23]\d\d$/), z.unknown()),
  other_types: z.array(z.string()).default([]),
  headers: z.union([headerNames, z.record(z.string(), headerNames)]).default([]),
  deprecated: z.enum(['form', 'operation']).nullable().default(null),
  errors: z.array(z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]])).default([]),
});

const SUNSET_HEADERS = ['Deprecation', 'Sunset', 'Link', 'Warning'];

/** `name!` where it is required. */
const namesOf = (fields: Fields): string[] =>
  Object.entries(fields).map(([name, { isRequired }]) => (isRequired ? `${name}!` : name));

function rowOf(part: Part, given: z.output<typeof row>) {
  const {
    query,
    body,
    success,
    headers,
    other_types: otherTypes,
    optional_body: mayLackBody,
    ...rest
  } = given;
  const inPath = [...rest.path.matchAll(/\{([a-z0-9_]+)\}/g)].map(([, name = '']) => [
    name,
    { isRequired: true, rule: placeholders[name]?.rule ?? {} },
  ]);
  const rules = { path: Object.fromEntries(inPath) as Fields, query: fieldsOf(query), body: fieldsOf(body) };
  const statuses = Object.keys(success).map(Number);
  const own = (status: number): string[] => (Array.isArray(headers) ? headers : (headers[status] ?? []));
  return {
    ...rest,
    part,
    mayLackBody,
    query: namesOf(rules.query),
    body: namesOf(rules.body),
    success: statuses,
    /** What each field of a request has to be. */
    rules,
    /** By status of a success. */
    brings: Object.fromEntries(
      Object.entries(success).map(([status, each]) => {
        const brought = broughtOf(each);
        return [status, { ...brought, otherTypes: [...brought.otherTypes, ...otherTypes] }];
      }),
    ),
    /** On each success with this status, beyond what every answer of the row has. */
    ownHeaders: Object.fromEntries(statuses.map((status) => [status, own(status)])),
    /** Where a form of the call, or all of it, has an end. */
    sunsetHeaders: rest.deprecated === null ? [] : SUNSET_HEADERS,
  };
}
export type Row = ReturnType<typeof rowOf>;

/** The table of every operation, see operations/README.md. */
export const table: readonly Row[] = PARTS.flatMap((part) =>
  z
    .array(row)
    .parse(read(part))
    .map((each) => rowOf(part, each)),
);
