import { ApiError } from '../../shared/http/errors.ts';
import {
  presentDelivery,
  type DeliveryRecord,
  type DeliveryRow,
} from '../../shared/webhooks/delivery-record.ts';
import type { AccessAction } from '../../domain/access/events.ts';
import type { CommandCall } from '../kernel/command-call.ts';
import { accessOfCall } from '../kernel/access-of-call.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import type { AdmittedTenantCommand } from '../kernel/tenant-command.ts';
import {
  findDelivery,
  type AccessOf,
  type ChangedDelivery,
  type DeliveryChange,
} from './delivery-changes.ts';

export type DeliveryCommand = {
  deps: CommandDeps;
  call: CommandCall;
  admitted: AdmittedTenantCommand;
  deliveryId: string;
  action: AccessAction;
  /** Changes the row where its state allows it. */
  change: (change: DeliveryChange, accessOf: AccessOf) => Promise<ChangedDelivery | null>;
  /** Why a delivery that stands like this cannot be changed. */
  refusal: (row: DeliveryRow) => string;
};

/**
 * Carries out what an administrator does to one delivery. A call that was repeated after a crash finds the row as it
 * left it, and answers. Throws 404 for a delivery that the caller does not see, 409 where its state does not allow it.
 */
export async function changeDelivery(command: DeliveryCommand): Promise<DeliveryRecord> {
  const { deps, call, admitted, action, deliveryId } = command;
  const { tenantId, commandId, caller, tenant } = admitted;
  const pool = deps.poolOf(tenantId);
  const change = { tenantId, deliveryId, test: caller.test, commandId, now: call.now };
  const subject = { type: 'webhook_delivery', id: deliveryId } as const;
  const changed = await command.change(change, ({ test }) =>
    accessOfCall(deps, command, { action, subject, test }),
  );
  if (changed) return presentDelivery(changed, tenant.seal);
  const row = await findDelivery(pool, change);
  if (!row) throw new ApiError('not_found', 'The delivery does not exist.');
  if (row.last_command_id === commandId) return presentDelivery(row, tenant.seal);
  throw new ApiError('conflict', row.resolved_at ? 'The delivery is resolved.' : command.refusal(row));
}
