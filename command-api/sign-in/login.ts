import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { emailAddress } from '../../shared/members/email-schema.ts';
import { emailHash } from '../../shared/read-models/member-rows.ts';
import { issueChallenge } from './challenges.ts';
import { clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import { PASSWORD_MAX_LENGTH, verifyPassword } from './passwords.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { alike } from './alike.ts';
import { findAccount } from './accounts.ts';
import { mailCode } from './code-mail.ts';
import { signIn } from './dashboard-session.ts';
import { challengeResponse, presentChallenge, presentSignedIn, signedInResponse } from './schemas.ts';
import { readDevice } from './trusted-device.ts';

/**
 * Whether an address has an account, and whether a password is right, shows in nothing but the mail: either way a
 * challenge is opened, by the same statements and after the same hashing.
 */
export const login = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/login',
    operationId: 'login',
    summary: 'Sign in with address and password',
    description:
      'From a browser that has shown a code within 5 days (cookie svc_trusted_device) the right password signs in at ' +
      'once, and a wrong one is a 401. Any other call is answered 202 with a challenge, whatever was given: where ' +
      'address and password are right, a code is mailed, and POST /v1/auth/verify-code takes it. At most 10 attempts ' +
      'per account and 50 per address of the network in an hour; the attempts of such a browser are counted apart, ' +
      'so that nobody keeps an owner out by guessing.',
    tag: 'Sign-in',
    access: { kind: 'public' },
    admission: 'gate',
    body: z
      .object({
        email: emailAddress(),
        password: boundedText(1, PASSWORD_MAX_LENGTH).meta({
          description: 'The password of the account.',
          examples: ['a long sentence of my own'],
        }),
      })
      .meta({ id: 'Login', description: 'Address and password.' }),
    bodyLimitBytes: 16_384,
    responses: { 200: signedInResponse, 202: challengeResponse },
    errors: ['unauthorized'],
    examples: { body: { email: 'anna@clinic.example', password: 'a long sentence of my own' } },
    handler: (ctx) =>
      alike(deps, async () => {
        const { now, requestId, ip } = ctx;
        const accountHash = emailHash(await deps.serviceKeys(), ctx.body.email);
        await limitAttempts(deps, now, [{ limit: 'login_ip', of: clientOf(ip) }]);
        const device = await readDevice(deps.serviceKeys, ctx.header('cookie'), now);
        const account = await findAccount(deps, { emailHash: accountHash }, { now, device });
        const of = accountHash.toString('hex');
        await limitAttempts(deps, now, [
          account?.isTrusted === true
            ? { limit: 'login_device', of: `${of}|${device?.deviceId ?? ''}` }
            : { limit: 'login_account', of },
        ]);
        const isRight = await verifyPassword(ctx.body.password, account?.passwordHash ?? null);
        if (isRight && account?.isTrusted === true) {
          return presentSignedIn(account, await signIn(deps, account, ctx, { trustDevice: false }));
        }
        const issued = await issueChallenge(deps, {
          purpose: 'login',
          memberId: isRight ? (account?.memberId ?? null) : null,
          accountHash,
          failedMemberId: isRight ? null : (account?.memberId ?? null),
          requestId,
          ip,
          now,
        });
        // This browser was the member's own lately: it learns nothing new, and need not wait for a mail that never comes.
        if (account?.isTrusted === true) throw wrongPassword();
        await mailCode(deps, isRight ? account : null, issued, ctx.logger);
        return presentChallenge(issued);
      }),
  });

const wrongPassword = (): ApiError => new ApiError('unauthorized', 'Address or password is wrong.');
