import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { PoolClient } from 'pg';
import { startDatabase } from '../../support/database.ts';

/** What the application's role can do with plain SQL, past everything that the application itself checks. */
const { pool, stop } = await startDatabase();
test.after.always(stop);

const NOW = '2026-01-05T08:00:00.000Z';

/** Tables without a tenant that the APIs may read; whatever else they need of such tables goes through functions. */
const OF_NOBODY = [
  'ops.checkpoints',
  'ops.leases',
  'ops.log_keys',
  'ops.master_keys',
  'ops.parked_events',
  'ops.signing_keys',
];

async function rowsOf<Row extends object>(text: string): Promise<Row[]> {
  return (await pool.query<Row>(text)).rows;
}

/** Runs as the application's role, for one tenant or none. */
async function asApi<T>(tenantId: string | null, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('SET ROLE triage_api');
    await client.query("SELECT set_config('app.tenant_id', $1, false)", [tenantId ?? '']);
    return await work(client);
  } finally {
    client.release(true);
  }
}

const keyRow = (keyId: string, tenantId: string): [string, unknown[]] => [
  `INSERT INTO ops.data_keys (key_id, tenant_id, subject_id, role, master_id, wrapped, created_at)
   VALUES ($1, $2, $1, 'subject', 'm', '\\x01', $3)`,
  [keyId, tenantId, NOW],
];

test('every table that names a tenant is under the policy, and no other is open but those that are listed', async (t) => {
  const tables = await rowsOf<{
    name: string;
    of_tenant: boolean;
    secured: boolean;
    policies: number;
    open: boolean;
  }>(
    `SELECT n.nspname || '.' || c.relname AS name, c.relrowsecurity AS secured,
       EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'tenant_id') AS of_tenant,
       (SELECT count(*)::int FROM pg_policy p WHERE p.polrelid = c.oid) AS policies,
       has_table_privilege('triage_api', c.oid, 'SELECT, INSERT, UPDATE, DELETE') AS open
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname IN ('read', 'ops') AND c.relkind IN ('r', 'v', 'm', 'p') ORDER BY 1`,
  );
  const ofTenants = tables.filter((table) => table.of_tenant);
  t.true(ofTenants.length >= 20, `${ofTenants.length} tables`);
  t.deepEqual(
    ofTenants.filter(({ secured, policies }) => !secured || policies !== 1),
    [],
  );
  t.deepEqual(
    tables.filter((table) => !table.of_tenant && table.open && !table.secured).map(({ name }) => name),
    OF_NOBODY,
  );
});

test('the role owns nothing, bypasses nothing, and may become nobody else', async (t) => {
  const [role] = await rowsOf(
    `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
       EXISTS (SELECT 1 FROM pg_class WHERE relowner = r.oid) AS owns,
       EXISTS (SELECT 1 FROM pg_auth_members WHERE member = r.oid) AS belongs
     FROM pg_roles r WHERE rolname = 'triage_api'`,
  );
  t.deepEqual(role, {
    rolsuper: false,
    rolbypassrls: false,
    rolcreaterole: false,
    rolcreatedb: false,
    owns: false,
    belongs: false,
  });
});

test('a tenant sees, changes and removes its own rows and no others', async (t) => {
  const [own, other] = [randomUUID(), randomUUID()];
  const [ownKey, otherKey] = [randomUUID(), randomUUID()];
  await pool.query(...keyRow(ownKey, own));
  await pool.query(...keyRow(otherKey, other));
  await asApi(own, async (client) => {
    const seen = await client.query<{ key_id: string }>('SELECT key_id FROM ops.data_keys');
    t.deepEqual(
      seen.rows.map((row) => row.key_id),
      [ownKey],
    );
    const named = await client.query('SELECT 1 FROM ops.data_keys WHERE tenant_id = $1', [other]);
    t.is(named.rowCount, 0, 'not even where it is asked for');
    t.is((await client.query("UPDATE ops.data_keys SET role = 'tenant'")).rowCount, 1);
    t.is((await client.query('DELETE FROM ops.data_keys WHERE key_id = $1', [otherKey])).rowCount, 0);
    await t.throwsAsync(client.query(...keyRow(randomUUID(), other)), { message: /row-level security/ });
    await t.throwsAsync(client.query('UPDATE ops.data_keys SET tenant_id = $1', [other]), {
      message: /row-level security/,
    });
  });
  const { rows } = await pool.query<{ role: string }>('SELECT role FROM ops.data_keys WHERE key_id = $1', [
    otherKey,
  ]);
  t.deepEqual(rows, [{ role: 'subject' }]);
});

test('a connection that was lent to nobody sees nothing of anybody', async (t) => {
  await pool.query(...keyRow(randomUUID(), randomUUID()));
  const tables = await rowsOf<{ name: string }>(
    `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     JOIN pg_policy p ON p.polrelid = c.oid`,
  );
  await asApi(null, async (client) => {
    for (const { name } of tables) {
      t.is((await client.query(`SELECT 1 FROM ${name} LIMIT 1`)).rowCount, 0, name);
    }
    await t.throwsAsync(client.query('SELECT 1 FROM ops.rate_windows'), { message: /permission denied/ });
    await t.throwsAsync(client.query('CREATE TABLE ops.own (a int)'), { message: /permission denied/ });
    await t.throwsAsync(client.query('ALTER TABLE ops.data_keys DISABLE ROW LEVEL SECURITY'), {
      message: /must be owner/,
    });
  });
});
