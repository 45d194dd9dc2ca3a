import { z } from 'zod';
import { flagCode, triageLevelSchema } from '../clinical/types.ts';
import { count, id, instant, text, texts, truth } from '../kernel/fields.ts';
import { holdNote } from '../hold/types.ts';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';
import { recordedOutcome as outcome, recordedRedFlag, recordedSummary } from './recorded.ts';
import {
  age,
  branches,
  demographicsSchema,
  feedbackSchema,
  knownBackground,
  reading,
  sex,
  suppliedFields,
  suppliedFlags,
} from './types.ts';

const outcomeAfter = outcome
  .extend({
    new_red_flags: z
      .array(flagCode)
      .meta({ description: 'Codes of the red flags that this brought and that did not stand before.' }),
  })
  .meta({ id: 'OutcomeOfReport', description: 'What the engine concluded from it.' });

export const sessionOpened = defineEvent({
  type: 'session-opened',
  version: 3,
  clear: z
    .object({
      session_id: id('The session that was opened.'),
      test: truth('Whether it is a session of test mode, which costs nothing.', false),
      complaint: text(
        'Code of the complaint that was recognised; null where none was.',
        'chest_pain',
      ).nullable(),
    })
    .meta({ description: 'A session was opened.' }),
  sealed: {
    intake: {
      key: 'subject',
      schema: z
        .object({
          chief_complaint: text('Why the patient comes, as it was sent.', 'chest pain since this morning'),
          patient_id: text(
            "The partner's own id of the patient; null where none was sent.",
            'CARDIO-2041',
          ).nullable(),
          age,
          sex,
          free_text: text(
            'The story in free text; null where none was sent.',
            'It hurts when I climb stairs.',
          ).nullable(),
          initial_fields: suppliedFields,
          reading: reading.meta({ description: 'What was read in the texts and fields.' }),
          branches,
          background: knownBackground
            .optional()
            .meta({ description: `${knownBackground.description} Left out where there was none.` }),
        })
        .meta({ description: 'What the session was opened with.' }),
    },
    outcome: { key: 'outcome', schema: outcome },
  },
});

export const sessionAnswered = defineEvent({
  type: 'session-answered',
  version: 3,
  clear: z
    .object({
      kind: z.enum(['question', 'additional']).meta({
        description:
          'An answer to a question, or a report outside the asked questions, which does not count as a question asked.',
        examples: ['question'],
      }),
      skipped: truth('Whether the question was skipped.', false),
    })
    .meta({ description: 'A question was answered or skipped, or more was told.' }),
  sealed: {
    answer: {
      key: 'answer',
      schema: z
        .object({
          question_id: text('The question that it answers, or `additional`.', 'radiates_left_arm'),
          raw_text: text(
            'What the patient said; null where no text was sent.',
            'Yes, into my left arm.',
          ).nullable(),
          supplied_fields: suppliedFields,
          supplied_flags: suppliedFlags,
          unclear: truth('Whether it told nothing usable: the question is then asked once more.', false),
          reading: reading.meta({ description: 'What was read in the text and fields.' }),
        })
        .meta({ description: 'What was answered.' }),
    },
    outcome: { key: 'outcome', schema: outcomeAfter },
  },
});

export const sessionRouted = defineEvent({
  type: 'session-routed',
  version: 3,
  clear: z.object({}).meta({ description: 'A text was read and merged.' }),
  sealed: {
    answer: {
      key: 'answer',
      schema: z
        .object({
          text: text('The text that was read.', 'My chest hurts when I climb the stairs.'),
          chief_complaint: text(
            'Code of the complaint that was recognised in it; null where none was.',
            'chest_pain',
          ).nullable(),
          confidence: z.number().meta({ description: 'How sure that is, from 0 to 1.', examples: [0.9] }),
          secondary: text('Code of a second complaint in it; null where there is none.', 'cough').nullable(),
          branches,
          reading: reading.meta({ description: 'What was read in the text.' }),
        })
        .meta({ description: 'The text, and what was read in it.' }),
    },
    outcome: { key: 'outcome', schema: outcomeAfter },
  },
});

export const redFlagDetected = defineEvent({
  type: 'red-flag-detected',
  version: 3,
  clear: z.object({}).meta({ description: 'A red flag was seen that did not stand before.' }),
  sealed: {
    finding: {
      key: 'outcome',
      schema: recordedRedFlag
        .extend({
          more: z
            .array(flagCode)
            .meta({
              description:
                'Codes of further new red flags, less urgent ones, that have no event of their own. Absent where there are none.',
            })
            .optional(),
        })
        .meta({
          id: 'DetectedRedFlag',
          description: 'The red flag, and those that this event tells of as well.',
        }),
    },
  },
});

export const triageEscalated = defineEvent({
  type: 'triage-escalated',
  version: 1,
  clear: z.object({}).meta({ description: 'The triage level became more urgent.' }),
  sealed: {
    change: {
      key: 'outcome',
      schema: z
        .object({
          from: triageLevelSchema.meta({ description: 'The level before.' }),
          to: triageLevelSchema.meta({ description: 'The more urgent level after it.' }),
        })
        .meta({ description: 'From which level to which.' }),
    },
  },
});

