import { sealForAccess, type Access } from '../../shared/audit/record-access.ts';
import type { CommandCall } from './command-call.ts';
import { onBehalfOf } from './command-origin.ts';
import type { CommandDeps } from './deps.ts';
import type { AdmittedCommand } from './execute-command.ts';

/** What the audit trail is told of an admitted call that leaves no event of its own, with a fresh id. */
export function accessOfCall(
  { newId, random }: Pick<CommandDeps, 'newId' | 'random'>,
  { call, admitted }: { call: CommandCall; admitted: AdmittedCommand },
  what: Pick<Access, 'action' | 'subject' | 'test'>,
): { accessId: string; access: Access } {
  const { tenantId, tenant, caller } = admitted;
  const accessId = newId();
  return {
    accessId,
    access: {
      ...what,
      tenantId,
      actor: caller.actor,
      requestId: call.requestId,
      ip: call.ip,
      at: call.now,
      onBehalfOf: sealForAccess(onBehalfOf(call, tenant), { tenantId, accessId }, random),
    },
  };
}
