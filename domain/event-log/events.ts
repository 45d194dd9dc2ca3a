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
  }),
  sealed: {
    /** Why, in the operator's words. */
    note: { key: 'tenant', schema: z.object({ reason: z.string().min(1).max(500) }) },
  },
});

export const eventLogEvents = [eventSkipped] as const;
export type NewEventLogEvent = NewEventOf<(typeof eventLogEvents)[number]>;

/** What a reader gets of an event that was skipped: that it was there. It is never stored. */
export const EVENT_UNREADABLE = { type: 'event-unreadable', data: { unreadable: true } } as const;

/** Whether this stands for an event that was skipped. */
export const isUnreadable = ({ event }: { event: { type: string } }): boolean =>
  event.type === EVENT_UNREADABLE.type;
