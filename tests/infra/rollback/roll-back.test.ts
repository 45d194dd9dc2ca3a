import test from 'ava';
import { CommandFailure } from '../../../infra/cli/connection.ts';
import { previousRelease } from '../../../infra/rollback/previous-release.ts';
import { rollBack, UnreadableForPreviousError } from '../../../infra/rollback/roll-back.ts';
import { REBUILD_LOCK } from '../../../projectors/rebuild/rebuild.ts';
import { allProjections } from '../../../projectors/all.ts';
import { startApi } from '../../support/api.ts';
import { allApplied } from '../../support/running-projections.ts';
import { opsOf, runOps } from '../../support/run-ops.ts';

/** The database of this version, made ready for the release before, and back. */
const api = await startApi({ projections: allProjections });
const { pool, log } = api.runtime;
const ops = opsOf(api.stack);
const client = await api.newClient(await api.newTenant());
// The balance first, which a session is paid from.
await api.caughtUp();
const opened = await client('POST', '/v1/sessions', { chief_complaint: 'headache' });
if (opened.status !== 201) throw new Error(`a session was answered with ${opened.status}`);
await api.caughtUp();
test.after.always(api.stop);

const NEW_MODELS = ['session-steps', 'usage-hours'];
const parts = { pool, log, projections: allProjections };

const views = async (): Promise<number | null> =>
  (await pool.query("SELECT 1 FROM pg_views WHERE schemaname = 'facts'")).rowCount;
const rows = async (): Promise<object[]> => [
  ...(await pool.query<object>('SELECT * FROM read.session_steps ORDER BY session_id, revision')).rows,
  ...(await pool.query<object>('SELECT * FROM read.usage_hours ORDER BY hour, action')).rows,
];

test.serial('an event that the release before cannot read refuses it, and nothing is changed', async (t) => {
  const to = { ...previousRelease, events: { ...previousRelease.events, 'session-opened': 2 } };
  const error = await t.throwsAsync(rollBack({ ...parts, to }), { instanceOf: UnreadableForPreviousError });
  t.regex(
    error.message,
    /^the log holds an event .* \(session-opened, version 3, at position \d+\): .*stay with this version$/,
  );
  t.true(Number(await views()) > 0);
  t.true((await rows()).length > 0);
  const unwritten = { ...previousRelease, events: { ...previousRelease.events, 'tenant-closed': 0 } };
  await t.notThrowsAsync(
    rollBack({ ...parts, projections: [], to: unwritten }),
    'declared, and never written',
  );
  await runOps(['migrate'], { DATABASE_URL: api.stack.databaseUrl });
});

test.serial('what the release before keeps in another form is told', async (t) => {
  const projections = allProjections.map((one) => (one.name === 'tenants' ? { ...one, version: 2 } : one));
  t.like(await rollBack({ ...parts, projections, to: { ...previousRelease, projections: asNow() } }), {
    emptied: [],
    rebuild: ['tenants'],
  });
  await runOps(['migrate'], { DATABASE_URL: api.stack.databaseUrl });
});

test.serial('beside a rebuild or a backup, and beside a reader, nothing is changed', async (t) => {
  const holder = await pool.connect();
  t.teardown(() => holder.release(true));
  for (const [held, why] of [
    [`LOCK TABLE ${REBUILD_LOCK} IN EXCLUSIVE MODE`, 'a rebuild or a backup is running'],
    ['SELECT 1 FROM read.session_steps', 'somebody reads a table or a view that has to be emptied'],
  ]) {
    await holder.query('BEGIN');
    await holder.query(held ?? '');
    await t.throwsAsync(ops('rollback'), {
      instanceOf: CommandFailure,
      message: `${why}: run rollback again when that has ended`,
    });
    await holder.query('ROLLBACK');
    t.true(Number(await views()) > 0);
    t.true((await rows()).length > 0);
  }
});

const asNow = (): Record<string, number> =>
  Object.fromEntries(allProjections.map(({ name, version }) => [name, version]));

test.serial('what it does not keep is emptied, and is there again when this version goes on', async (t) => {
  const before = await rows();
  const result = { to: previousRelease.commit, emptied: NEW_MODELS, rebuild: [] };
  t.deepEqual(await ops('rollback'), { code: undefined, result });
  t.deepEqual([await views(), await rows()], [0, []]);
  await client('POST', '/v1/sessions', { chief_complaint: 'cough' });
  await allApplied(api.runtime, ['usage']);
  t.deepEqual(await rows(), [], 'the projectors that still run leave it so');
  t.deepEqual(await ops('rollback'), { code: undefined, result }, 'it may be repeated');
  t.like(await runOps(['migrate'], { DATABASE_URL: api.stack.databaseUrl }), { code: 0, stderr: '' });
  t.true(Number(await views()) > 0);
  t.like(await ops('rebuild', '--outdated'), { result: { rebuilt: NEW_MODELS } });
  await api.caughtUp();
  t.true((await rows()).length > before.length);
  t.like(await ops('rebuild', '--all', '--check'), { result: { isSame: true } });
});
