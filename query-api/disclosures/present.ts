import { z } from 'zod';
import { count, id, instant, text, truth } from '../../domain/kernel/fields.ts';
import { actorSchema } from '../../shared/audit/actor-schema.ts';
import { compare } from '../../shared/collections/compare.ts';
import { LISTS, PATIENT_READS, WHOLE_TENANT_READS } from '../../shared/audit/disclosure-actions.ts';
import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import { openSubscriptionUrl } from '../../shared/read-models/subscription-rows.ts';
import { deliveryStatusSchema } from '../../shared/webhooks/delivery-record.ts';
import { webhookEventName } from '../../shared/webhooks/subscription-schema.ts';
import { auditSubject, endUserOf, type RowOpening } from '../audit/rows.ts';
import type { ReadRow, SentRow } from './find.ts';

/** What the accounting calls a webhook; the others are actions of the audit trail. */
const WEBHOOK_SENT = 'webhook.sent';
const ACTIONS = [...new Set([...PATIENT_READS, ...WHOLE_TENANT_READS, ...LISTS, WEBHOOK_SENT])].sort();

const disclosureKind = z.enum(['read', 'export', 'webhook']).meta({
  id: 'DisclosureKind',
  description:
    'read: somebody was shown it; export: as a record to take along; webhook: it was sent to a subscription.',
  examples: ['read'],
});

const recipient = z
  .object({
    subscription_id: id('The subscription that it went to.'),
    host: text('The host of its URL; null once the subscription is deleted.', 'clinic.example').nullable(),
    event_type: webhookEventName.meta({ description: 'What was told.' }),
    status: deliveryStatusSchema.describe('What became of it.'),
    attempts: count('Attempts so far; each may have reached the receiver.', 1),
    delivered_at: instant('When the receiver answered with 2xx; null where it never did.').nullable(),
  })
  .meta({ id: 'DisclosureRecipient', description: 'Where a webhook about the patient went.' });

export const disclosure = z
  .object({
    id: id('The event of the audit trail; of a webhook the delivery.'),
    at: instant('When it was read; of a webhook when it became due, of counted reads the minute.'),
    kind: disclosureKind.describe('In which way the data left.'),
    action: z.enum(ACTIONS).meta({
      description: `What was done: an action of the audit trail, or ${WEBHOOK_SENT}. Later versions may add actions.`,
      examples: ['patient.viewed'],
    }),
    actor: actorSchema.meta({ description: 'Who did it.' }),
    on_behalf_of: text(
      'The X-Svc-On-Behalf-Of of the call; null where it named nobody, for counted reads and webhooks.',
      'nurse-17',
    ).nullable(),
    subject: auditSubject.describe('What was shown of the patient: the profile, or a session.'),
    whole_tenant: truth('Whether it showed many patients, this one perhaps among them.', false),
    count: z
      .int32()
      .min(1)
      .nullable()
      .meta({ description: 'How many reads of one minute it stands for; null for one.', examples: [3] }),
    request_id: text(
      'The X-Request-ID of the call; null for webhooks.',
      '0198c0de-0000-7000-8000-000000000070',
    ).nullable(),
    ip: text('IP address of the caller; null where nobody called.', '198.51.100.24').nullable(),
    recipient: recipient
      .nullable()
      .meta({ description: 'Of a webhook: where it went. Null for the others.' }),
  })
  .meta({ id: 'Disclosure', description: 'Somebody saw data of the patient.' });
export type Disclosure = z.output<typeof disclosure>;

const EXPORTS: readonly string[] = ['session.exported', 'export.bulk', 'facts.extracted'];
const isExport = (action: string): boolean => EXPORTS.includes(action);

/** Throws TamperedError. */
export const presentRead = (row: ReadRow, opening: RowOpening): Disclosure => ({
  id: row.event_id,
  at: row.at.toISOString(),
  kind: isExport(row.action) ? 'export' : 'read',
  action: row.action,
  actor: { type: row.actor_type, id: row.actor_id },
  on_behalf_of: endUserOf(row, opening),
  subject: { type: row.subject_type, id: row.subject_id },
  whole_tenant: row.subject_type === 'tenant',
  count: row.count,
  request_id: row.request_id,
  ip: row.ip,
  recipient: null,
});

/** Throws TamperedError. */
export const presentSent = (row: SentRow, tenant: TenantKeys): Disclosure => ({
  id: row.delivery_id,
  at: row.created_at.toISOString(),
  kind: 'webhook',
  action: WEBHOOK_SENT,
  actor: { type: 'system', id: 'webhook-dispatcher' },
  on_behalf_of: null,
  subject: { type: 'session', id: row.session_id },
  whole_tenant: false,
  count: null,
  request_id: null,
  ip: null,
  recipient: {
    subscription_id: row.subscription_id,
    host: hostOf(row, tenant),
    event_type: row.event_type,
    status: row.status,
    attempts: row.attempts,
    delivered_at: row.delivered_at?.toISOString() ?? null,
  },
});

function hostOf({ url_sealed, ...row }: SentRow, tenant: TenantKeys): string | null {
  const url = url_sealed && openSubscriptionUrl({ ...row, url_sealed }, tenant);
  return url === null ? null : new URL(url).host;
}

/** Newest first; of one instant the greater id first, as the queries order them. */
export const newestFirst = (one: Disclosure, other: Disclosure): number =>
  compare(other.at, one.at) || compare(other.id, one.id);
