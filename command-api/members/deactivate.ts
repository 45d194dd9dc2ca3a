import { z } from 'zod';
import { apiKeyFields } from '../../shared/api-keys/api-key-schema.ts';
import { defineRoute, type Route } from '../../shared/http/route.ts';
import { onOff } from '../../shared/http/schemas.ts';
import { teamMemberSchema, memberParams } from '../../shared/members/team-member.ts';
import { keysMadeBy, revokeKeys } from '../api-keys/made-by.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeTenantCommand } from '../kernel/tenant-command.ts';
import { originOf } from '../kernel/command-origin.ts';
import { changeMember, showMember } from './change-member.ts';

const query = z.object({
  revoke_keys: onOff.default('false').meta({
    description:
      'Whether keys that the member made, or that were made with one of these, are revoked as well.',
    examples: ['true'],
  }),
});

const keyIds = (description: string) => z.array(apiKeyFields.key_id).meta({ description });
const deactivated = z
  .object({
    ...teamMemberSchema.shape,
    keys_revoked: keyIds('Keys of the member that are revoked by this call.'),
    keys_left: keyIds('Keys of the member that go on working: what they made is not theirs alone.'),
  })
  .meta({
    id: 'DeactivatedMember',
    description: 'The member, no longer active, and the keys that were theirs.',
  });

export const deactivateMember = (deps: CommandDeps): Route =>
  defineRoute({
    method: 'DELETE',
    path: '/v1/admin/team/{member_id}',
    operationId: 'deactivateMember',
    summary: 'Deactivate a team member',
    description:
      'Sessions and trusted browsers of the member end at once, and the address may be invited again. An invitation ' +
      'that nobody has accepted is withdrawn. A team keeps at least one owner (409). Keys that the member made go on ' +
      'working unless `revoke_keys` is true; the answer names them.',
    tag: 'Team',
    access: { kind: 'caller', scope: 'admin:write', session: true, roles: ['owner'] },
    admission: 'handler',
    params: memberParams,
    query,
    responses: { 200: { description: 'The member, no longer active.', schema: deactivated } },
    errors: ['not_found', 'conflict', 'service_unavailable'],
    handler: (ctx) =>
      executeTenantCommand(deps, ctx, async (admitted) => {
        const { tenantId } = admitted;
        const memberId = ctx.params.member_id;
        const origin = originOf(ctx, admitted);
        await changeMember(deps, memberId, {
          command: { kind: 'deactivate' },
          origin,
          endsOwnership: true,
        });
        // The row alone refuses the member's calls by now; this leaves nothing behind that an error could bring back.
        await deps
          .poolOf(tenantId)
          .query('SELECT ops.revoke_sign_ins($1, $2, $3)', [tenantId, memberId, ctx.now]);
        const keys = await keysMadeBy(deps.poolOf(tenantId), tenantId, memberId);
        const isRevoking = ctx.query.revoke_keys === 'true';
        if (isRevoking) await revokeKeys(deps, keys, { by: admitted.caller, origin });
        const key_ids = keys.map(({ key_id }) => key_id);
        const member = await showMember(deps, tenantId, memberId);
        const keys_revoked = isRevoking ? key_ids : [];
        const keys_left = isRevoking ? [] : key_ids;
        return { status: 200, body: { ...member, keys_revoked, keys_left } };
      }),
  });
