import { sampleEvent } from '../../../shared/webhooks/sample-events.ts';
import { secretKeys } from '../../../shared/webhooks/secret.ts';
import { deliveryHeaders, timestampOf } from '../../../shared/webhooks/signature.ts';
import { at, ids, SECRET } from './ids.ts';

const subscription = {
  subscription_id: ids.subscription,
  url: 'https://clinic.example/hooks/triage',
  events: ['assessment.completed', 'red_flag.detected'],
  is_active: true,
  disabled_reason: null,
  created_at: at.subscribed,
  secret_rotated_at: null,
};

const delivered = {
  delivery_id: ids.delivery,
  subscription_id: ids.subscription,
  event_id: ids.assessed,
  event_type: 'assessment.completed',
  status: 'delivered',
  attempts: 1,
  next_retry_at: null,
  last_status_code: 204,
  last_error: null,
  created_at: at.finalized,
  delivered_at: at.delivered,
  resolved_at: null,
  resolution_reason: null,
};
const failed = {
  ...delivered,
  delivery_id: ids.failedDelivery,
  status: 'failed',
  next_retry_at: at.retried,
  last_status_code: 503,
  last_error: 'http_server_error',
  delivered_at: null,
};
const deadLettered = { ...failed, status: 'dead-lettered', attempts: 7, next_retry_at: null };

/** What a receiver is sent when the interview is over. */
export const assessmentEvent = {
  ...sampleEvent('assessment.completed', {
    eventId: ids.assessed,
    sessionId: ids.session,
    tenantId: ids.tenant,
    at: new Date(at.finalized),
  }),
  sequence: 12,
  test: false,
  data: {
    session_id: ids.session,
    triage_level: 'emergency_ambulance',
    red_flags: ['rf_acs_features', 'rf_chest_pain_breathless'],
    primary_diagnosis_icd: 'I20.8',
    questions_asked: 5,
  },
};

/** Signed with the secret that the story shows. */
const requestHeaders = deliveryHeaders(
  {
    eventId: ids.assessed,
    eventType: 'assessment.completed',
    deliveryId: ids.delivery,
    attempt: 1,
    body: Buffer.from(JSON.stringify(assessmentEvent)),
    timestampS: timestampOf(new Date(at.delivered)),
  },
  { current: secretKeys(SECRET) },
);

/** A subscription, and what became of the event that the finalized session sent to it. */
const wentWell = { delivered: 1, failed: 0, pending: 0 };

export const webhookAnswers = {
  createWebhookSubscription: { 201: { ...subscription, secret: SECRET } },
  listWebhookSubscriptions: { 200: [subscription] },
  getWebhookSubscription: { 200: subscription },
  changeWebhookSubscription: {
    200: { ...subscription, events: ['assessment.completed', 'session.timeout'] },
  },
  rotateWebhookSecret: { 200: { ...subscription, secret_rotated_at: at.later, secret: SECRET } },
  testWebhookSubscription: {
    200: {
      status_code: 204,
      latency_ms: 48,
      error: null,
      request: { headers: requestHeaders, body: JSON.stringify(assessmentEvent) },
    },
  },
  deleteWebhookSubscription: { 200: { deleted: true, subscription_id: ids.subscription } },
  listEvents: { 200: { data: [assessmentEvent], next_cursor: 'b3BhcXVlLWV4YW1wbGU', has_more: false } },
  listWebhookSubscriptionDeliveries: { 200: [delivered] },
  getWebhookHealth: {
    200: {
      subscription_id: ids.subscription,
      ...wentWell,
      last_delivered_at: at.delivered,
      days: [{ day: at.delivered.slice(0, 10), ...wentWell }],
    },
  },
  listWebhookDeliveries: { 200: { data: [failed], page: 1, per_page: 50, total: 1 } },
  getWebhookDelivery: {
    200: {
      ...delivered,
      payload: assessmentEvent,
      attempt_log: [
        {
          at: at.delivered,
          status_code: 204,
          latency_ms: 48,
          error: null,
          response_excerpt: null,
          request_headers: requestHeaders,
        },
      ],
    },
  },
  summarizeWebhookFailures: {
    200: { failed: 1, 'dead-lettered': 1, exhausted: 0, total: 2, dlq_length: 1 },
  },
  listDeadLetters: { 200: { total: 1, limit: 50, offset: 0, data: [deadLettered] } },
  replayWebhookDelivery: { 200: { ...failed, attempts: 7, next_retry_at: at.later } },
  resolveWebhookDelivery: {
    200: { ...deadLettered, resolved_at: at.later, resolution_reason: 'Fetched through the API instead.' },
  },
  replayAllDeadLetters: { 200: { replayed: 1, remaining: 0, of_disabled_subscriptions: 0 } },
};
