import type { Background } from '../../../domain/patient/types.ts';

/** What is known of a patient: nothing but this. */
export const backgroundOf = (told: Partial<Background> = {}): Background => ({
  chronic_conditions: [],
  current_medications: [],
  allergies: [],
  risk_factors: [],
  family_history: [],
  smoking_status: null,
  alcohol_status: null,
  ...told,
});
