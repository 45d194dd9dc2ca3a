import { z } from 'zod';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';
import { ROLES } from './types.ts';

/** Who it is. The hash finds the address (see `emailHash`) and is sealed with it: after an erasure nothing does. */
export const profileSchema = z.object({
  email: z.string(),
  name: z.string(),
  email_hash: z.string().length(64),
});
export type MemberProfile = z.output<typeof profileSchema>;

const profile = { key: 'subject', schema: profileSchema } as const;
/** Argon2id in PHC form; null for somebody who only signs in through an identity provider, or has to set one first. */
const secret = { key: 'subject', schema: z.object({ password_hash: z.string().nullable() }) } as const;

/** Somebody made an account of a tenant of their own, or an operator made it. */
export const memberRegistered = defineEvent({
  type: 'member-registered',
  version: 1,
  clear: z.object({ member_id: z.uuid(), role: z.enum(ROLES) }),
  sealed: { profile, secret },
});

/** Asked to join. Repeated while nobody has accepted: the link before is dead then. */
export const memberInvited = defineEvent({
  type: 'member-invited',
  version: 1,
  clear: z.object({
    member_id: z.uuid(),
    /** Owner only where an operator invites the first one. */
    role: z.enum(ROLES),
    /** SHA-256 (hex) of the token in the link, which holds 256 bits and is stored nowhere. */
    token_hash: z.string().length(64),
    expires_at: z.iso.datetime(),
  }),
  sealed: { profile },
});

/** The link was followed, which also shows that the address is theirs. */
export const memberInvitationAccepted = defineEvent({
  type: 'member-invitation-accepted',
  version: 1,
  clear: z.object({}),
  sealed: { profile, secret },
});

export const memberEmailVerified = defineEvent({
  type: 'member-email-verified',
  version: 1,
  clear: z.object({}),
  sealed: {},
});

export const memberPasswordSet = defineEvent({
  type: 'member-password-set',
  version: 1,
  clear: z.object({ reason: z.enum(['reset', 'operator']) }),
  sealed: { secret },
});

export const memberRoleChanged = defineEvent({
  type: 'member-role-changed',
  version: 1,
  clear: z.object({ from: z.enum(ROLES), to: z.enum(ROLES) }),
  sealed: {},
});

const DEACTIVATION_REASONS = ['removed', 'invitation_withdrawn', 'superseded'] as const;

/** Signs in no more. `superseded`: never verified its address, and somebody else has shown that it is theirs. */
export const memberDeactivated = defineEvent({
  type: 'member-deactivated',
  version: 1,
  clear: z.object({ reason: z.enum(DEACTIVATION_REASONS) }),
  sealed: {},
});

/**
 * Whoever applies this destroys the member's key: address, name and password hash are gone for good. `never_verified`: a
 * registration that nobody has shown to be theirs in time.
 */
export const memberErased = defineEvent({
  type: 'member-erased',
  version: 1,
  clear: z.object({ cause: z.enum(['requested', 'never_verified']) }),
  sealed: {},
});

export const memberEvents = [
  memberRegistered,
  memberInvited,
  memberInvitationAccepted,
  memberEmailVerified,
  memberPasswordSet,
  memberRoleChanged,
  memberDeactivated,
  memberErased,
] as const;
export type MemberEvent = EventOf<(typeof memberEvents)[number]>;
export type NewMemberEvent = NewEventOf<(typeof memberEvents)[number]>;
