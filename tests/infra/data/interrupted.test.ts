import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { checkExtract } from '../../../infra/data/check/check.ts';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { listFiles } from '../../../projectors/extracts/list-files.ts';
import type { Manifest } from '../../../projectors/extracts/manifest.ts';
import { programOf } from '../../../infra/embedded/program.ts';
import { until } from '../../support/until.ts';
import { clinic, duckRows, startDataWorld } from './world.ts';

/** What happens to an extract while it is made. */
const world = await startDataWorld();
const { pool, parts, folders } = world;
await writeStepRows(pool, { tenantId: clinic, sessions: 3_000, from: '2026-01-05', days: 30 });
await world.reach(100_000);
await world.grant('team');
test.after.always(world.stop);

const publicKeys = async (): Promise<string[]> =>
  (await parts.signer.publicKeys()).map((key) => key.public_key);
const named = ['session_steps', 'sessions'];

const contents = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listFiles(folder)).map((name) => [name, readFileSync(path.join(folder, name), 'base64')]),
  );

/** An extract in a process of its own; `limit`: what it may write into one file, in blocks of 1024 bytes. */
function start(folder: string, limit?: number) {
  const program = programOf('tests/infra/data/fixtures/extract-process.ts');
  const args = [program, world.databaseUrl, clinic, folder];
  const limited = ['-c', `ulimit -f ${limit ?? 'unlimited'}; exec "$0" "$@"`, process.execPath, ...args];
  return spawn('bash', limited, { stdio: ['ignore', 'pipe', 'pipe'] });
}

test.serial(
  'killed in the middle, it leaves no extract; run again, it begins anew and is whole',
  async (t) => {
    const whole = await world.take('whole', { named });
    const folder = path.join(folders, 'killed');
    const child = start(folder);
    await until('rows of an extract', 20_000, () =>
      Promise.resolve(existsSync(path.join(`${folder}.partial`, 'dataset=session_steps'))),
    );
    child.kill('SIGKILL');
    await once(child, 'close');
    t.false(existsSync(folder));
    t.true(readdirSync(`${folder}.partial`).length > 0);
    const again = await world.take('killed', { named, until: whole.statement.until });
    t.deepEqual(await contents(again.place), await contents(whole.place));
    t.false(existsSync(`${folder}.partial`));
  },
);

test.serial('two runs do not write one extract', async (t) => {
  const results = await Promise.allSettled([world.take('both', { named }), world.take('both', { named })]);
  t.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  t.is((await checkExtract(path.join(folders, 'both'), await publicKeys())).problems.length, 0);
});

test.serial('a disk that is full is told in one line, and what was written goes', async (t) => {
  const folder = path.join(folders, 'full');
  const child = start(folder, 40);
  let told = '';
  child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  t.deepEqual([code, told], [1, 'the disk of the folder is full: nothing was written\n']);
  t.deepEqual(
    readdirSync(folders).filter((name) => name.startsWith('full')),
    [],
  );
});

