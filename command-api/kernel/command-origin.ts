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
};

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
});
