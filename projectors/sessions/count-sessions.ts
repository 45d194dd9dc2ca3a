import { Counter, type Registry } from 'prom-client';
import type { SessionEvent } from '../../domain/session/events.ts';
import type { StoredEvent } from '../../shared/event-log/stored-event.ts';
import { countFromZero } from '../../shared/metrics/from-zero.ts';

/** What is counted of a session's life. What was found in it is clinical, and in no metric. */
const COUNTED = new Map<string, string>([
  ['session-opened', 'opened'],
  ['session-finalized', 'finalized'],
  ['session-timed-out', 'timed_out'],
  ['session-erased', 'erased'],
] satisfies [SessionEvent['type'], string][]);

/** Counts sessions by what happened to them, from events that the projection has committed: each once, over all processes. */
export function countSessions(registry: Registry): (events: readonly StoredEvent[]) => void {
  const sessions = new Counter({
    name: 'triage_sessions_total',
    help: 'Sessions by what happened to them: opened, finalized, timed_out (idle for 30 minutes; it can go on), erased.',
    labelNames: ['event'],
    registers: [registry],
  });
  countFromZero(
    sessions,
    [...COUNTED.values()].map((event) => ({ event })),
  );
  return (events) => {
    for (const { type, standIn } of events) {
      const event = standIn === undefined ? COUNTED.get(type) : undefined;
      if (event !== undefined) sessions.inc({ event });
    }
  };
}
