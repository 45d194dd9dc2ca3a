import { failureOf } from '../shared/webhooks/failure-class.ts';
import type { AttemptResult } from './outcome.ts';

/**
 * What an attempt says about its endpoint. `failing`: an answer other than 2xx, or an error that came within a second.
 * `hanging`: no answer in time. `unknown`: the attempt did not reach the endpoint, or was interrupted by us.
 */
export type Verdict = 'prompt' | 'slow' | 'failing' | 'hanging' | 'unknown';

/** An answer within this time shows that an endpoint can take more at once. */
const PROMPT_MS = 1_000;

/** What the result of an attempt says about its endpoint. */
export function verdictOf(result: AttemptResult): Verdict {
  if (result.kind !== 'answered' && result.kind !== 'unanswered') return 'unknown';
  const { latencyMs } = result;
  const failure = failureOf(result);
  if (failure === 'interrupted') return 'unknown';
  if (failure !== null) return result.kind === 'unanswered' && latencyMs >= PROMPT_MS ? 'hanging' : 'failing';
  return latencyMs < PROMPT_MS ? 'prompt' : 'slow';
}
