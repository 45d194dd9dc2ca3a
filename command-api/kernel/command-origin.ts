import type { TenantKeys } from '../../shared/crypto/data-keys.ts';
import type { OnBehalfOf } from '../../shared/event-log/on-behalf-of.ts';
import type { EventMetadata, NewMetadata } from '../../shared/event-log/stored-event.ts';
import type { CommandCall } from './command-call.ts';
import type { AdmittedCommand } from './execute-command.ts';

/** Who sent a command, and from where: its events record this beside their content. */
export type CommandOrigin = {
  commandId: string;
  tenantId: string;
  actor: EventMetadata['actor'];
  requestId: string;
  /** Null for an operator. */
  ip: string | null;
  now: Date;
  /** When the handler gives up; null where nobody waits for the command. */
  deadline: Date | null;
  test: boolean;
  /** For whom the caller sent it; left out where it named nobody. */
  onBehalfOf?: OnBehalfOf | undefined;
};

/** For whom a call says that it is made. */
export const onBehalfOf = (
  { onBehalfOf: endUser }: Pick<CommandCall, 'onBehalfOf'>,
  tenant: Pick<TenantKeys, 'seal'>,
): OnBehalfOf | undefined => (endUser === null ? undefined : { endUser, key: tenant.seal });

/** The origin of an admitted call. */
export const originOf = (call: CommandCall, admitted: AdmittedCommand): CommandOrigin => ({
  commandId: admitted.commandId,
  tenantId: admitted.tenantId,
  actor: admitted.caller.actor,
  requestId: call.requestId,
  ip: call.ip,
  now: call.now,
  deadline: admitted.deadline,
  test: admitted.test,
  onBehalfOf: onBehalfOf(call, admitted.tenant),
});

/** The metadata of the command's events. `engineVersion` is that of the engine that decided. */
export const metadataOf = (origin: CommandOrigin, engineVersion: string | null): NewMetadata => ({
  tenant_id: origin.tenantId,
  actor: origin.actor,
  request_id: origin.requestId,
  ip: origin.ip,
  causation_id: null,
  engine_version: engineVersion,
  occurred_at: origin.now.toISOString(),
  test: origin.test,
  on_behalf_of: origin.onBehalfOf,
});
