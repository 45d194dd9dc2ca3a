import { z } from 'zod';
import { instant } from '../../domain/kernel/fields.ts';
import { apiKeyFields } from '../../shared/api-keys/api-key-schema.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../kernel/command-origin.ts';
import { executeOnApiKey, findLineage } from './aggregate.ts';
import { keyParams } from './input.ts';

const revoked = z
  .object({
    revoked: z.literal(true).meta({ description: 'The key is refused from now on.' }),
    key_id: apiKeyFields.key_id,
    revoked_at: instant('From when on it is refused.'),
  })
  .meta({ id: 'RevokedApiKey', description: 'The end of a key.' });

export const revokeKey = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/admin/keys/{key_id}',
    operationId: 'revokeApiKey',
    summary: 'Revoke a key',
    description:
      'It is refused everywhere from the moment of the answer, and so are dashboard sessions that were made from it. ' +
      'A key may revoke itself. A test key revokes test keys only (404 otherwise); a key that is revoked already is a ' +
      '404.',
    tag: 'API keys',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    params: keyParams,
    responses: { 200: { description: 'The key is revoked.', schema: revoked } },
    errors: ['not_found', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { tenantId, caller } = admitted;
        const { key_id: keyId } = ctx.params;
        const lineage = await findLineage(deps.poolOf(tenantId), tenantId, keyId);
        const command = { kind: 'revoke', key_id: keyId, by: caller, reason: 'deleted' } as const;
        const [event] = await executeOnApiKey(deps, lineage, command, originOf(ctx, admitted));
        if (event === undefined) throw new Error('a revocation left no event');
        return { status: 200, body: { revoked: true, key_id: keyId, revoked_at: event.at } };
      }),
  });
