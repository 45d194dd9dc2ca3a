export type KnownPatient = { patientId: string; isTest: boolean };

/**
 * Which patient a profile's id stands for. Addresses name the profile alone: the partner's own id of a patient is personal
 * data, and a browser keeps addresses. This lives in the tab's memory, and goes with it.
 */
const known = new Map<string, KnownPatient>();

export const rememberPatient = (profileId: string, patient: KnownPatient): void => {
  known.set(profileId, patient);
};

/** Null where the tab was opened with the address: then the service is asked. */
export const patientAt = (profileId: string): KnownPatient | null => known.get(profileId) ?? null;

export const forgetPatient = (profileId: string): void => {
  known.delete(profileId);
};
