import { DomainError } from '../kernel/errors.ts';
import type { MemberProfile, NewMemberEvent } from './events.ts';
import type { MemberState } from './state.ts';
import type { Role } from './types.ts';

export type MemberCommand =
  | {
      kind: 'register';
      member_id: string;
      role: Role;
      profile: MemberProfile;
      password_hash: string | null;
      /** True where an operator vouches for the address. */
      email_verified: boolean;
    }
  | {
      kind: 'invite';
      member_id: string;
      role: Role;
      profile: MemberProfile;
      token_hash: string;
      /** ISO 8601 UTC. */
      expires_at: string;
    }
  /** `name` null keeps the one that the invitation came with. `now` is ISO 8601 UTC. */
  | { kind: 'accept'; token_hash: string; password_hash: string; name: string | null; now: string }
  | { kind: 'verify_email' }
  /** A reset comes by a link in a mail, which shows that the address is theirs. */
  | { kind: 'set_password'; password_hash: string; reason: 'reset' | 'operator' }
  | { kind: 'change_role'; role: Role }
  /** By an owner: removes a member, withdraws an invitation. */
  | { kind: 'deactivate' }
  /** Somebody else has shown that the address is theirs, or this registration was never verified in time. */
  | { kind: 'supersede' }
  | { kind: 'erase'; cause: ErasureCause };

/** By an operator, after the member has left; or a registration whose address was never verified. */
export type ErasureCause = 'requested' | 'never_verified';

type Active = Extract<MemberState, { status: 'active' }>;

/**
 * Decides one command about a member. That an address belongs to one member, and that a team keeps an owner, are rules
 * over many members: the handler has claimed both before. Throws DomainError.
 */
export function decide(state: MemberState, command: MemberCommand): NewMemberEvent[] {
  switch (command.kind) {
    case 'register':
      return register(state, command);
    case 'invite':
      return invite(state, command);
    case 'accept':
      return accept(state, command);
    case 'verify_email':
      return active(state).email_verified ? [] : [{ type: 'member-email-verified', data: {} }];
    case 'set_password':
      return setPassword(active(state), command);
    case 'change_role':
      return changeRole(state, command.role);
    case 'deactivate': {
      const reason = known(state).status === 'invited' ? 'invitation_withdrawn' : 'removed';
      return [{ type: 'member-deactivated', data: { reason } }];
    }
    case 'supersede':
      if (active(state).email_verified) {
        throw new DomainError('already_exists', 'The address belongs to a member already.');
      }
      return [{ type: 'member-deactivated', data: { reason: 'superseded' } }];
    case 'erase':
      return erase(state, command.cause);
  }
}

/** Repeating it decides nothing. */
function erase(state: MemberState, cause: ErasureCause): NewMemberEvent[] {
  if (state.status === 'none') throw new DomainError('not_found', 'The team member does not exist.');
  if (state.status === 'erased') return [];
  const isAllowed =
    cause === 'requested'
      ? state.status === 'deactivated'
      : state.status !== 'invited' && !state.email_verified;
  if (!isAllowed)
    throw new DomainError('invalid_command', 'Only a member who was deactivated can be erased.');
  return [{ type: 'member-erased', data: { cause } }];
}

function register(
  state: MemberState,
  command: Extract<MemberCommand, { kind: 'register' }>,
): NewMemberEvent[] {
  if (state.status !== 'none') throw new DomainError('already_exists', 'The member exists already.');
  const { member_id, role, profile, password_hash } = command;
  const registered: NewMemberEvent = {
    type: 'member-registered',
    data: { member_id, role, profile, secret: { password_hash } },
  };
  return command.email_verified ? [registered, { type: 'member-email-verified', data: {} }] : [registered];
}

function invite(state: MemberState, command: Extract<MemberCommand, { kind: 'invite' }>): NewMemberEvent[] {
  if (state.status !== 'none' && state.status !== 'invited') {
    throw new DomainError('already_exists', 'The address belongs to a member of the team already.');
  }
  const { kind: _kind, ...data } = command;
  return [{ type: 'member-invited', data }];
}

function accept(state: MemberState, command: Extract<MemberCommand, { kind: 'accept' }>): NewMemberEvent[] {
  const isOpen =
    state.status === 'invited' &&
    state.invitation.token_hash === command.token_hash &&
    state.invitation.expires_at > command.now;
  if (!isOpen || state.profile === null) throw invalidInvitation();
  const { password_hash, name } = command;
  const profile = { ...state.profile, name: name ?? state.profile.name };
  return [{ type: 'member-invitation-accepted', data: { profile, secret: { password_hash } } }];
}

/** One answer for an unknown, a used, a replaced and a lapsed link. */
export const invalidInvitation = (): DomainError =>
  new DomainError('invalid_command', 'The invitation cannot be accepted.', [
    {
      field: 'token',
      code: 'invalid_token',
      message: 'Unknown, used or no longer valid; ask for a new one.',
    },
  ]);

function setPassword(
  state: Active,
  { password_hash, reason }: Extract<MemberCommand, { kind: 'set_password' }>,
): NewMemberEvent[] {
  const set: NewMemberEvent = { type: 'member-password-set', data: { reason, secret: { password_hash } } };
  return reason === 'reset' && !state.email_verified
    ? [set, { type: 'member-email-verified', data: {} }]
    : [set];
}

function changeRole(state: MemberState, role: Role): NewMemberEvent[] {
  const member = known(state);
  if (member.role === role) return [];
  if (role === 'owner' && member.status === 'invited') {
    throw new DomainError(
      'already_exists',
      'Only somebody who has accepted the invitation can own the team.',
    );
  }
  return [{ type: 'member-role-changed', data: { from: member.role, to: role } }];
}

/** A member that stands in the team, invited ones included. */
function known(state: MemberState): Extract<MemberState, { status: 'active' | 'invited' }> {
  if (state.status !== 'active' && state.status !== 'invited') {
    throw new DomainError('not_found', 'The team member does not exist.');
  }
  return state;
}

function active(state: MemberState): Active {
  if (state.status !== 'active') throw new DomainError('not_found', 'The team member does not exist.');
  return state;
}
