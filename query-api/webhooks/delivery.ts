import { z } from 'zod';
import type { OpenedKey } from '../../shared/crypto/data-keys.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { uuid } from '../../shared/http/schemas.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import {
  DELIVERY_COLUMNS,
  deliveryFields,
  presentDelivery,
  type DeliveryRow,
} from '../../shared/webhooks/delivery-record.ts';
import { openBody, openExcerpt } from '../../shared/webhooks/sealed-parts.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import type { Viewer } from './delivery-queries.ts';

const attempt = z
  .object({
    at: z.iso.datetime(),
    status_code: z.int().nullable(),
    latency_ms: z.int().min(0),
    error: z.string().nullable(),
    response_excerpt: z.string().nullable().meta({ description: 'The first 2 KB of the answer.' }),
  })
  .meta({ id: 'WebhookAttempt' });

const detail = z
  .object({
    ...deliveryFields,
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The body as it was sent; null once what it tells of is erased.' }),
    attempt_log: z.array(attempt).meta({ description: 'Oldest first; the latest 500.' }),
  })
  .meta({ id: 'WebhookDeliveryDetail' });

export const getDelivery = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/deliveries/{delivery_id}',
    operationId: 'getWebhookDelivery',
    summary: 'A delivery with its payload and every attempt',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    admission: 'gate',
    params: z.object({ delivery_id: uuid() }),
    responses: { 200: { description: 'The delivery.', schema: detail } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const pool = deps.poolOf(caller.tenantId);
      const row = await findOne(pool, caller, ctx.params.delivery_id);
      if (!row) throw new ApiError('not_found', 'The delivery does not exist.');
      const tenant = await deps.dataKeys.tenantKeys(pool, caller.tenantId);
      const key = await keyOf(deps, pool, row.key_id);
      const attempts = await findAttempts(pool, row.delivery_id);
      const body = {
        ...presentDelivery(row, tenant.seal),
        payload: payloadOf(row, key),
        attempt_log: attempts.map((one) => presentAttempt(row, one, key)),
      };
      return { status: 200, body };
    },
  });

type Row = DeliveryRow & { key_id: string; body_sealed: Buffer };

async function findOne(sql: Sql, viewer: Viewer, deliveryId: string): Promise<Row | null> {
  const { rows } = await sql.query<Row>({
    name: 'find-delivery',
    text: `SELECT ${DELIVERY_COLUMNS}, m.key_id, m.body_sealed
           FROM ops.webhook_deliveries d
           JOIN ops.webhook_messages m ON m.event_id = d.event_id AND m.tenant_id = d.tenant_id
           WHERE d.delivery_id = $1 AND d.tenant_id = $2 AND ($3::boolean IS NULL OR d.test = $3)`,
    values: [deliveryId, viewer.tenantId, viewer.test],
  });
  return rows[0] ?? null;
}

/** Throws KeyMissingError: a key without its row is no erasure. */
async function keyOf(deps: QueryDeps, sql: Sql, keyId: string): Promise<OpenedKey> {
  return (await deps.dataKeys.load(sql, [keyId])).get(keyId) ?? 'destroyed';
}

type Attempt = {
  attempt: number;
  at: Date;
  status_code: number | null;
  error: string | null;
  latency_ms: number;
  excerpt_sealed: Buffer | null;
};

/** Replays add to them without end. */
const MAX_ATTEMPTS = 500;

async function findAttempts(sql: Sql, deliveryId: string): Promise<Attempt[]> {
  const { rows } = await sql.query<Attempt>({
    name: 'find-attempts',
    text: `SELECT attempt, at, status_code, error, latency_ms, excerpt_sealed FROM ops.webhook_attempts
           WHERE delivery_id = $1 ORDER BY attempt DESC LIMIT ${MAX_ATTEMPTS}`,
    values: [deliveryId],
  });
  return rows.reverse();
}

function payloadOf({ tenant_id: tenantId, event_id: eventId, body_sealed }: Row, key: OpenedKey): unknown {
  if (key === 'destroyed') return null;
  return JSON.parse(openBody(key, { tenantId, eventId }, body_sealed).toString('utf8'));
}

function presentAttempt(row: Row, one: Attempt, key: OpenedKey): z.output<typeof attempt> {
  const place = { tenantId: row.tenant_id, deliveryId: row.delivery_id, attempt: one.attempt };
  const isKept = one.excerpt_sealed !== null && key !== 'destroyed';
  return {
    at: one.at.toISOString(),
    status_code: one.status_code,
    latency_ms: one.latency_ms,
    error: one.error,
    response_excerpt: isKept
      ? openExcerpt(key, place, one.excerpt_sealed ?? Buffer.alloc(0)).toString('utf8')
      : null,
  };
}
