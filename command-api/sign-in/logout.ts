import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { signOut } from './dashboard-session.ts';

export const logout = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/auth/logout',
    operationId: 'logout',
    summary: 'Sign out',
    description:
      'Ends the cookie session that makes the call, in every process at once, and clears its cookies. The browser ' +
      'stays a trusted one.',
    tag: 'Sign-in',
    access: { kind: 'caller', scope: null, session: true },
    admission: 'gate',
    responses: {
      200: {
        description: 'Signed out.',
        schema: z
          .object({ logged_out: z.literal(true).meta({ description: 'The dashboard session is over.' }) })
          .meta({ id: 'LoggedOut', description: 'The end of a dashboard session.' }),
        headers: {
          'Set-Cookie': {
            description: 'Clears the cookies svc_session and svc_csrf.',
            example: 'svc_session=; Path=/; Max-Age=0',
          },
        },
      },
    },
    errors: [],
    handler: async (ctx) => {
      const sessionId = ctx.caller?.sessionId ?? null;
      if (ctx.caller === null || sessionId === null) throw new Error('a route for sessions ran without one');
      const { tenantId, actor, test } = ctx.caller;
      const cookies = await signOut(deps, { sessionId, tenantId, actor, test: test ?? false }, ctx);
      return { status: 200, body: { logged_out: true }, headers: { 'Set-Cookie': cookies } };
    },
  });
