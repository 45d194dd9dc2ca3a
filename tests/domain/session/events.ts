import { v5 as uuidV5 } from 'uuid';
import type { Evidence, Outcome, TriageLevel } from '../../../domain/clinical/types.ts';
import type { Fact } from '../../../domain/kernel/event-definition.ts';
import type { AnswerCommand, OpenSessionCommand } from '../../../domain/session/commands.ts';
import type { NewSessionEvent, SessionEvent } from '../../../domain/session/events.ts';
import type { Feedback, Reading } from '../../../domain/session/types.ts';
import { commandKeyId, subjectKeyId } from '../../../shared/crypto/data-keys.ts';
import { eventIdOf } from '../../../shared/event-log/codec.ts';
import { questionOf, redFlagOf } from './scripted-engine.ts';
import { completeOutcome, type RecordedOutcome } from '../../../domain/session/recorded.ts';

/** Events and commands of one session with the values that most tests do not care about filled in. */

export const SESSION_ID = '0191d3a0-0000-7000-8000-000000000001';
const COMMANDS = '0191d3a0-0000-7000-8000-000000000002';

/** The id of the session's command number `n`, from 0. */
export const commandIdOf = (n: number): string => uuidV5(`command-${n}`, COMMANDS);
export const answerKeyOf = (n: number): string => commandKeyId(commandIdOf(n), 'answer');
export const outcomeKeyOf = (n: number): string => commandKeyId(commandIdOf(n), 'outcome');
/** When command number `n` was accepted: a minute after the one before. */
export const timeOf = (n: number): string => new Date(Date.UTC(2026, 0, 5, 8, n)).toISOString();

/** Places events in the session's stream: a group holds the events of one command. */
export const sessionFacts = (groups: NewSessionEvent[][]): Fact<SessionEvent>[] => {
  let revision = 0;
  return groups.flatMap((events, n) =>
    events.map((event, index) => ({
      event,
      eventId: eventIdOf(commandIdOf(n), index),
      revision: revision++,
      at: timeOf(n),
      keys: { subject: subjectKeyId(SESSION_ID), answer: answerKeyOf(n), outcome: outcomeKeyOf(n) },
    })),
  );
};

export const evidenceOf = (finding: string, changes: Partial<Evidence> = {}): Evidence => ({
  finding,
  status: 'present',
  confidence: 1,
  source: 'client',
  ...changes,
});

/** What the scripted engine reads in a text at an offset. */
export const heard = (
  finding: string,
  status: Evidence['status'],
  [start, text]: [number, string],
): Evidence => ({
  finding,
  status,
  confidence: 0.75,
  source: 'text',
  span: { start, end: start + text.length, text },
});

export const readingOf = (changes: Partial<Reading> = {}): Reading => ({
  evidence: [],
  extracted_fields: {},
  extracted_flags: [],
  field_confidences: {},
  unrecognised: [],
  age_months: null,
  sex: null,
  ...changes,
});

type OutcomeParts = Partial<RecordedOutcome> & {
  level?: TriageLevel;
  /** Findings that are present, in the catalogue's order. */
  present?: string[];
  /** Findings that are a red flag. */
  flags?: string[];
  /** The finding that is asked for next; null when the interview is over. */
  asks?: string | null;
};

/** What the scripted engine concludes of a patient whose age and sex are not known. */
export const outcomeOf = (parts: OutcomeParts = {}): Outcome => {
  const { level = 'routine', present = [], flags = [], asks = 'fever', ...changes } = parts;
  const current_question = asks === null ? null : questionOf(asks);
  return completeOutcome({
    triage_level: level,
    triage_reason: {
      kind: flags.length > 0 ? 'rule' : 'complaint',
      code: flags[0] ?? 'none',
      source: 'test',
    },
    differentials: present.map((code, index) => ({
      diagnosis: `Disease of ${code}`,
      icd: `X${index}`,
      probability: 0.5 - index / 10,
      rank: index + 1,
    })),
    red_flags: flags.map(redFlagOf),
    active_branches: [],
    current_question,
    is_complete: current_question === null,
    stop_reason: current_question ? null : level === 'emergency_ambulance' ? 'emergency' : 'question_limit',
    ...changes,
  });
};

export const openCommand = (changes: Partial<OpenSessionCommand> = {}): OpenSessionCommand => ({
  kind: 'open',
  session_id: SESSION_ID,
  test: false,
  chief_complaint: 'it hurts',
  age: null,
  sex: null,
  free_text: null,
  initial_fields: {},
  patient_id: null,
  ...changes,
});

export const answerCommand = (changes: Partial<AnswerCommand> = {}): AnswerCommand => ({
  kind: 'answer',
  question_id: 'fever',
  raw_text: null,
  extracted_fields: {},
  extracted_flags: [],
  field_confidences: null,
  skip: false,
  ...changes,
});

type EventOfType<Type extends NewSessionEvent['type']> = Extract<NewSessionEvent, { type: Type }>;
type Data<Type extends NewSessionEvent['type']> = EventOfType<Type>['data'];
type Intake = Data<'session-opened'>['intake'];
type Answer = Data<'session-answered'>['answer'];

