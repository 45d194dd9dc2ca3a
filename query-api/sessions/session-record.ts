import { z } from 'zod';
import type { Question } from '../../domain/clinical/types.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import { isUnreadable } from '../../domain/event-log/events.ts';
import { questionBefore } from '../../domain/session/questions.ts';
import {
  evolve,
  isOpen,
  noSession,
  type OpenSession,
  type SessionState,
} from '../../domain/session/state.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { presentResults, presentState } from '../../shared/sessions/present.ts';
import {
  demographicsSchema,
  feedbackSchema,
  fieldsSchema,
  evidenceSchema,
  resultsSchema,
  knownBackground,
  stateSchema,
  summarySchema,
} from '../../shared/sessions/schemas.ts';

const telling = z
  .object({
    at: z.iso.datetime(),
    revision: z.int().min(0),
    kind: z.enum(['question', 'additional', 'route']).meta({ id: 'ExportedAnswerKind' }),
    erased: z.boolean(),
    skipped: z.boolean(),
    question_id: z.string().nullable(),
    question: z
      .object({ text: z.string(), text_cs: z.string() })
      .meta({ id: 'AskedText' })
      .nullable()
      .meta({ description: 'As it was asked; null for what was told without a question.' }),
    raw_text: z.string().nullable(),
    supplied_fields: fieldsSchema,
    supplied_flags: z.array(z.string()),
    extracted_fields: fieldsSchema,
    extracted_flags: z.array(z.string()),
    field_confidences: z.record(z.string(), z.number()),
    evidence: z.array(evidenceSchema),
  })
  .meta({ id: 'ExportedAnswer' });

export const sessionRecord = z
  .object({
    session_id: z.uuid(),
    test: z.boolean(),
    patient_id: z.string().nullable(),
    chief_complaint: z.string(),
    complaint_code: z.string().nullable(),
    demographics: demographicsSchema,
    free_text: z.string().nullable(),
    background: knownBackground.nullable().meta({
      description:
        "What the patient's profile said when the session was opened, and what was read in it; null where there was none.",
    }),
    initial_fields: fieldsSchema,
    unrecognised: z.array(z.string()),
    answers: z.array(telling),
    state: stateSchema,
    results: resultsSchema,
    summary: summarySchema.nullable(),
    feedback: feedbackSchema.nullable(),
    finalized_at: z.iso.datetime().nullable(),
    timeline: z.array(
      z
        .object({ revision: z.int().min(0), event_id: z.uuid(), type: z.string(), at: z.iso.datetime() })
        .meta({ id: 'TimelineEntry' }),
    ),
    unreadable: z.array(z.int()).meta({
      description:
        'Revisions whose event was damaged: what it said is missing here, in state, results and summary too. Empty nearly always.',
    }),
    engine_version: z.string(),
  })
  .meta({ id: 'SessionExport' });
export type SessionRecord = z.output<typeof sessionRecord>;

/**
 * The whole record of a session from all of its events; null where it was erased. `elapsedMs` is what making it took
 * so far.
 */
export function presentRecord(facts: DecodedEvent<SessionEvent>[], elapsedMs: number): SessionRecord | null {
  const state = facts.reduce<SessionState>((folded, fact) => evolve(folded, fact), noSession);
  const opening = facts[0]?.event;
  if (!isOpen(state) || opening?.type !== 'session-opened' || opening.data.intake === null) {
    return null;
  }
  const { intake } = opening.data;
  return {
    session_id: state.session_id,
    test: state.test,
    patient_id: state.patient_id,
    chief_complaint: state.chief_complaint,
    complaint_code: state.complaint,
    demographics: { age: state.age, sex: state.sex },
    free_text: intake.free_text,
    background: intake.background ?? null,
    initial_fields: intake.initial_fields,
    unrecognised: state.intake_unrecognised,
    answers: facts.flatMap((fact, index) => presentTelling(fact, state, questionBefore(facts, index))),
    state: presentState(state),
    results: presentResults(state, { tokens_charged: 0, processing_time_ms: Math.max(0, elapsedMs) }),
    summary: state.summary,
    feedback: state.feedback,
    finalized_at: state.finalized_at,
    timeline: facts.map((fact) => ({
      revision: fact.revision,
      event_id: fact.eventId,
      type: fact.event.type,
      at: fact.at,
    })),
    unreadable: facts.filter(isUnreadable).map(({ revision }) => revision),
    engine_version: facts.at(-1)?.metadata.engine_version ?? facts[0]?.metadata.engine_version ?? 'unknown',
  };
}

type TellingEvent = Extract<SessionEvent, { type: 'session-answered' | 'session-routed' }>;

function presentTelling(
  { event, at, revision }: DecodedEvent<SessionEvent>,
  state: OpenSession,
  asked: Question | null,
): z.output<typeof telling>[] {
  if (event.type !== 'session-answered' && event.type !== 'session-routed') return [];
  const cleared = state.tellings.find((candidate) => candidate.revision === revision)?.told === null;
  const isErased = cleared || event.data.answer === null;
  return [
    {
      at,
      revision,
      kind: event.type === 'session-routed' ? 'route' : event.data.kind,
      erased: isErased,
      skipped: event.type === 'session-answered' && event.data.skipped,
      ...(isErased ? EMPTY_CONTENT : contentOf(event, asked)),
    },
  ];
}

type TellingContent = Omit<z.output<typeof telling>, 'at' | 'revision' | 'kind' | 'erased' | 'skipped'>;

/** The content of an answer that said nothing, or whose content is erased. */
export const EMPTY_CONTENT: TellingContent = {
  question_id: null,
  question: null,
  raw_text: null,
  supplied_fields: {},
  supplied_flags: [],
  extracted_fields: {},
  extracted_flags: [],
  field_confidences: {},
  evidence: [],
};

function contentOf(event: TellingEvent, asked: Question | null): TellingContent {
  const { answer } = event.data;
  if (answer === null) return EMPTY_CONTENT;
  const { extracted_fields, extracted_flags, field_confidences, evidence } = answer.reading;
  const read = { extracted_fields, extracted_flags, field_confidences, evidence };
  if ('text' in answer) return { ...EMPTY_CONTENT, ...read, raw_text: answer.text };
  const { question_id, raw_text, supplied_fields, supplied_flags } = answer;
  const question = asked?.question_id === question_id ? { text: asked.text, text_cs: asked.text_cs } : null;
  return { ...read, question_id, question, raw_text, supplied_fields, supplied_flags };
}
