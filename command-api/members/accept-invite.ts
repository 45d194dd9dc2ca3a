import { z } from 'zod';
import { invalidInvitation } from '../../domain/member/index.ts';
import { sha256 } from '../../shared/crypto/seal.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteContext } from '../../shared/http/route-types.ts';
import { memberName } from '../../shared/members/email-schema.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { teamMemberSchema, type TeamMember } from '../../shared/members/team-member.ts';
import { ATTEMPT_LIMITS, clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import { newPassword } from '../sign-in/new-password.ts';
import { hashPassword } from '../sign-in/passwords.ts';
import { handlerDeadline } from '../kernel/append-attempts.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnMember } from './aggregate.ts';
import { showMember } from './change-member.ts';
import { withAddress } from './registrations.ts';

const bodySchema = z
  .object({
    token: boundedText(1, 200).meta({
      description: 'The token of the link in the mail.',
      examples: ['k3J0pX2Yw1sVt4uQe7rZb9nMa6cLd8fGh5iTj0oPqRs'],
    }),
    password: newPassword(),
    name: memberName(),
  })
  .meta({ id: 'AcceptInvite', description: 'The invitation, and the password of the new account.' });
type Body = z.output<typeof bodySchema>;

export const acceptInvite = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/accept-invite',
    operationId: 'acceptInvite',
    summary: 'Accept an invitation',
    description:
      'Makes the account, whose address counts as verified: the token came by mail. Sign in afterwards. An empty name ' +
      'keeps the one of the invitation. An unknown, used, replaced or lapsed token is a 422, an address that has an ' +
      `account meanwhile a 409. At most ${ATTEMPT_LIMITS.accept_ip.limit} attempts an hour from one IP.`,
    tag: 'Sign-in',
    access: { kind: 'public' },
    admission: 'gate',
    body: bodySchema,
    responses: { 201: { description: 'The member, active.', schema: teamMemberSchema } },
    errors: ['conflict', 'service_unavailable'],
    examples: {
      body: {
        token: 'k3J0pX2Yw1sVt4uQe7rZb9nMa6cLd8fGh5iTj0oPqRs',
        password: 'a long and unusual phrase',
        name: 'Jana Nová',
      },
    },
    handler: async (ctx) => {
      await limitAttempts(deps, ctx.now, [{ limit: 'accept_ip', of: clientOf(ctx.ip) }]);
      return { status: 201, body: await accept(deps, ctx, ctx.body) };
    },
  });

type Call = Pick<RouteContext<unknown, unknown, unknown>, 'requestId' | 'ip' | 'now'>;

async function accept(deps: CommandDeps, call: Call, body: Body): Promise<TeamMember> {
  const { requestId, ip, now } = call;
  const tokenHash = sha256(body.token);
  const { rows } = await deps.pool.query<{ member_id: string; tenant_id: string; email_hash: Buffer }>(
    'SELECT member_id, tenant_id, email_hash FROM ops.find_invitation($1)',
    [tokenHash],
  );
  const invitation = rows[0];
  if (!invitation) throw invalidInvitation();
  const { member_id: memberId, tenant_id: tenantId, email_hash } = invitation;
  const password_hash = await hashPassword(body.password, deps.random);
  const actor = { type: 'member', id: memberId } as const;
  const deadline = handlerDeadline(now);
  const origin = { commandId: deps.newId(), tenantId, actor, requestId, ip, now, deadline, test: false };
  const claimant = { tenantId, memberId, emailHash: email_hash, isProven: true, origin };
  const accepted = await withAddress(deps, claimant, () =>
    executeOnMember(deps, memberId, {
      command: {
        kind: 'accept',
        token_hash: tokenHash.toString('hex'),
        password_hash,
        name: body.name === '' ? null : body.name,
        now: now.toISOString(),
      },
      origin,
    }),
  );
  if (accepted === null) throw new ApiError('conflict', 'The address is registered already.');
  return showMember(deps, tenantId, memberId);
}
