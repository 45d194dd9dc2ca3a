import { moment, pseudonym, revisionColumn, tenantColumn, type Column, type Fact } from './dataset.ts';

/** The datasets about the account: its audit trail, tokens, calls and webhook deliveries. */

const TRAIL = 'r JOIN read.audit_rows a ON a.tenant_id = r.tenant_id';

/** A day of UTC as a range of moments. */
const daysOf =
  (at: string) =>
  ({ from, before }: { from: string; before: string }): string =>
    `${at} >= (${from})::timestamp AT TIME ZONE 'UTC' AND ${at} < (${before})::timestamp AT TIME ZONE 'UTC'`;

const trail = {
  kind: 'fact' as const,
  clock: 'trail' as const,
  ofSession: false,
  window: ({ since, until }: { since: string; until: string }): string =>
    `a.seq > ${since} AND a.seq <= ${until}`,
  days: daysOf('a.at'),
};

const dayOf = (at: string, meaning: string): Column => ({
  name: 'day',
  type: 'date',
  sql: `(${at} AT TIME ZONE 'UTC')::date`,
  meaning,
  sensitivity: 'none',
});

const entry: Column = {
  name: 'entry',
  type: 'string',
  sql: pseudonym('a.event_id::text'),
  meaning: 'Pseudonym of the entry in the audit trail, made for this recipient alone.',
  sensitivity: 'pseudonym',
};
const at: Column = {
  name: 'at',
  type: 'datetime',
  sql: moment('a.at'),
  meaning: 'When it was (UTC).',
  sensitivity: 'quasi',
};
const onDay = dayOf('a.at', 'Day (UTC) on which it was.');
/** What has happened does not change. */
const unchanging = revisionColumn('0');

export const auditEvents: Fact = {
  ...trail,
  name: 'audit_events',
  version: 1,
  about:
    'A row an entry of the audit trail: who did what. It names nobody: actors and subjects are pseudonyms.',
  key: ['entry'],
  from: TRAIL,
  where: 'true',
  columns: [
    tenantColumn('a.tenant_id'),
    entry,
    onDay,
    at,
    {
      name: 'action',
      type: 'string',
      sql: 'a.action',
      meaning: 'What was done, as the audit trail names it. New names come with new versions of the service.',
      sensitivity: 'none',
    },
    {
      name: 'actor_type',
      type: 'string',
      sql: 'a.actor_type',
      meaning: 'Who did it: api_key, member, operator, system or login. More may come.',
      sensitivity: 'none',
    },
    {
      name: 'actor',
      type: 'string',
      sql: pseudonym('a.actor_id'),
      meaning: 'Pseudonym of who did it: a key, a member, an operator or a part of the service.',
      sensitivity: 'pseudonym',
    },
    {
      name: 'subject_type',
      type: 'string',
      sql: 'a.subject_type',
      meaning: 'What it was done to, such as session, patient or api_key.',
      sensitivity: 'none',
    },
    {
      name: 'subject',
      type: 'string',
      sql: pseudonym('a.subject_id'),
      meaning: 'Pseudonym of what it was done to. A session has the same one in every dataset.',
      sensitivity: 'pseudonym',
    },
    {
      name: 'reads',
      type: 'integer',
      sql: 'coalesce(a.count, 1)',
      meaning: 'How many reads the entry stands for, where it counts them; else 1.',
      sensitivity: 'none',
    },
    unchanging,
  ],
};

export const erasures: Fact = {
  ...trail,
  name: 'erasures',
  version: 1,
  about: 'A row an erasure of a session, a patient or a member.',
  key: ['entry'],
  from: TRAIL,
  where: "a.action IN ('session.erased', 'patient.erased', 'member.erased')",
  columns: [
    tenantColumn('a.tenant_id'),
    entry,
    onDay,
    at,
    {
      name: 'subject_type',
      type: 'string',
      sql: 'a.subject_type',
      meaning: 'What was erased.',
      sensitivity: 'none',
    },
    {
      name: 'subject',
      type: 'string',
      sql: pseudonym('a.subject_id'),
      meaning: 'Its pseudonym. A session has the same one in every dataset.',
      sensitivity: 'pseudonym',
    },
    {
      name: 'is_pruned',
      type: 'boolean',
      sql: "a.actor_type = 'system'",
      meaning: 'Whether the service erased it because it was kept long enough.',
      sensitivity: 'none',
    },
    unchanging,
  ],
};

export const tokenLedger: Fact = {
  ...trail,
  name: 'token_ledger',
  version: 1,
  about: 'A row a grant of tokens, and a row a charge. The sum of `tokens` is the balance.',
  key: ['entry'],
  from: `${TRAIL} LEFT JOIN read.usage_records u ON u.record_id = a.event_id LEFT JOIN read.token_grants g ON g.grant_id = a.event_id`,
  where: "(u.tokens > 0 OR a.action = 'tenant.tokens_granted')",
  columns: [
    tenantColumn('a.tenant_id'),
    entry,
    onDay,
    at,
    {
      name: 'kind',
      type: 'string',
      sql: "CASE WHEN g.grant_id IS NULL THEN 'charge' ELSE 'grant' END",
      values: ['grant', 'charge'],
      meaning: 'Whether tokens were granted or charged.',
      sensitivity: 'none',
    },
    {
      name: 'call',
      type: 'string',
      sql: 'u.action',
      values: ['session.create', 'session.route', 'session.answer'],
      meaning: 'For which call of the price list they were charged; empty for a grant.',
      nullable: true,
      sensitivity: 'none',
    },
    {
      name: 'tokens',
      type: 'integer',
      unit: 'tokens',
      sql: 'coalesce(g.tokens, -u.tokens)',
      meaning: 'How many: above 0 granted, below 0 charged.',
      sensitivity: 'none',
    },
    unchanging,
  ],
};

