import { visibleId } from '../http/schemas.ts';

const MAX_LENGTH = 200;

/** The partner's own id of a patient, in requests. */
export function patientId() {
  return visibleId(MAX_LENGTH).meta({
    description:
      `The partner's own id of the patient: 1 to ${MAX_LENGTH} visible characters of any script, with blanks inside, but ` +
      'not `.` or `..`. Characters that show nothing are refused: control and format characters, joiners, variation ' +
      'selectors, marks of direction, and code points that are no characters. Percent-encoded in a path. Compared in Unicode form NFC.',
    examples: ['CARDIO-2041'],
  });
}
