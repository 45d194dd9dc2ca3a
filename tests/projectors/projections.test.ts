import test from 'ava';
import { isOpen, type OpenSession } from '../../domain/session/state.ts';
import { allProjections } from '../../projectors/all.ts';
import { apiKeysProjection } from '../../projectors/api-keys/projection.ts';
import { auditProjection } from '../../projectors/audit/projection.ts';
import { balancesProjection } from '../../projectors/balances/projection.ts';
import { patientsProjection } from '../../projectors/patients/projection.ts';
import { tenantsProjection } from '../../projectors/tenants/projection.ts';
import { usageProjection } from '../../projectors/usage/projection.ts';
import { webhookSubscriptionsProjection } from '../../projectors/webhook-subscriptions/projection.ts';
import type { WebhookSubscriptionEvent } from '../../domain/webhook-subscription/events.ts';
import { openApiKeyName, type ApiKeyRow } from '../../shared/read-models/api-key-rows.ts';
import { verifyAuditTrail } from '../../infra/audit/verify-rows.ts';
import {
  applySubscriptionEvents,
  openSubscriptionEndpoint,
  type SubscriptionRow,
} from '../../shared/read-models/subscription-rows.ts';
import { openTenantName, type TenantRow } from '../../shared/read-models/tenant-rows.ts';
import type { DecodedEvent } from '../../shared/event-log/codec.ts';
import { startDatabase } from '../support/database.ts';
import { createProjecting } from '../support/projecting.ts';
import type { World } from '../support/session-events.ts';

const database = await startDatabase();
test.after.always(database.stop);
const { pool } = database;

const openStateOf = (world: World, sessionId: string): OpenSession => {
  const state = world.stateOf(sessionId);
  if (!isOpen(state)) throw new Error('the session is not open');
  return state;
};

test.serial('a balance is grants minus charges, and the money in flight goes with its charge', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant('starter');
  const sessionId = await world.open(tenantId);
  const commandId = world.nextId();
  const otherId = world.nextId();
  const intent = `INSERT INTO ops.intents (command_id, tenant_id, stream, cost, created_at, deadline_at)
                  VALUES ($1, $2, $3, 8, now(), now())`;
  for (const id of [commandId, otherId]) await pool.query(intent, [id, tenantId, `session-${sessionId}`]);
  await world.answer(sessionId, 'yes', { commandId });
  const testSession = await world.open(tenantId, { test: true });
  await world.answer(testSession);
  await projecting.project([balancesProjection]);
  const balance = async () => {
    const query = 'SELECT * FROM read.balances WHERE tenant_id = $1';
    return (await pool.query<Record<string, unknown>>(query, [tenantId])).rows[0];
  };
  t.like(await balance(), { granted: 10_000, charged: 9, initial_balance: 10_000 });
  const { rows } = await pool.query('SELECT command_id FROM ops.intents');
  t.deepEqual(rows, [{ command_id: otherId }]);

  await world.answer(sessionId);
  await world.tenant(tenantId, { kind: 'top_up', tokens: 500 });
  const toppedUpAt = world.now();
  await world.answer(sessionId);
  await projecting.project([balancesProjection]);
  t.deepEqual(await balance(), {
    tenant_id: tenantId,
    granted: 10_500,
    charged: 25,
    initial_balance: 10_500 - 17,
    last_topup_at: toppedUpAt,
  });
});

test.serial('a usage record stands for each call of the price list, free ones included', async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const sessionId = await world.open(tenantId);
  await world.session(sessionId, { kind: 'route', text: 'pain in the chest' });
  await world.answer(sessionId);
  const question_id = openStateOf(world, sessionId).outcome.current_question!.question_id;
  await world.session(sessionId, {
    kind: 'answer',
    question_id,
    raw_text: null,
    extracted_fields: {},
    extracted_flags: [],
    field_confidences: null,
    skip: true,
  });
  await world.session(sessionId, { kind: 'finalize' });
  await projecting.project([usageProjection]);
  const { rows } = await pool.query<{ action: string; tokens: number; session_id: string }>(
    'SELECT action, tokens, session_id FROM read.usage_records ORDER BY created_at',
  );
  t.deepEqual(
    rows.map((row) => [row.action, row.tokens]),
    [
      ['session.create', 1],
      ['session.route', 5],
      ['session.answer', 8],
      ['session.answer', 0],
    ],
  );
  t.true(rows.every((row) => row.session_id === sessionId));
});

