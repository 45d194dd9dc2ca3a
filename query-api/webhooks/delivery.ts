import { z } from 'zod';
import { count, instant, text } from '../../domain/kernel/fields.ts';
import type { OpenedKey } from '../../shared/crypto/data-keys.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { requestHeaders } from '../../shared/webhooks/request-headers.ts';
import {
  DELIVERY_COLUMNS,
  deliveryFields,
  presentDelivery,
  type DeliveryRow,
  deliveryParams,
} from '../../shared/webhooks/delivery-record.ts';
import { MAX_LOGGED_ATTEMPTS, type LoggedAttempt } from '../../shared/webhooks/attempt-log.ts';
import { openBody, openExcerpt, openSignatures } from '../../shared/webhooks/sealed-parts.ts';
import { signedHeaders, timestampOf } from '../../shared/webhooks/signature.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';
import type { Viewer } from './delivery-queries.ts';

const attempt = z
  .object({
    at: instant('When it was sent.'),
    status_code: z
      .int32()
      .min(100)
      .max(999)
      .nullable()
      .meta({ description: 'HTTP status of the answer; null where none came.', examples: [204] }),
    latency_ms: count('How long the receiver took, in milliseconds.', 48),
    error: text('Class of the failure; null for a 2xx.', 'http_server_error').nullable(),
    response_excerpt: text(
      'The first 2 KB of the answer; null where it was empty, or once it is erased.',
      'Service Unavailable',
    ).nullable(),
    request_headers: requestHeaders
      .nullable()
      .describe(
        'Headers of the request as it was sent, its signatures among them; null where none was sent, once what it tells of is erased, and for attempts from before they were kept.',
      ),
  })
  .meta({ id: 'WebhookAttempt', description: 'One attempt at a delivery.' });

const detail = z
  .object({
    ...deliveryFields,
    payload: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({
        description: 'The body as it was sent; null once what it tells of is erased.',
        examples: [{ type: 'assessment.completed', api_version: 'v1' }],
      }),
    attempt_log: z
      .array(attempt)
      .meta({ description: `The attempts, oldest first; the latest ${MAX_LOGGED_ATTEMPTS} are kept.` }),
  })
  .meta({ id: 'WebhookDeliveryDetail', description: 'A delivery with its body and its attempts.' });

export const getDelivery = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/webhooks/deliveries/{delivery_id}',
    operationId: 'getWebhookDelivery',
    summary: 'A delivery with its payload and every attempt',
    tag: 'Webhooks',
    access: { kind: 'caller', scope: 'webhooks:read' },
    feature: 'webhooks',
    admission: 'gate',
    params: deliveryParams,
    responses: { 200: { description: 'The delivery.', schema: detail } },
    errors: ['not_found', 'service_unavailable'],
    handler: async (ctx) => {
      const caller = callerOf(ctx);
      const pool = deps.poolOf(caller.tenantId);
      const row = await findOne(pool, caller, ctx.params.delivery_id);
      if (!row) throw new ApiError('not_found', 'The delivery does not exist.');
      const tenant = await deps.dataKeys.tenantKeys(pool, caller.tenantId);
      const key = await keyOf(deps, pool, row.key_id);
      const body = {
        ...presentDelivery(row, tenant.seal),
        payload: payloadOf(row, key),
        attempt_log: row.attempt_log.map((one) => presentAttempt(row, one, key)),
      };
      return { status: 200, body };
    },
  });

type Row = DeliveryRow & { key_id: string; body_sealed: Buffer; attempt_log: LoggedAttempt[] };

async function findOne(sql: Sql, viewer: Viewer, deliveryId: string): Promise<Row | null> {
  const { rows } = await sql.query<Row>({
    name: 'find-delivery',
    text: `SELECT ${DELIVERY_COLUMNS}, d.attempt_log, m.key_id, m.body_sealed
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

function payloadOf({ tenant_id: tenantId, event_id: eventId, body_sealed }: Row, key: OpenedKey): unknown {
  // Emptied, where what it told of was erased.
  if (key === 'destroyed' || body_sealed.length === 0) return null;
  return JSON.parse(openBody(key, { tenantId, eventId }, body_sealed).toString('utf8'));
}

function presentAttempt(row: Row, one: LoggedAttempt, key: OpenedKey): z.output<typeof attempt> {
  const place = { tenantId: row.tenant_id, deliveryId: row.delivery_id, attempt: one.attempt };
  const sealed = key === 'destroyed' ? null : one.excerpt_sealed;
  return {
    at: one.at,
    status_code: one.status_code,
    latency_ms: one.latency_ms,
    error: one.error,
    response_excerpt:
      sealed === null || key === 'destroyed'
        ? null
        : openExcerpt(key, place, Buffer.from(sealed, 'base64')).toString('utf8'),
    request_headers: headersOf(row, one, key),
  };
}

/** Those that sign it were kept; the others follow from the delivery. */
function headersOf(row: Row, one: LoggedAttempt, key: OpenedKey): Record<string, string> | null {
  const sealed = one.signatures_sealed ?? null;
  if (sealed === null || key === 'destroyed') return null;
  const { tenant_id: tenantId, delivery_id: deliveryId, event_id: eventId, event_type: eventType } = row;
  const { attempt: number } = one;
  const place = { tenantId, deliveryId, attempt: number };
  const message = {
    eventId,
    eventType,
    deliveryId,
    attempt: number,
    timestampS: timestampOf(new Date(one.at)),
  };
  return signedHeaders(message, openSignatures(key, place, Buffer.from(sealed, 'base64')));
}
