import { visibleAscii } from '../http/schemas.ts';

const MAX_LENGTH = 200;

/** The partner's own id of a patient, in requests. */
export function patientId() {
  return visibleAscii(MAX_LENGTH).meta({
    description: `The partner's own id of the patient: visible ASCII without spaces, at most ${MAX_LENGTH} characters.`,
    examples: ['CARDIO-2041'],
  });
}
