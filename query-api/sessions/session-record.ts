import { z } from 'zod';
import type { Question } from '../../domain/clinical/types.ts';
import type { SessionEvent } from '../../domain/session/events.ts';
import { isDiscarded, isUnreadable } from '../../domain/event-log/events.ts';
import { id, instant, text, truth } from '../../domain/kernel/fields.ts';
import {
  demographicsSchema,
  knownBackground,
  suppliedFields,
  suppliedFlags,
} from '../../domain/session/types.ts';
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
  feedbackSchema,
  readAnswer,
  sessionFields,
  suppliedFieldsSchema,
  resultsSchema,
  stateSchema,
  summarySchema,
} from '../../shared/sessions/schemas.ts';

const revision = z
  .int()
  .min(0)
  .meta({ description: 'Place of its event in the session, from 0.', examples: [7] });
const { unrecognised, ...understood } = readAnswer;

const telling = z
  .object({
    at: instant('When it was told.'),
    revision,
    kind: z
      .enum(['question', 'additional', 'route'])
      .meta({
        id: 'ExportedAnswerKind',
        description: 'An answer to a question, a report outside the questions, or a text that was routed.',
        examples: ['question'],
      })
      .describe('How it was told.'),
    erased: truth('Whether its content was cleared: all below is empty then.', false),
    skipped: truth('Whether the question was skipped.', false),
    question_id: text(
      'The question that it answers; null for a routed text, and once it is erased.',
      'radiates_left_arm',
    ).nullable(),
    question: z
      .object({
        text: text('The question in English.', 'Are you short of breath?'),
        text_cs: text('The same in Czech.', 'Jste dušní, špatně se vám dýchá?'),
      })
      .meta({ id: 'AskedText', description: 'A question as it was asked.' })
      .nullable()
      .meta({ description: 'As it was asked; null for what was told without a question.' }),
    raw_text: text(
      'What the patient said; null where no text was sent.',
      'Yes, into my left arm.',
    ).nullable(),
    supplied_fields: suppliedFieldsSchema.meta({ description: suppliedFields.description }),
    supplied_flags: suppliedFlags,
    ...understood,
  })
  .meta({ id: 'ExportedAnswer', description: 'Something that was told, and what was understood of it.' });

export const sessionRecord = z
  .object({
    session_id: sessionFields.session_id,
    test: sessionFields.test,
    patient_id: sessionFields.patient_id,
    chief_complaint: sessionFields.chief_complaint,
    complaint_code: text(
      'Code of the complaint that was recognised; null where none was.',
      'chest_pain',
    ).nullable(),
    demographics: demographicsSchema.meta({ description: 'Age and sex as they stand now.' }),
    free_text: text(
      'The story that the session was opened with; null where there was none.',
      'It hurts when I climb stairs.',
    ).nullable(),
    background: knownBackground.nullable().meta({
      description:
        "What the patient's profile said when the session was opened, and what was read in it; null where there was none.",
    }),
    initial_fields: suppliedFieldsSchema.meta({
      description: 'Fields that the session was opened with, by code.',
    }),
    unrecognised: unrecognised.meta({
      description: 'Codes among them that the catalogue does not hold: stored, and not used.',
    }),
    answers: z.array(telling).meta({ description: 'All that was told after the opening, in its order.' }),
    state: stateSchema.meta({ description: 'Where the session stands now.' }),
    results: resultsSchema.meta({ description: 'What the service concludes now.' }),
    summary: summarySchema
      .nullable()
      .meta({ description: 'The clinical summary; null until the session is finalized.' }),
    feedback: feedbackSchema
      .nullable()
      .meta({ description: 'What the diagnosis turned out to be; null where nobody told.' }),
    finalized_at: instant('When the session was finalized; null while it is active.').nullable(),
    timeline: z
      .array(
        z
          .object({
            revision,
            event_id: id('The event; also in the audit trail.'),
            type: text('What kind of event it is.', 'session-opened'),
            at: instant('When it happened.'),
          })
          .meta({ id: 'TimelineEntry', description: 'An event of the session.' }),
      )
      .meta({ description: 'Every event of the session, oldest first.' }),
    unreadable: z.array(z.int()).meta({
      description:
        'Revisions whose event was damaged: what it said is missing here, in state, results and summary too. Empty nearly always.',
      examples: [[]],
    }),
    engine_version: text('The clinical engine that concluded last.', '1.0.0+fa685815'),
  })
  .meta({ id: 'SessionExport', description: 'The whole record of a session, decrypted.' });
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
    unreadable: facts
      .filter((fact) => isUnreadable(fact) && !isDiscarded(fact))
      .map(({ revision }) => revision),
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