export const opened = (
  changes: Partial<Omit<Intake, 'reading'>> & {
    reading?: Partial<Reading>;
    outcome?: Outcome;
    test?: boolean;
  } = {},
): EventOfType<'session-opened'> => {
  const { reading, outcome = outcomeOf(), test = false, ...intake } = changes;
  return {
    type: 'session-opened',
    data: {
      session_id: SESSION_ID,
      test,
      complaint: intake.branches?.[0] ?? null,
      intake: {
        chief_complaint: 'it hurts',
        patient_id: null,
        age: null,
        sex: null,
        free_text: null,
        initial_fields: {},
        branches: [],
        ...intake,
        reading: readingOf(reading),
      },
      outcome,
    },
  };
};

export const answered = (
  changes: Partial<Omit<Answer, 'reading'>> & {
    reading?: Partial<Reading>;
    outcome?: Outcome;
    /** Findings whose red flag is new. */
    newFlags?: string[];
    kind?: 'question' | 'additional';
    skipped?: boolean;
  } = {},
): EventOfType<'session-answered'> => {
  const {
    reading,
    outcome = outcomeOf({ asks: 'cough' }),
    newFlags = [],
    kind = 'question',
    skipped = false,
    ...told
  } = changes;
  return {
    type: 'session-answered',
    data: {
      kind,
      skipped,
      answer: {
        question_id: 'fever',
        raw_text: null,
        supplied_fields: {},
        supplied_flags: [],
        unclear: false,
        ...told,
        reading: readingOf(reading),
      },
      outcome: { ...outcome, new_red_flags: newFlags.map((finding) => redFlagOf(finding).flag) },
    },
  };
};

/** "Yes" or "no" to the question for a finding, and what the engine makes of it. */
export const said = (
  word: 'yes' | 'no',
  finding: string,
  outcome: Outcome,
  newFlags: string[] = [],
): EventOfType<'session-answered'> => {
  const evidence = [heard(finding, word === 'yes' ? 'present' : 'absent', [0, word])];
  return answered({
    question_id: finding,
    raw_text: word,
    reading: {
      evidence,
      extracted_fields: { [finding]: word === 'yes' },
      field_confidences: { [finding]: 0.75 },
    },
    outcome,
    newFlags,
  });
};

export const routed = (
  changes: Partial<Omit<Data<'session-routed'>['answer'], 'reading'>> & {
    reading?: Partial<Reading>;
    outcome?: Outcome;
    newFlags?: string[];
  } = {},
): EventOfType<'session-routed'> => {
  const { reading, outcome = outcomeOf(), newFlags = [], ...told } = changes;
  const answer = { text: 'x', chief_complaint: null, confidence: 0, secondary: null, branches: [], ...told };
  return {
    type: 'session-routed',
    data: {
      answer: { ...answer, reading: readingOf(reading) },
      outcome: { ...outcome, new_red_flags: newFlags.map((finding) => redFlagOf(finding).flag) },
    },
  };
};

export const flagDetected = (finding: string): EventOfType<'red-flag-detected'> => ({
  type: 'red-flag-detected',
  data: { finding: redFlagOf(finding) },
});

export const escalated = (from: TriageLevel, to: TriageLevel): EventOfType<'triage-escalated'> => ({
  type: 'triage-escalated',
  data: { change: { from, to } },
});

export const demographicsUpdated = (
  demographics: Data<'demographics-updated'>['demographics'],
  changed_fields: ('age' | 'sex')[],
  outcome = outcomeOf(),
): EventOfType<'demographics-updated'> => ({
  type: 'demographics-updated',
  data: { changed_fields, demographics, outcome },
});

export const rectified = (
  changes: Partial<Omit<Data<'session-rectified'>, 'rectification'>> & {
    rectification?: Partial<Data<'session-rectified'>['rectification']>;
  } = {},
): EventOfType<'session-rectified'> => ({
  type: 'session-rectified',
  data: {
    changed_fields: [],
    cleared_revisions: [],
    destroyed_keys: [],
    outcome: outcomeOf(),
    ...changes,
    rectification: { age: null, sex: null, reason: null, ...changes.rectification },
  },
});

export const finalized = (
  outcome = outcomeOf({ asks: null }),
  summary: Partial<Data<'session-finalized'>['conclusion']['summary']> = {},
): EventOfType<'session-finalized'> => ({
  type: 'session-finalized',
  data: {
    conclusion: {
      outcome,
      summary: {
        presenting_complaint: 'it hurts',
        history: [],
        pertinent_positives: [],
        pertinent_negatives: [],
        red_flags: [],
        differentials: [],
        recommended_next_step: outcome.triage_level,
        patient_context: [],
        narrative: 'The patient says it hurts.',
        narrative_cs: 'Pacient říká it hurts.',
        ...summary,
      },
    },
  },
});

export const feedbackOf = (changes: Partial<Feedback> = {}): Feedback => ({
  accuracy: 'correct',
  actual_diagnosis: null,
  actual_icd10: null,
  notes: null,
  ...changes,
});

export const feedbackGiven = (changes: Partial<Feedback> = {}): EventOfType<'feedback-given'> => ({
  type: 'feedback-given',
  data: { feedback: feedbackOf(changes) },
});

export const timedOut = (idle_since: string): EventOfType<'session-timed-out'> => ({
  type: 'session-timed-out',
  data: { idle_since },
});

export const erased: EventOfType<'session-erased'> = { type: 'session-erased', data: { cause: 'requested' } };

export const holdPlaced = (reason: string): EventOfType<'session-hold-placed'> => ({
  type: 'session-hold-placed',
  data: { note: { reason } },
});

export const holdLifted: EventOfType<'session-hold-lifted'> = { type: 'session-hold-lifted', data: {} };
