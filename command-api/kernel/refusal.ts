import { DomainError } from '../../domain/kernel/errors.ts';
import { NothingSentError } from '../../shared/event-log/ask-before-appends.ts';
import { AppendTooLargeError, LogUnavailableError } from '../../shared/event-log/event-log.ts';
import { ApiError } from '../../shared/http/errors.ts';

/** The command failed for now, with 503, and it is certain that nothing was or will be appended. */
export class NotAppendedError extends ApiError {
  constructor(message: string, retryAfterS: number) {
    super('service_unavailable', message, { headers: { 'Retry-After': String(retryAfterS) } });
  }
}

/** An append of the command had no answer: until `settledAtMs`, on the clock of `performance.now`, it may still happen. */
export class UnsettledAppendError extends LogUnavailableError {
  readonly settledAtMs: number;
  constructor(settledAtMs: number, options: { cause: Error }) {
    super(options);
    this.name = 'UnsettledAppendError';
    this.settledAtMs = settledAtMs;
  }
}

/**
 * True if a command was refused or could not be sent, so that nothing was appended. After any other error something
 * may have been appended.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DomainError ||
  error instanceof NotAppendedError ||
  error instanceof NothingSentError ||
  error instanceof AppendTooLargeError ||
  (error instanceof ApiError && error.status < 500);