test.serial("a patient's sessions are counted, and counted back when they are erased", async (t) => {
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const tenantId = await world.registerTenant();
  const patients = async () =>
    (
      await pool.query<{ sessions_count: number; finalized_count: number; last_session_at: Date }>(
        'SELECT sessions_count, finalized_count, last_session_at FROM read.patients ORDER BY sessions_count DESC',
      )
    ).rows;
  const first = await world.open(tenantId, { patientId: 'P-1' });
  const firstAt = world.now();
  const second = await world.open(tenantId, { patientId: 'P-1' });
  const secondAt = world.now();
  const other = await world.open(tenantId, { patientId: 'P-2' });
  const otherAt = world.now();
  await world.open(tenantId);
  await world.session(first, { kind: 'finalize' });
  await projecting.project([patientsProjection]);
  t.deepEqual(await patients(), [
    { sessions_count: 2, finalized_count: 1, last_session_at: secondAt },
    { sessions_count: 1, finalized_count: 0, last_session_at: otherAt },
  ]);
  await world.session(second, { kind: 'finalize' });
  await projecting.project([patientsProjection]);
  await world.session(second, { kind: 'erase', cause: 'requested' });
  await world.session(other, { kind: 'erase', cause: 'requested' });
  await projecting.project([patientsProjection]);
  t.deepEqual(await patients(), [{ sessions_count: 1, finalized_count: 1, last_session_at: firstAt }]);
});

test.serial('tenants, keys and subscriptions have their rows, names and secrets sealed', async (t) => {
  const projecting = await createProjecting(pool);
  const { world, dataKeys } = projecting;
  const tenantId = await world.registerTenant('growth', 'Clinic at the bridge');
  await world.tenant(tenantId, {
    kind: 'change_settings',
    overage_allowed: true,
    feature_flags: { fhir: true },
  });
  await world.tenant(tenantId, {
    kind: 'change_settings',
    body_limit_bytes: 5_000,
    feature_flags: { audit: false },
  });
  await world.tenant(tenantId, { kind: 'override_rate_limit', rate_limit_rpm: 77, reason: 'load test' });
  const [kept, revoked] = [await world.createApiKey(tenantId, 'Ward 3'), await world.createApiKey(tenantId)];
  await world.revokeApiKey(tenantId, revoked);
  const standing = await world.createSubscription(tenantId, ['session.created', 'balance.depleted']);
  const disabled = await world.createSubscription(tenantId);
  await world.switchSubscription(tenantId, disabled.subscriptionId, 'webhook-subscription-disabled');
  await projecting.project([tenantsProjection, apiKeysProjection, webhookSubscriptionsProjection]);
  const keys = await dataKeys.tenantKeys(pool, tenantId);

  const [tenant] = (await pool.query<TenantRow>('SELECT * FROM read.tenants')).rows;
  t.like(tenant, {
    revision: 4,
    tier: 'growth',
    tier_rpm: 60,
    concurrency_limit: 50,
    rate_limit_override: 77,
    overage_allowed: true,
    body_limit_bytes: 5_000,
    feature_flags: { fhir: true, audit: false },
  });
  t.is(openTenantName(tenant!, keys), 'Clinic at the bridge');

  const apiKeys = (await pool.query<ApiKeyRow>('SELECT * FROM read.api_keys ORDER BY created_at')).rows;
  t.deepEqual(
    apiKeys.map((row) => [row.key_id, row.is_active, row.revoked_at !== null, openApiKeyName(row, keys)]),
    [
      [kept, true, false, 'Ward 3'],
      [revoked, false, true, 'Integration'],
    ],
  );
  t.deepEqual(apiKeys[0]?.scopes, ['sessions:read', 'sessions:write']);

  const rows = (
    await pool.query<SubscriptionRow>('SELECT * FROM read.webhook_subscriptions ORDER BY created_at')
  ).rows;
  t.deepEqual(
    rows.map((row) => [row.subscription_id, row.is_active, row.disabled_reason, row.events]),
    [
      [standing.subscriptionId, true, null, ['session.created', 'balance.depleted']],
      [disabled.subscriptionId, false, 'gone', ['session.created']],
    ],
  );
  t.deepEqual(openSubscriptionEndpoint(rows[0]!, keys), {
    url: 'https://partner.example/hook',
    secret: 'whsec_secret',
    previous: [],
  });
});

