import { z } from 'zod';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { renewCode } from './challenges.ts';
import { clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { alike } from './alike.ts';
import { findAccount } from './accounts.ts';
import { mailCode } from './code-mail.ts';
import { challengeId, challengeResponse, presentChallenge } from './schemas.ts';

export const resendCode = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/resend-code',
    operationId: 'resendCode',
    summary: 'Send a new one-time code',
    description:
      'The challenge keeps its id and the tries that were made; the code before works no more. A challenge takes new ' +
      'codes for an hour; one that is used, used up or older is a 404, and a new login is needed. At most 3 per ' +
      'address of the network in an hour.',
    tag: 'Sign-in',
    access: { kind: 'public' },
    admission: 'gate',
    body: z
      .object({ challenge_id: challengeId() })
      .meta({ id: 'ResendCode', description: 'Which code to send again.' }),
    bodyLimitBytes: 16_384,
    responses: { 202: challengeResponse },
    errors: ['not_found'],
    examples: { body: { challenge_id: '0198c0de-0000-7000-8000-000000000001' } },
    handler: (ctx) =>
      alike(deps, async () => {
        const { now } = ctx;
        await limitAttempts(deps, now, [{ limit: 'resend_ip', of: clientOf(ctx.ip) }]);
        const renewed = await renewCode(deps, ctx.body.challenge_id, now);
        if (renewed === null) throw new ApiError('not_found', 'The challenge is over; sign in again.');
        // Asked for in either case: one round trip for nobody as for a member.
        const account = await findAccount(deps, { emailHash: renewed.accountHash }, { now });
        await mailCode(deps, renewed.memberId === null ? null : account, renewed, ctx.logger);
        return presentChallenge(renewed);
      }),
  });
