import { randomUUID } from 'node:crypto';
import { tenantKeyId } from '../../shared/crypto/data-keys.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { sealBody, sealResolution } from '../../shared/webhooks/sealed-parts.ts';
import type { Answer, TestApi } from '../support/api.ts';

export type Delivery = {
  delivery_id: string;
  status: string;
  next_retry_at: string | null;
  created_at: string;
};
type Page = { data: Delivery[]; page: number; per_page: number; total: number };
export const pageOf = (answer: Answer): Page => answer.body as Page;
export const idsOf = (answer: Answer): string[] => pageOf(answer).data.map((one) => one.delivery_id);

type Seed = {
  subscriptionId: string;
  status?: string;
  test?: boolean;
  /** Minutes before 2026-03-02T12:00Z. */
  ago?: number;
  resolved?: boolean;
  /** In the place of `ago`. */
  at?: Date;
  /** The session that it is about; none where left out. */
  sessionId?: string;
  attempts?: number;
};

/** Puts deliveries there as the dispatcher leaves them; each call gives the id of its delivery. */
export function createDeliverySeed({ pool, dataKeys, random }: TestApi['runtime']) {
  return async function addDelivery(tenantId: string, seed: Seed): Promise<string> {
    const { subscriptionId, status = 'delivered', test: isTest = false, ago = 0, resolved = false } = seed;
    const { sessionId = null, attempts = 1 } = seed;
    const [deliveryId, eventId] = [randomUUID(), randomUUID()];
    const { at = new Date(Date.parse('2026-03-02T12:00:00Z') - ago * 60_000) } = seed;
    const { seal } = await dataKeys.tenantKeys(pool, tenantId);
    const body = sealBody(
      seal,
      { tenantId, eventId },
      JSON.stringify({ id: eventId, data: { n: ago } }),
      random,
    );
    await pool.query(
      `INSERT INTO ops.webhook_messages (event_id, tenant_id, session_id, key_id, body_sealed, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
      [eventId, tenantId, sessionId, tenantKeyId(tenantId), body, at],
    );
    const reason = resolved ? sealResolution(seal, { tenantId, deliveryId }, 'known, ignore', random) : null;
    await pool.query(
      `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
       attempts, round_attempts, due_at, last_status_code, last_error, created_at, delivered_at, dead_lettered_at,
       resolved_at, resolution_sealed)
     VALUES ($1, $2, $3, $4, 'session.created', $5, $6, $7, $7, $8, 500, 'http_server_error', $9, $10, $11, $12, $13)`,
      [
        deliveryId,
        eventId,
        subscriptionId,
        tenantId,
        isTest,
        status,
        attempts,
        status === 'failed' || status === 'pending' ? new Date(at.getTime() + 30_000) : null,
        at,
        status === 'delivered' ? at : null,
        status === 'dead-lettered' || status === 'exhausted' ? at : null,
        resolved ? at : null,
        reason,
      ],
    );
    return deliveryId;
  };
}

/** A tenant with a client of each kind, and two subscriptions. */
export const createClinics = (api: TestApi) =>
  async function newClinic() {
    const tenantId = await api.newTenant();
    const live = await api.newClient(tenantId);
    const sandbox = await api.newClient(tenantId, { test: true });
    const subscribe = async (): Promise<string> => {
      const body = { url: 'http://127.0.0.1:9/hook', events: ['session.created'] };
      const answer = await live('POST', '/v1/admin/webhooks', body);
      return (answer.body as { subscription_id: string }).subscription_id;
    };
    return { tenantId, live, sandbox, first: await subscribe(), second: await subscribe() };
  };

/** 20,000 deliveries of twenty tenants, every twentieth of them this one's. */
export async function seedMany(
  sql: Sql,
  { subscriptionId, tenantId }: { subscriptionId: string; tenantId: string },
): Promise<void> {
  await sql.query(
    `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
       created_at, delivered_at, dead_lettered_at)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, CASE WHEN n % 20 = 0 THEN $2::uuid ELSE md5((n % 20)::text)::uuid END,
       'session.created', n % 10 = 0, CASE WHEN n % 50 = 0 THEN 'dead-lettered' ELSE 'delivered' END,
       now() - n * interval '1 second', CASE WHEN n % 50 = 0 THEN NULL ELSE now() END,
       CASE WHEN n % 50 = 0 THEN now() END
     FROM generate_series(1, 20000) n`,
    [subscriptionId, tenantId],
  );
}
