import { decide, evolve, noTenant, type TenantCommand, type TenantEvent } from '../../domain/tenant/index.ts';
import type { TenantState } from '../../domain/tenant/state.ts';
import type { TierName } from '../../domain/tenant/tiers.ts';
import { storeKeys, tenantKeyId } from '../../shared/crypto/data-keys.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { tenantStream } from '../../shared/event-log/streams.ts';
import { applyTenantEvents } from '../../shared/read-models/tenant-rows.ts';
import type { CommandDeps } from '../kernel/deps.ts';
import { executeOnStream, type Aggregate } from '../kernel/execute-on-stream.ts';
import type { CommandOrigin } from '../kernel/command-origin.ts';

const tenantAggregate: Aggregate<TenantState, TenantCommand, TenantEvent> = {
  initial: noTenant,
  decide,
  evolve,
  apply: applyTenantEvents,
};

export type OperatorDeps = Pick<
  CommandDeps,
  'pool' | 'poolOf' | 'log' | 'codec' | 'dataKeys' | 'random' | 'now' | 'newId'
>;

const OPERATOR = { type: 'operator', id: 'cli' } as const;

/** Makes a tenant with its tier's included tokens. Returns its id. */
export async function registerTenant(
  deps: OperatorDeps,
  tenant: { name: string; tier: TierName },
): Promise<string> {
  const tenantId = deps.newId();
  const now = deps.now();
  const key = await deps.dataKeys.make(tenantKeyId(tenantId), 'tenant');
  await storeKeys(deps.poolOf(tenantId), { tenantId, subjectId: tenantId, now }, [key]);
  await execute(deps, tenantId, { kind: 'register', ...tenant });
  return tenantId;
}

/** Grants tokens. Throws DomainError `not_found`. */
export const topUp = (deps: OperatorDeps, tenantId: string, tokens: number): Promise<void> =>
  execute(deps, tenantId, { kind: 'top_up', tokens });

/** Changes what an operator may set. Throws DomainError `not_found`. */
export const changeSettings = (
  deps: OperatorDeps,
  tenantId: string,
  settings: Omit<Extract<TenantCommand, { kind: 'change_settings' }>, 'kind'>,
): Promise<void> => execute(deps, tenantId, { kind: 'change_settings', ...settings });

/** Gives the tenant a tier, with the tokens of an upgrade. Throws DomainError `not_found`. */
export const setTier = (deps: OperatorDeps, tenantId: string, to: TierName): Promise<void> =>
  execute(deps, tenantId, { kind: 'change_tier', to, at: deps.now().toISOString() });

/** Sets or clears the tenant's rate-limit override, effective from the next call on. */
export const overrideRateLimit = (
  deps: OperatorDeps,
  tenantId: string,
  rate_limit_rpm: number | null,
): Promise<void> => execute(deps, tenantId, { kind: 'override_rate_limit', rate_limit_rpm, reason: null });

/** The origin of what an operator does from the command line. */
export function operatorOrigin(deps: Pick<OperatorDeps, 'now' | 'newId'>, tenantId: string): CommandOrigin {
  const commandId = deps.newId();
  return {
    commandId,
    tenantId,
    actor: OPERATOR,
    requestId: commandId,
    ip: null,
    now: deps.now(),
    deadline: null,
    test: false,
  };
}

/** Carries out a command on a tenant. Throws DomainError. */
export const executeOnTenant = (
  deps: OperatorDeps,
  command: TenantCommand,
  origin: CommandOrigin,
): Promise<DecodedEvent<TenantEvent>[]> =>
  executeOnStream(deps, tenantAggregate, { ...origin, stream: tenantStream(origin.tenantId), command });

const execute = async (deps: OperatorDeps, tenantId: string, command: TenantCommand): Promise<void> => {
  await executeOnTenant(deps, command, operatorOrigin(deps, tenantId));
};
