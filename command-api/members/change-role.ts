import { z } from 'zod';
import type { Role } from '../../domain/member/index.ts';
import { DEPRECATION_HEADERS, fromBodyOrQuery } from '../../shared/http/deprecation.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { memberParams, roleSchema, teamMemberSchema } from '../../shared/members/team-member.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../kernel/command-origin.ts';
import { changeMember, showMember } from './change-member.ts';

const PATH = '/v1/admin/team/{member_id}/role';
/** What the query form means where it names no role (interface, "Other endpoints"). */
const QUERY_DEFAULT: Role = 'viewer';

const query = z.object({
  role: roleSchema.optional().meta({
    description: `Deprecated: send the JSON body. Without both, ${QUERY_DEFAULT} is meant.`,
    deprecated: true,
    examples: [QUERY_DEFAULT],
  }),
});

const body = z
  .strictObject({ role: roleSchema.describe('What the member may do from now on.') })
  .meta({ id: 'ChangeRole', description: 'The new role of the member.' });

export const changeRole = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: PATH,
    operationId: 'changeMemberRole',
    summary: "Change a team member's role",
    description:
      'Effective at once, for sessions that are open as well. A team keeps at least one owner (409). The form without ' +
      'a body, with the role as query parameter, is deprecated: its answers carry Deprecation, Sunset, Link and ' +
      'Warning until the sunset, and it is a 410 from then on. Body and query parameter together are a 400.',
    tag: 'Team',
    access: { kind: 'caller', scope: 'admin:write', session: true, roles: ['owner'] },
    admission: 'handler',
    params: memberParams,
    query,
    body: body.optional(),
    responses: {
      200: { description: 'The member.', schema: teamMemberSchema, headers: DEPRECATION_HEADERS },
    },
    errors: ['bad_request', 'not_found', 'conflict', 'gone', 'service_unavailable'],
    examples: { body: { role: 'admin' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted): Promise<RouteResult> => {
        const memberId = ctx.params.member_id;
        const { value: role, headers } = fromBodyOrQuery(
          { name: 'role', body: ctx.body?.role, query: ctx.query.role, queryDefault: QUERY_DEFAULT },
          { sunset: deps.sunsets.roleQuery, successor: PATH.replace('{member_id}', memberId) },
          ctx.now,
        );
        const origin = originOf(ctx, admitted);
        await changeMember(deps, memberId, {
          command: { kind: 'change_role', role },
          origin,
          endsOwnership: role !== 'owner',
        });
        return { status: 200, body: await showMember(deps, admitted.tenantId, memberId), headers };
      }),
  });
