import { DomainError } from '../kernel/errors.ts';
import type { SessionCommand } from './commands.ts';
import type { OpenSession } from './state.ts';

/**
 * What one session may grow to. An interview has some 20 questions; the rest is room for what is told besides. The
 * state is sealed and written whole with each command, and a stream longer than 5,000 events is not read.
 */
export const MAX_REPORTS = 200;
/** Corrections and feedback still have room where further reports have none; finalizing, lifting a hold and erasing never lack it. */
export const MAX_REVISION: Partial<Record<SessionCommand['kind'], number>> = {
  answer: 1_000,
  route: 1_000,
  update_demographics: 1_000,
  rectify: 2_000,
  give_feedback: 3_000,
  place_hold: 4_000,
};

/** Throws DomainError `limit_reached` where the session has no room for a further command of this kind. */
export function requireRoom(state: OpenSession, { kind }: SessionCommand): void {
  const isReport = kind === 'answer' || kind === 'route';
  if (isReport && state.tellings.length >= MAX_REPORTS) {
    throw new DomainError('limit_reached', `A session takes at most ${MAX_REPORTS} answers and texts.`);
  }
  if (state.revision >= (MAX_REVISION[kind] ?? Infinity)) {
    throw new DomainError('limit_reached', 'The session was changed too often to be changed again.');
  }
}
