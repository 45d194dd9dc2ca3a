import { z } from 'zod';
import { ROLES, type Role } from '../../domain/member/index.ts';
import { deprecatedForm, DEPRECATION_HEADERS } from '../../shared/http/deprecation.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import { uuid } from '../../shared/http/schemas.ts';
import { teamMemberSchema } from '../../shared/members/team-member.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../tenants/origin.ts';
import { changeMember, showMember } from './change-member.ts';

const PATH = '/v1/admin/team/{member_id}/role';
/** What the query form means where it names no role (interface, "Other endpoints"). */
const QUERY_DEFAULT: Role = 'viewer';
/** The query form's end is announced so long before (interface, "Versioning"). */
const NOTICE_MS = 90 * 86_400_000;

const query = z.object({
  role: z
    .enum(ROLES)
    .optional()
    .meta({
      description: `Deprecated: send the JSON body. Without both, ${QUERY_DEFAULT} is meant.`,
      deprecated: true,
    }),
});

const body = z.strictObject({ role: z.enum(ROLES) }).meta({ id: 'ChangeRole' });

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
    params: z.object({ member_id: uuid() }),
    query,
    body: body.optional(),
    responses: {
      200: { description: 'The member.', schema: teamMemberSchema, headers: DEPRECATION_HEADERS },
    },
    errors: ['bad_request', 'not_found', 'conflict', 'gone', 'service_unavailable'],
    examples: { body: { role: 'admin' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted): Promise<RouteResult> => {
        const { role, headers } = roleOf(deps, ctx);
        const memberId = ctx.params.member_id;
        const origin = originOf(ctx, admitted);
        await changeMember(deps, memberId, {
          command: { kind: 'change_role', role },
          origin,
          endsOwnership: role !== 'owner',
        });
        return { status: 200, body: await showMember(deps, admitted.tenantId, memberId), headers };
      }),
  });

/** The role that a call names, and what the deprecated form of naming it adds to the answer. Throws 400, 410. */
function roleOf(
  deps: CommandDeps,
  call: {
    params: { member_id: string };
    query: { role?: Role | undefined };
    body: { role: Role } | undefined;
    now: Date;
  },
): { role: Role; headers: Record<string, string> } {
  if (call.body !== undefined) {
    if (call.query.role === undefined) return { role: call.body.role, headers: {} };
    throw new ApiError('bad_request', 'The role is given twice: in the body and in the query string.');
  }
  const sunset = deps.sunsets.roleQuery;
  const headers = deprecatedForm(
    {
      since: new Date(sunset.getTime() - NOTICE_MS),
      sunset,
      successor: PATH.replace('{member_id}', call.params.member_id),
      advice: 'use request body instead',
    },
    call.now,
  );
  return { role: call.query.role ?? QUERY_DEFAULT, headers };
}
