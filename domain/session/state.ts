import type {
  AskedQuestion,
  ClinicalCase,
  Evidence,
  Informant,
  Outcome,
  ReadReport,
  Sex,
  Summary,
} from '../clinical/types.ts';
import type { LegalHold } from '../hold/types.ts';
import { isDiscarded, isUnreadable } from '../event-log/events.ts';
import { inTurns } from '../kernel/in-turns.ts';
import type { Fact } from '../kernel/event-definition.ts';
import { ADDITIONAL } from './commands.ts';
import type { SessionEvent } from './events.ts';
import { completeOutcome, completeSummary, type RecordedOutcome, type RecordedSummary } from './recorded.ts';
import type { Feedback, KnownBackground, Reading } from './types.ts';

/** What the engine may use of one report of the patient; the source text stays in the log alone. */
export type ReportedFindings = {
  evidence: Evidence[];
  age_months: number | null;
  sex: Sex | null;
  branches: string[];
  informant?: Informant | undefined;
  /** Sentences of which nothing was understood; left out where there are none. */
  unread?: number;
  /** Findings that these sentences may speak of, the likeliest of each first. */
  suggested?: string[];
};

/** An answer or a free text of the patient. `told` is null once the answer was cleared. The stored state has these names. */
export type PatientReport = {
  revision: number;
  key_id: string;
  kind: 'question' | 'additional' | 'route';
  told: (ReportedFindings & { question_id: string | null; unclear: boolean }) | null;
};

/** Which key seals the outcome recorded at a revision: what a later clearing has to destroy. */
export type OutcomeKey = { revision: number; key_id: string };

export type OpenSession = {
  status: 'active' | 'finalized';
  session_id: string;
  test: boolean;
  revision: number;
  created_at: string;
  last_activity_at: string;
  /** The beginning of the idle period for which a time-out was already recorded. */
  timed_out_since: string | null;
  chief_complaint: string;
  complaint: string | null;
  patient_id: string | null;
  age: number | null;
  sex: Sex | null;
  /** The patient's profile as of the opening; left out where there was none. */
  background?: StateBackground | undefined;
  intake: ReportedFindings;
  intake_unrecognised: string[];
  tellings: PatientReport[];
  outcome_keys: OutcomeKey[];
  outcome: Outcome;
  finalized_at: string | null;
  summary: Summary | null;
  feedback: Feedback | null;
  /** Left out where none stands. */
  hold?: LegalHold | undefined;
  /** One of its events could not be read and was skipped: what it said is not in here, and nobody knows what that was. */
  unreadable?: true;
};

/** A state as a row holds it: an older release may have written its conclusions. */
export type StoredSession = Omit<OpenSession, 'outcome' | 'summary'> & {
  outcome: RecordedOutcome;
  summary: RecordedSummary | null;
};

/** The state of a stored row. */
export const completeState = (stored: StoredSession): OpenSession => ({
  ...stored,
  outcome: completeOutcome(stored.outcome),
  summary: stored.summary && completeSummary(stored.summary),
});

type StateBackground = Omit<KnownBackground, 'profile_id'>;

/** The event says which profile it was. The release before folds no such field, and both have to make the same row. */
function withoutProfile(background: KnownBackground): StateBackground {
  const { profile_id: _, ...known } = background;
  return known;
}

/** What the engine's case is made of. */
export type CaseInput = {
  age: number | null;
  sex: Sex | null;
  background?: StateBackground | undefined;
  intake: ReportedFindings;
  tellings: Pick<PatientReport, 'kind' | 'told'>[];
};

export type SessionState = { status: 'none' } | { status: 'erased'; revision: number } | OpenSession;

/** What callers are told of a session of which an event cannot be read. */
export const SESSION_UNREADABLE =
  'A part of the session was damaged and cannot be read. Open a new session; this one can only be erased.';

export const noSession: SessionState = { status: 'none' };

export const isOpen = (state: SessionState): state is OpenSession =>
  state.status === 'active' || state.status === 'finalized';

/** The part of a reading that the engine uses. */
export const reportedFindings = (reading: Reading, branches: string[]): ReportedFindings => ({
  evidence: reading.evidence,
  age_months: reading.age_months,
  sex: reading.sex,
  branches,
  ...(reading.informant === undefined ? {} : { informant: reading.informant }),
  ...(reading.unread
    ? { unread: reading.unread.length, suggested: inTurns(reading.unread.map(({ suggests }) => suggests)) }
    : {}),
});

