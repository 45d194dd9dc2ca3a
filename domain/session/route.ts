import type { Engine } from '../clinical/types.ts';
import type { RouteCommand } from './commands.ts';
import { consequences, newRedFlags } from './consequences.ts';
import type { NewSessionEvent } from './events.ts';
import { branchesOf } from './open.ts';
import { read } from './reading.ts';
import { toCase, reportedFindings, withReport, type OpenSession } from './state.ts';

/** Reads a free description into the session: more branches, more evidence, nothing taken away. */
export function route(state: OpenSession, command: RouteCommand, engine: Engine): NewSessionEvent[] {
  const { reading, routed } = read(engine, {
    texts: [command.text],
    fields: {},
    flags: [],
    confidences: null,
    pending: null,
    upstream: command.upstream,
    fieldName: 'extracted_fields',
  });
  const branches = branchesOf(routed);
  const told = { ...reportedFindings(reading, branches), question_id: null, unclear: false };
  const outcome = engine.assess(toCase(withReport(state, { kind: 'route', told })));
  return [
    {
      type: 'session-routed',
      data: {
        answer: {
          text: command.text,
          chief_complaint: routed.chief_complaint,
          confidence: routed.confidence,
          secondary: routed.secondary,
          branches,
          reading,
        },
        outcome: { ...outcome, new_red_flags: newRedFlags(state.outcome, outcome) },
      },
    },
    ...consequences(state.outcome, outcome),
  ];
}
