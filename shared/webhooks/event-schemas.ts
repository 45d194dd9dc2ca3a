import { z } from 'zod';
import { count, id, instant, truth } from '../../domain/kernel/fields.ts';
import type { WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import { triageLevel, triageLevelSchema } from '../sessions/schemas.ts';

/**
 * What partners receive, one schema an event type: the bodies are made with them, and the interface description
 * is made of them. They hold ids, levels, counts and codes of closed lists; the patterns keep free text out.
 */
const code = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,100}$/)
  .meta({
    description: 'Code of a red flag, from the closed list of the knowledge base.',
    examples: ['rf_acs_features'],
  });
const codes = (description: string) => z.array(code).meta({ description });
const icd = z
  .string()
  .regex(/^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$/)
  .meta({ description: 'ICD-10 code.', examples: ['I20.8'] });
const session = { session_id: id('The session that it is about.') };
const outcome = {
  ...session,
  triage_level: triageLevel,
  red_flags: codes('All red flags that stand now.'),
};
const primaryDiagnosis = {
  primary_diagnosis_icd: icd
    .nullable()
    .meta({ description: 'ICD-10 code of the likeliest differential; null where there is none.' }),
};
const balance = {
  balance: z
    .int()
    .meta({ description: 'Tokens left; below 0 only where overage is allowed.', examples: [198] }),
  initial_balance: z
    .int()
    .meta({ description: 'Tokens of the balance right after the last grant.', examples: [1_000] }),
};

function eventSchema<N extends WebhookEventName, D extends z.ZodRawShape>(
  type: N,
  description: string,
  data: D,
) {
  const sequence = z
    .int()
    .min(0)
    .meta({
      description: 'Revision of the session (of the tenant for balance.*): orders its events.',
      examples: [12],
    });
  return z
    .strictObject({
      id: id('The event; the same over retries and replays: deduplicate on it.'),
      type: z.literal(type).meta({ description: 'What happened.' }),
      created_at: instant('The same as occurred_at.'),
      occurred_at: instant('When it happened; the same over retries and replays.'),
      sequence,
      api_version: z.literal('v1').meta({ description: 'Version of the interface that the body follows.' }),
      tenant_id: id('The tenant that it happened to.'),
      test: truth('Whether it tells of a test session, or only tries the receiver.', false),
      data: z
        .strictObject(data)
        .meta({ description: 'What it tells: ids, levels, counts and codes, never what a patient said.' }),
    })
    .meta({ description });
}

export const webhookEventSchemas = {
  'session.created': eventSchema('session.created', 'A session was created.', outcome),
  'session.answered': eventSchema(
    'session.answered',
    'A question was answered or skipped, or more was told.',
    {
      ...outcome,
      new_red_flags: codes('Those of them that this answer brought.'),
      is_complete: truth('Whether no question is left to ask.', false),
      skipped: truth('Whether the question was skipped.', false),
    },
  ),
  'session.finalized': eventSchema('session.finalized', 'A session was finalized.', {
    ...outcome,
    ...primaryDiagnosis,
  }),
  'assessment.completed': eventSchema('assessment.completed', 'The assessment of a finalized session.', {
    ...outcome,
    ...primaryDiagnosis,
    questions_asked: count('Questions that were answered or skipped.', 5),
  }),
  'red_flag.detected': eventSchema(
    'red_flag.detected',
    'A red flag was seen that did not stand before. One call raises at most 10, the most urgent first.',
    {
      ...session,
      flag: code,
      more: codes(
        'Further new red flags of this call, less urgent ones, that have no event of their own. Only in the last of 10.',
      ).optional(),
    },
  ),
  'triage.escalated': eventSchema('triage.escalated', 'The triage level became more urgent.', {
    ...session,
    previous_triage_level: triageLevelSchema.meta({ description: 'The level before.' }),
    triage_level: triageLevel,
  }),
  'session.timeout': eventSchema('session.timeout', 'A session was idle for 30 minutes; it can go on.', {
    ...session,
    idle_since: instant('When it was last active.'),
  }),
  'balance.low_20': eventSchema(
    'balance.low_20',
    'The balance came down to 20 % or less of what it was right after the last grant.',
    balance,
  ),
  'balance.low_10': eventSchema(
    'balance.low_10',
    'The balance came down to 10 % or less of what it was right after the last grant.',
    balance,
  ),
  'balance.depleted': eventSchema('balance.depleted', 'The balance came down to 0 or less.', balance),
} as const satisfies Record<WebhookEventName, z.ZodObject>;

export type WebhookEventBody = z.output<(typeof webhookEventSchemas)[WebhookEventName]>;
