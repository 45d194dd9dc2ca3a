import { z } from 'zod';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { boundedText } from '../../shared/http/schemas.ts';
import { readRetention, retentionDays, retentionSchema } from '../../shared/tenants/retention-schema.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { originOf } from '../kernel/command-origin.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { requireLive } from './live-only.ts';
import { executeOnTenant } from './operations.ts';

const body = z
  .object({
    retention_days: retentionDays,
    reason: boundedText(0, 500)
      .nullish()
      .meta({
        description: 'Why it is changed: for the audit trail, stored sealed.',
        examples: ['records policy 7.2'],
      }),
  })
  .meta({ id: 'ChangeRetention', description: 'How long the tenant shall keep its sessions.' });

export const changeRetention = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'PUT',
    path: '/v1/admin/retention',
    operationId: 'setRetention',
    summary: 'Set how long sessions are kept',
    description:
      'Holds for the sessions that stand already, live and test, as for those to come: after a shorter time is set, what is ' +
      'older is deleted within minutes, for good, except what is under legal hold. The change is audited. A test key gets ' +
      '403.',
    tag: 'Tenant',
    access: { kind: 'caller', scope: 'admin:write' },
    admission: 'handler',
    body,
    responses: { 200: { description: 'The retention as it is now.', schema: retentionSchema } },
    errors: ['service_unavailable'],
    examples: { body: { retention_days: 90, reason: 'records policy 7.2' } },
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        requireLive(admitted.caller);
        const { retention_days, reason = null } = ctx.body;
        const command = { kind: 'change_retention', retention_days, reason } as const;
        await executeOnTenant(deps, command, originOf(ctx, admitted));
        const { tenantId } = admitted;
        return { status: 200, body: await readRetention(deps.poolOf(tenantId), tenantId) };
      }),
  });
