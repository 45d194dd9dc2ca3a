import { DomainError } from '../../domain/kernel/errors.ts';
import { ApiError } from '../../shared/http/errors.ts';

/**
 * True if a command was refused, so that nothing was appended. After any other error something may have been
 * appended.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError || (error instanceof ApiError && error.status < 500);
