import type { LegalHold } from '../hold/types.ts';
import type { Fact } from '../kernel/event-definition.ts';
import type { PatientEvent, ProfileChange } from './events.ts';
import { PROFILE_LISTS, type Background, type ProfileLists } from './types.ts';

export type PatientProfile = Background & {
  status: 'known';
  revision: number;
  profile_id: string;
  test: boolean;
  /** The id that the partner knows the patient by. */
  partner_patient_id: string;
  created_at: string;
  updated_at: string;
  /** Left out where none stands. */
  hold?: LegalHold | undefined;
};

export type PatientState = { status: 'none' } | { status: 'erased'; revision: number } | PatientProfile;

export const noPatient: PatientState = { status: 'none' };

/** The lists after a change, entry by entry. */
export function changedLists(
  before: ProfileLists,
  { added, removed }: Pick<ProfileChange, 'added' | 'removed'>,
): ProfileLists {
  const entries = PROFILE_LISTS.map((list) => {
    const gone = new Set(removed[list]);
    const kept = gone.size === 0 ? before[list] : before[list].filter((entry) => !gone.has(entry));
    return [list, [...kept, ...(added[list] ?? [])]];
  });
  return Object.fromEntries(entries) as ProfileLists;
}

/** Folds one event into the profile. Never throws. A group whose key was destroyed tells that the patient was erased. */
export function evolve(state: PatientState, { event, revision, at }: Fact<PatientEvent>): PatientState {
  switch (event.type) {
    case 'patient-profile-created': {
      const { profile, profile_id, test } = event.data;
      if (profile === null) return { status: 'erased', revision };
      return { status: 'known', revision, profile_id, test, ...profile, created_at: at, updated_at: at };
    }
    case 'patient-profile-updated': {
      if (state.status !== 'known') return state;
      const { change } = event.data;
      if (change === null) return { status: 'erased', revision };
      return {
        ...state,
        ...changedLists(state, change),
        smoking_status: change.smoking_status ?? state.smoking_status,
        alcohol_status: change.alcohol_status ?? state.alcohol_status,
        revision,
        updated_at: at,
      };
    }
    case 'patient-hold-placed': {
      if (state.status !== 'known') return state;
      const { note } = event.data;
      if (note === null) return { status: 'erased', revision };
      return { ...state, revision, hold: { reason: note.reason, placed_at: at } };
    }
    case 'patient-hold-lifted': {
      if (state.status !== 'known') return state;
      const { hold: _lifted, ...free } = state;
      return { ...free, revision };
    }
    case 'patient-erased':
      return { status: 'erased', revision };
  }
}
