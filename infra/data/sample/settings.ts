/**
 * What the made year is like. Nothing in it is measured from anybody: the numbers are chosen so that each question of
 * docs/data/questions.md has something to find.
 */

export type SampleOptions = {
  sessions: number;
  /** The same seed gives the same bytes. */
  seed: number;
  /** Sessions are opened on one of so many days only: fewer files, for tests. Every day without. */
  everyDays?: number;
  /** How many simulated patients they are drawn from; as many as the sessions are worth without. */
  patients?: number;
};

/** First day (UTC) and the day after the last one. */
export const YEAR = { from: '2025-01-01', before: '2026-01-01' } as const;
/** From this day on the newer catalogue concludes. */
export const ENGINE_CHANGE = '2025-09-16';

/** So many sessions share one interview, and there are never more interviews than that of each catalogue. */
export const INTERVIEWS = { sessionsEach: 80, least: 24, most: 200 } as const;

/** What the simulated patients do. Shares from 0 to 1. */
export const PATIENTS = {
  tellsAllAtOnce: 0.2,
  statesAge: 0.85,
  statesSex: 0.9,
  statesThemLater: 0.5,
  isKnown: 0.6,
  routesText: 0.05,
  reportsMore: 0.08,
  skips: { boolean: 0.03, choice: 0.05, choices: 0.05, number: 0.2, duration: 0.1, text: 0.08 },
} as const;

/** One patient of so many corrects an answer. */
export const RECTIFIES_EACH = 12;

/** How likely a session ends while a question waits, by the form of its answer, and more where it is the first one. */
export const LEAVES = {
  boolean: 0.015,
  choice: 0.025,
  choices: 0.025,
  number: 0.09,
  duration: 0.04,
  text: 0.05,
} as const;
export const LEAVES_AT_FIRST = 0.05;
/** All questions are answered, and nobody finalizes. */
export const LEAVES_AT_END = 0.05;

/** Median seconds from a question to its answer. */
export const SECONDS = { boolean: 7, choice: 12, choices: 16, number: 35, duration: 15, text: 30 } as const;

export const FEEDBACK = { share: 0.3, untold: 0.06, withCode: 0.8, daysMost: 21 } as const;
export const ERASED = { share: 0.008, daysMost: 90 } as const;
/** The tenant keeps sessions so many days. */
export const KEPT_DAYS = 355;
export const IDLE_MINUTES = 30;
/** Patients by sex and age band have so many sessions on average. */
export const SESSIONS_A_PATIENT = 3;

/** A receiver that does not answer. */
export const OUTAGE = { from: '2025-11-03T08:00:00Z', until: '2025-11-03T14:00:00Z', givenUp: 0.25 } as const;
/** Two hours in which many calls fail. */
export const BAD_HOURS = {
  from: '2025-06-12T10:00:00Z',
  until: '2025-06-12T12:00:00Z',
  errors: 0.25,
} as const;
export const CALLS_FAIL = 0.006;

/** Tokens are granted at the beginning of each quarter: these shares of what the year takes. Some are left at its end. */
export const GRANTS = [0.3, 0.25, 0.28, 0.32] as const;
