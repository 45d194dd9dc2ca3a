import { quantile, type Board } from '../board.ts';

/** Webhooks and mails. */
export const deliveries: Board = {
  uid: 'triage-deliveries',
  title: 'Triage: deliveries',
  about: 'Webhooks and mails: what waits, what arrives, what is given up.',
  rows: [
    {
      title: 'What waits',
      graphs: [
        {
          title: 'Due deliveries',
          unit: 'short',
          about: 'Of all tenants, counted to 10,000.',
          lines: { due: 'max(triage_webhook_due_deliveries)' },
        },
        {
          title: 'The oldest due delivery',
          unit: 's',
          about: 'WebhookDeliveriesLate comes above two minutes.',
          lines: { waited: 'max(triage_webhook_oldest_due_seconds)' },
        },
      ],
    },
    {
      title: 'What is sent',
      graphs: [
        {
          title: 'Attempts, by outcome',
          unit: 'ops',
          about: 'A receiver that fails gets the delivery again, later and later.',
          lines: {
            '{{outcome}} {{error}}': 'sum by (outcome, error) (rate(triage_webhook_attempts_total[5m]))',
          },
        },
        {
          title: 'Attempts, 95 of 100',
          unit: 's',
          about: 'How long receivers take.',
          lines: { attempt: quantile(0.95, 'triage_webhook_attempt_duration_seconds', '') },
        },
        {
          title: 'New deliveries',
          unit: 'ops',
          about: 'What the fan-out writes.',
          lines: { written: 'sum(rate(triage_webhook_fanned_out_total[5m]))' },
        },
        {
          title: 'Attempts under way',
          unit: 'short',
          about: 'Each process makes WEBHOOK_CONCURRENCY at once at most.',
          lines: { 'under way': 'sum(triage_webhook_in_flight_attempts)' },
        },
      ],
    },
    {
      title: 'What is given up',
      graphs: [
        {
          title: 'Dead letters and disabled subscriptions',
          unit: 'short',
          about: 'Their tenants replay or resolve them.',
          lines: {
            'dead letters': 'max(triage_webhook_dead_letters)',
            'disabled subscriptions': 'max(triage_webhook_disabled_subscriptions)',
          },
        },
        {
          title: 'Mails, by outcome',
          unit: 'short',
          about: 'In 15 minutes.',
          lines: { '{{kind}} {{outcome}}': 'sum by (kind, outcome) (increase(triage_mails_total[15m]))' },
        },
      ],
    },
  ],
};
