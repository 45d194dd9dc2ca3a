import type { SessionCommand } from '../../domain/session/commands.ts';
import { siftUpstream } from '../../domain/session/upstream.ts';
import type { DecideTask } from '../../shared/clinical/decide-worker.ts';
import type { ExtractorFailure } from '../../shared/extractor/types.ts';
import { ApiError } from '../../shared/http/errors.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { decideWithin } from './decide-within.ts';
import { hasWords, upstreamRequest } from './upstream-request.ts';

/** What a call whose text an upstream reads can end with besides. */
export const UPSTREAM_ERRORS = ['bad_gateway', 'gateway_timeout'] as const;

/** What is left of a handler's time for the decision and its append. */
const RESERVE_MS = 1_500;

type Waiting = { tenantId: string; deadline: Date; signal: AbortSignal };

/**
 * Returns the command with what the upstream extractor says of its texts. Returns it unchanged if there is no
 * upstream or no text, or if upstream failed and the built-in reader may answer alone. A command that would be
 * refused is refused here (DomainError), before its text leaves the installation. Throws 502, 503 or 504 if
 * upstream fails and the call is refused for that.
 */
export async function askUpstream(
  deps: Pick<CommandDeps, 'engine' | 'decidePool' | 'upstream' | 'now'>,
  task: DecideTask,
  { tenantId, deadline, signal }: Waiting,
): Promise<SessionCommand> {
  const { command } = task;
  if (deps.upstream === null || !hasWords(command)) return command;
  const decided = await decideWithin(deps, task, { tenantId, deadline });
  const request = upstreamRequest(task, decided);
  if (request === null) return command;
  const { extractor, fallsBack, metrics } = deps.upstream;
  const withinMs = deadline.getTime() - deps.now().getTime() - RESERVE_MS;
  const extracted = await extractor.extract(request, { signal, withinMs });
  if (extracted.kind === 'failed') {
    const { failure } = extracted;
    // Nobody is there any more for whom to fall back.
    if (!fallsBack || failure === 'abandoned') throw refusal(failure);
    metrics?.fellBack(failure);
    return command;
  }
  const { findings, dropped } = siftUpstream(deps.engine, extracted.claims);
  for (const reason of ['unknown_code', 'invalid_value', 'contradictory'] as const) {
    metrics?.dropped(reason, dropped[reason]);
  }
  return { ...command, upstream: findings } as SessionCommand;
}

/** Why there is no answer, for the log: a code from a closed list and nothing of the text. */
class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: ExtractorFailure;
  constructor(code: ExtractorFailure) {
    super('the upstream extractor gave no answer');
    this.code = code;
  }
}

const RETRY_AFTER = { 'Retry-After': '30' };

function refusal(failure: ExtractorFailure): ApiError {
  const cause = new UpstreamError(failure);
  switch (failure) {
    case 'timeout':
      return new ApiError('gateway_timeout', 'The text extractor did not answer in time.', { cause });
    case 'unreachable':
    case 'busy':
    case 'stopped':
    case 'abandoned':
      return new ApiError('service_unavailable', 'The text extractor is out of reach; try again shortly.', {
        headers: RETRY_AFTER,
        cause,
      });
    case 'connection_closed':
    case 'bad_status':
    case 'too_large':
    case 'malformed':
      return new ApiError('bad_gateway', 'The text extractor did not answer as it should.', { cause });
  }
}
