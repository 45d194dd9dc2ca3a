import { z } from 'zod';
import { defineEvent, type NewEventOf } from '../kernel/event-definition.ts';

/**
 * An operator had the service pass over an event that nobody can read. Whoever reads the log gets a stand-in in its place
 * from then on, rebuilds and the audit against the log included.
 */
export const eventSkipped = defineEvent({
  type: 'event-skipped',
  version: 1,
  clear: z.object({
    event_id: z.uuid(),
    stream: z.string(),
    revision: z.int().min(0),
    /** Commit position in the global log, as decimal digits: it may be larger than a JSON number. */
    position: z.string().regex(/^\d{1,20}$/),
    /** SHA-256 (hex) of the bytes that are passed over: others at that place are not. */
    digest: z.string().regex(/^[0-9a-f]{64}$/),
    /** The canonical audit row that the event had already, where it broke after it was audited. */
    audit_row: z.string().nullable(),
    /** The service never wrote the event: it counts as if it had not been there. */
    discarded: z.literal(true).optional(),
  }),
  sealed: {
    /** Why, in the operator's words. */
    note: { key: 'tenant', schema: z.object({ reason: z.string().min(1).max(500) }) },
  },
});

export const eventLogEvents = [eventSkipped] as const;
export type NewEventLogEvent = NewEventOf<(typeof eventLogEvents)[number]>;

/** What a reader gets of an event that cannot be read, or is not ours: that it is there. It is never stored. */
export const EVENT_UNREADABLE = { type: 'event-unreadable', data: { unreadable: true } } as const;

/** What a reader gets of an event that an operator had discarded: that its place is taken, and that nothing happened. */
export const EVENT_DISCARDED = {
  type: EVENT_UNREADABLE.type,
  data: { unreadable: true, discarded: true },
} as const;

type Shown = { event: { type: string; data?: unknown } };

/** Whether this stands for an event that cannot be read, or is not ours. */
export const isUnreadable = ({ event }: Shown): boolean => event.type === EVENT_UNREADABLE.type;

/** Whether it stands for one that was discarded: nothing is missing without it. */
export const isDiscarded = (shown: Shown): boolean =>
  isUnreadable(shown) && (shown.event.data as { discarded?: true }).discarded === true;