test.serial(
  'a rotated secret is followed, with those before it; a subscription is enabled again',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world, dataKeys } = projecting;
    const tenantId = await world.registerTenant();
    const { subscriptionId } = await world.createSubscription(tenantId);
    const until = ['2026-02-01T00:00:00.000Z', '2026-02-02T00:00:00.000Z'] as const;
    await world.rotateSecret(tenantId, subscriptionId, { secret: 'whsec_second', previousUntil: until[0] });
    await world.switchSubscription(tenantId, subscriptionId, 'webhook-subscription-disabled');
    await world.switchSubscription(tenantId, subscriptionId, 'webhook-subscription-enabled');
    await world.rotateSecret(tenantId, subscriptionId, { secret: 'whsec_third', previousUntil: until[1] });
    await projecting.project([webhookSubscriptionsProjection]);
    const [row] = (await pool.query<SubscriptionRow>('SELECT * FROM read.webhook_subscriptions')).rows;
    t.like(row, { is_active: true, disabled_reason: null, revision: 4 });
    t.truthy(row?.secret_rotated_at);
    t.deepEqual(openSubscriptionEndpoint(row!, await dataKeys.tenantKeys(pool, tenantId)), {
      url: 'https://partner.example/hook',
      secret: 'whsec_third',
      previous: [
        { secret: 'whsec_second', until: until[1] },
        { secret: 'whsec_secret', until: until[0] },
      ],
    });
  },
);

test.serial('URL and events that were changed are followed; secrets stay', async (t) => {
  const projecting = await createProjecting(pool);
  const { world, dataKeys } = projecting;
  const tenantId = await world.registerTenant();
  const { subscriptionId } = await world.createSubscription(tenantId);
  await world.changeSubscription(tenantId, subscriptionId, { url: 'https://partner.example/other' });
  await world.changeSubscription(tenantId, subscriptionId, { url: null, events: ['session.timeout'] });
  await projecting.project([webhookSubscriptionsProjection]);
  const [row] = (await pool.query<SubscriptionRow>('SELECT * FROM read.webhook_subscriptions')).rows;
  t.like(row, { is_active: true, events: ['session.timeout'], revision: 2 });
  t.like(openSubscriptionEndpoint(row!, await dataKeys.tenantKeys(pool, tenantId)), {
    url: 'https://partner.example/other',
    secret: 'whsec_secret',
  });
});

test.serial(
  'a subscription that a command has deleted is not brought back by a projector that comes late',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world, dataKeys } = projecting;
    const tenantId = await world.registerTenant();
    const { subscriptionId, written } = await world.createSubscription(tenantId);
    const tenant = await dataKeys.tenantKeys(pool, tenantId);
    const sealing = { keysOf: () => tenant, random: (size: number) => Buffer.alloc(size, 3) };
    const apply = (events: DecodedEvent[]) =>
      applySubscriptionEvents(pool, events as DecodedEvent<WebhookSubscriptionEvent>[], sealing);
    const deleted = await world.switchSubscription(tenantId, subscriptionId, 'webhook-subscription-deleted');
    t.is(await apply(deleted), 1, 'a deletion whose creation is missing is told as behind');
    t.is(await apply(written), 0);
    t.is(await apply(deleted), 0);
    await projecting.project([webhookSubscriptionsProjection], {
      limits: { maxEvents: 1, lingerMs: 0, maxQueued: 10 },
    });
    const { rows } = await pool.query('SELECT 1 FROM read.webhook_subscriptions');
    t.deepEqual(rows, []);
  },
);

