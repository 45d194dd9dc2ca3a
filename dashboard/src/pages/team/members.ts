import type { components } from '../../../../client/client.ts';

export type Member = components['schemas']['TeamMember'];
export type Role = components['schemas']['Role'];
export type InvitedRole = components['schemas']['InvitedRole'];

/** From the most rights to the fewest. */
export const ROLES = ['owner', 'admin', 'developer', 'viewer', 'billing'] as const satisfies readonly Role[];
/** Nobody is invited as an owner. */
export const INVITED_ROLES = [
  'admin',
  'developer',
  'viewer',
  'billing',
] as const satisfies readonly InvitedRole[];

/** What an invitation carries unless told otherwise: no rights that a colleague may not need. */
const USUAL_ROLE: InvitedRole = 'viewer';

export type Standing = 'active' | 'invited' | 'expired' | 'former';

export function standingOf({ is_active, invite_expires_at }: Member, now: Date): Standing {
  if (is_active) return 'active';
  if (invite_expires_at === null) return 'former';
  return new Date(invite_expires_at) > now ? 'invited' : 'expired';
}

/** The name, or the address where none was given. */
export const nameOf = ({ name, email }: Member): string => name || email;

/** The role of a new invitation for somebody who had one. */
export const invitedRoleOf = (role: Role | undefined): InvitedRole =>
  INVITED_ROLES.find((each) => each === role) ?? USUAL_ROLE;

/** The service keeps the last owner as one. */
export const isOnlyOwner = (member: Member, team: readonly Member[]): boolean =>
  member.role === 'owner' && team.filter(({ role, is_active }) => is_active && role === 'owner').length === 1;
