import { Counter, type Registry } from 'prom-client';
import type { EncodedEvent } from '../../shared/event-log/stored-event.ts';
import type { Logger } from '../../shared/logging/logger.ts';

/** Logs and counts a fact that a reactor has appended to a stream. */
export type ReportFact = (stream: string, event: EncodedEvent) => void;

/** Logs a line with ids for each appended fact and counts it by kind. */
export function createReportFact(logger: Logger, registry: Registry): ReportFact {
  const facts = new Counter({
    name: 'triage_reactor_facts_total',
    help: 'Facts that reactors have appended to the log.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return (stream, { eventId, type, metadata }) => {
    facts.inc({ kind: type });
    const { tenant_id, actor, command_id, causation_id, test } = metadata;
    const ids = { tenant_id, stream, event_id: eventId, command_id, causation_id };
    logger.info({ reactor: actor.id, event_type: type, ...ids, test }, 'fact appended');
  };
}
