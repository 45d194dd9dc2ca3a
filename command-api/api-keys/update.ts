import { z } from 'zod';
import { apiKeySchema } from '../../shared/api-keys/api-key-schema.ts';
import { readApiKeys } from '../../shared/api-keys/read-api-keys.ts';
import { ApiError } from '../../shared/http/errors.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { givenFields } from '../kernel/given-fields.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../kernel/command-origin.ts';
import { executeOnApiKey, findLineage } from './aggregate.ts';
import { keyInput, keyParams } from './input.ts';

const body = z
  .object({
    name: keyInput.name.nullish(),
    scopes: keyInput.scopes.nullish(),
    rate_limit_rpm: keyInput.rate_limit_rpm.nullish(),
  })
  .meta({ id: 'UpdateApiKey', description: 'What to change; what is left out or null stays.' });

export const updateKey = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PATCH',
    path: '/v1/admin/keys/{key_id}',
    operationId: 'updateApiKey',
    summary: 'Change name, scopes or limit of a key',
    description:
      'A field that is null or left out stays as it is. The caller holds every scope that the key has and every scope ' +
      'that it shall have, and a key with an end adds no scope to a key that ends later (403). It takes effect with the ' +
      'answer. A test key changes test keys only (404 otherwise).',
    tag: 'API keys',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    params: keyParams,
    body,
    responses: { 200: { description: 'The key as it is now.', schema: apiKeySchema } },
    errors: ['not_found', 'service_unavailable'],
    examples: { body: { name: 'Ward 5', scopes: ['sessions:read'], rate_limit_rpm: null } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, (admitted) =>
        update(deps, ctx, admitted, { keyId: ctx.params.key_id, body: ctx.body }),
      ),
  });

async function update(
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedTenantCommand,
  request: { keyId: string; body: z.output<typeof body> },
): Promise<RouteResult> {
  const { tenantId, caller, tenant } = admitted;
  const { keyId } = request;
  const pool = deps.poolOf(tenantId);
  const lineage = await findLineage(pool, tenantId, keyId);
  const changes = givenFields(request.body);
  const command = { kind: 'update', key_id: keyId, by: caller, at: call.now.toISOString(), changes } as const;
  await executeOnApiKey(deps, lineage, command, originOf(call, admitted));
  const [key] = await readApiKeys(pool, { tenantId, test: caller.test, keyId }, tenant);
  // Somebody rotated or revoked it right after.
  if (key === undefined) throw new ApiError('not_found', 'The API key does not exist.');
  return { status: 200, body: key };
}
