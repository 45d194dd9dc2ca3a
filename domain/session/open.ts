import type { Engine, RoutedComplaint } from '../clinical/types.ts';
import { DomainError } from '../kernel/errors.ts';
import type { OpenSessionCommand } from './commands.ts';
import { consequences } from './consequences.ts';
import type { NewSessionEvent } from './events.ts';
import { read } from './reading.ts';
import { toCase, reportedFindings, type SessionState } from './state.ts';

/** Opens a session at the level that its complaint, its demographics and what was told with it justify. */
export function openSession(
  state: SessionState,
  command: OpenSessionCommand,
  engine: Engine,
): NewSessionEvent[] {
  if (state.status !== 'none') throw new DomainError('already_exists', 'The session exists already.');
  const { chief_complaint, free_text, age, sex } = command;
  const { reading, routed } = read(engine, {
    // The complaint tells where to begin; only where it tells nothing does the free text.
    texts: free_text === null ? [chief_complaint] : [chief_complaint, free_text],
    fields: command.initial_fields,
    flags: [],
    confidences: null,
    pending: null,
    upstream: command.upstream,
    fieldName: 'initial_fields',
  });
  const branches = branchesOf(routed);
  const background = command.background
    ? { ...command.background, evidence: engine.readBackground(command.background) }
    : undefined;
  const intake = reportedFindings(reading, branches);
  const outcome = engine.assess(toCase({ age, sex, background, intake, tellings: [] }));
  return [
    {
      type: 'session-opened',
      data: {
        session_id: command.session_id,
        test: command.test,
        complaint: branches[0] ?? null,
        intake: {
          chief_complaint,
          patient_id: command.patient_id,
          age,
          sex,
          free_text,
          initial_fields: command.initial_fields,
          reading,
          branches,
          ...(background ? { background } : {}),
        },
        outcome,
      },
    },
    ...consequences(null, outcome),
  ];
}

/** The complaint codes that a routed text makes active, the first one first. */
export const branchesOf = (routed: RoutedComplaint): string[] =>
  [...new Set([routed.chief_complaint, routed.secondary])].filter((code) => code !== null);
