import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { applyExtracts, type ApplyOptions } from '../../../infra/data/apply/apply.ts';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { FORMATS } from '../../../shared/data-extracts/record.ts';
import { rotateRecipient } from '../../../projectors/extracts/recipients.ts';
import { writeStepRows } from '../../../infra/bench/load/step-rows.ts';
import { systemRandom } from '../../../shared/crypto/seal.ts';
import { facts } from '../../../shared/datasets/all.ts';
import { projectRoot } from '../../../infra/embedded/program.ts';
import { clinic, duckRows, other, startDataWorld } from './world.ts';

/** A day of steps, and the next one with a feedback, a rectification and an erasure in it. */
const world = await startDataWorld();
const { pool, folders, take } = world;
await writeStepRows(pool, { tenantId: clinic, sessions: 20, from: '2026-01-05', days: 2 });
await writeStepRows(pool, { tenantId: other, sessions: 4, from: '2026-01-05', days: 2, position: 300 });
await world.reach(400);
await world.grant('team');
await world.grant('others', other);

const formats = await Promise.all(
  FORMATS.map(async (format) => [format, await take(`first-${format}`, { format })] as const),
);
const first = Object.fromEntries(formats);
const since = first['parquet']!.statement.until;
await nextDay();
const second = Object.fromEntries(
  await Promise.all(
    FORMATS.map(async (format) => {
      const { until } = first[format]!.statement;
      return [format, await take(`second-${format}`, { format, since: until })] as const;
    }),
  ),
);
const whole = await take('whole', { until: second['parquet']!.statement.until });

test.after.always(world.stop);

async function nextDay(): Promise<void> {
  await writeStepRows(pool, { tenantId: clinic, sessions: 5, from: '2026-01-07', days: 1, position: 1_000 });
  const sessionAt = `(SELECT session_id FROM read.session_steps WHERE tenant_id = '${clinic}' AND position = $1)`;
  // A session is erased, and one step of another one is emptied.
  await pool.query(`DELETE FROM read.session_steps WHERE revision > 0 AND session_id = ${sessionAt}`, [10]);
  await pool.query(
    `UPDATE read.session_steps SET kind = 'erased', revision = 10, position = 1100, superseded_position = NULL, day = '2026-01-07', findings = '{}', icds = '{}', conditions = '{}', probabilities = '{}' WHERE position = 10 AND tenant_id = $1`,
    [clinic],
  );
  await pool.query(
    `UPDATE read.session_steps SET findings = '{}', question = NULL, changed_revision = 10, changed_position = 1101, changed_at = now() WHERE position = 23 AND tenant_id = $1`,
    [clinic],
  );
  await pool.query(
    `INSERT INTO read.session_steps SELECT (jsonb_populate_record(s, '{"revision": 10, "position": 1101, "kind": "rectified", "findings": [], "question": null}')).* FROM read.session_steps s WHERE position = 29 AND tenant_id = $1`,
    [clinic],
  );
  await pool.query(
    `UPDATE read.session_steps SET superseded_position = 1101 WHERE position = 29 AND tenant_id = $1`,
    [clinic],
  );
  await world.reach(1_200);
}

const apply = (names: readonly string[], to: string, options: Partial<ApplyOptions> = {}) =>
  applyExtracts(
    names.map((name) => path.join(folders, name)),
    { to, schema: 'facts_copy', publicKeys: null, ...options },
  );

let files = 0;
const newFile = (): string => path.join(folders, `facts-${++files}.duckdb`);

