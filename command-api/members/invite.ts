import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { INVITED_ROLES, ROLE_SCOPES } from '../../domain/member/index.ts';
import { deprecatedForm, DEPRECATION_HEADERS } from '../../shared/http/deprecation.ts';
import { ApiError, validationError } from '../../shared/http/errors.ts';
import { fieldErrorsOf } from '../../shared/http/field-errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteContext, RouteResult } from '../../shared/http/route-types.ts';
import { emailAddress, memberName } from '../../shared/members/email-schema.ts';
import { loadTeam, teamMemberSchema } from '../../shared/members/team-member.ts';
import { ATTEMPT_LIMITS, limitAttempts } from '../../shared/sign-in/limits.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { requireLive } from '../tenants/live-only.ts';
import { originOf } from '../kernel/command-origin.ts';
import { invite } from './invitations.ts';

const SUCCESSOR = '/v1/admin/team/invite';

const bodySchema = z
  .object({
    email: emailAddress(),
    name: memberName(),
    role: z
      .enum(INVITED_ROLES)
      .meta({
        id: 'InvitedRole',
        description: 'A role that an invitation can carry.',
        examples: ['developer'],
      })
      .default('developer')
      .meta({
        description: 'What the member may do; nobody is invited as an owner.',
        examples: ['developer'],
      }),
  })
  .meta({ id: 'InviteMember', description: 'Who is invited, and as what.' });
type Body = z.output<typeof bodySchema>;

const responses = {
  201: {
    description: 'The invited member. The link is in the mail only.',
    schema: z
      .object({
        ...teamMemberSchema.shape,
        invite_expires_at: instant('Until when the link in the mail works.'),
      })
      .meta({ id: 'InvitedMember', description: 'A member who has not accepted yet.' }),
  },
};
const examples = { body: { email: 'jana@clinic.example', name: 'Jana Nová', role: 'developer' } };

const description =
  'Sends a link that works once within 7 days. Somebody who was invited before and has not accepted gets a new link, ' +
  'and the one before is dead. The caller must hold every scope of the role; a test key gets 403. An address that belongs to a member of ' +
  'another tenant is invited like any other: accepting the invitation answers 409. One of a member of this team is a ' +
  `409, a team that is full a 422. At most ${ATTEMPT_LIMITS.invite_tenant.limit} invitations an hour of a tenant, and ` +
  `${ATTEMPT_LIMITS.invite_account.limit} of them to one address (429).`;

const INVITE = {
  method: 'POST',
  description,
  tag: 'Team',
  admission: 'handler',
  idempotent: true,
  body: bodySchema,
  responses,
  errors: ['conflict', 'service_unavailable'],
  examples,
} as const;

/** With an API key, or with a dashboard session of an owner or admin. */
export const inviteMember = (deps: CommandDeps): Route =>
  defineRoute({
    ...INVITE,
    path: SUCCESSOR,
    operationId: 'inviteMember',
    summary: 'Invite a team member',
    access: { kind: 'caller', scope: 'admin:write' },
    handler: (ctx) => executeInvite(deps, ctx, ctx.body),
  });

/** The same for the dashboard's own pages. */
export const inviteMemberFromDashboard = (deps: CommandDeps): Route =>
  defineRoute({
    ...INVITE,
    path: '/v1/dashboard/team/invite',
    operationId: 'inviteMemberFromDashboard',
    summary: 'Invite a team member with a dashboard session',
    access: { kind: 'caller', scope: 'admin:write', session: true, roles: ['owner', 'admin'] },
    handler: (ctx) => executeInvite(deps, ctx, ctx.body),
  });

/**
 * The first path of this call. Until its sunset it does the same as its successor. After that it answers 410 to
 * everybody, whatever they send; so credential and body are checked here and not by the route.
 */
export const inviteMemberOldPath = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/auth/invite',
    operationId: 'inviteMemberOldPath',
    summary: 'Invite a team member (removed)',
    description: `Replaced by POST ${SUCCESSOR}. It answers 410 to everybody; Link names the successor.`,
    tag: 'Deprecated',
    access: { kind: 'public' },
    admission: 'gate',
    idempotent: true,
    body: z.unknown().optional(),
    responses: { 201: { ...responses[201], headers: DEPRECATION_HEADERS } },
    errors: ['gone', 'unauthorized', 'forbidden', 'conflict', 'service_unavailable'],
    examples,
    deprecated: true,
    isRemoved: true,
    handler: async (ctx) => {
      const sunset = deps.sunsets.invitePath;
      const advice = `use ${SUCCESSOR}`;
      const headers = deprecatedForm({ sunset, successor: SUCCESSOR, advice }, ctx.now);
      const body = bodySchema.strict().safeParse(ctx.body);
      if (!body.success) throw validationError(fieldErrorsOf(body.error.issues, ctx.body));
      const demand = { scope: 'admin:write', session: false, roles: null, feature: null } as const;
      const result = await executeInvite(deps, { ...ctx, route: { ...ctx.route, demand } }, body.data);
      return { ...result, headers: { ...result.headers, ...headers } };
    },
  });

type Call = Omit<RouteContext<unknown, unknown, unknown>, 'caller'>;

const executeInvite = (deps: CommandDeps, call: Call, body: Body): Promise<RouteResult> =>
  executeTenantCommand(deps, call, (admitted) => carryOut(deps, call, { admitted, body }));

/** The mail stands in the outbox before the answer: see `Mailer`. A replay never comes here, and sends none. */
async function carryOut(
  deps: CommandDeps,
  call: Call,
  { admitted, body }: { admitted: AdmittedTenantCommand; body: Body },
): Promise<RouteResult> {
  const { tenantId, caller } = admitted;
  requireLive(caller);
  if (!ROLE_SCOPES[body.role].every((scope) => caller.scopes.includes(scope))) {
    throw new ApiError('forbidden', 'The credential lacks a scope of the role that it would give.');
  }
  await limitAttempts(deps, call.now, [
    { limit: 'invite_tenant', of: tenantId },
    { limit: 'invite_account', of: `${tenantId}|${body.email.toLowerCase()}` },
  ]);
  const { memberId, mail } = await invite(deps, body, originOf(call, admitted));
  await deps.mailer.send(mail, call.logger);
  const [invited] = await loadTeam(
    { sql: deps.poolOf(tenantId), dataKeys: deps.dataKeys },
    tenantId,
    memberId,
  );
  if (!invited) throw new ApiError('conflict', 'The invitation was withdrawn at once.');
  return { status: 201, body: { ...invited.member, invite_expires_at: invited.row.invite_expires_at } };
}
