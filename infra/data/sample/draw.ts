import type { StepRow } from '../../../projectors/session-steps/step-rows.ts';
import { erasedStep, nextStep } from '../../../projectors/session-steps/steps.ts';
import type { Random } from '../../bench/load/random.ts';
import { factOf, stepAt } from './facts.ts';
import { idAt } from './ids.ts';
import { laterSteps } from './later.ts';
import type { Interview, Step } from './interview.ts';
import { YEAR_MS } from './moments.ts';
import { LEAVES, LEAVES_AT_END, LEAVES_AT_FIRST, SECONDS } from './settings.ts';
import { sharedText, stepLine } from './step-text.ts';

/** A command of a session that was drawn, or what the service did by itself. */
export type Done = {
  atMs: number;
  /** The same moment as text. */
  at: string;
  events: readonly string[];
  tokens: number;
  /** The call; null where nobody called. */
  call: string | null;
};

export type DrawnSession = {
  sessionId: string;
  done: Done[];
  /** Lines of COPY for read.session_steps. */
  lines: string[];
};

/** An interview with the texts of its rows. */
export type Source = { interview: Interview; whole: Texts; uncorrected: Texts | null };
type Texts = { rows: readonly StepRow[]; shared: string[]; moments: MomentsOfRow[] };

/** The steps at which a row was emptied, its question was put and the session was finalized. */
type MomentsOfRow = { changed: number | null; asked: number | null; finalized: number | null };
const stepOf = (moment: string | null): number | null => (moment === null ? null : stepAt(moment));

const textsOf = (rows: readonly StepRow[]): Texts => ({
  rows,
  shared: rows.map(sharedText),
  moments: rows.map(({ changed_at, asked_at, finalized_at }) => ({
    changed: stepOf(changed_at),
    asked: stepOf(asked_at),
    finalized: stepOf(finalized_at),
  })),
});
export const sourceOf = (interview: Interview): Source => ({
  interview,
  whole: textsOf(interview.rows),
  uncorrected: interview.uncorrected && textsOf(interview.uncorrected),
});

/** What there is of an interview after so many steps. */
const textsAfter = ({ whole, uncorrected }: Source, count: number): Texts =>
  uncorrected !== null && count <= uncorrected.rows.length ? uncorrected : whole;

const SECOND_MS = 1_000;
/** Positions of events of the same millisecond. */
const EACH_MS = 1_000;
/** An ascending place in the log for a moment. Never two events of a session have the same one. */
export const positionAt = (atMs: number, event = 0): number => (atMs - YEAR_MS.from) * EACH_MS + event;

/** A factor around 1, as times of people are spread: a logarithm that is about normal. */
const SPREAD = 0.55;
function paceOf(random: Random): number {
  const sum = random.next() + random.next() + random.next() + random.next() - 2;
  return Math.exp(SPREAD * Math.sqrt(3) * sum);
}

/** How likely a session ends before this step. */
function leavesBefore(steps: readonly Step[], index: number): number {
  const answers = steps[index]?.answers ?? null;
  if (answers === null) return index > 0 && index === steps.length - 1 ? LEAVES_AT_END : 0;
  return LEAVES[answers] + (index === 1 ? LEAVES_AT_FIRST : 0);
}

/** How many steps of the interview there are before the session ends. */
function stepsTaken({ steps }: Interview, random: Random): number {
  for (let index = 1; index < steps.length; index += 1) {
    if (random.next() < leavesBefore(steps, index)) return index;
  }
  return steps.length;
}

/** How many tokens the sessions that are drawn from an interview take on average. */
export function expectedTokens({ steps }: Interview): number {
  let goesOn = 1;
  return steps.reduce((sum, { tokens }, index) => {
    goesOn *= 1 - leavesBefore(steps, index);
    return sum + goesOn * tokens;
  }, 0);
}

