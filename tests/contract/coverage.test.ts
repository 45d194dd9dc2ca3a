import test from 'ava';
import { z } from 'zod';
import { describeInterface } from '../../infra/openapi/document.ts';
import { operations } from '../support/description.ts';
import type { ErrorCode } from '../../shared/http/errors.ts';
import { describeRoutes } from '../../shared/http/openapi-route.ts';
import type { Access, Route } from '../../shared/http/route-types.ts';
import { acceptsUndefined, fieldsOf, unwrap } from '../../shared/http/zod-tools.ts';
import { table, type Part, type Row } from './table.ts';

/** The table of the contract and the routes of both APIs, held to each other. */
const { command, query } = await describeInterface();
const routes = [...command, ...query];
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const routeOf = new Map(routes.map((route) => [nameOf(route), route]));

/** The kit's own route, which describes all others. */
const KIT = new Set(['GET /v1/openapi.json']);

test('the table holds every row of the contract', (t) => {
  const count = (part: Part): number => table.filter((row) => row.part === part).length;
  t.is(count('sessions'), 8);
  t.is(count('tenant'), 18);
  t.is(count('webhooks'), 13);
  t.is(count('other'), 33 + 1, '33 and the older path of the invitation');
  t.is(new Set(table.map(nameOf)).size, table.length, 'each once');
  t.log(`${table.length} rows, ${table.length - count('ours')} of the contract`);
});

test('every route has its row, and the description every operation', (t) => {
  const rows = new Set(table.map(nameOf));
  t.deepEqual(
    routes.map(nameOf).filter((name) => !rows.has(name)),
    [],
  );
  t.deepEqual(operations.map(nameOf).toSorted(), [...rows].toSorted());
  t.notThrows(() => describeRoutes(routes, { title: 'All', version: '0', description: 'All routes.' }));
});

const accessOf = (access: Access): Row['access'] => {
  if (access.kind !== 'caller') return access.kind;
  return access.scope ?? (access.session === true || access.roles !== undefined ? 'session' : 'any');
};

/** `name!` where it is required. */
const fieldNames = (schema: z.ZodType | null): string[] =>
  (schema === null ? [] : unwrap(schema))
    .flatMap((part) => fieldsOf(part instanceof z.ZodObject ? part : null))
    .map(([name, field]) => (acceptsUndefined(field) ? name : `${name}!`));

/** What every call can get goes without saying. */
const COMMON = new Set<ErrorCode>([
  'bad_request',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'service_unavailable',
  'internal_server_error',
  'validation_error',
  'request_timeout',
  'request_too_large',
  'payload_too_large',
  'unsupported_media_type',
]);
const ownErrors = (errors: readonly ErrorCode[], { idempotent, access }: Row): ErrorCode[] => {
  const isCommon = (code: ErrorCode): boolean =>
    code === 'conflict' ? idempotent : COMMON.has(code) && !(code === 'unauthorized' && access === 'public');
  return [...new Set(errors)].filter((code) => !isCommon(code)).toSorted();
};

const rowOf = (route: Route, row: Row): Row => ({
  method: route.method,
  path: route.path,
  part: row.part,
  access: accessOf(route.access),
  roles: route.access.kind === 'caller' ? [...(route.access.roles ?? [])] : [],
  idempotent: route.idempotent === true,
  cost: route.cost ?? null,
  query: fieldNames(route.query).toSorted(),
  body: fieldNames(route.body).toSorted(),
  success: Object.keys(route.responses).map(Number),
  errors: ownErrors(route.errors, row),
});

for (const row of table.filter((each) => !KIT.has(nameOf(each)))) {
  test(`${nameOf(row)} has its route, with access, fields, statuses and errors`, (t) => {
    const route = routeOf.get(nameOf(row));
    if (!route) return t.fail('no route');
    const { query: parameters, body, roles, errors } = row;
    t.deepEqual(rowOf(route, row), {
      ...row,
      roles: roles ?? [],
      query: parameters.toSorted(),
      body: body.toSorted(),
      errors: ownErrors(errors, row),
    });
  });
}
