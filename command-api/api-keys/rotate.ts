import { z } from 'zod';
import { readApiKeys } from '../../shared/api-keys/read-api-keys.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import type { RouteResult } from '../../shared/http/route-types.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand, type AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../kernel/command-origin.ts';
import { executeOnApiKey, findLineage } from './aggregate.ts';
import { issuedApiKey } from './create.ts';
import { expiryAt, inUtc, keyInput, keyParams } from './input.ts';
import { identityOf, issuedKey, rawKeyOf } from './raw-key.ts';
import { requireHeldKey } from './receivable.ts';

const body = z
  .strictObject({
    expires_at: keyInput.expires_at
      .nullish()
      .describe(`${keyInput.expires_at.description} Null or left out: as the key before.`),
  })
  .meta({ id: 'RotateApiKey', description: 'What shall be otherwise with the new key; it may be left out.' });

export const rotateKey = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'POST',
    path: '/v1/admin/keys/{key_id}/rotate',
    operationId: 'rotateApiKey',
    summary: 'Replace a key by a new one',
    description:
      'The old key is revoked and a new one, with an id and a secret of its own, takes its place in one step: name, ' +
      "scopes, limits, mode and expiry stay, and the tier's number of keys does not matter. `expires_at` sets another " +
      'expiry. The caller holds every scope of the key, and a key with an end hands out none that ends later, its own ' +
      'successor included (403). A test key rotates test keys only (404 otherwise). A key may rotate itself, but cannot ' +
      'repeat that call, since it is revoked by then: where the answer could get lost, let another key rotate it. A key ' +
      'that has expired is a 404.',
    tag: 'API keys',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    idempotent: true,
    params: keyParams,
    body: body.optional(),
    responses: { 201: { description: 'The new key, with its secret.', schema: issuedApiKey } },
    errors: ['not_found', 'service_unavailable'],
    examples: { body: { expires_at: '2027-03-02T00:00:00.000Z' } },
    handler: (ctx) =>
      executeTenantCommand(
        deps,
        ctx,
        (admitted) =>
          rotate(deps, ctx, admitted, { keyId: ctx.params.key_id, expiresAt: ctx.body?.expires_at }),
        {
          requireReceivable: requireHeldKey(deps),
        },
      ),
  });

async function rotate(
  deps: CommandDeps,
  call: CommandCall,
  admitted: AdmittedTenantCommand,
  { keyId, expiresAt }: { keyId: string; expiresAt: string | null | undefined },
): Promise<RouteResult> {
  const { tenantId, commandId, tenant, caller } = admitted;
  const lineage = await findLineage(deps.poolOf(tenantId), tenantId, keyId);
  const rawKey = rawKeyOf(tenant.seal, commandId, lineage.test);
  const successor = identityOf(rawKey, commandId);
  const command = {
    kind: 'rotate',
    key_id: keyId,
    by: caller,
    ...expiryAt(call.now),
    successor,
    expires_at: inUtc(expiresAt),
  } as const;
  const events = await executeOnApiKey(deps, lineage, command, originOf(call, admitted));
  const issued = issuedKey(events, rawKey);
  // A key that rotates itself stays its maker's, whom the row names.
  const filter = { tenantId, test: caller.test, keyId: issued.key_id };
  const [row] = await readApiKeys(deps.poolOf(tenantId), filter, tenant);
  return { status: 201, body: { ...issued, created_by: row?.created_by ?? issued.created_by } };
}
