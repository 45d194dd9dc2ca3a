import type { Sql } from '../shared/postgres/pool.ts';
import type { LogEvent } from '../shared/projection/projection.ts';
import { isSubscriptionChange } from './endpoint-changes.ts';
import { loadTargets, type Target, type Targets } from './endpoint-rows.ts';
import type { PublicEvent } from './public-events.ts';

/** The active endpoints of the tenants of some events, with an entry also for each tenant that subscribes among them. */
export async function targetsOf(events: readonly LogEvent[], sql: Sql): Promise<Targets> {
  const targets: Targets = new Map();
  for (const target of await loadTargets(
    sql,
    events.map((event) => event.metadata.tenant_id),
  )) {
    const ofTenant = targets.get(target.tenantId) ?? new Map<string, Target>();
    targets.set(target.tenantId, ofTenant.set(target.subscriptionId, target));
  }
  for (const { stored, metadata } of events) {
    if (isSubscriptionChange(stored.type) && !targets.has(metadata.tenant_id)) {
      targets.set(metadata.tenant_id, new Map());
    }
  }
  return targets;
}

/** Whether a target gets an event. Events without a session belong to the live account: a test target does not get them. */
export const isSubscribed = (target: Target, { body, sessionId }: PublicEvent): boolean =>
  target.events.has(body.type) && (!target.test || (body.test && sessionId !== null));
