import type { Sex } from '../clinical/types.ts';
import type { LegalHold } from '../hold/types.ts';
import type { Background } from '../patient/types.ts';
import type { Feedback, SuppliedFields, UpstreamFinding } from './types.ts';

/**
 * What an upstream extractor said of the command's texts; left out where none was asked. An input like any other, so that
 * a decision that is made again does not ask again.
 */
type Heard = { upstream?: UpstreamFinding[] | undefined };

/** Times are ISO 8601 UTC; ids are inputs, so that a repeated command decides the same again. */
export type OpenSessionCommand = Heard & {
  kind: 'open';
  session_id: string;
  test: boolean;
  chief_complaint: string;
  age: number | null;
  sex: Sex | null;
  free_text: string | null;
  initial_fields: SuppliedFields;
  patient_id: string | null;
  /** The patient's profile as it stands, where there is one. */
  background?: (Background & { profile_id?: string | undefined }) | null | undefined;
};

export type AnswerCommand = Heard & {
  kind: 'answer';
  question_id: string;
  raw_text: string | null;
  extracted_fields: SuppliedFields;
  extracted_flags: string[];
  field_confidences: Record<string, number> | null;
  skip: boolean;
};

export type RouteCommand = Heard & { kind: 'route'; text: string };

/** `undefined` leaves a value as it is, null makes it unknown. */
export type UpdateDemographicsCommand = {
  kind: 'update_demographics';
  age: number | null | undefined;
  sex: Sex | null | undefined;
};

export type RectifyCommand = {
  kind: 'rectify';
  age: number | null | undefined;
  sex: Sex | null | undefined;
  clear_answers: string[];
  reason: string | null;
  patient_hold?: LegalHold | null | undefined;
};

export type FinalizeCommand = { kind: 'finalize' };
export type GiveFeedbackCommand = { kind: 'give_feedback'; feedback: Feedback };
export type TimeOutCommand = { kind: 'time_out'; idle_since: string };
export type PlaceHoldCommand = { kind: 'place_hold'; reason: string };
export type LiftHoldCommand = { kind: 'lift_hold' };
/** `patient_hold`, also of a rectification: the hold on the session's patient, which protects the session as well. */
export type EraseCommand = {
  kind: 'erase';
  cause: 'requested' | 'retention';
  patient_hold?: LegalHold | null | undefined;
};

export type SessionCommand =
  | OpenSessionCommand
  | AnswerCommand
  | RouteCommand
  | UpdateDemographicsCommand
  | RectifyCommand
  | FinalizeCommand
  | GiveFeedbackCommand
  | TimeOutCommand
  | PlaceHoldCommand
  | LiftHoldCommand
  | EraseCommand;

/** Question id of a report that no question asked for: a new danger sign can be told at any time before finalization. */
export const ADDITIONAL = 'additional';

/** Tokens that a command costs a live key. Source: the price list of the interface description. */
export function costOf(command: SessionCommand): number {
  switch (command.kind) {
    case 'open':
      return 1;
    case 'route':
      return 5;
    case 'answer':
      return command.skip ? 0 : 8;
    default:
      return 0;
  }
}
