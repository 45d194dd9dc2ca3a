import type { CommandCall } from '../kernel/command-call.ts';
import type { StreamCommand } from '../kernel/execute-on-stream.ts';
import type { AdmittedTenantCommand } from '../kernel/tenant-command.ts';

/** Whose command it is, and where it comes from: what its events record besides their content. */
export type CommandOrigin = Omit<StreamCommand<unknown>, 'stream' | 'command'>;

/** The origin of an admitted call. */
export const originOf = (call: CommandCall, admitted: AdmittedTenantCommand): CommandOrigin => ({
  commandId: admitted.commandId,
  tenantId: admitted.tenantId,
  actor: admitted.caller.actor,
  requestId: call.requestId,
  ip: call.ip,
  now: call.now,
  test: admitted.test,
});
