import { z } from 'zod';
import { apiKeySchema } from '../../shared/api-keys/api-key-schema.ts';
import { readApiKeys } from '../../shared/api-keys/read-api-keys.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { callerOf } from '../kernel/caller.ts';
import type { QueryDeps } from '../kernel/deps.ts';

export const listApiKeys = (deps: QueryDeps): Route =>
  defineRoute({
    method: 'GET',
    path: '/v1/admin/keys',
    operationId: 'listApiKeys',
    summary: 'Active keys of the tenant',
    description:
      'Without their secrets. A test key sees test keys only; live keys and members see both modes, which `key_prefix` ' +
      'tells apart. A key that has expired is not listed, as one that was revoked.',
    tag: 'API keys',
    access: { kind: 'caller', scope: 'admin:read' },
    admission: 'gate',
    responses: { 200: { description: 'Oldest first.', schema: z.array(apiKeySchema) } },
    errors: ['service_unavailable'],
    handler: async (ctx) => {
      const { tenantId, test } = callerOf(ctx);
      const pool = deps.poolOf(tenantId);
      const tenant = await deps.dataKeys.tenantKeys(pool, tenantId);
      return { status: 200, body: await readApiKeys(pool, { tenantId, test, unexpiredAt: ctx.now }, tenant) };
    },
  });
