import { z } from 'zod';
import { SCOPES } from '../../domain/api-key/events.ts';
import { actorSchema } from '../audit/actor-schema.ts';
import { id, instant, text, truth } from '../../domain/kernel/fields.ts';

export const scopeSchema = z.enum(SCOPES).meta({
  id: 'Scope',
  description: 'What a key may do: read or write sessions, patients, webhooks or what belongs to the tenant.',
  examples: ['sessions:read'],
});

export const apiKeyFields = {
  key_id: id('The key; in the paths of its calls and in the audit trail.'),
  key_prefix: text(
    'How the key begins: tells test keys (`svc_test_`) from live ones (`svc_live_`), and keys from each other.',
    'svc_live_Exam',
  ),
  key_suffix: text('The last four characters of the key.', 'le01'),
  name: text('What the key is called; only for people.', 'Ward 4'),
  scopes: z.array(scopeSchema).meta({ description: 'What the key may do.' }),
  rate_limit_rpm: z.int32().meta({
    description: 'Requests a minute that the key may send; a lower limit of the tenant goes before it.',
    examples: [60],
  }),
  is_active: truth('Whether the key is accepted; false once it was revoked or has expired.', true),
  last_used_at: instant(
    'When it was last used, at most 30 seconds late; null where it never was.',
  ).nullable(),
  expires_at: instant('From when on it is refused; null where it does not expire.').nullable(),
  created_at: instant('When the key was made.'),
  created_by: actorSchema
    .nullable()
    .meta({ description: 'Who made the key, or rotated it last; null where that is not known.' }),
};

/** An API key as lists show it: without its secret. */
export const apiKeySchema = z
  .object(apiKeyFields)
  .meta({ id: 'ApiKey', description: 'An API key without its secret.' });
export type ApiKeyView = z.output<typeof apiKeySchema>;