/** Hours that are over, with a margin for what API processes have counted and not written yet. */
const COUNTED_WITHIN = "interval '5 minutes'";

export const apiCalls: Fact = {
  kind: 'fact',
  clock: 'time',
  ofSession: false,
  name: 'api_calls',
  version: 1,
  about: 'A row a route and hour: how many calls there were. Hours that are not over are left out.',
  key: ['tenant_id', 'hour', 'route'],
  from: `r JOIN LATERAL (
    SELECT c.tenant_id, date_trunc('hour', c.start_at, 'UTC') AS hour, c.route, sum(c.requests)::int AS requests, sum(c.errors)::int AS errors
    FROM ops.request_counts c WHERE c.tenant_id = r.tenant_id GROUP BY 1, 2, 3
  ) h ON true`,
  where: `h.hour + interval '1 hour' + ${COUNTED_WITHIN} <= now()`,
  window: ({ since, until }) =>
    `h.hour + interval '1 hour' + ${COUNTED_WITHIN} > ${since} AND h.hour + interval '1 hour' + ${COUNTED_WITHIN} <= ${until}`,
  days: daysOf('h.hour'),
  columns: [
    tenantColumn('h.tenant_id'),
    dayOf('h.hour', 'Day (UTC) of the hour.'),
    {
      name: 'hour',
      type: 'datetime',
      sql: 'h.hour',
      meaning: 'Beginning of the hour (UTC).',
      sensitivity: 'none',
    },
    {
      name: 'route',
      type: 'string',
      sql: 'h.route',
      meaning: 'Method and path, with names in place of ids.',
      sensitivity: 'none',
    },
    {
      name: 'calls',
      type: 'integer',
      unit: 'calls',
      sql: 'h.requests',
      meaning: 'How many calls.',
      sensitivity: 'none',
    },
    {
      name: 'errors',
      type: 'integer',
      unit: 'calls',
      sql: 'h.errors',
      meaning: 'How many of them failed (status 400 and above).',
      sensitivity: 'none',
    },
    revisionColumn('0'),
  ],
};

/** When a delivery came to rest: what is under way may change any second. */
const SETTLED = 'coalesce(d.resolved_at, d.delivered_at, d.dead_lettered_at)';

export const deliveries: Fact = {
  kind: 'fact',
  clock: 'time',
  ofSession: false,
  name: 'deliveries',
  version: 1,
  about:
    'A row a webhook delivery that came to rest: delivered, given up or resolved. Those under way are left out. A delivery that is sent again comes once more, with a higher revision.',
  key: ['delivery'],
  from: 'r JOIN ops.webhook_deliveries d ON d.tenant_id = r.tenant_id',
  where: `NOT d.test AND d.due_at IS NULL AND ${SETTLED} IS NOT NULL`,
  window: ({ since, until }) => `${SETTLED} > ${since} AND ${SETTLED} <= ${until}`,
  days: daysOf('d.created_at'),
  columns: [
    tenantColumn('d.tenant_id'),
    {
      name: 'delivery',
      type: 'string',
      sql: pseudonym('d.delivery_id::text'),
      meaning: 'Pseudonym of the delivery, made for this recipient alone.',
      sensitivity: 'pseudonym',
    },
    dayOf('d.created_at', 'Day (UTC) on which it was made.'),
    {
      name: 'endpoint',
      type: 'string',
      sql: pseudonym('d.subscription_id::text'),
      meaning: 'Pseudonym of the subscription that it went to.',
      sensitivity: 'pseudonym',
    },
    {
      name: 'event_type',
      type: 'string',
      sql: 'd.event_type',
      meaning: 'Type of the event that it tells.',
      sensitivity: 'none',
    },
    {
      name: 'made_at',
      type: 'datetime',
      sql: moment('d.created_at'),
      meaning: 'When it was made (UTC).',
      sensitivity: 'quasi',
    },
    {
      name: 'outcome',
      type: 'string',
      sql: "CASE WHEN d.status = 'delivered' THEN 'delivered' WHEN d.resolved_at IS NOT NULL THEN 'resolved' ELSE 'given_up' END",
      values: ['delivered', 'resolved', 'given_up'],
      meaning:
        'delivered: the endpoint took it. resolved: a member closed it, or its subject was erased. given_up: every attempt failed.',
      sensitivity: 'none',
    },
    {
      name: 'attempts',
      type: 'integer',
      sql: 'd.attempts',
      meaning: 'How often it was sent.',
      sensitivity: 'none',
    },
    {
      name: 'seconds_to_deliver',
      type: 'number',
      unit: 'seconds',
      sql: 'round(extract(epoch FROM d.delivered_at - d.created_at)::numeric, 3)::double precision',
      meaning: 'From the moment it was made until the endpoint took it; empty where it did not.',
      nullable: true,
      sensitivity: 'none',
    },
    {
      name: 'status_code',
      type: 'integer',
      sql: 'd.last_status_code',
      meaning: 'HTTP status of the last answer; empty where none came.',
      nullable: true,
      sensitivity: 'none',
    },
    revisionColumn('d.attempts'),
  ],
};
