import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { createAccessIntake } from '../../../command-api/reactors/access-intake.ts';
import { rebuildOutdated } from '../../../infra/cli/rebuild-outdated.ts';
import { allProjections } from '../../../projectors/all.ts';
import { sha256 } from '../../../shared/crypto/seal.ts';
import { clientOf, startApi } from '../../support/api.ts';
import { opsOf, runOps } from '../../support/run-ops.ts';
import { serverSettings } from '../../support/servers.ts';

/** An installation after an update: keys and members are as the version before left them. */
const api = await startApi({ projections: allProjections });
const { pool } = api.runtime;
const tenantId = await api.newTenant();
const rawKey = await api.newKey(tenantId, { test: true });
const client = clientOf(api.baseUrl, rawKey);
await api.caughtUp();
const NAMES = ['api-keys', 'members'];
await pool.query('UPDATE ops.checkpoints SET version = version - 1 WHERE projection = ANY ($1)', [NAMES]);
await pool.query("UPDATE read.api_keys SET row_mac = ''");
test.after.always(api.stop);

test.serial('a key from before is told to come back, and is not called unknown', async (t) => {
  const { status, headers, body } = await client('GET', '/v1/sessions');
  t.is(status, 503);
  t.is(headers.get('retry-after'), '30');
  t.regex(JSON.stringify(body), /rebuild api-keys members/);
});

test.serial('the migration says what is left to do', async (t) => {
  const { code, stdout } = await runOps(['migrate'], { DATABASE_URL: api.stack.databaseUrl });
  t.is(code, 0);
  t.regex(stdout, /tables are of another version: run npm run ops -- rebuild api-keys members"/);
});

test.serial('the start of the embedded stack does it by itself, once', async (t) => {
  const told: string[] = [];
  await rebuildOutdated(serverSettings(api.stack), (line) => told.push(line));
  t.is(told[0], 'rebuilding api-keys, members from the event log, for this version');
  t.is((await client('GET', '/v1/sessions')).status, 200);
  const { rowCount } = await pool.query('SELECT 1 FROM read.api_keys WHERE key_hash = $1', [sha256(rawKey)]);
  t.is(rowCount, 1);
  await rebuildOutdated(serverSettings(api.stack), (line) => told.push(line));
  t.is(told.length, 2, 'nothing is left to do');
});

test.serial('where the audit trail is among them, it is kept as it stood, and says so', async (t) => {
  await pool.query("UPDATE ops.checkpoints SET version = version - 1 WHERE projection = 'audit'");
  const dataDir = api.stack.dataDir;
  await rebuildOutdated({ ...serverSettings(api.stack), DATA_DIR: dataDir }, () => undefined);
  const evidence = path.join(dataDir, 'evidence');
  const copies = readdirSync(evidence);
  t.is(copies.length, 1);
  t.true(existsSync(path.join(evidence, copies[0] ?? '', 'evidence.json')));
  await createAccessIntake({ ...api.runtime, reportFact: () => undefined }).runOnce();
  await api.caughtUp();
  const { rows } = await pool.query(
    "SELECT tenant_id, count(*) FROM read.audit_rows WHERE action = 'audit.rebuilt' GROUP BY tenant_id",
  );
  t.deepEqual(rows, [{ tenant_id: tenantId, count: 1 }]);
});

test.serial('a read model that came with an update is filled before its projectors run, once', async (t) => {
  const ops = opsOf(api.stack);
  await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
  await api.caughtUp();
  const rows = async (): Promise<object[]> =>
    (await pool.query<object>('SELECT * FROM read.usage_hours')).rows;
  const before = await rows();
  t.true(before.length > 0);
  await pool.query(
    "DELETE FROM ops.checkpoints WHERE projection = 'usage-hours'; DELETE FROM read.usage_hours",
  );
  const { stdout } = await runOps(['migrate'], { DATABASE_URL: api.stack.databaseUrl });
  t.regex(stdout, /read models are new here \(usage-hours\)/);
  t.like(await ops('rebuild', '--outdated'), {
    code: undefined,
    result: { rebuilt: ['usage-hours'], isSame: true },
  });
  t.deepEqual(await rows(), before);
  t.deepEqual(await ops('rebuild', '--outdated'), { code: undefined, result: { rebuilt: [] } });
});
