import { z } from 'zod';
import { count, instant, text, truth } from '../../domain/kernel/fields.ts';
import { LogUnavailableError } from '../../shared/event-log/event-log.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { atMost } from '../../shared/lifecycle/timing.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import {
  buildField,
  serviceStatus,
  versionField,
  type HealthChecks,
} from '../../shared/api/health-routes.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import { modesOf, type Viewer } from '../webhooks/delivery-queries.ts';
import { MAX_COUNTED_EVENTS, projectionLag } from './projection-lag.ts';

const dependencyState = z.enum(['ok', 'unavailable']).meta({
  id: 'DependencyState',
  description: 'Whether it can be reached.',
  examples: ['ok'],
});
const state = (description: string) => dependencyState.meta({ description });

const systemStatus = z
  .object({
    status: serviceStatus.describe('How the service is.'),
    version: versionField,
    build: buildField,
    checked_at: instant('When it was looked at.'),
    dependencies: z
      .object({
        database: state('Postgres.'),
        event_log: state('The event store.'),
        cache: state('NATS; without it webhooks wait a little longer.'),
        engine: state('The clinical engine.'),
      })
      .meta({ description: 'Whether what the service needs can be reached.' }),
    projections: z
      .array(
        z.object({
          name: text('Which read model it keeps.', 'sessions'),
          lag_events: count(`Events that are not applied yet; counted up to ${MAX_COUNTED_EVENTS}.`, 0),
          lag_ms: z
            .int()
            .min(0)
            .meta({
              description: 'Age of the oldest event that is not applied, in milliseconds.',
              examples: [0],
            }),
          is_parked: truth('Whether it stands still at an event that it cannot apply.', false),
        }),
      )
      .nullable()
      .meta({ description: 'How far the read models are; null while the event log does not tell.' }),
    deliveries: z
      .object({
        pending: count('Deliveries that were not tried yet.', 0),
        failed: count('Deliveries that wait for their next attempt.', 1),
        due: count('Pending and failed deliveries that are due now.', 0),
        dead_lettered: count('Deliveries that have used all their attempts.', 1),
        exhausted: count('Those that used them all again, or stood for 30 days.', 0),
      })
      .meta({ description: "The tenant's webhook deliveries that are not over." }),
  })
  .meta({ id: 'SystemStatus', description: 'How the service and what it needs are doing.' });

type Status = z.output<typeof systemStatus>;

/** A projection that is further behind makes the status degraded. */
const MAX_LAG_MS = 30_000;
const LAG_TIMEOUT_MS = 2_000;

export const getSystemStatus = (deps: QueryDeps, checks: HealthChecks): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/dashboard/status',
    operationId: 'getSystemStatus',
    summary: 'How the service and what it needs are doing',
    description:
      'For the dashboard: a cookie session is required. NATS being away, or a projection more than 30 seconds behind ' +
      'or parked, is `degraded`; the event log being away is `unavailable`. A session that was made from an API key ' +
      'counts deliveries of its own mode, test or live.',
    tag: 'Dashboard',
    access: { kind: 'caller', scope: null, session: true },
    admission: 'gate',
    responses: { 200: { description: 'The detailed status.', schema: systemStatus } },
    errors: [],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const [database, eventLog, deliveries] = await Promise.all([
        checks.databaseConnected(),
        checks.eventLogConnected(),
        openDeliveries(deps.poolOf(caller.tenantId), caller, ctx.now),
      ]);
      const projections = await presentLag(deps, ctx.now);
      const dependencies = {
        database: stateOf(database),
        event_log: stateOf(eventLog),
        cache: stateOf(checks.cacheConnected()),
        engine: stateOf(checks.engineReady()),
      };
      const { version, build } = checks;
      const body: Status = {
        status: overall(dependencies, projections),
        version,
        build,
        checked_at: ctx.now.toISOString(),
        dependencies,
        projections,
        deliveries,
      };
      return { status: 200, body };
    },
  });

const stateOf = (isFine: boolean): z.output<ReturnType<typeof state>> => (isFine ? 'ok' : 'unavailable');

function overall(dependencies: Status['dependencies'], projections: Status['projections']): Status['status'] {
  const { cache, ...needed } = dependencies;
  if (Object.values(needed).includes('unavailable')) return 'unavailable';
  const isBehind = projections?.some(({ lag_ms, is_parked }) => is_parked || lag_ms > MAX_LAG_MS) ?? false;
  return cache === 'unavailable' || isBehind ? 'degraded' : 'ok';
}

/** Null where the log does not tell in time. */
async function presentLag(deps: QueryDeps, now: Date): Promise<Status['projections']> {
  const lag = projectionLag(deps, now).catch((error: unknown) => {
    if (error instanceof LogUnavailableError) return null;
    throw error;
  });
  const found = await atMost(LAG_TIMEOUT_MS, lag, null);
  return (
    found?.map(({ name, lagEvents, lagMs, isParked }) => ({
      name,
      lag_events: lagEvents,
      lag_ms: lagMs,
      is_parked: isParked,
    })) ?? null
  );
}

/** Each half is counted over an index that holds nothing but deliveries that are not over. */
async function openDeliveries(sql: Sql, viewer: Viewer, now: Date): Promise<Status['deliveries']> {
  const { rows } = await sql.query<Status['deliveries']>(
    `SELECT waiting.pending, waiting.due, stuck.failed, stuck.dead_lettered, stuck.exhausted
     FROM (
       SELECT count(*) FILTER (WHERE d.status = 'pending') AS pending, count(*) FILTER (WHERE d.due_at <= $2) AS due
       FROM ops.webhook_deliveries d
       WHERE d.tenant_id = $1 AND d.test = ANY ($3::boolean[]) AND d.due_at IS NOT NULL
         AND d.subscription_id IN (SELECT e.subscription_id FROM ops.webhook_endpoints e WHERE e.tenant_id = $1)
     ) AS waiting, (
       SELECT count(*) FILTER (WHERE d.status = 'failed') AS failed,
         count(*) FILTER (WHERE d.status = 'dead-lettered') AS dead_lettered,
         count(*) FILTER (WHERE d.status = 'exhausted') AS exhausted
       FROM ops.webhook_deliveries d
       WHERE d.tenant_id = $1 AND d.test = ANY ($3::boolean[])
         AND d.status IN ('failed', 'dead-lettered', 'exhausted') AND d.resolved_at IS NULL
     ) AS stuck`,
    [viewer.tenantId, now, modesOf(viewer)],
  );
  const counted = rows[0];
  if (!counted) throw new Error('a count without a row');
  return counted;
}