export const demographicsUpdated = defineEvent({
  type: 'demographics-updated',
  version: 2,
  clear: z
    .object({
      changed_fields: z
        .array(z.enum(['age', 'sex']))
        .meta({ description: 'Names of what was changed, never values.', examples: [['age']] }),
    })
    .meta({ description: 'Age or sex was changed.' }),
  sealed: {
    demographics: { key: 'subject', schema: demographicsSchema },
    outcome: { key: 'outcome', schema: outcome },
  },
});

export const sessionRectified = defineEvent({
  type: 'session-rectified',
  version: 2,
  clear: z
    .object({
      changed_fields: texts(
        'Names of what was changed, never values: `age`, `sex`, `answers.<question_id>`.',
        'answers.radiates_left_arm',
      ),
      cleared_revisions: z
        .array(z.int().min(0))
        .meta({ description: 'Revisions of the answers that were cleared.', examples: [[7]] }),
      /** Whoever applies this destroys them. */
      destroyed_keys: z.array(id('Id of a data key.')).meta({
        description:
          'Keys of the cleared answers and of every outcome derived with them; nothing opens these any more.',
      }),
    })
    .meta({ description: 'Age, sex or answers were corrected.' }),
  sealed: {
    rectification: {
      key: 'subject',
      schema: z
        .object({
          age,
          sex,
          reason: text(
            'Why it was corrected; null where no reason was sent.',
            'wrong age entered at reception',
          ).nullable(),
        })
        .meta({ description: 'What was corrected, and why.' })
        .meta({ description: 'Age and sex as they stand now.' }),
    },
    outcome: { key: 'outcome', schema: outcome },
  },
});

export const sessionFinalized = defineEvent({
  type: 'session-finalized',
  version: 3,
  clear: z.object({}).meta({ description: 'The session was finalized.' }),
  sealed: {
    conclusion: {
      key: 'outcome',
      schema: z
        .object({
          outcome: outcome.meta({ description: 'What the engine concluded last.' }),
          summary: recordedSummary.meta({ description: 'The clinical summary.' }),
        })
        .meta({ description: 'The final outcome and the summary.' }),
    },
  },
});

export const assessmentCompleted = defineEvent({
  type: 'assessment-completed',
  version: 1,
  clear: z.object({}).meta({ description: 'The assessment of the finalized session.' }),
  sealed: {
    assessment: {
      key: 'outcome',
      schema: z
        .object({
          triage_level: triageLevelSchema.describe('The final level.'),
          primary_diagnosis_icd: text(
            'ICD-10 code of the likeliest differential; null where there is none.',
            'I20.8',
          ).nullable(),
          red_flags: z.array(flagCode).meta({ description: 'Codes of all red flags that stand.' }),
          questions_asked: count('Questions that were answered or skipped.', 5),
        })
        .meta({ description: 'The final assessment in short.' }),
    },
  },
});

export const feedbackGiven = defineEvent({
  type: 'feedback-given',
  version: 1,
  clear: z.object({}).meta({ description: 'It was told what the diagnosis turned out to be.' }),
  sealed: {
    feedback: { key: 'subject', schema: feedbackSchema },
  },
});

export const sessionTimedOut = defineEvent({
  type: 'session-timed-out',
  version: 1,
  clear: z
    .object({ idle_since: instant('When the session was last active.') })
    .meta({ description: 'The session was idle for 30 minutes; it can go on.' }),
  sealed: {},
});

export const sessionHoldPlaced = defineEvent({
  type: 'session-hold-placed',
  version: 1,
  clear: z.object({}).meta({ description: 'The session was put under legal hold.' }),
  sealed: { note: { key: 'subject', schema: holdNote } },
});

export const sessionHoldLifted = defineEvent({
  type: 'session-hold-lifted',
  version: 1,
  clear: z.object({}).meta({ description: 'The legal hold of the session was lifted.' }),
  sealed: {},
});

export const sessionErased = defineEvent({
  type: 'session-erased',
  version: 1,
  clear: z
    .object({
      cause: z.enum(['requested', 'retention']).meta({
        description: 'Erased by a call, or because it was kept long enough.',
        examples: ['requested'],
      }),
    })
    .meta({ description: 'The session was erased.' }),
  sealed: {},
});

export const sessionEvents = [
  sessionOpened,
  sessionAnswered,
  sessionRouted,
  redFlagDetected,
  triageEscalated,
  demographicsUpdated,
  sessionRectified,
  sessionFinalized,
  assessmentCompleted,
  feedbackGiven,
  sessionTimedOut,
  sessionHoldPlaced,
  sessionHoldLifted,
  sessionErased,
] as const;

export type SessionEvent = EventOf<(typeof sessionEvents)[number]>;
export type NewSessionEvent = NewEventOf<(typeof sessionEvents)[number]>;
