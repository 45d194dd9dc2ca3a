/** A patient's profile: what the partner keeps of a patient beside the sessions, until it is erased. */
export { patientEvents, type PatientEvent } from './events.ts';
export { evolve, noPatient, type PatientProfile, type PatientState } from './state.ts';
export { decide } from './decider.ts';
export type { PatientCommand, PutProfileCommand } from './commands.ts';
