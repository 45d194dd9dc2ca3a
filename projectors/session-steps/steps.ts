import type { SessionEvent } from '../../domain/session/events.ts';
import { ageBand } from '../../domain/session/state.ts';
import type { KnownBackground, Reading } from '../../domain/session/types.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { streamSubject } from '../../shared/event-log/streams.ts';
import { languageHint } from '../../shared/extractor/language.ts';
import type { StepRow } from './step-rows.ts';

export type SessionFact = DecodedEvent<SessionEvent>;
type Data<Type extends SessionEvent['type']> = Extract<SessionEvent, { type: Type }>['data'];

type RecordedOutcome = NonNullable<Data<'session-opened'>['outcome']>;

/** What a step tells by itself, whatever came before. */
type Own = Pick<
  StepRow,
  | 'told_age_band'
  | 'told_sex'
  | 'told_language'
  | 'question'
  | 'skipped'
  | 'unclear'
  | 'findings'
  | 'changed_fields'
  | 'cleared'
>;
const TOLD_NOTHING: Own = {
  told_age_band: null,
  told_sex: null,
  told_language: null,
  question: null,
  skipped: null,
  unclear: null,
  findings: [],
  changed_fields: [],
  cleared: null,
};

/** What was concluded. */
type Concluded = Pick<
  StepRow,
  | 'triage_level'
  | 'triage_kind'
  | 'triage_code'
  | 'icds'
  | 'conditions'
  | 'probabilities'
  | 'flags'
  | 'asks'
  | 'stop_reason'
>;
const CLEARED: Concluded = {
  triage_level: null,
  triage_kind: null,
  triage_code: null,
  icds: [],
  conditions: [],
  probabilities: [],
  flags: [],
  asks: null,
  stop_reason: null,
};

function concluded(outcome: RecordedOutcome | null): Concluded {
  if (outcome === null) return CLEARED;
  const { differentials } = outcome;
  return {
    triage_level: outcome.triage_level,
    triage_kind: outcome.triage_reason.kind,
    triage_code: outcome.triage_reason.code,
    icds: differentials.map(({ icd }) => icd),
    conditions: differentials.map(({ code }) => code ?? ''),
    probabilities: differentials.map(({ probability }) => Math.fround(probability)),
    flags: outcome.red_flags.map(({ flag }) => flag),
    asks: outcome.current_question?.question_id ?? null,
    stop_reason: outcome.stop_reason,
  };
}

const STATUS = { present: 'p', absent: 'a', unknown: 'u' } as const;
type Told = Pick<Reading['evidence'][number], 'finding' | 'status' | 'derived_from'>;

/** Findings of a reading, each once with its last status; what answers the question that was asked is `q`. */
function findingsOf(told: readonly Told[], question: string | null, unasked: 't' | 'r' = 't'): string[] {
  const byFinding = new Map<string, string>();
  for (const { finding, status, derived_from } of told) {
    const origin = finding === question ? 'q' : derived_from ? 'd' : unasked;
    byFinding.set(`${origin}:${finding}`, `${STATUS[status]}${origin}:${finding}`);
  }
  return [...byFinding.values()];
}

const bandOf = (years: number | null): string | null => (years === null ? null : ageBand(years * 12));
const toldBy = (reading: Pick<Reading, 'age_months' | 'sex'>): Partial<Own> => ({
  told_age_band: reading.age_months === null ? null : ageBand(reading.age_months),
  told_sex: reading.sex,
});

/** What a text that nobody keeps here tells of its language. */
const languageOf = (...texts: (string | null | undefined)[]): 'cs' | null =>
  texts.some((text) => typeof text === 'string' && languageHint(text) === 'cs') ? 'cs' : null;

const profileFindings = (background: KnownBackground | undefined): string[] =>
  findingsOf(background?.evidence ?? [], null, 'r');