/** When each step was, in milliseconds. */
function momentsOf(steps: readonly Step[], openedMs: number, random: Random): number[] {
  const pace = paceOf(random);
  let atMs = openedMs;
  return steps.map(({ answers }, index) => {
    const median = answers === null ? 4 : SECONDS[answers];
    if (index > 0) atMs += Math.max(1, Math.round(median * pace * paceOf(random) * SECOND_MS));
    return atMs;
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Draws a session from an interview: its pace, where it ends, and what comes after. */
export function drawSession(
  source: Source,
  { openedMs, profileId, random }: { openedMs: number; profileId: string | null; random: Random },
): DrawnSession {
  const { interview } = source;
  const sessionId = idAt(openedMs, random);
  const count = stepsTaken(interview, random);
  const moments = momentsOf(interview.steps.slice(0, count), openedMs, random);
  const texts = moments.map(iso);
  const done = moments.map((atMs, index): Done => {
    const { events, tokens, call } = interview.steps[index] as Step;
    return { atMs, at: texts[index] ?? '', events, tokens, call };
  });
  const { rows: played, shared, moments: ofRows } = textsAfter(source, count);
  const rows = played.slice(0, count).map((row, index) =>
    movedRow(row, {
      ...{ sessionId, profileId, moments, texts, index },
      ofRow: ofRows[index] ?? NO_MOMENTS,
    }),
  );
  const later = laterSteps(rows.at(-1) as StepRow, { interview, count, random });
  for (const { event, atMs } of later) {
    const last = rows.at(-1) as StepRow;
    const at = iso(atMs);
    const fact = factOf(event, {
      sessionId,
      revision: last.revision + 1,
      position: positionAt(atMs),
      at,
      engineVersion: null,
    });
    const isGone = event.type === 'session-erased';
    const next = isGone ? erasedStep(fact, event.data) : nextStep(fact, last);
    if (next === null) continue;
    if (isGone) rows.length = 0;
    rows.push(next);
    const isCalled = event.type !== 'session-timed-out' && next.kind !== 'pruned';
    const call = isCalled ? (CALLS[event.type] ?? null) : null;
    done.push({ atMs, at, events: [event.type], tokens: 0, call });
  }
  const isWhole = rows[0]?.kind === 'opened';
  const lines = rows.map((row, index) =>
    stepLine(
      { ...row, superseded_position: rows[index + 1]?.position ?? null },
      (isWhole && index < count ? shared[index] : undefined) ?? sharedText(row),
    ),
  );
  return { sessionId, done, lines };
}

const CALLS: Readonly<Record<string, string>> = {
  'feedback-given': 'POST /v1/sessions/{session_id}/feedback',
  'session-erased': 'DELETE /v1/sessions/{session_id}',
};

const NO_MOMENTS: MomentsOfRow = { changed: null, asked: null, finalized: null };

type Move = {
  sessionId: string;
  profileId: string | null;
  moments: readonly number[];
  /** The same as text. */
  texts: readonly string[];
  index: number;
  ofRow: MomentsOfRow;
};

/** A row of an interview at its moment in a session. */
function movedRow(row: StepRow, { sessionId, profileId, moments, texts, index, ofRow }: Move): StepRow {
  const moved = (step: number | null): string | null => (step === null ? null : (texts[step] ?? null));
  const atMs = moments[index] ?? 0;
  const openedAt = texts[0] ?? '';
  return {
    ...row,
    session_id: sessionId,
    profile_id: row.profile_id === null ? null : profileId,
    position: positionAt(atMs),
    changed_position: ofRow.changed === null ? null : positionAt(moments[ofRow.changed] ?? 0),
    changed_at: moved(ofRow.changed),
    day: openedAt.slice(0, 10),
    opened_at: openedAt,
    at: texts[index] ?? '',
    asked_at: moved(ofRow.asked),
    finalized_at: moved(ofRow.finalized),
    // From the step before: that is when the question was put.
    waited_s: row.waited_s === null ? null : Math.round((atMs - (moments[index - 1] ?? atMs)) / SECOND_MS),
  };
}
