import type { Variable } from './steps.ts';

/** What a partner sets, then what a partner can set, then what requests set for each other. */
export const variables: readonly Variable[] = [
  {
    key: 'baseUrl',
    value: 'http://127.0.0.1:8080',
    description: 'Where the service answers, without /v1.',
  },
  {
    key: 'apiKey',
    description: 'Your API key. Begin with a test key (svc_test_...): its calls cost nothing.',
  },
  {
    key: 'webhook_url',
    value: 'https://clinic.example/hooks/triage',
    description:
      'Where webhooks go. This host does not exist: put the URL of your receiver here to see them arrive.',
  },
  {
    key: 'email',
    description: 'For the second folder: an address without an account, whose mail you can read.',
  },
  { key: 'colleague_email', description: 'Another one, to invite.' },
  { key: 'password', value: 'seven quiet herons at dusk', description: 'Of the accounts that are made.' },
  { key: 'new_password', value: 'nine slow barges at dawn', description: 'Of the account after its reset.' },
  { key: 'code', description: 'The six digits from the mail.' },
  { key: 'invite_token', description: 'From the link in the mail of the invitation: what follows #token=.' },
  { key: 'reset_token', description: 'The same, from the mail about the password.' },
  {
    key: 'sso_domain',
    value: 'clinic.example',
    description: 'A domain whose members sign in at a provider.',
  },
  { key: 'started_at', description: 'When the account was last read.' },
  { key: 'session_id', description: 'The interview.' },
  { key: 'question_id', description: 'The question that is asked now.' },
  { key: 'question_target', description: 'What it asks about, as a code of the catalogue.' },
  { key: 'answer_fields', description: 'An answer to it in the form that its concept takes, as JSON.' },
  { key: 'patient_id', description: 'A new one of our own, so that no patient of yours is touched.' },
  { key: 'patient_session_id', description: 'An interview of that patient.' },
  { key: 'subscription_id', description: 'The subscription.' },
  { key: 'delivery_id', description: 'A delivery to it.' },
  { key: 'delivery_status', description: 'Whether it has arrived.' },
  { key: 'key_id', description: 'The key that was made.' },
  { key: 'new_api_key', description: 'The same key as it is sent.' },
  { key: 'tier', description: 'The tier that the tenant has.' },
  {
    key: 'rate_limit_override',
    description: 'The override that the tenant has, as JSON; empty if it cannot be seen.',
  },
  { key: 'retention_days', description: 'The days that sessions are kept.' },
  { key: 'next_cursor', description: 'Where the next page of the audit trail begins.' },
  { key: 'audit_event_id', description: 'The newest row of the audit trail.' },
  { key: 'challenge_id', description: 'The sign-in that waits for its code.' },
  { key: 'csrf_token', description: 'The value of the cookie svc_csrf.' },
  { key: 'member_id', description: 'The colleague who was invited.' },
  { key: 'team_key_id', description: 'The key of the new tenant.' },
  { key: 'team_api_key', description: 'The same key as it is sent.' },
  { key: 'wait_until', description: 'When the limit of calls a minute lets the next call through.' },
  { key: 'polls', description: 'How often a delivery was looked for.' },
];
