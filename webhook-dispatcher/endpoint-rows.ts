import { inChunks } from '../shared/postgres/in-chunks.ts';
import type { Sql } from '../shared/postgres/pool.ts';
import { unsettledOf } from '../shared/webhooks/lock-deliveries.ts';

/** An active endpoint of ops.webhook_endpoints, as the fan-out matches events against it. */
export type Target = {
  subscriptionId: string;
  tenantId: string;
  events: ReadonlySet<string>;
  /** Made by a test key: gets events of test sessions only. */
  test: boolean;
};

/** Endpoints by tenant and subscription. */
export type Targets = Map<string, Map<string, Target>>;

type TargetRow = {
  subscription_id: string;
  tenant_id: string;
  events: string[];
  test: boolean;
};

const TARGET_COLUMNS = 'subscription_id, tenant_id, events, test';

/** The active endpoints of some tenants. */
export async function loadTargets(tx: Sql, tenantIds: Iterable<string>): Promise<Target[]> {
  const { rows } = await tx.query<TargetRow>({
    name: 'load-targets',
    text: `SELECT ${TARGET_COLUMNS} FROM ops.webhook_endpoints
           WHERE tenant_id = ANY ($1::uuid[]) AND is_active`,
    values: [[...new Set(tenantIds)]],
  });
  return rows.map(toTarget);
}

const toTarget = (row: TargetRow): Target => ({
  subscriptionId: row.subscription_id,
  tenantId: row.tenant_id,
  events: new Set(row.events),
  test: row.test,
});

export type NewEndpoint = {
  subscriptionId: string;
  tenantId: string;
  revision: number;
  events: string[];
  test: boolean;
  endpointSealed: Buffer;
};

export async function insertEndpoint(tx: Sql, endpoint: NewEndpoint): Promise<void> {
  await tx.query(
    `INSERT INTO ops.webhook_endpoints
       (subscription_id, tenant_id, revision, events, test, endpoint_sealed, is_active)
     VALUES ($1, $2, $3, $4, $5, $6, true) ON CONFLICT (subscription_id) DO NOTHING`,
    [
      endpoint.subscriptionId,
      endpoint.tenantId,
      endpoint.revision,
      endpoint.events,
      endpoint.test,
      endpoint.endpointSealed,
    ],
  );
}

/**
 * Deletes an endpoint. Its open deliveries are resolved, and so are the dead-lettered and exhausted ones, which nobody can
 * replay any more. The caller has locked them.
 */
export async function deleteEndpoint(
  tx: Sql,
  deleted: { subscriptionId: string; at: string },
): Promise<void> {
  const { subscriptionId, at } = deleted;
  await tx.query('DELETE FROM ops.webhook_endpoints WHERE subscription_id = $1', [subscriptionId]);
  await inChunks(tx, { text: unsettledOf('$1'), values: [[subscriptionId]] }, (ids) =>
    tx.query(
      `UPDATE ops.webhook_deliveries
       SET due_at = NULL, lease_id = NULL, leased_until = NULL, resolved_at = $2, resolution_code = 'subscription deleted'
       WHERE delivery_id = ANY ($1::uuid[])`,
      [ids, at],
    ),
  );
}

/** Replaces the sealed endpoint, for new secrets. The new revision makes workers open it again. */
export async function replaceEndpoint(
  tx: Sql,
  replaced: { subscriptionId: string; revision: number; endpointSealed: Buffer },
): Promise<void> {
  await tx.query(
    `UPDATE ops.webhook_endpoints SET endpoint_sealed = $3, revision = $2
     WHERE subscription_id = $1 AND revision < $2`,
    [replaced.subscriptionId, replaced.revision, replaced.endpointSealed],
  );
}

/**
 * Changes what an endpoint is told and where; null stays as it is. What was held against another URL is forgotten. Returns
 * it where it is active.
 */
