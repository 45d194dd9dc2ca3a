import { boundedText } from '../../shared/http/schemas.ts';
import { checkPassword, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './passwords.ts';

/** A password that somebody sets, in a request. One that is guessed first is refused with `common_password`. */
export function newPassword() {
  return boundedText(PASSWORD_MIN_LENGTH, PASSWORD_MAX_LENGTH)
    .check((ctx) => {
      const problem = checkPassword(ctx.value);
      // The bounds have told of its length already.
      if (problem?.code !== 'common_password') return;
      const { code, message } = problem;
      ctx.issues.push({ code: 'custom', message, params: { code }, input: ctx.value });
    })
    .meta({
      description: `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, none of the common ones.`,
      examples: ['a long sentence of my own'],
    });
}
