import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { datasetsNamed } from '../../../projectors/extracts/extract.ts';
import { readManifest } from '../../../projectors/extracts/manifest.ts';
import { revokeRecipient, rotateRecipient } from '../../../projectors/extracts/recipients.ts';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { auditProjection } from '../../../projectors/audit/projection.ts';
import { sessionStepsProjection } from '../../../projectors/session-steps/projection.ts';
import { usageProjection } from '../../../projectors/usage/projection.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { clinic, other, startDataWorld } from './world.ts';

/** What an extract refuses, each in one line; nothing stands in the folder then. */
const world = await startDataWorld();
const { pool, folders } = world;
await writeStepRows(pool, { tenantId: clinic, sessions: 10, from: '2026-01-05', days: 2 });
await world.reach(500);
await world.grant('team');
await world.grant('beside');
await world.grant('team', other);
const named = ['sessions'];
const earlier = await world.take('earlier', { named });
await world.reach(1_000);
const later = await world.take('later', { named });
test.after.always(world.stop);

const refused = async (options: Parameters<typeof world.take>[1], folder = 'refused'): Promise<string> => {
  try {
    await world.take(folder, { named, ...options });
  } catch (error) {
    if (error instanceof DataError) return error.message;
    throw error;
  }
  return 'nothing was refused';
};

test.afterEach('nothing is left of what was refused', (t) => {
  t.deepEqual(
    readdirSync(folders).filter((name) => name.startsWith('refused')),
    [],
  );
});

test.serial('a dataset that does not exist', (t) => {
  t.throws(() => datasetsNamed(['sessions', 'patients']), {
    instanceOf: DataError,
    message: /^there is no dataset patients: name some of sessions, session_steps, /,
  });
});

test.serial('a recipient that is unknown', async (t) => {
  t.is(await refused({ name: 'nobody' }), 'there is no such recipient: see data recipients');
});

const MALFORMED = '--since is no cursor, or was changed: take it as it stands in the manifest of an extract';

test.serial('a cursor that is malformed or was changed', async (t) => {
  const { until } = earlier.statement;
  const changed = `${until.slice(0, -3)}${until.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  for (const since of ['', 'x', 'not a cursor', until.slice(0, -4), `${until}AAAA`, changed]) {
    t.is(await refused({ since }), MALFORMED, since);
  }
});

test.serial('a cursor of another recipient or tenant', async (t) => {
  const since = earlier.statement.until;
  t.is(await refused({ since, name: 'beside' }), '--since is a cursor of another recipient');
  t.is(await refused({ since, tenantId: other }), '--since is a cursor of another recipient');
});

test.serial('a cursor beyond the log, as after a restore from an older backup', async (t) => {
  await world.reach(700);
  const message =
    ' lies beyond the log: was the service restored from an older backup? Begin with a full extract';
  t.is(await refused({ since: later.statement.until }), `--since${message}`);
  t.is(await refused({ until: later.statement.until }), `--until${message}`);
  await world.reach(1_000);
});

test.serial('since after until', async (t) => {
  const cursors = { since: later.statement.until, until: earlier.statement.until };
  t.is(await refused(cursors), '--since lies after --until');
});

test.serial('a folder that holds something', async (t) => {
  const filled = path.join(folders, 'filled');
  mkdirSync(filled);
  writeFileSync(path.join(filled, 'notes.txt'), 'mine');
  t.is(await refused({}, 'filled'), `${filled} is not empty`);
  const { place } = earlier;
  t.is(await refused({}, 'earlier'), `${place} holds an extract: each extract has a folder of its own`);
  t.is(
    await refused({ name: 'beside' }, 'earlier'),
    `${place} holds an extract of another recipient: each extract has a folder of its own`,
  );
  t.is(
    await refused({ tenantId: other }, 'earlier'),
    `${place} holds an extract of another tenant: each extract has a folder of its own`,
  );
  t.deepEqual(readdirSync(filled), ['notes.txt']);
  t.deepEqual((await readManifest(place)).statement, earlier.statement);
  t.is(await refused({}, 'odd[1]'), 'name a folder without * ? [ ] { }');
  writeFileSync(path.join(folders, 'file'), '');
  t.is(await refused({}, 'file'), `${path.join(folders, 'file')} is no folder`);
});

test.serial('something else where the draft would be', async (t) => {
  const draft = path.join(folders, 'taken.partial');
  mkdirSync(draft);
  writeFileSync(path.join(draft, 'notes.txt'), 'mine');
  t.is(await refused({}, 'taken'), `${draft} is in the way, and no extract that was cut off: move it away`);
  t.deepEqual(readdirSync(draft), ['notes.txt']);
});

const setCheckpoint = (name: string, change: string): Promise<unknown> =>
  pool.query(`UPDATE ops.checkpoints SET ${change} WHERE projection = $1`, [name]);

test.serial('a projection that stays behind the log, or behind the trail', async (t) => {
  const behind = (name: string): string =>
    `the projections stay behind the log (${name}): is the service running, and does it stand at an event?`;
  world.parts.log.lastPosition = () => Promise.resolve(1_000n);
  await setCheckpoint(sessionStepsProjection.name, 'position = 999');
  t.is(await refused({}), behind('session-steps'));
  await world.reach(1_000);
  await setCheckpoint(auditProjection.name, 'position = 1001');
  t.is(await refused({}), behind(usageProjection.name));
  world.parts.log.lastPosition = () => Promise.resolve(0n);
  await world.reach(1_000);
});

test.serial('a projection of another version, and one that has not begun', async (t) => {
  await setCheckpoint(sessionStepsProjection.name, 'version = version + 1');
  t.is(
    await refused({}),
    'the projection session-steps is of another version than this program: npm run ops -- rebuild session-steps',
  );
  await pool.query('DELETE FROM ops.checkpoints WHERE projection = $1', [sessionStepsProjection.name]);
  t.is(await refused({}), 'the projection session-steps has not begun yet: start the service first');
  await world.reach(1_000);
});

test.serial('a recipient whose key was rotated since, and one that was revoked', async (t) => {
  const since = later.statement.until;
  const who = { tenantId: clinic, name: 'team' };
  await rotateRecipient(pool, who, systemRandom);
  t.is(
    await refused({ since }),
    "--since is of before the recipient's key was rotated: pseudonyms are new, so begin with a full extract",
  );
  await revokeRecipient(pool, who, new Date('2026-03-02T00:00:00Z'));
  t.is(await refused({}), 'the recipient was revoked');
});
