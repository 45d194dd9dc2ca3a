import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { createApiKey } from '../../command-api/api-keys/operations.ts';
import { registerOwner } from '../../command-api/members/operations.ts';
import { overrideRateLimit, registerTenant } from '../../command-api/tenants/operations.ts';
import { SCOPES } from '../../domain/api-key/events.ts';
import { withInstallation, type Connections, type Installation } from '../cli/connection.ts';
import { writePrivateFile } from './secrets.ts';

const demoSchema = z.object({
  base_url: z.string(),
  tenant_id: z.uuid(),
  live_key: z.string(),
  test_key: z.string(),
  owner_email: z.string(),
  owner_password: z.string(),
});
export type Demo = z.output<typeof demoSchema>;

/** Calls a minute that the demo tenant may make: more than anybody tries by hand, enough for a small load test. */
const DEMO_RATE_LIMIT_RPM = 5_000;

/**
 * The demo tenant of this data directory: made at the first start, the same at every later one. Null where tenants are
 * there without one, as after a restore: those are no trial.
 */
export async function ensureDemo(options: {
  connections: Connections;
  dataDir: string;
  baseUrl: string;
}): Promise<Demo | null> {
  const file = path.join(options.dataDir, 'demo.json');
  const begun = path.join(options.dataDir, 'demo.begun');
  const demo = existsSync(file)
    ? demoSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : await withInstallation(options.connections, async (installation) => {
        // One that was cut short has left its tenant behind and is made anew.
        if (!existsSync(begun) && (await hasTenants(installation))) return null;
        writePrivateFile(begun, '');
        return makeDemo(installation);
      });
  if (demo === null) return null;
  const current = { ...demo, base_url: options.baseUrl };
  writePrivateFile(file, `${JSON.stringify(current, null, 2)}\n`);
  rmSync(begun, { force: true });
  return current;
}

async function hasTenants({ pool }: Installation): Promise<boolean> {
  const { rowCount } = await pool.query('SELECT 1 FROM read.tenants LIMIT 1');
  return rowCount !== 0;
}

async function makeDemo(deps: Installation): Promise<Demo> {
  const tenantId = await registerTenant(deps, { name: 'Demo clinic', tier: 'enterprise' });
  await overrideRateLimit(deps, tenantId, DEMO_RATE_LIMIT_RPM);
  const make = (name: string, test: boolean) =>
    createApiKey(deps, {
      tenantId,
      name,
      scopes: [...SCOPES],
      rateLimitRpm: DEMO_RATE_LIMIT_RPM,
      test,
    });
  const live = await make('demo live key', false);
  const test = await make('demo test key', true);
  // An address of its own for each try: one that was cut short may have left its owner behind.
  const owner_email = `owner-${tenantId.slice(-8)}@demo.example`;
  const owner_password = randomBytes(18).toString('base64url');
  await registerOwner(deps, tenantId, { email: owner_email, name: 'Demo owner', password: owner_password });
  return {
    base_url: '',
    tenant_id: tenantId,
    live_key: live.rawKey,
    test_key: test.rawKey,
    owner_email,
    owner_password,
  };
}
