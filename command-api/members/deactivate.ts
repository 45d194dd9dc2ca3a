import { defineRoute, type Route } from '../../shared/http/route.ts';
import { teamMemberSchema, memberParams } from '../../shared/members/team-member.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../kernel/command-origin.ts';
import { changeMember, showMember } from './change-member.ts';

export const deactivateMember = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/admin/team/{member_id}',
    operationId: 'deactivateMember',
    summary: 'Deactivate a team member',
    description:
      'Sessions and trusted browsers of the member end at once, and the address may be invited again. An invitation ' +
      'that nobody has accepted is withdrawn. A team keeps at least one owner (409).',
    tag: 'Team',
    access: { kind: 'caller', scope: 'admin:write', session: true, roles: ['owner'] },
    admission: 'handler',
    params: memberParams,
    responses: { 200: { description: 'The member, no longer active.', schema: teamMemberSchema } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { tenantId } = admitted;
        const memberId = ctx.params.member_id;
        await changeMember(deps, memberId, {
          command: { kind: 'deactivate' },
          origin: originOf(ctx, admitted),
          endsOwnership: true,
        });
        // The row alone refuses the member's calls by now; this leaves nothing behind that an error could bring back.
        await deps
          .poolOf(tenantId)
          .query('SELECT ops.revoke_sign_ins($1, $2, $3)', [tenantId, memberId, ctx.now]);
        return { status: 200, body: await showMember(deps, tenantId, memberId) };
      }),
  });
