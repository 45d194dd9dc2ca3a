import { KeyMissingError, type DataKeys } from '../shared/crypto/data-keys.ts';
import { MasterKeysError } from '../shared/crypto/master-keys.ts';
import { TamperedError, type DataKey } from '../shared/crypto/seal.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { openBody, openEndpoint } from '../shared/webhooks/sealed-parts.ts';
import { validAt, type PreviousSecret } from '../shared/webhooks/endpoint.ts';
import { secretKeys, type SecretKeys } from '../shared/webhooks/secret.ts';
import type { Sender } from '../shared/webhooks/sender.ts';
import { timestampOf, type SignatureHeaders } from '../shared/webhooks/signature.ts';
import { sendSigned } from '../shared/webhooks/signed-send.ts';
import { checkWebhookUrl, type UrlPolicy } from '../shared/webhooks/url-policy.ts';
import type { Claimed } from './claiming.ts';
import { loadEndpoint } from './endpoint-rows.ts';
import type { AttemptResult } from './outcome.ts';

export type Attempted = {
  result: AttemptResult;
  /** When it was signed and sent. */
  at: Date;
  /** The key of the body; null where it is destroyed or could not be opened. */
  key: DataKey | null;
  /** How it was signed; absent where nothing was sent. */
  signatures?: SignatureHeaders;
};

/** Sends a claimed delivery. Throws only where something is out of reach that may come back, such as the database. */
export type Attempt = (delivery: Claimed) => Promise<Attempted>;

export type AttemptParts = {
  sql: Sql;
  dataKeys: DataKeys;
  sender: Sender;
  policy: UrlPolicy;
  now: () => Date;
};

/** Claims without an outcome after which a delivery is given up: each process that sent it has ended before recording. */
const MAX_CLAIMS = 10;
/** Opened endpoints in the cache; beyond it the cache is cleared. */
const MAX_ENDPOINTS = 5_000;

type OpenedEndpoint = { url: URL | null; keys: SecretKeys; previous: readonly PreviousSecret[] };
type KnownEndpoint = { revision: number; opened: Promise<OpenedEndpoint> };

export function createAttempt(parts: AttemptParts): Attempt {
  const { sql, dataKeys, sender, policy, now } = parts;
  const endpoints = new Map<string, KnownEndpoint>();

  /** The URL is null where the policy no longer allows it. */
  async function open({ subscription_id, tenant_id }: Claimed): Promise<OpenedEndpoint> {
    const sealed = await loadEndpoint(sql, subscription_id);
    const { seal } = await dataKeys.tenantKeys(sql, tenant_id);
    const place = { tenantId: tenant_id, subscriptionId: subscription_id };
    const { url, secret, previous } = openEndpoint(seal, place, sealed);
    const checked = checkWebhookUrl(url, policy);
    return { url: checked.ok ? checked.url : null, keys: secretKeys(secret), previous };
  }

  /** The opened endpoint, cached until the revision of its subscription changes. */
  function endpointOf(delivery: Claimed): Promise<OpenedEndpoint> {
    const { subscription_id: subscriptionId, revision } = delivery;
    const known = endpoints.get(subscriptionId);
    if (known?.revision === revision) return known.opened;
    if (endpoints.size >= MAX_ENDPOINTS) endpoints.clear();
    const opened = open(delivery);
    endpoints.set(subscriptionId, { revision, opened });
    opened.catch(() => endpoints.delete(subscriptionId));
    return opened;
  }

  async function send(delivery: Claimed, body: Buffer, key: DataKey): Promise<Attempted> {
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
      body,
      timestampS: timestampOf(at),
    };
    const stillValid = validAt(previous, at.toISOString()).map((one) => secretKeys(one.secret));
    const sent = await sendSigned(sender, url, message, { current: keys, previous: stillValid });
    return { ...sent, at, key };
  }

  /** What cannot be read is a result too: it is retried over hours, since master keys may be out of reach. */
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
    return send(delivery, openBody(key, { tenantId, eventId }, delivery.body_sealed), key);
  }

  return (delivery) => sendClaimed(delivery).catch(unreadable);
}
