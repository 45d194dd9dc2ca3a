/** What a partner keeps about a patient beside the sessions. Plain JSON, entries as the partner wrote them. */

export const PROFILE_LISTS = [
  'chronic_conditions',
  'current_medications',
  'allergies',
  'risk_factors',
  'family_history',
] as const;
export type ProfileList = (typeof PROFILE_LISTS)[number];

export const SMOKING_STATUSES = ['never', 'former', 'current', 'unknown'] as const;
export type SmokingStatus = (typeof SMOKING_STATUSES)[number];
export const ALCOHOL_STATUSES = ['none', 'occasional', 'regular', 'heavy', 'unknown'] as const;
export type AlcoholStatus = (typeof ALCOHOL_STATUSES)[number];

export const HABITS = ['smoking_status', 'alcohol_status'] as const;
export const PROFILE_FIELDS = [...PROFILE_LISTS, ...HABITS] as const;

export type ProfileLists = Record<ProfileList, string[]>;
/** Null: never told. */
export type Background = ProfileLists & {
  smoking_status: SmokingStatus | null;
  alcohol_status: AlcoholStatus | null;
};

/** The background alone, of whatever holds more. */
export const toBackground = (from: Background): Background => ({
  chronic_conditions: from.chronic_conditions,
  current_medications: from.current_medications,
  allergies: from.allergies,
  risk_factors: from.risk_factors,
  family_history: from.family_history,
  smoking_status: from.smoking_status,
  alcohol_status: from.alcohol_status,
});

export const MAX_ENTRIES = 200;
export const MAX_ENTRY_CHARACTERS = 200;
