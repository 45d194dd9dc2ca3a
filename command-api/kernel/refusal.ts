import { DomainError } from '../../domain/kernel/errors.ts';
import { ApiError } from '../../shared/http/errors.ts';

/** Whether a command was refused, so that nothing was appended; any other error leaves that open. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError || (error instanceof ApiError && error.status < 500);
