import { HeldError } from '../../domain/hold/types.ts';
import { DomainError, type DomainErrorCode } from '../../domain/kernel/errors.ts';
import { MasterKeysError } from '../crypto/master-keys.ts';
import { AppendTooLargeError, LogUnavailableError } from '../event-log/event-log.ts';
import { ApiError, validationError, type ErrorCode } from '../http/errors.ts';
import { isUnreachable } from '../postgres/pool.ts';

/** The one table from what a decision can refuse to what the caller is told. */
const CODE: Record<DomainErrorCode, ErrorCode> = {
  not_found: 'not_found',
  already_exists: 'conflict',
  invalid_command: 'validation_error',
  session_finalized: 'conflict',
  session_not_finalized: 'conflict',
  session_unreadable: 'conflict',
  question_already_answered: 'conflict',
  question_not_current: 'conflict',
  already_revoked: 'not_found',
  scope_not_held: 'forbidden',
  expiry_not_held: 'forbidden',
  test_credential: 'forbidden',
  limit_reached: 'validation_error',
  held: 'conflict',
};

const unavailable = (what: string, cause: unknown): ApiError =>
  new ApiError('service_unavailable', `The ${what} is out of reach; try again shortly.`, {
    headers: { 'Retry-After': '30' },
    cause,
  });

/** What a caller is told of an error that is not an ApiError; null where it is an unexpected one. */
export function mapError(error: unknown): ApiError | null {
  if (error instanceof HeldError)
    return new ApiError('conflict', error.message, { detail: { hold: error.hold } });
  if (error instanceof DomainError) {
    const code = CODE[error.code];
    if (code !== 'validation_error') return new ApiError(code, error.message);
    if (error.code === 'invalid_command') return validationError(error.issues);
    // Nothing of the body is to blame alone where a limit is reached.
    const whole = { field: 'body', code: error.code, message: error.message };
    return validationError(error.issues.length > 0 ? error.issues : [whole], error.message);
  }
  if (error instanceof AppendTooLargeError) {
    return new ApiError('payload_too_large', 'The call holds more than can be stored at once.', {
      detail: { limit_bytes: error.limitBytes },
    });
  }
  if (error instanceof LogUnavailableError) return unavailable('event log', error);
  if (error instanceof MasterKeysError) return unavailable('key store', error);
  return isUnreachable(error) ? unavailable('database', error) : null;
}
