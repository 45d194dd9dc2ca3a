import { KeyMissingError, type DataKeys } from '../shared/crypto/data-keys.ts';
import { MasterKeysError } from '../shared/crypto/master-keys.ts';
import { TamperedError, type DataKey } from '../shared/crypto/seal.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { openBody, openEndpoint } from '../shared/webhooks/sealed-parts.ts';
import { holdingAt, type PreviousSecret } from '../shared/webhooks/endpoint.ts';
import { secretKeys, type SecretKeys } from '../shared/webhooks/secret.ts';
import type { Sender } from '../shared/webhooks/sender.ts';
import { sendSigned } from '../shared/webhooks/signed-send.ts';
import { checkWebhookUrl, type UrlPolicy } from '../shared/webhooks/url-policy.ts';
import type { Claimed, Leased } from './claiming.ts';
import { loadEndpoint } from './endpoint-rows.ts';
import type { AttemptResult } from './outcome.ts';

export type Attempted = {
  result: AttemptResult;
  /** When it was signed and sent. */
  at: Date;
  /** The key of the body; null where there is none any more or it could not be opened. */
  key: DataKey | null;
};

/** What is sent: the exact bytes, and the key that they are sealed under wherever they are kept. */
export type OpenedBody = { bytes: Buffer; key: DataKey };

export type Attempts = {
  /** Sends a claimed delivery. Throws only where something is out of reach that may come back. */
  claimed: (delivery: Claimed) => Promise<Attempted>;
  /** Sends one whose body is at hand. Throws as `claimed` does. */
  fresh: (delivery: Leased, body: OpenedBody) => Promise<Attempted>;
};

export type AttemptParts = {
  sql: Sql;
  dataKeys: DataKeys;
  sender: Sender;
  policy: UrlPolicy;
  now: () => Date;
};

/** Claims without an outcome after which a delivery is given up: nobody who took it lived to tell. */
const MAX_CLAIMS = 10;
/** Opened endpoints kept; beyond it all are opened anew. */
const MAX_ENDPOINTS = 5_000;

type OpenedEndpoint = { url: URL | null; keys: SecretKeys; previous: readonly PreviousSecret[] };
type KnownEndpoint = { revision: number; opened: Promise<OpenedEndpoint> };

export function createAttempts(parts: AttemptParts): Attempts {
  const { sql, dataKeys, sender, policy, now } = parts;
  const endpoints = new Map<string, KnownEndpoint>();

  /** The URL is null where it is no longer allowed. */
  async function open({ subscription_id, tenant_id }: Leased): Promise<OpenedEndpoint> {
    const sealed = await loadEndpoint(sql, subscription_id);
    const { seal } = await dataKeys.tenantKeys(sql, tenant_id);
    const place = { tenantId: tenant_id, subscriptionId: subscription_id };
    const { url, secret, previous } = openEndpoint(seal, place, sealed);
    const checked = checkWebhookUrl(url, policy);
    return { url: checked.ok ? checked.url : null, keys: secretKeys(secret), previous };
  }

  /** Opened once for all deliveries that are claimed together, and again when its row has changed. */
  function endpointOf(delivery: Leased): Promise<OpenedEndpoint> {
    const { subscription_id: subscriptionId, revision } = delivery;
    const known = endpoints.get(subscriptionId);
    if (known?.revision === revision) return known.opened;
    if (endpoints.size >= MAX_ENDPOINTS) endpoints.clear();
    const opened = open(delivery);
    endpoints.set(subscriptionId, { revision, opened });
    opened.catch(() => endpoints.delete(subscriptionId));
    return opened;
  }

  async function send(delivery: Leased, { bytes, key }: OpenedBody): Promise<Attempted> {
    const { url, keys, previous } = await endpointOf(delivery);
    const at = now();
    if (url === null) {
      return { result: { kind: 'unanswered', error: 'forbidden_address', latencyMs: 0 }, at, key };
    }
    const message = {
      eventId: delivery.event_id,
      eventType: delivery.event_type,
      deliveryId: delivery.delivery_id,
      attempt: delivery.attempts + 1,
      body: bytes,
      timestampS: Math.floor(at.getTime() / 1_000),
    };
    const holding = holdingAt(previous, at.toISOString()).map((one) => secretKeys(one.secret));
    return { result: await sendSigned(sender, url, message, { current: keys, previous: holding }), at, key };
  }

  /** What cannot be read is a result as well: it is tried again over hours, as master keys that do not answer may. */
  function unreadable(error: unknown): Attempted {
    const isUnreadable =
      error instanceof KeyMissingError || error instanceof TamperedError || error instanceof MasterKeysError;
    if (!isUnreadable) throw error;
    return { result: { kind: 'unreadable' }, at: now(), key: null };
  }

  async function sendClaimed(delivery: Claimed): Promise<Attempted> {
    if (delivery.claims > MAX_CLAIMS) return { result: { kind: 'abandoned' }, at: now(), key: null };
    const key = await dataKeys.unwrap(delivery.key_id, delivery);
    if (key === 'destroyed') return { result: { kind: 'erased' }, at: now(), key: null };
    const { tenant_id: tenantId, event_id: eventId } = delivery;
    return send(delivery, { key, bytes: openBody(key, { tenantId, eventId }, delivery.body_sealed) });
  }

  return {
    claimed: (delivery) => sendClaimed(delivery).catch(unreadable),
    fresh: (delivery, body) => send(delivery, body).catch(unreadable),
  };
}
