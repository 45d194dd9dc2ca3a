import { z } from 'zod';
import { sha256 } from '../../shared/crypto/seal.ts';
import { validationError, type ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { visibleAscii } from '../../shared/http/schemas.ts';
import { clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import { newPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { findAccount } from './accounts.ts';
import { changeOwnAccount } from './own-account.ts';
import { isTokenOf, revokeSignIns, takePasswordReset } from './password-resets.ts';

export const resetPassword = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/reset-password',
    operationId: 'resetPassword',
    summary: 'Set a new password',
    description:
      'With the token of the link that was mailed, once and within an hour. Ends every session and every trusted ' +
      'browser of the member, and signs nobody in. A password that is refused leaves the link as it is. At most 10 attempts per address of the network in 15 minutes.',
    tag: 'Sign-in',
    access: { kind: 'public' },
    admission: 'gate',
    body: z
      .object({
        token: visibleAscii().meta({
          description: 'The token of the link in the mail.',
          examples: ['k3J0pX2Yw1sVt4uQe7rZb9nMa6cLd8fGh5iTj0oPqRs'],
        }),
        new_password: newPassword(),
      })
      .meta({ id: 'ResetPassword', description: 'The link of the mail, and the new password.' }),
    bodyLimitBytes: 16_384,
    responses: {
      200: {
        description: 'The new password is set.',
        schema: z
          .object({ password_changed: z.literal(true).meta({ description: 'Only the new one works now.' }) })
          .meta({ id: 'PasswordChanged', description: 'The new password is set.' }),
      },
    },
    errors: [],
    examples: {
      body: {
        token: 'mD0Yx6mJfJc4mJcTqkq0tT0m2eTzFr8l0S2b5u8yqkE',
        new_password: 'a long sentence of my own',
      },
    },
    handler: async (ctx) => {
      const { now } = ctx;
      await limitAttempts(deps, now, [{ limit: 'reset_ip', of: clientOf(ctx.ip) }]);
      const resetHash = sha256(ctx.body.token);
      const isTaken = await takePasswordReset(deps, resetHash, now);
      const account = isTaken ? await findAccount(deps, { resetHash }, { now }) : null;
      if (account === null || !(await isTokenOf(deps, ctx.body.token, account))) throw invalidToken();
      // Before, so that nobody stays signed in where the process ends in between; after, for whoever signed in with the
      // old password meanwhile.
      await revokeSignIns(deps, account, now);
      const password_hash = await hashPassword(ctx.body.new_password, deps.random);
      await changeOwnAccount(deps, account, { kind: 'set_password', password_hash, reason: 'reset' }, ctx);
      await revokeSignIns(deps, account, now);
      return { status: 200, body: { password_changed: true } };
    },
  });

/** One answer for a token that is unknown, used or lapsed. */
const invalidToken = (): ApiError =>
  validationError([
    {
      field: 'token',
      code: 'invalid_token',
      message: 'Unknown, used or no longer valid; ask for a new link.',
    },
  ]);