/** The first step of a session; null where its key was destroyed since: it is erased. */
export function openingStep(fact: SessionFact, data: Data<'session-opened'>): StepRow | null {
  const { intake, outcome } = data;
  if (intake === null || outcome === null) return null;
  const stated = { stated_age_band: bandOf(intake.age), stated_sex: intake.sex };
  const told_language = languageOf(intake.chief_complaint, intake.free_text);
  const told = { ...TOLD_NOTHING, ...toldBy(intake.reading), told_language };
  const conclusion = concluded(outcome);
  return {
    ...placeOf(fact),
    ...told,
    ...conclusion,
    ...stated,
    day: fact.at.slice(0, 10),
    opened_at: fact.at,
    asked_at: fact.at,
    finalized_at: null,
    kind: 'opened',
    profile_id: intake.background?.profile_id ?? null,
    complaint: data.complaint,
    age_band: stated.stated_age_band ?? told.told_age_band ?? 'unknown',
    sex: stated.stated_sex ?? told.told_sex ?? 'unknown',
    language: told_language ?? 'en',
    waited_s: null,
    findings: [...profileFindings(intake.background), ...findingsOf(intake.reading.evidence, null)],
    previous_level: null,
    new_flags: conclusion.flags,
    questions_asked: 0,
    accuracy: null,
    actual_icd: null,
    engine_version: fact.metadata.engine_version,
  };
}

const placeOf = (fact: SessionFact) => ({
  session_id: streamSubject(fact.stream),
  revision: fact.revision,
  tenant_id: fact.metadata.tenant_id,
  position: Number(fact.position),
  superseded_position: null,
  changed_revision: null,
  changed_position: null,
  changed_at: null,
  at: fact.at,
});

/** The one row that an erased session leaves. */
export const erasedStep = (fact: SessionFact, data: Data<'session-erased'>): StepRow => ({
  ...placeOf(fact),
  ...TOLD_NOTHING,
  ...CLEARED,
  day: fact.at.slice(0, 10),
  opened_at: null,
  asked_at: null,
  finalized_at: null,
  kind: data.cause === 'retention' ? 'pruned' : 'erased',
  profile_id: null,
  complaint: null,
  age_band: 'unknown',
  sex: 'unknown',
  stated_age_band: null,
  stated_sex: null,
  language: 'en',
  waited_s: null,
  previous_level: null,
  new_flags: [],
  questions_asked: 0,
  accuracy: null,
  actual_icd: null,
  engine_version: null,
});

/** The step that follows on `before` in a batch or table, with what it inherits. */
function follow(fact: SessionFact, before: StepRow): StepRow {
  return {
    ...before,
    ...placeOf(fact),
    ...TOLD_NOTHING,
    waited_s: null,
    new_flags: [],
    previous_level: before.triage_level,
    actual_icd: null,
  };
}

const isNew =
  (known: readonly string[]) =>
  (flag: string): boolean =>
    !known.includes(flag);

/** With what the event concluded; where nothing can be read of it any more, with nothing. */
function concluding(
  row: StepRow,
  fact: SessionFact,
  { outcome, before }: { outcome: RecordedOutcome | null; before: Pick<StepRow, 'flags'> },
): StepRow {
  const conclusion = concluded(outcome);
  return {
    ...row,
    ...conclusion,
    new_flags: conclusion.flags.filter(isNew(before.flags)),
    asked_at: fact.at,
    engine_version: fact.metadata.engine_version,
  };
}

/** With what is known after it: what is stated, else what was told last. An age that is stated no more is not known. */
const known = (row: StepRow, before: StepRow): StepRow => ({
  ...row,
  age_band:
    row.stated_age_band ??
    row.told_age_band ??
    (before.stated_age_band === null ? before.age_band : 'unknown'),
  sex: row.stated_sex ?? row.told_sex ?? (before.stated_sex === null ? before.sex : 'unknown'),
  language: row.told_language ?? before.language,
});

function answeredStep(fact: SessionFact, data: Data<'session-answered'>, before: StepRow): StepRow {
  const { answer, kind } = data;
  const isQuestion = kind === 'question';
  const question = isQuestion && answer !== null ? answer.question_id : null;
  const row: StepRow = {
    ...follow(fact, before),
    kind: isQuestion ? 'answered' : 'added',
    question,
    skipped: isQuestion ? data.skipped : null,
    unclear: isQuestion && answer !== null ? answer.unclear : null,
    waited_s: isQuestion ? secondsBetween(before.asked_at, fact.at) : null,
    questions_asked: before.questions_asked + (isQuestion ? 1 : 0),
    told_language: languageOf(answer?.raw_text),
    findings: findingsOf(answer?.reading.evidence ?? [], question),
    ...(answer ? toldBy(answer.reading) : {}),
  };
  return known(concluding(row, fact, { outcome: data.outcome, before }), before);
}

const MAX_SECONDS = 2_147_483_647;
const secondsBetween = (from: string | null, to: string): number | null =>
  from === null
    ? null
    : Math.min(MAX_SECONDS, Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000)));

