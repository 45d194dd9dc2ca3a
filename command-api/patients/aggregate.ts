import {
  decide,
  evolve,
  noPatient,
  type PatientCommand,
  type PatientEvent,
  type PatientState,
} from '../../domain/patient/index.ts';
import { applyPatientEvents } from '../../shared/read-models/patient-rows.ts';
import type { Aggregate } from '../kernel/execute-on-stream.ts';

export const patientAggregate: Aggregate<PatientState, PatientCommand, PatientEvent> = {
  initial: noPatient,
  decide,
  evolve,
  apply: applyPatientEvents,
};