test.serial(
  'the audit trail verifies, is the same whatever the batches are, and shows what was changed',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const [tenantId, otherId] = [await world.registerTenant(), await world.registerTenant()];
    const sessionId = await world.open(tenantId);
    await world.answer(sessionId);
    await world.open(otherId);
    await world.session(sessionId, { kind: 'update_demographics', age: 60, sex: undefined });
    await world.session(sessionId, { kind: 'erase', cause: 'requested' });
    await projecting.project([auditProjection]);
    const verdict = await verifyAuditTrail(pool, tenantId);
    t.true(verdict.intact);
    t.is(
      verdict.rows,
      projecting.log.events.filter(
        (event) => event.stream.includes(tenantId) || event.stream.includes(sessionId),
      ).length,
    );
    const { rows } = await pool.query<{ action: string; changed_fields: string[] }>(
      `SELECT action, changed_fields FROM read.audit_rows WHERE tenant_id = $1 ORDER BY seq`,
      [tenantId],
    );
    t.deepEqual(
      rows.map((row) => row.action),
      [
        'tenant.registered',
        'tenant.tokens_granted',
        'session.created',
        'session.answered',
        'session.demographics_updated',
        'session.erased',
      ],
    );
    t.deepEqual(rows[4]?.changed_fields, ['age']);

    await pool.query('TRUNCATE read.audit_rows, read.audit_heads, ops.checkpoints');
    await projecting.project([auditProjection], { limits: { maxEvents: 1, lingerMs: 0, maxQueued: 10 } });
    t.deepEqual(await verifyAuditTrail(pool, tenantId), verdict);

    const broken = async (statement: string, problem: string, seq: number): Promise<void> => {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        await client.query(statement, [tenantId]);
        t.like(await verifyAuditTrail(client, tenantId), { intact: false, problem, seq });
      } finally {
        await client.query('ROLLBACK');
        client.release();
      }
    };
    const row = 'read.audit_rows';
    await broken(`DELETE FROM ${row} WHERE tenant_id = $1 AND seq = 3`, 'a row is missing', 3);
    await broken(`DELETE FROM ${row} WHERE tenant_id = $1 AND seq = 6`, 'the trail ends before its head', 6);
    await broken(`DELETE FROM read.audit_heads WHERE tenant_id = $1`, 'the head is missing', 1);
    await broken(
      `UPDATE ${row} SET action = 'key.created' WHERE tenant_id = $1 AND seq = 2`,
      'columns differ from the canonical content',
      2,
    );
    await broken(
      `UPDATE ${row} SET canonical = replace(canonical, 'answered', 'created') WHERE tenant_id = $1 AND seq = 4`,
      'hash does not fit the content',
      4,
    );
    await broken(
      `UPDATE ${row} SET canonical = '{}', hash = sha256(previous_hash || '{}'::bytea) WHERE tenant_id = $1 AND seq = 5`,
      'columns differ from the canonical content',
      5,
    );
    t.true((await verifyAuditTrail(pool, otherId)).intact);
  },
);

test.serial(
  'every event of the log is audited, and nothing clinical stands readable in any row',
  async (t) => {
    const projecting = await createProjecting(pool);
    const { world } = projecting;
    const tenantId = await world.registerTenant('starter', 'Canary clinic');
    const sessionId = await world.open(tenantId, { patientId: 'Canary-patient' });
    await world.answer(sessionId, 'yes Canary answer');
    await world.createApiKey(tenantId, 'Canary key');
    await world.createSubscription(tenantId);
    await projecting.project(allProjections);
    const { rows } = await pool.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE schemaname IN ('read', 'ops')`,
    );
    const canaries = `(canary|since the morning|partner.example|${Buffer.from('Canary').toString('hex')})`;
    for (const { name } of rows) {
      const found = await pool.query(`SELECT 1 FROM ${name} t WHERE to_jsonb(t)::text ~* $1`, [canaries]);
      t.is(found.rowCount, 0, name);
    }
    const [audited] = (await pool.query<{ n: number }>('SELECT count(*) AS n FROM read.audit_rows')).rows;
    t.is(audited?.n, projecting.log.events.length);
  },
);
