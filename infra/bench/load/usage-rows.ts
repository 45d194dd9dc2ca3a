import { randomBytes, randomUUID } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { ensureRequestStream, requestSubject, REQUEST_STREAM } from '../../../shared/requests/stream.ts';
import { LATENCY_BOUNDS_MS } from '../../../shared/requests/latency.ts';
import type { Installation } from '../../cli/connection.ts';

export type UsageSizes = {
  /** Calls with a price. */
  records: number;
  /** Calls of other tenants in the request inspector. */
  entries: number;
  /** How many routes were called, and with how many keys, in each hour. */
  routes: number;
  keys: number;
};

/** Calls lie spread over so many days before now. */
const DAYS = 30;
const HOURS = DAYS * 24;

const RECORDS = `
  INSERT INTO read.usage_records (record_id, tenant_id, key_id, session_id, action, tokens, request_id, created_at)
  SELECT gen_random_uuid(), $1, md5('key' || n % $4)::uuid, md5('session' || n / 6)::uuid,
         CASE n % 6 WHEN 0 THEN 'session.create' WHEN 1 THEN 'session.route' ELSE 'session.answer' END,
         CASE n % 6 WHEN 0 THEN 1 WHEN 1 THEN 5 ELSE 8 END, 'request-' || n,
         $3::timestamptz - n * (interval '${DAYS} days' / $2)
  FROM generate_series(1, $2::int) AS n`;

const HOUR_SUMS = `
  INSERT INTO read.usage_hours (tenant_id, hour, key_id, action, tokens, calls)
  SELECT tenant_id, date_trunc('hour', created_at, 'UTC'), key_id, action, sum(tokens), count(*)
  FROM read.usage_records WHERE tenant_id = $1 GROUP BY 1, 2, 3, 4`;

const DAY_SUMS = `
  INSERT INTO read.usage_days (tenant_id, day, action, tokens, calls)
  SELECT tenant_id, (created_at AT TIME ZONE 'UTC')::date, action, sum(tokens), count(*)
  FROM read.usage_records WHERE tenant_id = $1 GROUP BY 1, 2, 3`;

const LATENCY = `{${Array.from({ length: LATENCY_BOUNDS_MS.length + 1 }, (_, step) => step).join(',')}}`;

const counts = (table: string, by: string, value: string): string => `
  INSERT INTO ${table} (tenant_id, start_at, width_s, ${by}, requests, errors, latency)
  SELECT $1, date_trunc('hour', $3::timestamptz) - hour * interval '1 hour', 3600, ${value}, 500, 5, '${LATENCY}'
  FROM generate_series(0, ${HOURS} - 1) AS hour, generate_series(1, $2::int) AS n`;

/** Writes what projections and API processes would have left of a month of calls, past the event log. */
export async function writeUsageRows(
  { pool, now }: Installation,
  tenantId: string,
  { records, routes, keys }: UsageSizes,
): Promise<void> {
  const at = now();
  await pool.query(RECORDS, [tenantId, records, at, keys]);
  await pool.query(HOUR_SUMS, [tenantId]);
  await pool.query(DAY_SUMS, [tenantId]);
  const byRoute = counts('ops.request_counts', 'route', "'GET /v1/route/' || n");
  const byKey = counts('ops.key_request_counts', 'key_id', "md5('key' || n % $2)::uuid");
  await pool.query(byRoute, [tenantId, routes, at]);
  await pool.query(byKey, [tenantId, keys, at]);
  await pool.query('VACUUM ANALYZE');
}

/** About what a sealed entry takes. */
const ENTRY_BYTES = 420;
const FULL_RING = 100;
const ENTRIES_A_FLUSH = 10_000;

/** Fills the rings of other tenants; returns how many entries the stream keeps. */
export async function fillRequestStream(nats: NatsConnection, entries: number): Promise<number> {
  await ensureRequestStream(nats);
  const payload = randomBytes(ENTRY_BYTES);
  let subject = '';
  for (let sent = 0; sent < entries; sent += 1) {
    if (sent % FULL_RING === 0) subject = requestSubject(randomUUID());
    nats.publish(subject, payload);
    if (sent % ENTRIES_A_FLUSH === 0) await nats.flush();
  }
  await nats.flush();
  const { state } = await (await nats.jetstreamManager()).streams.info(REQUEST_STREAM);
  return state.messages;
}