function routedStep(fact: SessionFact, data: Data<'session-routed'>, before: StepRow): StepRow {
  const { answer } = data;
  const row: StepRow = {
    ...follow(fact, before),
    kind: 'routed',
    told_language: languageOf(answer?.text),
    findings: findingsOf(answer?.reading.evidence ?? [], null),
    ...(answer ? toldBy(answer.reading) : {}),
  };
  return known(concluding(row, fact, { outcome: data.outcome, before }), before);
}

/** An ICD-10 code and nothing else: the field is free text of the partner's. */
const icdCode = (text: string | null): string | null =>
  text !== null && /^[A-Z]\d{2}(\.[0-9A-Z]{1,4})?$/.test(text) ? text : null;

/** The step that an event adds; null for one that is none. `before` is the session's step before it. */
export function nextStep(fact: SessionFact, before: StepRow): StepRow | null {
  const { event } = fact;
  const row = follow(fact, before);
  switch (event.type) {
    case 'session-answered':
      return answeredStep(fact, event.data, before);
    case 'session-routed':
      return routedStep(fact, event.data, before);
    case 'demographics-updated': {
      const { demographics, outcome } = event.data;
      const stated = demographics
        ? { stated_age_band: bandOf(demographics.age), stated_sex: demographics.sex }
        : {};
      const changed: StepRow = { ...row, kind: 'demographics', ...stated };
      return known(concluding(changed, fact, { outcome, before }), before);
    }
    case 'session-finalized': {
      const outcome = event.data.conclusion?.outcome ?? null;
      const ended: StepRow = { ...row, kind: 'finalized', finalized_at: fact.at };
      return concluding(ended, fact, { outcome, before });
    }
    case 'feedback-given': {
      const { feedback } = event.data;
      const told = {
        accuracy: feedback?.accuracy ?? null,
        actual_icd: icdCode(feedback?.actual_icd10 ?? null),
      };
      return { ...row, kind: 'feedback', previous_level: null, ...told };
    }
    case 'session-timed-out':
      return { ...row, kind: 'timed_out', previous_level: null };
    default:
      return null;
  }
}

/**
 * All steps of a session after a rectification, that one included: answers that it cleared and all that was concluded since
 * the first of them are emptied. `steps` are all of the session, in order.
 */
export function rectifiedSteps(
  fact: SessionFact,
  data: Data<'session-rectified'>,
  steps: readonly StepRow[],
): StepRow[] {
  const first = Math.min(...data.cleared_revisions, fact.revision);
  const kept = steps.filter(({ revision }) => revision < first);
  const emptied: StepRow[] = [];
  for (const row of steps.slice(kept.length)) {
    const before = emptied.at(-1) ?? kept.at(-1);
    const isCleared = data.cleared_revisions.includes(row.revision);
    emptied.push(emptiedStep(isCleared ? { ...row, ...clearedOwn(row) } : row, before, fact));
  }
  const before = emptied.at(-1) ?? kept.at(-1);
  const reference = kept.at(-1);
  if (before === undefined || reference === undefined) return [...steps];
  return [...kept, ...emptied, rectifiedStep(fact, data, { before, reference })];
}

/** What stays of an answer that was cleared: when it was, and whether it was skipped. */
const clearedOwn = ({ skipped }: StepRow): Own => ({ ...TOLD_NOTHING, skipped });

function emptiedStep(row: StepRow, before: StepRow | undefined, fact: SessionFact): StepRow {
  const isEvent = row.kind === 'feedback' || row.kind === 'timed_out';
  const emptied: StepRow = {
    ...row,
    ...CLEARED,
    new_flags: [],
    previous_level: isEvent ? null : (before?.triage_level ?? null),
    changed_revision: fact.revision,
    changed_position: Number(fact.position),
    changed_at: fact.at,
  };
  return before ? known(emptied, before) : emptied;
}

function rectifiedStep(
  fact: SessionFact,
  data: Data<'session-rectified'>,
  { before, reference }: { before: StepRow; reference: StepRow },
): StepRow {
  const { rectification, changed_fields, outcome } = data;
  const row: StepRow = {
    ...follow(fact, before),
    kind: 'rectified',
    previous_level: reference.triage_level,
    changed_fields: changed_fields.filter((field) => field === 'age' || field === 'sex'),
    cleared: data.cleared_revisions.length,
    ...(rectification && changed_fields.includes('age')
      ? { stated_age_band: bandOf(rectification.age) }
      : {}),
    ...(rectification && changed_fields.includes('sex') ? { stated_sex: rectification.sex } : {}),
  };
  return known(concluding(row, fact, { outcome, before: reference }), before);
}
