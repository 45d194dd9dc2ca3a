import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { accountOfChallenge, tryCode } from './challenges.ts';
import { clientOf, limitAttempts, type Attempt } from '../../shared/sign-in/limits.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { alike } from './alike.ts';
import { findAccount } from './accounts.ts';
import { changeOwnAccount } from './own-account.ts';
import { signIn } from './dashboard-session.ts';
import { challengeId, presentSignedIn, signedInResponse } from './schemas.ts';

/**
 * A challenge is not bound to the browser that it was opened in: a person may read the mail, and type the code, on
 * another device. Its id opens nothing without the code, which only the mailbox holds, and the tries are counted for
 * the challenge, whoever makes them.
 */
export const verifyCode = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/verify-code',
    operationId: 'verifyCode',
    summary: 'Sign in with a one-time code',
    description:
      'Takes the code that was mailed for a challenge of a login or a registration, and marks the address as ' +
      'verified. A code works for 10 minutes and once; a challenge takes 5 tries, also where the code was sent again, ' +
      'and then a new login is needed. It may be entered in another browser than the one that asked for it. At most ' +
      '10 attempts per account and per address of the network in 15 minutes.',
    tag: 'Sign-in',
    access: { kind: 'public' },
    admission: 'gate',
    body: z
      .object({
        challenge_id: challengeId(),
        code: z
          .string()
          .regex(/^\d{6}$/)
          .meta({ description: 'The six digits of the mail.', examples: ['042137'] }),
      })
      .meta({ id: 'VerifyCode', description: 'The code of the mail.' }),
    bodyLimitBytes: 16_384,
    responses: { 200: signedInResponse },
    errors: ['unauthorized'],
    examples: { body: { challenge_id: '0198c0de-0000-7000-8000-000000000001', code: '042137' } },
    handler: (ctx) =>
      alike(deps, async () => {
        const { now, requestId, ip } = ctx;
        const { challenge_id: challengeId, code } = ctx.body;
        const accountHash = await accountOfChallenge(deps, challengeId);
        const attempts: Attempt[] = [{ limit: 'code_ip', of: clientOf(ip) }];
        if (accountHash) attempts.push({ limit: 'code_account', of: accountHash.toString('hex') });
        await limitAttempts(deps, now, attempts);
        const memberId = await tryCode(deps, { challengeId, accountHash, code }, { requestId, ip, now });
        // By the address that the code is bound to, not by the member that the row names.
        const account =
          memberId === null || accountHash === null
            ? null
            : await findAccount(deps, { emailHash: accountHash }, { now });
        if (account === null) throw wrongCode();
        if (!account.isVerified) {
          await changeOwnAccount(deps, account, { kind: 'verify_email' }, ctx);
        }
        return presentSignedIn(account, await signIn(deps, account, ctx, { trustDevice: true }));
      }),
  });

const wrongCode = (): ApiError =>
  new ApiError('unauthorized', 'The code is wrong, used or no longer valid; sign in again for a new one.');
