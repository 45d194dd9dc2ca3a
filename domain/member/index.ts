/** A member of a tenant's team: invited or registered, with a role, until deactivated. */
export { memberEvents, type MemberEvent, type MemberProfile } from './events.ts';
export { evolve, noMember, type MemberState } from './state.ts';
export { decide, invalidInvitation, type ErasureCause, type MemberCommand } from './decider.ts';
export { INVITED_ROLES, ROLE_SCOPES, ROLES, type Role } from './types.ts';
