import { decide } from '../../domain/session/decider.ts';
import { DomainError } from '../../domain/kernel/errors.ts';
import type { NewSessionEvent } from '../../domain/session/events.ts';
import type { SessionCommand } from '../../domain/session/commands.ts';
import type { SessionState } from '../../domain/session/state.ts';
import { loadEngine } from './load-knowledge.ts';

/** `at` is when the command was accepted (ISO 8601), as its events will say. */
export type DecideTask = { state: SessionState; command: SessionCommand; at: string };

/** What comes back from a worker: errors lose their class on the way, so a refusal goes as what it is made of. */
export type DecideResult =
  | { kind: 'decided'; events: NewSessionEvent[] }
  | { kind: 'refused'; refusal: Pick<DomainError, 'code' | 'message' | 'issues'> }
  | { kind: 'failed'; error: Pick<Error, 'name' | 'stack'> };

/** Runs in a worker with an engine of its own. Of an unexpected error only the places in the code leave it: its message may hold text. */
export default async function decideApart({ state, command, at }: DecideTask): Promise<DecideResult> {
  const engine = await loadEngine();
  try {
    return { kind: 'decided', events: decide(state, command, engine.asOf(at)) };
  } catch (error) {
    if (error instanceof DomainError) {
      const { code, message, issues } = error;
      return { kind: 'refused', refusal: { code, message, issues } };
    }
    return { kind: 'failed', error: placesOf(error) };
  }
}

function placesOf(error: unknown): Pick<Error, 'name' | 'stack'> {
  if (!(error instanceof Error)) return { name: 'Error', stack: '' };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  return { name: error.name, stack: frames.join('\n') };
}
