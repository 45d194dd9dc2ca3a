import type { NewSessionEvent } from '../../domain/session/events.ts';
import { NotDecidedError } from '../../shared/clinical/decide-pool.ts';
import type { DecideTask } from '../../shared/clinical/decide-worker.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { NotAppendedError } from '../kernel/refusal.ts';

const RETRY_AFTER_S = 2;

/**
 * Decides a command before its deadline. Throws DomainError where it is refused, and NotAppendedError (503) where too many
 * texts wait to be read or the time is up.
 */
export async function decideWithin(
  { decidePool, now }: Pick<CommandDeps, 'decidePool' | 'now'>,
  task: DecideTask,
  { tenantId, deadline }: { tenantId: string; deadline: Date },
): Promise<NewSessionEvent[]> {
  try {
    const withinMs = deadline.getTime() - now().getTime();
    return await decidePool.decide(task, { tenantId, withinMs });
  } catch (error) {
    if (!(error instanceof NotDecidedError)) throw error;
    throw new NotAppendedError('Too many texts are being read; try again shortly.', RETRY_AFTER_S);
  }
}