/** Rows of a dataset as text, in the order of all of them. */
const sorted = (rows: Record<string, unknown>[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
const inFolder = async (place: string, name: string): Promise<string[]> =>
  sorted(
    await duckRows(
      `SELECT * FROM read_parquet('${place}/dataset=${name}/*/*.parquet', hive_partitioning = false)`,
    ),
  );
const inFile = async (file: string, name: string): Promise<string[]> =>
  sorted(await duckRows(`SELECT * FROM ${name}`, file));

const withRows = whole.statement.datasets.filter(
  ({ name, rows }) => rows > 0 && facts.some((fact) => fact.name === name),
);

for (const format of FORMATS) {
  test(`increments of ${format} merged one after the other are what a full extract has`, async (t) => {
    const file = newFile();
    const [one, two] = await apply([`first-${format}`, `second-${format}`], file);
    t.is(one!.done, 'replace');
    t.is(two!.done, 'merge');
    t.true(withRows.length >= 7);
    for (const { name } of withRows)
      t.deepEqual(await inFile(file, name), await inFolder(whole.place, name), name);
  });
}

test('the same extract twice changes nothing, and a full one replaces everything', async (t) => {
  const file = newFile();
  await apply(['first-parquet', 'second-parquet'], file);
  const [again] = await apply(['second-parquet'], file);
  t.deepEqual([again!.done, again!.rows], ['nothing', 0]);
  t.deepEqual(await duckRows('SELECT count(*)::int AS n FROM applied_extracts', file), [{ n: 2 }]);
  const [full] = await apply(['whole'], file);
  t.is(full!.done, 'replace');
  for (const { name } of withRows)
    t.deepEqual(await inFile(file, name), await inFolder(whole.place, name), name);
});

test('into Postgres the same, and beside nobody else', async (t) => {
  const url = pool.options.connectionString!;
  const names = ['first-ndjson', 'second-ndjson'];
  const applied = await apply(names, url);
  t.deepEqual(
    applied.map(({ done }) => done),
    ['replace', 'merge'],
  );
  for (const { name } of withRows) {
    const { rows } = await pool.query<{ row: string }>(
      `SELECT count(*)::int AS n, sum(revision)::int AS revisions FROM facts_copy.${name}`,
    );
    t.deepEqual(
      rows as unknown[],
      await duckRows(
        `SELECT count(*)::int AS n, sum(revision)::int AS revisions FROM read_parquet('${whole.place}/dataset=${name}/*/*.parquet')`,
      ),
      name,
    );
  }
  const { rows } = await pool.query(
    'SELECT session, step, at, question, findings, top_probability FROM facts_copy.session_steps ORDER BY 1, 2 LIMIT 3',
  );
  t.deepEqual(
    JSON.parse(JSON.stringify(rows)),
    await duckRows(
      `SELECT session, step, strftime("at", '%Y-%m-%dT%H:%M:%S.000Z') AS at, question, findings, top_probability FROM read_parquet('${whole.place}/dataset=session_steps/*/*.parquet') ORDER BY 1, 2 LIMIT 3`,
    ),
  );
  t.is((await apply(['second-ndjson'], url))[0]!.done, 'nothing');
  t.is((await apply(['whole'], url))[0]!.done, 'replace');
  await t.throwsAsync(apply(['first-ndjson'], url, { schema: 'read' }), {
    instanceOf: DataError,
    message: 'first-ndjson: schema read holds tables that are not of extracts: name another place',
  });
});

test('what the database refuses in the middle leaves everything as it was', async (t) => {
  const [url, schema] = [pool.options.connectionString!, 'half_way'];
  await apply(['first-csv'], url, { schema });
  const state = async (): Promise<unknown> =>
    (
      await pool.query(
        `SELECT (SELECT count(*) FROM ${schema}.sessions) AS sessions, (SELECT sum(revision) FROM ${schema}.sessions) AS revisions,
           (SELECT count(*) FROM ${schema}.findings) AS findings, (SELECT max(ordinal) FROM ${schema}.applied_extracts) AS applied`,
      )
    ).rows;
  const before = await state();
  // Sessions are merged before steps, and tombstones before both.
  await pool.query(`ALTER TABLE ${schema}.session_steps ADD CHECK (kind <> 'rectified')`);
  await t.throwsAsync(apply(['second-csv'], url, { schema }), {
    instanceOf: DataError,
    message: 'second-csv: the database refused it (SQLSTATE 23514): nothing of it was merged',
  });
  t.deepEqual(await state(), before);
});

const refuses = async (
  t: { throwsAsync: (work: Promise<unknown>, expected: object) => Promise<unknown> },
  names: readonly string[],
  { file = newFile(), message }: { file?: string; message: string },
): Promise<string> => {
  await t.throwsAsync(apply(names, file), { instanceOf: DataError, message: `${names.at(-1)}: ${message}` });
  return file;
};

test('an increment without what comes before it is refused, and nothing of it stays', async (t) => {
  await refuses(t, ['second-parquet'], {
    message: 'nothing was applied yet: begin with a full extract, one made without --since',
  });
  const third = await take('third', { since: second['parquet']!.statement.until });
  const file = await refuses(t, ['first-parquet', 'third'], {
    message:
      'the extract does not follow on: make one with --since of the cursor that stands last in applied_extracts',
  });
  t.deepEqual(await duckRows('SELECT until FROM applied_extracts', file), [{ until: since }]);
  t.is((await apply(['second-parquet', 'third'], file)).length, 2);
  t.is(third.statement.datasets.find(({ name }) => name === 'sessions')!.rows, 0);
});

test('an older extract, or one of another recipient, of other datasets or without tombstones is refused', async (t) => {
  await refuses(t, ['first-parquet', 'second-parquet', 'first-parquet'], {
    message: 'the extract is older than what was applied last',
  });
  await take('of-others', { tenantId: other, name: 'others' });
  await refuses(t, ['first-parquet', 'of-others'], {
    message: 'the extract is of another recipient than these tables',
  });
  await take('fewer', { since, named: ['sessions', 'tombstones'] });
  await take('few', { until: since, named: ['sessions'] });
  await take('more', { since, named: ['sessions', 'feedback', 'tombstones'] });
  await take('bare', { since, named: ['sessions'] });
  await refuses(t, ['few', 'more'], {
    message: 'the tables lack feedback (version 1): begin with a full extract',
  });
  await refuses(t, ['few', 'bare'], {
    message: 'the extract lacks tombstones, which say what must be deleted',
  });
  t.is((await apply(['few', 'fewer'], newFile())).length, 2);
  await take('some', { until: since, named: ['sessions', 'feedback'] });
  await refuses(t, ['some', 'fewer'], {
    message: 'the extract lacks feedback (version 1), which the tables have',
  });
});

test('an extract that is not as it was signed is refused', async (t) => {
  cpSync(path.join(folders, 'first-csv'), path.join(folders, 'changed'), { recursive: true });
  const changed = 'dataset=sessions/day=2026-01-05/part-0.csv';
  appendFileSync(path.join(folders, 'changed', changed), '\n');
  await refuses(t, ['changed'], { message: `not as it was signed: ${changed}: changed, and 1 more` });
  rmSync(path.join(folders, 'changed', 'dictionary.md'));
  await refuses(t, ['changed'], { message: 'not as it was signed: dictionary.md: missing, and 2 more' });
  await t.throwsAsync(apply(['first-csv'], newFile(), { publicKeys: ['AAAA'] }), {
    message:
      'first-csv: not as it was signed: manifest.json: not signed by this installation, or changed since',
  });
});

test('after the key was rotated only a full extract fits', async (t) => {
  await world.grant('rotated');
  const before = await take('of-rotated', { name: 'rotated' });
  await rotateRecipient(pool, { tenantId: clinic, name: 'rotated' }, systemRandom);
  const after = await take('of-rotated-2', { name: 'rotated' });
  await take('of-rotated-3', { name: 'rotated', since: after.statement.until });
  t.not(before.statement.recipient.generation, after.statement.recipient.generation);
  const file = await refuses(t, ['of-rotated', 'of-rotated-3'], {
    message:
      "the extract is of after the recipient's key was rotated: pseudonyms are new, so begin with a full extract",
  });
  t.deepEqual(
    (await apply(['of-rotated-2', 'of-rotated-3'], file)).map(({ done }) => done),
    ['replace', 'merge'],
  );
  await refuses(t, ['of-rotated'], { file, message: 'the extract is older than what was applied last' });
});

test('a file or a schema of somebody else is left alone', async (t) => {
  const file = newFile();
  await duckRows('CREATE TABLE mine (a int)', file);
  await refuses(t, ['first-csv'], {
    file,
    message: `${file} holds tables that are not of extracts: name another place`,
  });
  t.deepEqual(await duckRows('SELECT table_name FROM duckdb_tables()', file), [{ table_name: 'mine' }]);
  const noFile = path.join(folders, 'first-csv', 'manifest.json');
  await t.throwsAsync(apply(['first-csv'], noFile), { message: `${noFile} is no file of DuckDB` });
  await t.throwsAsync(apply(['first-csv'], 'postgresql://nobody@127.0.0.1:1/nothing'), {
    message: 'the database of --to cannot be reached',
  });
});

/** The SQL of the page, over the extracts of this test. */
function sqlOfPage(): string[] {
  const page = readFileSync(path.join(projectRoot, 'docs/data/apply.md'), 'utf8');
  const blocks = [...page.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, sql]) => sql!);
  const placed = { first: first['parquet']!.place, next: second['parquet']!.place };
  return blocks.map((sql) =>
    sql.replaceAll(/'(first|next)\//g, (_, name: 'first' | 'next') => `'${placed[name]}/`),
  );
}

test('the SQL of the page merges as the command does', async (t) => {
  const [byPage, byCommand] = [newFile(), newFile()];
  const blocks = sqlOfPage();
  t.is(blocks.length, 2);
  for (const sql of blocks) await duckRows(sql, byPage);
  await apply(['first-parquet', 'second-parquet'], byCommand);
  for (const name of ['sessions', 'session_steps', 'findings']) {
    t.deepEqual(await inFile(byPage, name), await inFile(byCommand, name), name);
  }
});