export async function changeEndpoint(
  tx: Sql,
  changed: {
    subscriptionId: string;
    revision: number;
    events: string[] | null;
    endpointSealed: Buffer | null;
  },
): Promise<Target | null> {
  const { rows } = await tx.query<TargetRow & { is_active: boolean }>(
    `UPDATE ops.webhook_endpoints
     SET revision = $2, events = coalesce($3, events), endpoint_sealed = coalesce($4, endpoint_sealed),
         failing_since = CASE WHEN $4::bytea IS NULL THEN failing_since END,
         disable_reason = CASE WHEN $4::bytea IS NULL THEN disable_reason END,
         disable_command_id = CASE WHEN $4::bytea IS NULL THEN disable_command_id END
     WHERE subscription_id = $1 AND revision < $2 RETURNING ${TARGET_COLUMNS}, is_active`,
    [changed.subscriptionId, changed.revision, changed.events, changed.endpointSealed],
  );
  return rows[0]?.is_active === true ? toTarget(rows[0]) : null;
}

/** Enables an endpoint and clears its failures. Returns null where there is none. */
export async function enableEndpoint(
  tx: Sql,
  enabled: { subscriptionId: string; revision: number },
): Promise<Target | null> {
  const { rows } = await tx.query<TargetRow>(
    `UPDATE ops.webhook_endpoints
     SET is_active = true, revision = $2, failing_since = NULL, disable_reason = NULL, disable_command_id = NULL
     WHERE subscription_id = $1 AND revision < $2 RETURNING ${TARGET_COLUMNS}`,
    [enabled.subscriptionId, enabled.revision],
  );
  return rows[0] ? toTarget(rows[0]) : null;
}

/**
 * Disables an endpoint. Its open deliveries are dead-lettered, so that they can be replayed once it is enabled again. The caller
 * has locked them.
 */
export async function disableEndpoint(
  tx: Sql,
  disabled: { subscriptionId: string; revision: number; at: string },
): Promise<void> {
  await tx.query(
    `UPDATE ops.webhook_endpoints
     SET is_active = false, revision = $2, disable_reason = NULL, disable_command_id = NULL
     WHERE subscription_id = $1 AND revision < $2`,
    [disabled.subscriptionId, disabled.revision],
  );
  const open =
    'SELECT delivery_id FROM ops.webhook_deliveries WHERE subscription_id = $1 AND due_at IS NOT NULL';
  await inChunks(tx, { text: open, values: [disabled.subscriptionId] }, (ids) =>
    tx.query(
      `UPDATE ops.webhook_deliveries
       SET status = CASE WHEN dead_lettered_at IS NULL THEN 'dead-lettered' ELSE 'exhausted' END,
           dead_lettered_at = coalesce(dead_lettered_at, $2), last_error = 'subscription_disabled',
           due_at = NULL, lease_id = NULL, leased_until = NULL
       WHERE delivery_id = ANY ($1::uuid[])`,
      [ids, disabled.at],
    ),
  );
}

/** The sealed endpoint of a subscription; null where it was deleted. */
export async function findEndpoint(sql: Sql, subscriptionId: string): Promise<Buffer | null> {
  const { rows } = await sql.query<{ endpoint_sealed: Buffer }>(
    'SELECT endpoint_sealed FROM ops.webhook_endpoints WHERE subscription_id = $1',
    [subscriptionId],
  );
  return rows[0]?.endpoint_sealed ?? null;
}

/** The sealed endpoint of a subscription. Throws EndpointMissingError. */
export async function loadEndpoint(sql: Sql, subscriptionId: string): Promise<Buffer> {
  const sealed = await findEndpoint(sql, subscriptionId);
  if (sealed === null) throw new EndpointMissingError();
  return sealed;
}

/** The subscription was deleted meanwhile; its deliveries are resolved with it. */
export class EndpointMissingError extends Error {
  constructor() {
    super('the subscription has no endpoint any more');
    this.name = 'EndpointMissingError';
  }
}
