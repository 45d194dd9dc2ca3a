import { z } from 'zod';
import { id, truth } from '../../domain/kernel/fields.ts';
import { unauthorized } from '../../shared/admission/identity.ts';
import { scopeSchema } from '../../shared/api-keys/api-key-schema.ts';
import { sha256 } from '../../shared/crypto/seal.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { clientOf, limitAttempts } from '../../shared/sign-in/limits.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { exchangeKey } from './dashboard-session.ts';
import { sessionCookieFields, setCookies } from './schemas.ts';

const keySession = z
  .object({
    tenant_id: id('The tenant of the key.'),
    key_id: id('The key that the session was made from; it ends with it.'),
    scopes: z.array(scopeSchema).meta({ description: 'What the session may do: the scopes of the key.' }),
    test: truth('Whether it is a test key.', false),
    ...sessionCookieFields,
  })
  .meta({ id: 'KeySession', description: 'A dashboard session that was made from an API key.' });

export const exchangeApiKey = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/auth',
    operationId: 'exchangeApiKey',
    summary: 'Exchange an API key for a cookie session',
    description:
      'The key is supplied as Bearer. The session has the scopes and the mode of the key and no team role, lasts 12 ' +
      'hours, and dies with the key. At most 10 per key and 50 per address of the network in an hour.',
    tag: 'Sign-in',
    access: { kind: 'caller', scope: null },
    admission: 'handler',
    responses: {
      200: {
        description: 'The session: sets the cookies svc_session and svc_csrf.',
        schema: keySession,
        headers: setCookies,
      },
    },
    errors: [],
    handler: async (ctx) => {
      const { authorization } = ctx.credentials;
      if (authorization === null) {
        ctx.setRate(await deps.gate.admitAnonymous(ctx));
        throw unauthorized();
      }
      const attempts = [
        { limit: 'key_exchange_ip', of: clientOf(ctx.ip) },
        { limit: 'key_exchange_key', of: sha256(authorization).toString('hex') },
      ] as const;
      try {
        await limitAttempts(deps, ctx.now, attempts);
      } catch (error) {
        ctx.setRate(await deps.gate.admitAnonymous(ctx));
        throw error;
      }
      const { caller, rate } = await deps.gate.authenticate({ ...ctx, demand: ctx.route.demand });
      ctx.setCaller(caller);
      ctx.setRate(rate);
      const { keyId, tenantId, scopes, test } = caller;
      if (keyId === null || test === null) throw new Error('a key was admitted that is none');
      const session = await exchangeKey(deps, { keyId, tenantId, test }, ctx);
      return {
        status: 200,
        body: {
          tenant_id: tenantId,
          key_id: keyId,
          scopes,
          test,
          csrf_token: session.csrfToken,
          expires_at: session.expiresAt.toISOString(),
        },
        headers: { 'Set-Cookie': session.cookies },
      };
    },
  });
