import { z } from 'zod';
import { instant, text, truth } from '../../domain/kernel/fields.ts';
import { scopeSchema } from '../../shared/api-keys/api-key-schema.ts';
import { actorSchema } from '../../shared/audit/actor-schema.ts';
import { pageFields } from '../../shared/http/schemas.ts';
import { roleSchema } from '../../shared/members/team-member.ts';

/** In the order in which a review shows them. */
export const HOLDER_KINDS = [
  'api_key',
  'member',
  'invitation',
  'sso_binding',
  'analytics_login',
  'facts_login',
] as const;

const holderKind = z.enum(HOLDER_KINDS).meta({
  id: 'AccessHolderKind',
  description:
    'api_key; member of the team; invitation to it that nobody has accepted; sso_binding: a domain whose identity provider ' +
    'may sign members in; analytics_login: a login of a data team to counts in SQL; facts_login: one that reads rows without names as well.',
  examples: ['member'],
});

export const accessHolder = z
  .object({
    kind: holderKind.meta({ description: 'What it is.' }),
    id: text(
      'Id of the key or of the (invited) member, the domain of a binding, the name of a login.',
      '0198c0de-0000-7000-8000-000000000012',
    ),
    name: text(
      'What the key or member is called, "" where none was given; of a binding the issuer; "" for a login.',
      'Jana Nová',
    ),
    hint: text(
      'How a key begins and ends, the mail address of a member; "" for others.',
      'jana@clinic.example',
    ),
    status: z.enum(['active', 'expired', 'switched_off']).meta({
      description:
        'active: it can be used, or accepted, now. expired: its time is over. switched_off: the member was deactivated, or ' +
        'an operator has switched single sign-on off for the tenant.',
      examples: ['active'],
    }),
    test: truth('Whether it is for test mode alone: a test key.', false),
    role: roleSchema.nullable().meta({ description: 'Of a member or an invitation; null for others.' }),
    scopes: z
      .array(scopeSchema)
      .meta({ description: 'What it may do, or may once it is accepted; none once it is switched off.' }),
    reads_every_tenant: truth(
      'Whether it reaches beyond the tenant: a login of the operator’s own data team.',
      false,
    ),
    created_at: instant('When it was made, invited, bound or granted.'),
    created_by: actorSchema
      .nullable()
      .meta({ description: 'Who made it, or rotated the key last; null where that is not known.' }),
    last_used_at: instant(
      'When a key was last used, at most 30 seconds late, or a member last signed in; null where that never happened, ' +
        'and for what no use is kept of.',
    ).nullable(),
    expires_at: instant('When a key or an invitation ends; null where it does not.').nullable(),
  })
  .meta({ id: 'AccessHolder', description: 'Something that opens the tenant, and what it opens.' });
export type AccessHolder = z.output<typeof accessHolder>;

export const accessReview = z
  .object({
    as_of: instant('When this was looked at.'),
    ...pageFields,
    data: z.array(accessHolder).meta({
      description: 'By kind, in the order in which that lists them, and in each the oldest first.',
    }),
  })
  .meta({ id: 'AccessReview', description: 'A page of who may do what in the tenant.' });