test.serial(
  'a session that is erased while it is extracted stands in that extract, and in no later one',
  async (t) => {
    const { rows } = await pool.query<{ session_id: string }>(
      'SELECT session_id FROM read.session_steps ORDER BY day DESC, session_id LIMIT 1',
    );
    const sessionId = rows[0]?.session_id ?? '';
    let isErased = false;
    const erase = async (): Promise<void> => {
      await pool.query('DELETE FROM read.session_steps WHERE session_id = $1', [sessionId]);
      await pool.query(
        `INSERT INTO read.session_steps (session_id, revision, tenant_id, position, day, at, kind, age_band, sex, language,
         findings, icds, conditions, probabilities, flags, new_flags, questions_asked, changed_fields)
       VALUES ($1, 10, $2, 100001, '2026-03-01', '2026-03-01T10:00:00Z', 'erased', 'unknown', 'unknown', 'en',
         '{}', '{}', '{}', '{}', '{}', '{}', 0, '{}')`,
        [sessionId, clinic],
      );
      await world.reach(100_001);
    };
    const erasing: Promise<void>[] = [];
    const options = { named: [...named, 'tombstones'] };
    const during = await world.take('during', {
      ...options,
      onRows: () => {
        if (erasing.length === 0) erasing.push(erase().then(() => void (isErased = true)));
      },
    });
    await Promise.all(erasing);
    t.true(isErased);
    const sessionsIn = (place: string): Promise<Record<string, unknown>[]> =>
      duckRows(`SELECT DISTINCT session FROM read_parquet('${place}/dataset=session_steps/*/*.parquet')`);
    t.is((await sessionsIn(during.place)).length, 3_000, 'the view of its beginning');
    const after = await world.take('after', options);
    t.is((await sessionsIn(after.place)).length, 2_999);
    const next = await world.take('next', { ...options, since: during.statement.until });
    const tombstones = await duckRows(
      `SELECT session, step, cause FROM read_parquet('${next.place}/dataset=tombstones/*/*.parquet')`,
    );
    t.is(tombstones.length, 1);
    t.like(tombstones[0], { step: -1, cause: 'erased' });
    t.true((await sessionsIn(during.place)).some(({ session }) => session === tombstones[0]?.['session']));
    t.false((await sessionsIn(after.place)).some(({ session }) => session === tombstones[0]?.['session']));
  },
);

test.serial('a rebuild that switches tables waits for an extract', async (t) => {
  const client = await pool.connect();
  let refusedBy: unknown;
  const switching: Promise<void>[] = [];
  const tryToSwitch = async (): Promise<void> => {
    await client.query('BEGIN');
    await client.query("SET LOCAL lock_timeout = '50ms'");
    await client
      .query('LOCK TABLE read.session_steps, read.audit_rows IN ACCESS EXCLUSIVE MODE')
      .catch((error: unknown) => (refusedBy = (error as { code?: unknown }).code));
    await client.query('ROLLBACK');
  };
  const taken = await world.take('beside-a-rebuild', {
    named: ['session_steps', 'audit_events'],
    onRows: () => {
      if (switching.length === 0) switching.push(tryToSwitch());
    },
  });
  await Promise.all(switching);
  client.release();
  t.is(refusedBy, '55P03');
  t.is(taken.statement.datasets[0]?.rows, 29_990);
});

test.serial('a file that is changed, missing or added is found', async (t) => {
  const { place } = await world.take('tampered', { named });
  const day = path.join(place, 'dataset=sessions/day=2026-01-05/part-0.parquet');
  const bytes = readFileSync(day);
  bytes[100] = (bytes[100] ?? 0) ^ 1;
  writeFileSync(day, bytes);
  rmSync(path.join(place, 'dataset=sessions/day=2026-01-06'), { recursive: true });
  mkdirSync(path.join(place, 'dataset=sessions/day=2027-01-01'));
  writeFileSync(path.join(place, 'dataset=sessions/day=2027-01-01/part-0.parquet'), bytes);
  const { problems } = await checkExtract(place, await publicKeys());
  t.deepEqual(problems, [
    'dataset=sessions/day=2026-01-06/part-0.parquet: missing',
    'dataset=sessions/day=2027-01-01/part-0.parquet: not in the manifest',
    'dataset=sessions/day=2026-01-05/part-0.parquet: changed',
  ]);
  const manifest = path.join(place, 'manifest.json');
  const { statement, signature } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  writeFileSync(manifest, JSON.stringify({ statement: { ...statement, tenant_id: null }, signature }));
  const forged = await checkExtract(place, await publicKeys());
  t.true(forged.problems[0]?.startsWith('manifest.json: not signed by this installation'));
  t.true((await checkExtract(path.join(folders, 'whole'), [])).problems.length > 0, 'keys of nobody');
  await t.throwsAsync(checkExtract(folders, await publicKeys()), { instanceOf: DataError });
});
