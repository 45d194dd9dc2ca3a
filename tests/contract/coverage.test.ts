import test from 'ava';
import { describeInterface } from '../../infra/openapi/document.ts';
import { operations, resolved } from '../support/description.ts';
import { ERROR_STATUS, type ErrorCode } from '../../shared/http/errors.ts';
import { describeRoutes } from '../../shared/http/openapi-route.ts';
import type { Access, Route } from '../../shared/http/route-types.ts';
import { describedAs } from './calls.ts';
import { describedRule, lacking, parameterFields, unlike, type Parameter } from './described-rules.ts';
import { table, type Part, type Row } from './table.ts';

/** The table of the contract and the routes of both APIs, held to each other. */
const { command, query } = await describeInterface();
const routes = [...command, ...query];
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const routeOf = new Map(routes.map((route) => [nameOf(route), route]));

/** The kit's own route, which describes all others. */
const KIT = new Set(['GET /v1/openapi.json']);

test(`the table holds every row of the contract, and with ours ${table.length}`, (t) => {
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
const ownErrors = (errors: readonly ErrorCode[], { idempotent, access, feature }: Row): ErrorCode[] => {
  const isCommon = (code: ErrorCode): boolean =>
    (code === 'not_implemented' && feature !== null) ||
    (code === 'conflict'
      ? idempotent
      : COMMON.has(code) && !(code === 'unauthorized' && access === 'public'));
  return [...new Set(errors)].filter((code) => !isCommon(code)).toSorted();
};

const accessRules = ({ method, path, access, feature, roles, idempotent, cost, success, errors }: Row) => ({
  ...{ method, path, access, feature, idempotent, cost, success },
  roles: roles ?? [],
  errors,
});
type AccessRules = ReturnType<typeof accessRules>;

const rulesOf = (route: Route, row: Row): AccessRules => ({
  method: route.method,
  path: route.path,
  access: accessOf(route.access),
  feature: route.feature ?? null,
  roles: route.access.kind === 'caller' ? [...(route.access.roles ?? [])] : [],
  idempotent: route.idempotent === true,
  cost: route.cost ?? null,
  success: Object.keys(route.responses).map(Number),
  errors: ownErrors(route.errors, row),
});

for (const row of table.filter((each) => !KIT.has(nameOf(each)))) {
  test(`${nameOf(row)} has its route, with access, price, statuses and errors`, (t) => {
    const route = routeOf.get(nameOf(row));
    if (!route) return t.fail('no route');
    t.deepEqual(rulesOf(route, row), { ...accessRules(row), errors: ownErrors(row.errors, row) });
  });
}

const COMMON_HEADERS = ['X-Request-ID', 'Cache-Control', 'X-Content-Type-Options'];
const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

function successHeaders(row: Row, status: number): string[] {
  return [
    ...COMMON_HEADERS,
    ...(row.access === 'probe' ? [] : RATE_HEADERS),
    ...(row.cost === null ? [] : ['X-Svc-Tokens-Charged']),
    ...(row.idempotent ? ['Idempotency-Replayed'] : []),
    ...(row.ownHeaders[status] ?? []),
    ...row.sunsetHeaders,
  ].toSorted();
}

/** What an error brings beyond what every answer has. */
const ERROR_HEADERS: Partial<Record<number, string[]>> = {
  [ERROR_STATUS.unauthorized]: ['WWW-Authenticate'],
  [ERROR_STATUS.conflict]: ['Retry-After'],
  [ERROR_STATUS.gone]: ['Link'],
  [ERROR_STATUS.rate_limited]: ['Retry-After'],
  [ERROR_STATUS.service_unavailable]: ['Retry-After'],
};

function errorHeaders(row: Row, status: number): string[] {
  const counted = row.access === 'probe' ? [] : [...RATE_HEADERS, 'X-Svc-Tokens-Charged'];
  return [...COMMON_HEADERS, ...counted, ...(ERROR_HEADERS[status] ?? [])].toSorted();
}

/** The media type without what stands after it, as the table has it. */
const bareType = (type: string): string => type.split(';')[0] ?? '';

for (const row of table) {
  const { parameters, body, responses } = describedAs(row);

  test(`${nameOf(row)} has the request of the table, with bounds, defaults and values`, (t) => {
    for (const place of ['path', 'query'] as const) {
      const found = parameters.filter((parameter) => parameter.in === place) as Parameter[];
      t.deepEqual(unlike(row.rules[place], parameterFields(found)), [], place);
    }
    const found = body === null ? {} : describedRule(body.schema);
    t.deepEqual(unlike(row.rules.body, found.fields ?? {}), []);
    if (body === null) return;
    t.is(resolved(body.schema)['additionalProperties'], false, 'no other field');
    // An older form without a body is for those who use it already.
    t.is(body.required, !row.mayLackBody);
  });

  test(`${nameOf(row)} has the answers of the table, with fields, types and headers`, (t) => {
    for (const [key, { headers = {}, content = {} }] of Object.entries(responses)) {
      const status = Number(key);
      const isSuccess = status < 400;
      const expected = isSuccess ? successHeaders(row, status) : errorHeaders(row, status);
      t.deepEqual(Object.keys(headers).toSorted(), expected, `headers of ${key}`);
      if (!isSuccess) continue;
      const { json = null, otherTypes = [] } = row.brings[key] ?? {};
      const types = [...(json ? ['application/json'] : []), ...otherTypes];
      t.deepEqual(Object.keys(content).map(bareType).toSorted(), types.toSorted(), key);
      const schema = content['application/json']?.schema;
      if (json) t.deepEqual(lacking(json, describedRule(schema ?? {})), [], key);
    }
  });
}
