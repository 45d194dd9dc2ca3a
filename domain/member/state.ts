import type { Fact } from '../kernel/event-definition.ts';
import type { MemberEvent, MemberProfile } from './events.ts';
import type { Role } from './types.ts';

type Known = {
  revision: number;
  role: Role;
  /** Null once the member's key is destroyed. */
  profile: MemberProfile | null;
};

export type MemberState =
  | { status: 'none' }
  | (Known & { status: 'invited'; invitation: { token_hash: string; expires_at: string } })
  | (Known & { status: 'active'; email_verified: boolean; registered_at: string })
  | (Known & { status: 'deactivated'; email_verified: boolean })
  | { status: 'erased'; revision: number };

export const noMember: MemberState = { status: 'none' };

/** Folds one event into what decisions about a member need. Never throws. */
export function evolve(state: MemberState, fact: Fact<MemberEvent>): MemberState {
  const { event, revision } = fact;
  switch (event.type) {
    case 'member-registered': {
      const { role, profile } = event.data;
      return { status: 'active', revision, role, profile, email_verified: false, registered_at: fact.at };
    }
    case 'member-invited': {
      const { role, profile, token_hash, expires_at } = event.data;
      return { status: 'invited', revision, role, profile, invitation: { token_hash, expires_at } };
    }
    default:
      return state.status === 'none' || state.status === 'erased'
        ? state
        : evolveKnown(state, { ...fact, event });
  }
}

function evolveKnown(
  state: Exclude<MemberState, { status: 'none' | 'erased' }>,
  fact: Fact<Exclude<MemberEvent, { type: 'member-registered' | 'member-invited' }>>,
): MemberState {
  const { event, revision, at } = fact;
  switch (event.type) {
    case 'member-invitation-accepted': {
      const { profile } = event.data;
      return {
        status: 'active',
        revision,
        role: state.role,
        profile,
        email_verified: true,
        registered_at: at,
      };
    }
    case 'member-email-verified':
      return state.status === 'active'
        ? { ...state, revision, email_verified: true }
        : { ...state, revision };
    case 'member-password-set':
      return { ...state, revision };
    case 'member-role-changed':
      return { ...state, revision, role: event.data.to };
    case 'member-deactivated':
      return {
        status: 'deactivated',
        revision,
        role: state.role,
        profile: state.profile,
        email_verified: state.status !== 'invited' && state.email_verified,
      };
    case 'member-erased':
      return { status: 'erased', revision };
  }
}
