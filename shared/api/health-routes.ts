import { z } from 'zod';
import { text, truth } from '../../domain/kernel/fields.ts';
import { describeProblem, type ConnectionProblem } from '../event-log/connection-problem.ts';
import { ApiError } from '../http/errors.ts';
import { defineRoute, type HeaderSpec, type Route, type RouteResult } from '../http/route.ts';

const live = z
  .object({ status: z.literal('ok').meta({ description: 'The process can serve a request.' }) })
  .meta({ id: 'Liveness', description: 'That the process lives.' });

export const serviceStatus = z.enum(['ok', 'degraded', 'unavailable']).meta({
  id: 'ServiceStatus',
  description: 'ok; degraded: works, with something missing; unavailable: cannot serve calls.',
  examples: ['ok'],
});
export const versionField = text('Version of the service and its interface.', '0.2.0');
export const buildField = text('Version of the clinical engine and its knowledge base.', '1.0.0+fa685815');

const health = z
  .object({
    status: serviceStatus.describe('How the service is.'),
    version: versionField,
    build: buildField,
    engine_ready: truth('Whether the clinical engine is loaded.', true),
    database_connected: truth('Whether Postgres can be reached.', true),
    cache_connected: truth('Whether NATS can be reached; no call needs it.', true),
  })
  .meta({ id: 'Health', description: 'Whether what the service needs can be reached.' });

export type HealthChecks = {
  version: string;
  build: string;
  engineReady(): boolean;
  /** Each resolves within a second. */
  databaseConnected(): Promise<boolean>;
  eventLogConnected(): Promise<boolean>;
  /** Why not; null where it is connected. */
  eventLogProblem(): Promise<ConnectionProblem | null>;
  /** NATS. Its absence stops no call, so it degrades and does not fail. */
  cacheConnected(): boolean;
  /** Whether the process has been told to stop: it answers what comes still, and wants no more. */
  isStopping(): boolean;
};

const probe = { tag: 'Health', access: { kind: 'probe' }, admission: 'gate' } as const;

const READY = '/v1/health/ready';

/** Deprecated since version 0.1.0 (RFC 9745); without a Sunset, since its end depends on who still asks it. */
const ALIAS_HEADERS = {
  Deprecation: `@${Date.UTC(2026, 10, 21) / 1_000}`,
  Link: `<${READY}>; rel="successor-version"`,
};
const ALIAS_HEADER_SPECS: Record<string, HeaderSpec> = {
  Deprecation: {
    description: 'Since when the alias is deprecated, as @ and Unix seconds (RFC 9745).',
    example: ALIAS_HEADERS.Deprecation,
  },
  Link: { description: 'The successor version.', example: ALIAS_HEADERS.Link },
};

/** Liveness touches no dependency; readiness, and its older alias, look at each. */
export function healthRoutes(checks: HealthChecks): Route[] {
  const readiness = async (headers: Record<string, string>): Promise<RouteResult> => {
    const [body, problem] = await Promise.all([check(checks), checks.eventLogProblem()]);
    if (body.status === 'unavailable') throw notReady(body, problem, checks.isStopping());
    return { status: 200, body, headers };
  };
  return [
    defineRoute({
      ...probe,
      method: 'GET',
      path: '/v1/health/live',
      operationId: 'getLiveness',
      summary: 'Whether the process can serve a request',
      responses: { 200: { description: 'Alive.', schema: live } },
      errors: [],
      handler: () => Promise.resolve({ status: 200, body: { status: 'ok' } }),
    }),
    defineRoute({
      ...probe,
      method: 'GET',
      path: READY,
      operationId: 'getReadiness',
      summary: 'Whether what the service needs can be reached',
      responses: { 200: { description: 'Ready.', schema: health } },
      errors: ['service_unavailable'],
      handler: () => readiness({}),
    }),
    // Not marked as deprecated but by its tag and headers: Kiota would mark the probes below its path with it.
    defineRoute({
      ...probe,
      tag: 'Deprecated',
      method: 'GET',
      path: '/v1/health',
      operationId: 'getHealth',
      summary: 'Older alias of the readiness probe',
      description: `Deprecated: use GET ${READY}, or GET /v1/health/live. Its end has no date yet.`,
      responses: { 200: { description: 'Ready.', schema: health, headers: ALIAS_HEADER_SPECS } },
      errors: ['service_unavailable'],
      handler: () => readiness(ALIAS_HEADERS),
    }),
  ];
}

/** The health, and what is wrong with the event log in words and by its kind. */
function notReady(
  body: z.output<typeof health>,
  problem: ConnectionProblem | null,
  isStopping: boolean,
): ApiError {
  const stopping = isStopping ? ' This process is stopping.' : '';
  const reason = problem === null ? stopping : ` ${capitalized(describeProblem(problem))}.`;
  return new ApiError('service_unavailable', `The service is not ready.${reason}`, {
    detail: { ...body, ...(problem !== null && { event_log_problem: problem }) },
    headers: { 'Retry-After': '30' },
  });
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

async function check(checks: HealthChecks): Promise<z.output<typeof health>> {
  const [database, log] = await Promise.all([checks.databaseConnected(), checks.eventLogConnected()]);
  const cache = checks.cacheConnected();
  const engine = checks.engineReady();
  const ready = database && log && engine && !checks.isStopping();
  return {
    status: ready ? (cache ? 'ok' : 'degraded') : 'unavailable',
    version: checks.version,
    build: checks.build,
    engine_ready: engine,
    database_connected: database,
    cache_connected: cache,
  };
}
