import { validationError } from '../../shared/http/errors.ts';
import { checkPassword } from '../../shared/sign-in/passwords.ts';

/** Throws 422 for a password that cannot be taken as a new one. */
export function requirePassword(field: string, password: string): void {
  const problem = checkPassword(password);
  if (problem) throw validationError([{ field, ...problem }]);
}
