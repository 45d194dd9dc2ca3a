import type { TextExtraction } from './lexicon.ts';
import type { TextReading } from './reader-state.ts';
import { rankComplaints, toRoute } from './route.ts';
import { answerStatements, chosenStatement } from './statements/answer-statements.ts';
import { findingStatements } from './statements/finding-statements.ts';
import { mergeStatements } from './statements/merge.ts';
import { topicDenials } from './statements/topic-denials.ts';
import { readMeasurements, valueStatements } from './statements/value-statements.ts';
import { unreadSentences } from './unread-sentences.ts';
import { readInformant, readPatientAge, readPatientSex } from './values/patient-facts.ts';

/** Turns a reading into what it tells about the patient. */
export function extractFrom(reading: TextReading): TextExtraction {
  const measurements = readMeasurements(reading);
  const plain = [...findingStatements(reading, measurements), ...valueStatements(reading, measurements)];
  const told = [...plain, ...topicDenials(reading, plain)];
  const complaints = rankComplaints(reading, measurements);
  // What the question offers stands before whatever else its words could say.
  const chosen = chosenStatement(reading, told);
  const statements =
    chosen === null
      ? [...told, ...answerStatements(reading, told)]
      : [...told.filter(({ finding }) => finding !== chosen.finding), chosen];
  return {
    evidence: mergeStatements(reading.passage, statements),
    complaints: complaints
      .filter(({ stated }) => stated)
      .map(({ code, confidence }) => ({ code, confidence })),
    routed: toRoute(complaints),
    age_months: readPatientAge(reading),
    sex: readPatientSex(reading),
    informant: readInformant(reading),
    unread: unreadSentences(reading, statements),
  };
}