function opened(fact: Fact<SessionEvent>): SessionState {
  if (fact.event.type !== 'session-opened') return noSession;
  const { intake, outcome, session_id, test, complaint } = fact.event.data;
  // A session whose own key is gone was erased; its erasure event follows in the stream.
  if (intake === null || outcome === null) return { status: 'erased', revision: fact.revision };
  return {
    status: 'active',
    session_id,
    test,
    revision: fact.revision,
    created_at: fact.at,
    last_activity_at: fact.at,
    timed_out_since: null,
    chief_complaint: intake.chief_complaint,
    complaint,
    patient_id: intake.patient_id,
    age: intake.age,
    sex: intake.sex,
    ...(intake.background ? { background: withoutProfile(intake.background) } : {}),
    intake: reportedFindings(intake.reading, intake.branches),
    intake_unrecognised: intake.reading.unrecognised,
    tellings: [],
    outcome_keys: [{ revision: fact.revision, key_id: fact.keys.outcome ?? '' }],
    outcome: completeOutcome(outcome),
    finalized_at: null,
    summary: null,
    feedback: null,
  };
}

/** The state after an outcome was recorded; a destroyed outcome leaves the last readable one in place. */
function withOutcome(
  state: OpenSession,
  fact: Fact<SessionEvent>,
  recorded: RecordedOutcome | null,
): OpenSession {
  const key = { revision: fact.revision, key_id: fact.keys.outcome ?? '' };
  if (recorded === null) return { ...state, outcome_keys: [...state.outcome_keys, key] };
  return {
    ...state,
    outcome: completeOutcome(recorded),
    outcome_keys: [...state.outcome_keys, key],
  };
}

function reportOf(fact: Fact<SessionEvent>): PatientReport | null {
  const { event, revision } = fact;
  const key_id = fact.keys.answer ?? '';
  if (event.type === 'session-answered') {
    const { kind, answer } = event.data;
    if (answer === null) return { revision, key_id, kind, told: null };
    const reading = reportedFindings(answer.reading, []);
    return {
      revision,
      key_id,
      kind,
      told: { ...reading, question_id: answer.question_id, unclear: answer.unclear },
    };
  }
  if (event.type === 'session-routed') {
    const { answer } = event.data;
    if (answer === null) return { revision, key_id, kind: 'route', told: null };
    const reading = reportedFindings(answer.reading, answer.branches);
    return { revision, key_id, kind: 'route', told: { ...reading, question_id: null, unclear: false } };
  }
  return null;
}

function rectified(state: OpenSession, fact: Fact<SessionEvent>): OpenSession {
  if (fact.event.type !== 'session-rectified') return state;
  const { cleared_revisions, destroyed_keys, rectification, changed_fields, outcome } = fact.event.data;
  const cleared = new Set(cleared_revisions);
  const destroyed = new Set(destroyed_keys);
  const kept = {
    ...state,
    tellings: state.tellings.map((report) =>
      cleared.has(report.revision) ? { ...report, told: null } : report,
    ),
    outcome_keys: state.outcome_keys.filter((key) => !destroyed.has(key.key_id)),
    age: changed_fields.includes('age') && rectification ? rectification.age : state.age,
    sex: changed_fields.includes('sex') && rectification ? rectification.sex : state.sex,
  };
  return withOutcome(kept, fact, outcome);
}

function held({ hold: _before, ...free }: OpenSession, { event, at }: Fact<SessionEvent>): OpenSession {
  if (event.type !== 'session-hold-placed') return free;
  // The key of the note is gone only where the session's is, and with it the session.
  return { ...free, hold: { reason: event.data.note?.reason ?? '', placed_at: at } };
}

