import { z } from 'zod';
import { sha256 } from '../../shared/crypto/seal.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { passwordResetMail } from '../kernel/mail-templates.ts';
import { emailAddress } from '../../shared/members/email-schema.ts';
import { emailHash } from '../../shared/read-models/member-rows.ts';
import { clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { alike } from './alike.ts';
import { newResetToken, openPasswordReset, RESET_LIFETIME_MS } from './password-resets.ts';

export const forgotPassword = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/forgot-password',
    operationId: 'forgotPassword',
    summary: 'Ask for a link to set a new password',
    description:
      'Answered alike whether or not the address has an account; where it has one, a link is mailed that works once, ' +
      'for an hour. At most 3 per account and 20 per address of the network in an hour.',
    tag: 'Sign-in',
    access: { kind: 'public' },
    admission: 'gate',
    body: z
      .object({ email: emailAddress() })
      .meta({ id: 'ForgotPassword', description: 'Whose password is to be reset.' }),
    bodyLimitBytes: 16_384,
    responses: {
      202: {
        description: 'Taken. A link was mailed, provided that the address has an account.',
        schema: z
          .object({
            accepted: z.literal(true).meta({
              description:
                'Taken. A mail goes out where the address has an account; the answer does not tell.',
            }),
          })
          .meta({ id: 'ResetRequested', description: 'The answer to whoever asks for a reset.' }),
      },
    },
    errors: [],
    examples: { body: { email: 'anna@clinic.example' } },
    handler: (ctx) =>
      alike(deps, async () => {
        const { now } = ctx;
        const accountHash = emailHash(await deps.serviceKeys(), ctx.body.email);
        await limitAttempts(deps, now, [
          { limit: 'forgot_ip', of: clientOf(ctx.ip) },
          { limit: 'forgot_account', of: accountHash.toString('hex') },
        ]);
        const token = await newResetToken(deps, accountHash);
        const account = await openPasswordReset(
          deps,
          { tokenHash: sha256(token), emailHash: accountHash },
          now,
        );
        const expiresAt = new Date(now.getTime() + RESET_LIFETIME_MS).toISOString();
        const { dashboardUrl } = deps;
        await deps.mailer.send(
          account && passwordResetMail({ to: account.email, token, expiresAt, dashboardUrl }),
          ctx.logger,
        );
        return { status: 202, body: { accepted: true } };
      }),
  });
