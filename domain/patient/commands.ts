import type { AlcoholStatus, ProfileLists, SmokingStatus } from './types.ts';

/** Creates the profile, or adds to it. A habit that is left out stays as it is. */
export type PutProfileCommand = {
  kind: 'put';
  profile_id: string;
  test: boolean;
  partner_patient_id: string;
  /** Leave before `add` comes: a wrong spelling can be replaced in one command. */
  remove: Partial<ProfileLists>;
  add: Partial<ProfileLists>;
  smoking_status: SmokingStatus | undefined;
  alcohol_status: AlcoholStatus | undefined;
};

/** Makes an empty profile where the patient has none: the hold stands on it. */
export type PlaceHoldCommand = Pick<PutProfileCommand, 'profile_id' | 'test' | 'partner_patient_id'> & {
  kind: 'place_hold';
  reason: string;
};
export type LiftHoldCommand = { kind: 'lift_hold' };

export type ErasePatientCommand = { kind: 'erase'; cause: 'requested' | 'retention' };

export type PatientCommand = PutProfileCommand | PlaceHoldCommand | LiftHoldCommand | ErasePatientCommand;
