import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { loadTeam, teamMemberSchema } from '../../shared/members/team-member.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

export const listTeam = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/team',
    operationId: 'listTeam',
    summary: 'Members of the team',
    description: 'Open invitations (`accepted_at` null) and deactivated members are listed too.',
    tag: 'Team',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    responses: {
      200: { description: 'Oldest first, deactivated members last.', schema: z.array(teamMemberSchema) },
    },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId } = callerOf(ctx);
      const team = await loadTeam({ sql: deps.poolOf(tenantId), dataKeys: deps.dataKeys }, tenantId);
      return { status: 200, body: team.map(({ member }) => member) };
    },
  });
