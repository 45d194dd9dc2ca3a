import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { HttpContext } from './call.ts';
import { describeError } from './error-log.ts';

/** One call as it may be stored and shown: route template, never the raw path or query. */
export type RequestRecord = {
  requestId: string;
  at: Date;
  method: string;
  route: string;
  status: number;
  durationMs: number;
  /** The session that the call was about, where its path or its answer names one. */
  sessionId: string | null;
  /** By this call: 0 for a stored answer that is given again, null where the route has no price. */
  tokensCharged: number | null;
  tenantId: string | null;
  keyId: string | null;
  keyPrefix: string | null;
  /** Made with the cookie of a dashboard session. */
  ofDashboard: boolean;
  userAgent: string | null;
  ip: string;
  errorCode: string | null;
  /** The connection ended before the answer was sent whole. */
  aborted: boolean;
};

export const UNMATCHED = 'unmatched';
const SITE = 'site';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Seconds. The steps stand close where the goals are (8 ms, 60 ms, 120 ms) and end at the handler's deadline. */
const BUCKETS = [0.002, 0.004, 0.008, 0.015, 0.03, 0.06, 0.12, 0.25, 0.5, 1, 2.5, 5, 10];

/** Starts observing a call; the function that it returns says that the call has been handled. */
export type Observer = (ctx: HttpContext) => () => void;

/** Observes calls until they are handled and their response has closed: in-flight gauge, duration, wide log line, record. */
export function createObserver(registry: Registry, onRequest: (record: RequestRecord) => void): Observer {
  const { duration, inFlight, errors } = httpMetrics(registry);
  return (ctx) => {
    const startedMs = performance.now();
    inFlight.inc();
    let waitingFor = 2;
    // A client may leave while its call is still handled: the record is complete when both are over.
    const over = (): void => {
      waitingFor -= 1;
      if (waitingFor > 0) return;
      inFlight.dec();
      const record = recordOf(ctx, performance.now() - startedMs - ctx.state.call.waitedMs);
      const statusClass = `${Math.trunc(record.status / 100)}xx`;
      duration.observe(
        { method: record.method, route: record.route, status_class: statusClass },
        record.durationMs / 1_000,
      );
      const { error } = ctx.state.call;
      if (error !== null) errors.inc({ code: error.code, status: String(error.status) });
      logRequest(ctx, record);
      try {
        onRequest(record);
      } catch (error) {
        // Nobody stands above an event of the response: thrown on, this would end the process.
        ctx.state.call.logger.error({ error: describeError(error) }, 'request record lost');
      }
    };
    ctx.res.once('close', over);
    return over;
  };
}

/** Two apps of one process share a registry, so a metric that is there is used. */
function httpMetrics(registry: Registry) {
  const duration =
    (registry.getSingleMetric('triage_http_request_duration_seconds') as Histogram | undefined) ??
    new Histogram({
      name: 'triage_http_request_duration_seconds',
      help: 'Time from the request headers to the end of the response, without waits that the caller asked for.',
      labelNames: ['method', 'route', 'status_class'],
      buckets: BUCKETS,
      registers: [registry],
    });
  const inFlight =
    (registry.getSingleMetric('triage_http_requests_in_flight') as Gauge | undefined) ??
    new Gauge({
      name: 'triage_http_requests_in_flight',
      help: 'Requests whose response has not ended.',
      registers: [registry],
    });
  const errors =
    (registry.getSingleMetric('triage_http_errors_total') as Counter<'code' | 'status'> | undefined) ??
    new Counter({
      name: 'triage_http_errors_total',
      help: 'Requests that were answered with an error, refused admission among them, by its code.',
      labelNames: ['code', 'status'],
      registers: [registry],
    });
  return { duration, inFlight, errors };
}

function recordOf(ctx: HttpContext, durationMs: number): RequestRecord {
  const call = ctx.state.call;
  const tokens = ctx.res.getHeader('X-Svc-Tokens-Charged');
  const isReplay = ctx.res.hasHeader('Idempotency-Replayed');
  const whose = call.caller ?? call.error?.whose ?? null;
  return {
    requestId: call.requestId,
    at: call.now,
    method: METHODS.has(ctx.method) ? ctx.method : 'OTHER',
    route: call.route?.path ?? (call.isOfSite ? SITE : UNMATCHED),
    status: ctx.res.statusCode,
    durationMs: Math.round(durationMs * 1_000) / 1_000,
    sessionId: call.sessionId,
    tokensCharged: tokens === undefined ? null : isReplay ? 0 : Number(tokens),
    tenantId: whose?.tenantId ?? null,
    keyId: whose?.keyId ?? null,
    keyPrefix: whose?.keyPrefix ?? null,
    ofDashboard: (call.caller?.sessionId ?? null) !== null,
    userAgent: call.userAgent,
    ip: call.ip,
    errorCode: call.error?.code ?? null,
    aborted: !ctx.res.writableFinished,
  };
}

function logRequest(ctx: HttpContext, record: RequestRecord): void {
  const call = ctx.state.call;
  const line = {
    method: record.method,
    route: record.route,
    status: record.status,
    duration_ms: record.durationMs,
    body_bytes: call.bodyBytes,
    tenant_id: record.tenantId,
    key_prefix: record.keyPrefix,
    error_code: record.errorCode,
    ...(record.aborted ? { aborted: true } : {}),
  };
  // A browser may be led to a page in place of the error.
  if ((call.error?.status ?? record.status) >= 500) {
    call.logger.error(
      { ...line, ...(call.fault === undefined ? {} : { error: describeError(call.fault) }) },
      'request failed',
    );
    // Probes come every second, and a page takes ten files: both say nothing while they succeed.
  } else if (call.route?.access.kind === 'probe' || call.isOfSite) call.logger.debug(line, 'request');
  else call.logger.info(line, 'request');
}
