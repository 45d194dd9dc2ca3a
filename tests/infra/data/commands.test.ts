import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { writeCatalogue } from '../../../infra/analytics/catalogue.ts';
import { loadCatalogue } from '../../../shared/clinical/load-knowledge.ts';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { startServers } from '../../support/servers.ts';
import { opsOf, runOps } from '../../support/run-ops.ts';
import { serverSettings } from '../../support/servers.ts';
import { addTenant, clinic, other, reachOf } from './world.ts';

/** `data …` as an operator calls it, over servers of its own. */
const servers = await startServers();
const { pool, stack } = servers;
const ops = opsOf(stack);
await addTenant(pool, clinic);
await addTenant(pool, other);
await writeCatalogue(pool, await loadCatalogue());
await reachOf(pool)(1_000_000);
await writeStepRows(pool, { tenantId: clinic, sessions: 20, from: '2026-01-05', days: 2 });
const folders = mkdtempSync(path.join(os.tmpdir(), 'triage-data-'));
test.after.always(async () => {
  rmSync(folders, { recursive: true, force: true });
  await servers.stop();
});

/** What was put into the intake of the trail since, as `tenant action`. */
async function recorded(): Promise<string[]> {
  const { rows } = await pool.query<{ tenant_id: string; action: string; actor_type: string }>(
    'DELETE FROM ops.access_intake RETURNING tenant_id, action, actor_type',
  );
  return rows.map(({ tenant_id, action, actor_type }) => `${actor_type} ${action} ${tenant_id}`).sort();
}

test.serial('a recipient is granted, listed, gets an extract that holds, and is revoked', async (t) => {
  const granted = await ops('data', 'grant', clinic, 'team', '--exact-times');
  const team = { tenant_id: clinic, name: 'team', exact_times: true, generation: 1 };
  t.like(granted.result, team);
  t.deepEqual(await recorded(), [`operator facts.granted ${clinic}`]);
  const listed = (await ops('data', 'recipients')).result as object[];
  t.is(listed.length, 1);
  t.like(listed[0], team);

  const folder = path.join(folders, 'first');
  const taking = ['data', 'extract', '--tenant', clinic, '--recipient', 'team', '--to', folder];
  const taken = await ops(...taking, '--datasets', 'sessions,session_steps,tombstones');
  t.like(taken.result, { folder, rows: { sessions: 20, session_steps: 200 } });
  t.deepEqual(await recorded(), [`operator facts.extracted ${clinic}`]);
  // These rows were put into the table: nothing of it stands in the log.
  const checked = await ops('data', 'check', folder);
  t.is(checked.code, 1);
  t.like(checked.result, {
    intact: false,
    problems: [
      'sessions: 20 rows that the log has not, or has otherwise',
      'session_steps: 200 rows that the log has not, or has otherwise',
    ],
    left_out: [],
  });

  t.like((await ops('data', 'rotate', clinic, 'team')).result, { ...team, generation: 2 });
  t.like((await ops('data', 'revoke', clinic, 'team')).result, { ...team, generation: 2, revoked: true });
  t.deepEqual(await recorded(), [`operator facts.revoked ${clinic}`, `operator facts.rotated ${clinic}`]);
  t.deepEqual((await ops('data', 'recipients')).result, []);
});

test.serial('whoever has no installation checks and merges what was extracted', async (t) => {
  const nowhere = { DATA_DIR: path.join(folders, 'nothing-runs-here') };
  const folder = path.join(folders, 'first');
  const checked = await runOps(['data', 'check', folder], nowhere);
  t.is(checked.code, 0, checked.stderr);
  t.like(JSON.parse(checked.stdout), {
    intact: true,
    problems: [],
    left_out: [
      'whose key signed it: name the keys of the operator with --keys',
      'the comparison with the log: there is no connection to an installation',
    ],
  });
  const keys = path.join(folders, 'keys.json');
  writeFileSync(keys, JSON.stringify((await ops('audit', 'public-key')).result));
  const to = path.join(folders, 'facts.duckdb');
  const applied = await runOps(['data', 'apply', folder, '--to', to, '--keys', keys], nowhere);
  t.is(applied.code, 0, applied.stderr);
  t.like(JSON.parse(applied.stdout), [{ folder, done: 'replace', rows: 220 }]);
  const { code, stderr } = await runOps(['data', 'apply', folders, '--to', to], nowhere);
  t.is(code, 1);
  t.regex(stderr, /holds no manifest.json: it is no extract, or not whole/);
});

test.serial('what is for every tenant stands in the trail of each', async (t) => {
  t.like((await ops('data', 'grant', 'all', 'own-team')).result, { tenant_id: 'all', name: 'own-team' });
  t.deepEqual(await recorded(), [`operator facts.granted ${other}`, `operator facts.granted ${clinic}`]);
});

test.serial('a mistake is told in one line', async (t) => {
  const settings = serverSettings(stack);
  const failing = async (...words: string[]): Promise<[number | null, string]> => {
    const { code, stderr } = await runOps(['data', ...words], settings);
    return [code, stderr.split('\n')[0] ?? ''];
  };
  const to = path.join(folders, 'never');
  const extract = ['extract', '--tenant', clinic, '--to', to, '--recipient'];
  t.deepEqual(await failing(...extract, 'nobody'), [1, 'there is no such recipient: see data recipients']);
  t.deepEqual(await failing(...extract, 'team'), [1, 'the recipient was revoked']);
  const [code, line] = await failing(...extract, 'team', '--datasets', 'sessions,patients');
  t.is(code, 2);
  t.regex(line, /there is no dataset patients: name some of sessions, session_steps, /);
  t.deepEqual(await failing(...extract, 'team', '--format', 'xlsx'), [
    2,
    "error: option '--format <format>' argument 'xlsx' is invalid. one of parquet, ndjson, csv",
  ]);
});
