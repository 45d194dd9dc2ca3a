import { z } from 'zod';
import { defineEvent, type NewEventOf } from '../kernel/event-definition.ts';

/**
 * An operator had the service pass over an event that stands in a stream of a name like ours and that the service did not
 * write. Whoever reads the log passes over it from then on, rebuilds and the audit against the log included.
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
  }),
  sealed: {
    /** Why, in the operator's words. */
    note: { key: 'tenant', schema: z.object({ reason: z.string().min(1).max(500) }) },
  },
});

export const eventLogEvents = [eventSkipped] as const;
export type NewEventLogEvent = NewEventOf<(typeof eventLogEvents)[number]>;
