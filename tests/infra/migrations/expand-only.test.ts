import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { previousRelease } from '../../../infra/rollback/previous-release.ts';
import { migrationNames, migrationsFolder } from '../../../shared/postgres/migrations.ts';
import { contractingIn, madeBy } from '../../support/contracting.ts';

/** The release before works on, and again, beside every migration that has come since and is not named `….contract.sql`. */
const since = (await migrationNames()).filter((name) => name > previousRelease.last_migration);
const textOf = (name: string): string => readFileSync(path.join(migrationsFolder, name), 'utf8');
const made = await madeBy(since.map(textOf));

test('migrations since the release before only add', async (t) => {
  t.true((await migrationNames()).includes(previousRelease.last_migration));
  for (const name of since.filter((one) => !one.endsWith('.contract.sql'))) {
    t.deepEqual(await contractingIn(textOf(name), made), [], name);
  }
});

const CONTRACTING: Readonly<Record<string, string>> = {
  'ALTER TABLE read.old DROP COLUMN name': 'read.old: drops a column',
  'ALTER TABLE read.old ADD COLUMN name text NOT NULL': 'read.old: adds a column that has to be given',
  'ALTER TABLE read.old ALTER COLUMN name SET NOT NULL': 'read.old: requires a column',
  'ALTER TABLE read.old ALTER COLUMN name DROP DEFAULT': 'read.old: drops a default',
  'ALTER TABLE read.old ALTER COLUMN name TYPE bigint': 'read.old: changes the type of a column',
  'ALTER TABLE read.old ADD CHECK (name > 0)': 'read.old: adds a constraint',
  'ALTER TABLE read.old ENABLE ROW LEVEL SECURITY': 'read.old: hides rows',
  'ALTER TABLE read.old RENAME COLUMN name TO label': 'renames',
  'ALTER TABLE read.old RENAME TO older': 'renames',
  'ALTER TABLE read.old SET SCHEMA ops': 'moves to another schema',
  'ALTER FUNCTION ops.old(uuid) RENAME TO older': 'renames',
  'DROP TABLE read.old': 'drops read.old',
  'DROP VIEW analytics.old': 'drops analytics.old',
  'DROP INDEX read.old_name': 'drops read.old_name',
  'DROP FUNCTION ops.old(uuid)': 'drops ops.old/1',
  'CREATE UNIQUE INDEX old_name ON read.old (name)': 'adds a unique index',
  'CREATE TRIGGER look AFTER INSERT ON read.old EXECUTE FUNCTION ops.look()': 'adds a trigger',
  'TRUNCATE read.old': 'empties',
  "DO 'BEGIN ALTER TABLE read.old DROP name; END'": 'changes something in a block that is not looked into',
};

test('what would stop the release before is found', async (t) => {
  for (const [sql, problem] of Object.entries(CONTRACTING)) {
    t.deepEqual(await contractingIn(sql, made), [problem], sql);
  }
});

test('what only adds, loosens, or changes what has come since is let through', async (t) => {
  const own = await madeBy([
    'CREATE TABLE read.new (name text); CREATE FUNCTION ops.new(p_id uuid) RETURNS int RETURN 1',
  ]);
  for (const sql of [
    'CREATE TABLE read.other (name text NOT NULL)',
    'ALTER TABLE read.old ADD COLUMN name text',
    "ALTER TABLE read.old ADD COLUMN name text NOT NULL DEFAULT ''",
    'ALTER TABLE read.old ALTER COLUMN name DROP NOT NULL',
    'CREATE INDEX old_name ON read.old (name)',
    'DROP FUNCTION ops.old(uuid); CREATE FUNCTION ops.old(p_id uuid) RETURNS TABLE (name text) RETURN NULL',
    'ALTER TABLE read.new DROP COLUMN name',
    'ALTER TABLE read.new RENAME COLUMN name TO label',
    'CREATE UNIQUE INDEX new_name ON read.new (name)',
    'DROP TABLE read.new',
    'DROP FUNCTION ops.new(uuid)',
    "DO 'BEGIN CREATE ROLE somebody; END'",
  ]) {
    t.deepEqual(await contractingIn(sql, own), [], sql);
  }
});
