import { commandKeyId, type FreshKey } from '../../../shared/crypto/data-keys.ts';
import { deliveryIdOf } from '../../../shared/webhooks/delivery-id.ts';
import type { LoggedAttempt } from '../../../shared/webhooks/attempt-log.ts';
import type { DeliveryStatus } from '../../../shared/webhooks/delivery-record.ts';
import {
  sealBody,
  sealExcerpt,
  sealSignatures,
  sealResolution,
} from '../../../shared/webhooks/sealed-parts.ts';
import type { Installation } from '../../cli/connection.ts';

export type DeliverySeed = {
  subscriptionId: string;
  status: DeliveryStatus;
  /** Of one that is not pending. */
  attempts: number;
  /** Where it is one that can be resolved. */
  isResolved: boolean;
};

export type EventSeed = { tenantId: string; at: Date; test: boolean; targets: DeliverySeed[] };
export type WrittenDelivery = { tenantId: string; deliveryId: string; test: boolean };

type Row = Record<string, unknown>;
type Made = { keys: Row[]; messages: Row[]; deliveries: Row[] };

const EXCERPT = Buffer.from('<html><head><title>502 Bad Gateway</title></head></html>');
const SIGNATURES = { 'X-Svc-Signature-256': 'b9'.repeat(32), 'webhook-signature': `v1,${'A'.repeat(43)}=` };
const ATTEMPT_MS = 60_000;
/** Some of those that are due wait for a receiver for hours. */
const NEXT_ATTEMPT_MS = 3_600_000;

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

const bodyOf = (eventId: string, { at, test }: EventSeed): string =>
  JSON.stringify({
    id: eventId,
    type: 'session.answered',
    occurred_at: at.toISOString(),
    test,
    data: {
      triage_level: 'urgent',
      red_flags: ['thunderclap_headache'],
      new_red_flags: [],
      is_complete: false,
      skipped: false,
    },
  });

/** Events with their messages, keys and deliveries, in three statements. */
export async function insertDeliveryRows(
  installation: Installation,
  events: readonly EventSeed[],
): Promise<WrittenDelivery[]> {
  const made: Made = { keys: [], messages: [], deliveries: [] };
  for (const event of events) await add(installation, event, made);
  await insert(installation, 'ops.data_keys', made.keys);
  await insert(installation, 'ops.webhook_messages', made.messages);
  await insert(installation, 'ops.webhook_deliveries', made.deliveries);
  return made.deliveries.map((row) => ({
    tenantId: row.tenant_id as string,
    deliveryId: row.delivery_id as string,
    test: row.test as boolean,
  }));
}

/** Columns that are left out of the rows get their defaults. */
async function insert({ pool }: Installation, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await pool.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [JSON.stringify(rows)],
  );
}

async function add(installation: Installation, event: EventSeed, made: Made): Promise<void> {
  const { dataKeys, newId, random } = installation;
  const { tenantId, at } = event;
  const eventId = newId();
  const sessionId = newId();
  const key = await dataKeys.make(commandKeyId(eventId, 'outcome'), 'outcome');
  made.keys.push({
    key_id: key.keyId,
    tenant_id: tenantId,
    subject_id: sessionId,
    role: key.role,
    master_id: key.stored.masterId,
    wrapped: hex(Buffer.from(key.stored.wrapped)),
    created_at: at,
  });
  made.messages.push({
    event_id: eventId,
    tenant_id: tenantId,
    session_id: sessionId,
    key_id: key.keyId,
    body_sealed: hex(sealBody(key.key, { tenantId, eventId }, bodyOf(eventId, event), random)),
    created_at: at,
    // Events are written in the order of their time: that of the log.
    position: at.getTime(),
    event_type: 'session.answered',
    test: event.test,
    has_deliveries: true,
  });
  for (const seed of event.targets) await addDelivery(installation, { event, eventId, key, seed }, made);
}

type Owned = { event: EventSeed; eventId: string; key: FreshKey; seed: DeliverySeed };

async function addDelivery(
  { pool, dataKeys, random }: Installation,
  { event: { tenantId, at, test }, eventId, key, seed }: Owned,
  made: Made,
): Promise<void> {
  const { subscriptionId, status } = seed;
  const deliveryId = deliveryIdOf(eventId, subscriptionId);
  const attempts = status === 'pending' ? 0 : seed.attempts;
  const isDue = status === 'pending' || status === 'failed';
  const isResolved = seed.isResolved && (status === 'dead-lettered' || status === 'exhausted');
  const later = (count: number): Date => new Date(at.getTime() + count * ATTEMPT_MS);
  const isDelivered = status === 'delivered';
  const tenant = await dataKeys.tenantKeys(pool, tenantId);
  const attemptLog = Array.from({ length: attempts }, (_, index): LoggedAttempt => {
    const attempt = index + 1;
    const isLast = isDelivered && attempt === attempts;
    const place = { tenantId, deliveryId, attempt };
    const sealed = sealExcerpt(key.key, place, EXCERPT, random);
    const signatures = sealSignatures(key.key, place, SIGNATURES, random);
    return {
      attempt,
      at: later(attempt).toISOString(),
      status_code: isLast ? 200 : 502,
      error: isLast ? null : 'http_server_error',
      latency_ms: 40,
      excerpt_sealed: isLast ? null : sealed.toString('base64'),
      signatures_sealed: signatures.toString('base64'),
    };
  });
  made.deliveries.push({
    delivery_id: deliveryId,
    event_id: eventId,
    subscription_id: subscriptionId,
    tenant_id: tenantId,
    event_type: 'session.answered',
    test,
    status,
    attempts,
    round_attempts: attempts,
    claims: 0,
    due_at: isDue ? new Date(at.getTime() + NEXT_ATTEMPT_MS) : null,
    last_status_code: attempts === 0 ? null : isDelivered ? 200 : 502,
    last_error: attempts === 0 || isDelivered ? null : 'http_server_error',
    attempt_log: attemptLog,
    created_at: at,
    delivered_at: isDelivered ? later(attempts) : null,
    dead_lettered_at: status === 'dead-lettered' || status === 'exhausted' ? later(attempts) : null,
    resolved_at: isResolved ? later(attempts + 1) : null,
    resolution_sealed: isResolved
      ? hex(sealResolution(tenant.seal, { tenantId, deliveryId }, 'told the partner by phone', random))
      : null,
  });
}
