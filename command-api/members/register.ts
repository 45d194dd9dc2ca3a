import { z } from 'zod';
import { id, instant } from '../../domain/kernel/fields.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteContext, RouteResult } from '../../shared/http/route-types.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { handlerDeadline } from '../kernel/append-attempts.ts';
import { alreadyRegisteredMail } from '../kernel/mail-templates.ts';
import { emailAddress, memberName } from '../../shared/members/email-schema.ts';
import { emailHash } from '../../shared/read-models/member-rows.ts';
import { issueChallenge } from '../sign-in/challenges.ts';
import { ATTEMPT_LIMITS, clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import { inSteps } from '../sign-in/alike.ts';
import { newPassword } from '../sign-in/new-password.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { mailCode } from '../sign-in/code-mail.ts';
import { makeTenant, registerMember } from './registrations.ts';

const bodySchema = z
  .object({
    email: emailAddress(),
    password: newPassword(),
    name: memberName(),
    company: boundedText(0, 100)
      .default('')
      .meta({ description: 'Name of the tenant.', examples: ['Clinic Example'] }),
  })
  .meta({ id: 'Register', description: 'The owner of the new tenant.' });
type Body = z.output<typeof bodySchema>;

const registration = z
  .object({
    challenge_id: id('For POST /v1/auth/verify-code, with the code in the mail.'),
    code_expires_at: instant('Until when the code works.'),
  })
  .meta({ id: 'Registration', description: 'What goes with the code in the mail.' });

export const register = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/register',
    operationId: 'register',
    summary: 'Register a tenant with its owner',
    description:
      'Makes a tenant of the tier free_trial with 1000 tokens and its owner, and mails a 6-digit code; the owner can ' +
      'sign in once the code was verified. Answers alike whether or not the address has an account: where it has one, ' +
      `nothing is made, and the mail says so to whoever owns the address. At most ${ATTEMPT_LIMITS.register_ip.limit} an ` +
      'hour from one IP, and so many in all as the operator allows. A registration whose code is not verified within 7 ' +
      'days is removed with all that it made.',
    tag: 'Sign-in',
    access: { kind: 'public' },
    admission: 'gate',
    body: bodySchema,
    responses: { 201: { description: 'A mail is on its way to the address.', schema: registration } },
    errors: ['service_unavailable'],
    examples: {
      body: {
        email: 'anna@clinic.example',
        password: 'a long sentence of my own',
        name: 'Anna Novotná',
        company: 'Clinic Example',
      },
    },
    handler: async (ctx) => {
      await limitAttempts(deps, ctx.now, [
        { limit: 'register_ip', of: clientOf(ctx.ip) },
        { limit: 'register_all', of: 'installation', max: deps.signIn.registrationsPerHour },
      ]);
      return inSteps(ALIKE_MS, () => registerOwner(deps, ctx, ctx.body));
    },
  });

/**
 * Answers come after a whole multiple of this. Making a tenant takes some appends that telling an address "you have an
 * account" does not, under load 0.3 s more; both end within the same step, so that the time tells nothing either.
 */
const ALIKE_MS = 1_000;

type Call = Pick<RouteContext<unknown, unknown, unknown>, 'requestId' | 'ip' | 'now' | 'logger'>;

async function registerOwner(deps: CommandDeps, call: Call, body: Body): Promise<RouteResult> {
  const { email, name, company } = body;
  const { requestId, ip, now } = call;
  const [tenantId, memberId] = [deps.newId(), deps.newId()];
  const origin = {
    commandId: deps.newId(),
    tenantId,
    actor: { type: 'member', id: memberId },
    requestId,
    ip,
    now,
    deadline: handlerDeadline(now),
    test: false,
  } as const;
  const passwordHash = await hashPassword(body.password, deps.random);
  const owner = { memberId, role: 'owner', email, name, passwordHash, isVerified: false } as const;
  const isNew = await registerMember(deps, owner, {
    origin,
    before: () => makeTenant(deps, { name: company || name || 'Unnamed', tier: 'free_trial' }, origin),
  });
  const accountHash = emailHash(await deps.serviceKeys(), email);
  const { challengeId, code, codeExpiresAt } = await issueChallenge(deps, {
    purpose: 'verify_email',
    memberId: isNew ? memberId : null,
    accountHash,
    requestId,
    ip,
    now,
  });
  if (isNew) await mailCode(deps, { email }, { code }, call.logger);
  else await tellHolder(deps, call, { email, accountHash });
  return {
    status: 201,
    body: { challenge_id: challengeId, code_expires_at: codeExpiresAt.toISOString() },
  };
}

/** At most a few an hour: this mail goes to somebody who may not have asked for it. */
async function tellHolder(
  deps: CommandDeps,
  call: Call,
  { email, accountHash }: { email: string; accountHash: Buffer },
): Promise<void> {
  try {
    const of = accountHash.toString('hex');
    await limitAttempts(deps, call.now, [{ limit: 'register_account', of }]);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'rate_limited')
      return deps.mailer.send(null, call.logger);
    throw error;
  }
  await deps.mailer.send(alreadyRegisteredMail({ to: email, dashboardUrl: deps.dashboardUrl }), call.logger);
}
