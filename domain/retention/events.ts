import { z } from 'zod';
import { sexSchema, triageLevelSchema } from '../clinical/types.ts';
import { defineEvent, type EventOf, type NewEventOf } from '../kernel/event-definition.ts';
import { feedbackSchema } from '../session/types.ts';
import { AGE_BANDS } from '../session/state.ts';

const count = z.int().min(0);

/**
 * What the pruned sessions of a week were like, without an id of any of them, so that statistics keep their history. It is
 * told once all of them are pruned: in one event, or where that would be too long in several, whose lines add up.
 */
export const sessionsCounted = defineEvent({
  type: 'sessions-counted',
  version: 1,
  clear: z.object({
    /** Monday of the week in which the sessions were opened, UTC. */
    week: z.iso.date(),
    sessions: count,
    groups: z.array(
      z.object({
        status: z.enum(['active', 'finalized']),
        triage_level: triageLevelSchema,
        /** Code of the complaint; null where the text was none that the engine knows. */
        complaint: z.string().nullable(),
        age_band: z.enum(AGE_BANDS),
        sex: sexSchema,
        /** How the partner judged the result; null without feedback. */
        accuracy: feedbackSchema.shape.accuracy.nullable(),
        sessions: count,
        questions_asked: count,
        /** From opening to finalization, over all sessions of the group; 0 where they were not finalized. */
        minutes: count,
      }),
    ),
    /** Red flags by complaint; a session has as many of them as it has. */
    red_flags: z.array(z.object({ complaint: z.string().nullable(), flag: z.string(), sessions: count })),
    /** First diagnoses by complaint. */
    diagnoses: z.array(z.object({ complaint: z.string().nullable(), icd: z.string(), sessions: count })),
  }),
  sealed: {},
});

export const retentionEvents = [sessionsCounted] as const;
export type RetentionEvent = EventOf<(typeof retentionEvents)[number]>;
export type NewRetentionEvent = NewEventOf<(typeof retentionEvents)[number]>;
export type SessionsCounted = NewRetentionEvent['data'];
