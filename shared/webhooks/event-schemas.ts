import { z } from 'zod';
import type { WebhookEventName } from '../../domain/webhook-subscription/events.ts';
import { triageLevelSchema } from '../sessions/schemas.ts';

/**
 * What partners receive, one schema an event type: the bodies are made with them, and the interface description
 * is made of them. They hold ids, levels, counts and codes of closed lists; the patterns keep free text out.
 */
const code = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,100}$/)
  .meta({ description: 'Code of a red flag, from the closed list of the knowledge base.' });
const codes = (description: string) => z.array(code).meta({ description });
const icd = z
  .string()
  .regex(/^[A-Z][0-9][0-9A-Z](\.[0-9A-Z]{1,4})?$/)
  .meta({ description: 'ICD-10 code' });
const time = z.iso.datetime();
const session = { session_id: z.uuid() };
const outcome = {
  ...session,
  triage_level: triageLevelSchema,
  red_flags: codes('All red flags that stand now.'),
};
const primaryDiagnosis = {
  primary_diagnosis_icd: icd
    .nullable()
    .meta({ description: 'ICD-10 code of the likeliest differential; null where there is none.' }),
};
const balance = {
  balance: z.int().meta({ description: 'Tokens left.' }),
  initial_balance: z.int().meta({ description: 'The balance right after the last grant.' }),
};

function eventSchema<N extends WebhookEventName, D extends z.ZodRawShape>(
  type: N,
  description: string,
  data: D,
) {
  const sequence = z
    .int()
    .min(0)
    .meta({ description: 'Revision of the session (of the tenant for balance.*): orders its events.' });
  return z
    .strictObject({
      id: z.uuid().meta({ description: 'The same over retries and replays: deduplicate on it.' }),
      type: z.literal(type),
      created_at: time.meta({ description: 'The same instant as occurred_at.' }),
      occurred_at: time.meta({ description: 'When it happened; the same over retries and replays.' }),
      sequence,
      api_version: z.literal('v1'),
      tenant_id: z.uuid(),
      test: z
        .boolean()
        .meta({ description: 'Whether it tells of a test session, or only tries the receiver.' }),
      data: z.strictObject(data),
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
      is_complete: z.boolean().meta({ description: 'Whether no question is left to ask.' }),
      skipped: z.boolean().meta({ description: 'Whether the question was skipped.' }),
    },
  ),
  'session.finalized': eventSchema('session.finalized', 'A session was finalized.', {
    ...outcome,
    ...primaryDiagnosis,
  }),
  'assessment.completed': eventSchema('assessment.completed', 'The assessment of a finalized session.', {
    ...outcome,
    ...primaryDiagnosis,
    questions_asked: z.int32().min(0).meta({ description: 'Questions that were answered or skipped.' }),
  }),
  'red_flag.detected': eventSchema(
    'red_flag.detected',
    'A red flag was seen that did not stand before; once for each.',
    {
      ...session,
      flag: code,
    },
  ),
  'triage.escalated': eventSchema('triage.escalated', 'The triage level became more urgent.', {
    ...session,
    previous_triage_level: triageLevelSchema,
    triage_level: triageLevelSchema,
  }),
  'session.timeout': eventSchema('session.timeout', 'A session was idle for 30 minutes; it can go on.', {
    ...session,
    idle_since: time.meta({ description: 'When it was last active.' }),
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
