import { availableParallelism } from 'node:os';
import type { ApiConfig } from './config.ts';

type Shared = Pick<ApiConfig, 'API_PROCESSES' | 'TEXT_WORKERS' | 'EXTRACTOR_CONCURRENCY'>;

/**
 * What one of the processes of an API takes of what is set for the machine: of the requests that the upstream extractor
 * takes at once its part, at least one. Processes that share the cores have one text worker each unless told otherwise.
 */
export function shareOf(
  config: Shared,
  cores = availableParallelism(),
): { textWorkers: number; extractorConcurrency: number } {
  const { API_PROCESSES: processes, TEXT_WORKERS, EXTRACTOR_CONCURRENCY } = config;
  return {
    textWorkers: TEXT_WORKERS ?? (processes === 1 && cores > 2 ? 2 : 1),
    extractorConcurrency: Math.max(1, Math.floor(EXTRACTOR_CONCURRENCY / processes)),
  };
}