/** One event applied to an open session. Total: an event that changes nothing here returns the state as it was. */
function evolveOpen(state: OpenSession, fact: Fact<SessionEvent>): SessionState {
  const { event } = fact;
  switch (event.type) {
    case 'session-answered':
    case 'session-routed': {
      const report = reportOf(fact);
      const tellings = report ? [...state.tellings, report] : state.tellings;
      return withOutcome({ ...state, tellings, last_activity_at: fact.at }, fact, event.data.outcome);
    }
    case 'demographics-updated': {
      const { demographics, outcome } = event.data;
      const next = demographics ? { ...state, age: demographics.age, sex: demographics.sex } : state;
      return withOutcome({ ...next, last_activity_at: fact.at }, fact, outcome);
    }
    case 'session-rectified':
      return rectified({ ...state, last_activity_at: fact.at }, fact);
    case 'session-finalized': {
      const { conclusion } = event.data;
      const summary = conclusion ? completeSummary(conclusion.summary) : null;
      const next = withOutcome(state, fact, conclusion ? conclusion.outcome : null);
      return { ...next, status: 'finalized', finalized_at: fact.at, last_activity_at: fact.at, summary };
    }
    case 'feedback-given':
      return { ...state, feedback: event.data.feedback };
    case 'session-timed-out':
      return { ...state, timed_out_since: event.data.idle_since };
    case 'session-hold-placed':
    case 'session-hold-lifted':
      return held(state, fact);
    case 'session-erased':
      return { status: 'erased', revision: fact.revision };
    case 'session-opened':
    case 'red-flag-detected':
    case 'triage-escalated':
    case 'assessment-completed':
      return state;
  }
}

/** Folds one event into the state. Never throws. */
export function evolve(state: SessionState, fact: Fact<SessionEvent>): SessionState {
  if (state.status === 'none') return opened(fact);
  const change = isUnreadable(fact) ? missing : evolveOpen;
  const next = isOpen(state) && !isDiscarded(fact) ? change(state, fact) : state;
  return next.status === 'none' ? next : { ...next, revision: fact.revision };
}

const missing = (state: OpenSession): SessionState => ({ ...state, unreadable: true });

/** Answers given to questions that were asked, skipped and cleared ones included. */
export const questionsAsked = (state: OpenSession): number =>
  state.tellings.filter((report) => report.kind === 'question').length;

/** Age in months as far as it is known: a stated age in months, else in whole years, else what a text told. */
export function ageMonths(state: CaseInput): number | null {
  const told = [state.intake, ...state.tellings.flatMap((report) => report.told ?? [])];
  const months = told.map((report) => report.age_months).findLast((value) => value !== null) ?? null;
  if (state.age === null) return months;
  // Months refine a stated age in years; where they contradict it, the stated age wins.
  return months !== null && Math.floor(months / 12) === state.age ? months : state.age * 12;
}

/** How the reader got on with a report. A report outside the questions answers none. */
const toReport = ({
  question_id,
  unread = 0,
  suggested = [],
  evidence,
}: ReportedFindings & { question_id: string | null }): ReadReport => ({
  question_id: question_id === ADDITIONAL ? null : question_id,
  unread,
  suggested,
  told: evidence.map(({ finding }) => finding),
});

/** Everything that the engine may know of this session, in the order in which it was told. */
export function toCase(state: CaseInput): ClinicalCase {
  const { background } = state;
  const told = [state.intake, ...state.tellings.flatMap((report) => report.told ?? [])];
  const asked: AskedQuestion[] = state.tellings.flatMap((report) =>
    report.told?.question_id && report.kind === 'question'
      ? [{ question_id: report.told.question_id, unclear: report.told.unclear }]
      : [],
  );
  const informant = told.flatMap((report) => report.informant ?? [])[0];
  return {
    complaints: [...new Set(told.flatMap((report) => report.branches))],
    age_months: ageMonths(state),
    sex: state.sex ?? told.map((report) => report.sex).findLast((value) => value !== null) ?? null,
    // The profile first: whatever was told since is newer.
    evidence: [...(background?.evidence ?? []), ...told.flatMap((report) => report.evidence)],
    asked,
    reports: [
      toReport({ ...state.intake, question_id: null }),
      ...state.tellings.flatMap(({ told }) => (told === null ? [] : [toReport(told)])),
    ],
    ...(background ? { background } : {}),
    ...(informant === undefined ? {} : { informant }),
  };
}

/** What would be known if this were told as well. */
export const withReport = (state: CaseInput, report: Pick<PatientReport, 'kind' | 'told'>): CaseInput => ({
  ...state,
  tellings: [...state.tellings, report],
});

/** Age bands of the clear columns and of the statistics, in years. */
export const AGE_BANDS = ['0-1', '2-11', '12-17', '18-39', '40-64', '65-79', '80+', 'unknown'] as const;

export function ageBand(months: number | null): (typeof AGE_BANDS)[number] {
  if (months === null) return 'unknown';
  const years = Math.floor(months / 12);
  const bounds = [2, 12, 18, 40, 65, 80];
  const index = bounds.findIndex((bound) => years < bound);
  return AGE_BANDS[index === -1 ? 6 : index] ?? 'unknown';
}
