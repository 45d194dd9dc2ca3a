import type { SessionEvent } from '../../../domain/session/events.ts';
import { createBatchContext, toLogEvent } from '../../../shared/projection/batch-context.ts';
import type { StoredEvent } from '../../../shared/event-log/stored-event.ts';
import type { Installation } from '../../cli/connection.ts';

export type Opening = Pick<Installation, 'pool' | 'log' | 'codec' | 'dataKeys' | 'random'>;

/** What the engine concluded with a step, as far as a check compares it. */
export type Conclusion = { level: string; icd: string | null };

/** The groups of an event that hold what was concluded; what a patient said stays closed. */
const CONCLUDED = new Set(['outcome', 'conclusion']);
const others = ({ data }: StoredEvent): string[] =>
  Object.keys(data.sealed ?? {}).filter((group) => !CONCLUDED.has(group));

function outcomeOf(event: SessionEvent) {
  if (event.type === 'session-finalized') return event.data.conclusion?.outcome ?? null;
  return 'outcome' in event.data ? event.data.outcome : null;
}

/** What each of these steps concluded; null where it concluded nothing, or its key was destroyed. */
export async function conclusionsOf(
  { pool, ...parts }: Opening,
  steps: readonly StoredEvent[],
): Promise<(Conclusion | null)[]> {
  if (steps.length === 0) return [];
  const context = createBatchContext(parts, pool, false);
  const opened = await context.open(steps.map(toLogEvent), ({ stored }) => others(stored));
  return opened.map(({ event }) => {
    const outcome = outcomeOf(event as SessionEvent);
    if (outcome === null || !('differentials' in outcome)) return null;
    return { level: outcome.triage_level, icd: outcome.differentials[0]?.icd ?? null };
  });
}
