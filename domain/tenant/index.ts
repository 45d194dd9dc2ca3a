/** A tenant: tier, token grants, limits. Charges stand on the events that they pay for. */
export { tenantEvents, type TenantEvent } from './events.ts';
export { evolve, noTenant, type TenantState } from './state.ts';
export { decide, type TenantCommand } from './decider.ts';
