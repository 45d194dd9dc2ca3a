import { grantLogin } from '../../../infra/analytics/logins.ts';
import { allProjections } from '../../../projectors/all.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { startDatabase } from '../../support/database.ts';
import { createProjecting } from '../../support/projecting.ts';
import { connect, grantedAt, type Login } from './world.ts';

/** A database with facts of two tenants, and logins to them: one for each tenant, one for both, one for counts alone. */
export async function startFacts() {
  const { pool, databaseUrl, adminUrl, stop } = await startDatabase();
  const projecting = await createProjecting(pool);
  const { world } = projecting;
  const [clinic, other] = [await world.registerTenant('growth'), await world.registerTenant()];
  for (const tenantId of [clinic, other]) {
    const session = await world.open(tenantId);
    await world.answer(session);
    await world.tenant(tenantId, { kind: 'top_up', tokens: 100 });
    const erased = await world.open(tenantId);
    await world.session(erased, { kind: 'erase', cause: 'requested' });
    await pool.query(
      `INSERT INTO ops.webhook_deliveries (delivery_id, event_id, subscription_id, tenant_id, event_type, test, status,
         attempts, delivered_at, created_at, due_at)
       VALUES (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), $1, 'session.finalized', false, 'delivered', 2,
         '2026-01-11T10:00:02.5Z', '2026-01-11T10:00:00Z', NULL)`,
      [tenantId],
    );
    await pool.query(
      `INSERT INTO ops.request_counts (tenant_id, start_at, width_s, route, requests, errors, latency)
       VALUES ($1, '2026-01-11T10:00:00Z', 60, 'POST /v1/sessions', 7, 1, '{}'), ($1, '2026-01-11T10:01:00Z', 60, 'POST /v1/sessions', 3, 0, '{}')`,
      [tenantId],
    );
  }
  await projecting.project(allProjections);
  await pool.query('DELETE FROM read.session_steps');
  const grant = async (
    login: string,
    tenantId: string | null,
    facts?: { exactTimes: boolean },
  ): Promise<Login> =>
    connect(databaseUrl, login, await grantLogin(pool, { login, tenantId, grantedAt, facts }, systemRandom));
  const logins = {
    team: await grant('clinic_team', clinic, { exactTimes: false }),
    exact: await grant('clinic_exact', clinic, { exactTimes: true }),
    neighbour: await grant('other_team', other, { exactTimes: false }),
    everyone: await grant('own_team', null, { exactTimes: false }),
    counting: await grant('counting_team', clinic),
  };
  return {
    pool,
    databaseUrl,
    adminUrl,
    projecting,
    clinic,
    other,
    ...logins,
    grant,
    stop: async () => {
      for (const { client } of Object.values(logins)) await client.end();
      await stop();
    },
  };
}
