import path from 'node:path';
import { fileProblems } from '../check/files.ts';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { describedDatasets, hasColumn, type DescribedDataset } from '../described.ts';
import { quoted } from '../../../projectors/extracts/duck.ts';
import { explainFull } from '../../../projectors/extracts/disk-full.ts';
import { MANIFEST, measureFile, readManifest, type Manifest } from '../../../projectors/extracts/manifest.ts';
import { openDuckTarget } from './duckdb-target.ts';
import { deleteGone, insertRows, mergeRows } from './merge.ts';
import { openPostgresTarget } from './postgres-target.ts';
import { readState, stepOf, writeState, type Incoming, type State, type Step } from './state.ts';
import type { Files, Target } from './target.ts';

export type ApplyOptions = {
  /** A file of DuckDB, or the address of a Postgres database. */
  to: string;
  /** Where the tables stand in Postgres. */
  schema: string;
  /** Public keys (base64 DER) that somebody vouched for; null: the one of the first extract, and no other after it. */
  publicKeys: readonly string[] | null;
};

export type AppliedExtract = {
  folder: string;
  /** nothing: it was applied before. replace: it is a full one. */
  done: Step;
  rows: number;
  until: string;
};

const POSTGRES = /^postgres(ql)?:\/\//;

/**
 * Merges extracts, one after the other, into tables of the recipient's own, each whole or not at all. Throws DataError for one
 * that is not as it was signed or does not follow on; those before it stay applied.
 */
export async function applyExtracts(
  folders: readonly string[],
  options: ApplyOptions,
): Promise<AppliedExtract[]> {
  const target = POSTGRES.test(options.to)
    ? await openPostgresTarget(options.to, options.schema)
    : await openDuckTarget(options.to);
  try {
    const applied: AppliedExtract[] = [];
    for (const folder of folders) {
      try {
        applied.push(await applyOne(target, folder, options));
      } catch (error) {
        throw told(error, folder);
      }
    }
    return applied;
  } finally {
    await target.close();
  }
}

/** Which of several it was, and why: no value of a row, which the database's own words may hold. */
function told(error: unknown, folder: string): unknown {
  const explained = explainFull(error);
  const why = explained instanceof DataError ? explained.message : refusal(explained);
  return why === null ? explained : new DataError(`${path.basename(folder)}: ${why}`);
}

const SQLSTATE = /^[0-9A-Z]{5}$/;
/** How DuckDB begins what it says. */
const DUCK_ERROR = /^([A-Z][A-Za-z ]* Error):/;

/** What the database itself refused. */
function refusal(error: unknown): string | null {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const kind =
    typeof code === 'string' && SQLSTATE.test(code)
      ? `SQLSTATE ${code}`
      : DUCK_ERROR.exec(typeof message === 'string' ? message : '')?.[1];
  return kind === undefined ? null : `the database refused it (${kind}): nothing of it was merged`;
}

async function applyOne(target: Target, folder: string, options: ApplyOptions): Promise<AppliedExtract> {
  const incoming = await verified(folder, options);
  const { statement } = incoming.manifest;
  await target.begin();
  const state = await readState(target);
  const done = stepOf(incoming, state);
  if (done !== 'nothing') {
    await write(target, { incoming, done, state, files: { folder, format: statement.format } });
    await writeState(target, incoming, state);
  }
  await target.run('COMMIT');
  const rows = done === 'nothing' ? 0 : incoming.datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
  return { folder, done, rows, until: statement.until };
}

/** What the folder holds, if it is what was signed. */
async function verified(folder: string, { publicKeys }: ApplyOptions): Promise<Incoming> {
  const manifest: Manifest = await readManifest(folder);
  const problems = await fileProblems(folder, manifest, publicKeys ?? [manifest.signature.public_key]);
  const [first, ...more] = problems;
  if (first !== undefined) {
    throw new DataError(
      `not as it was signed: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}`,
    );
  }
  return {
    manifest,
    digest: (await measureFile(path.join(folder, MANIFEST))).sha256,
    datasets: await describedDatasets(folder, manifest),
    isKeyNamed: publicKeys !== null,
  };
}

type Writing = { incoming: Incoming; done: Step; state: State; files: Files };

async function write(target: Target, { incoming, done, state, files }: Writing): Promise<void> {
  const { datasets, manifest } = incoming;
  if (done === 'replace') await empty(target, datasets, state);
  for (const dataset of datasets) await target.provide(dataset);
  const loaded = new Map<string, string>();
  const rowsOf = async (dataset: DescribedDataset): Promise<string> => {
    const known = loaded.get(dataset.name) ?? (await target.load(dataset, files));
    loaded.set(dataset.name, known);
    return known;
  };
  const tombstones = datasets.find(({ name, rows }) => name === 'tombstones' && rows > 0);
  if (done === 'merge' && tombstones) {
    const gone = await rowsOf(tombstones);
    for (const dataset of datasets.filter((one) => hasColumn(one, 'session'))) {
      await target.run(deleteGone(dataset, { table: target.table(dataset.name), gone }));
    }
  }
  for (const dataset of datasets.filter(({ rows }) => rows > 0)) {
    const given = { table: target.table(dataset.name), rows: await rowsOf(dataset) };
    await target.run(done === 'replace' ? insertRows(dataset, given) : mergeRows(dataset, given));
  }
  await markCurrent(target, datasets, manifest.statement.engine_version);
}

/** Views on tables outlive it, unless a dataset is gone or of another version. */
async function empty(target: Target, datasets: readonly DescribedDataset[], state: State): Promise<void> {
  for (const { name, version } of state?.last.datasets ?? []) {
    const stays = datasets.some((dataset) => dataset.name === name && dataset.version === version);
    await target.run(`${stays ? 'TRUNCATE' : 'DROP TABLE'} ${target.table(name)}`);
  }
}

/** An extract names the versions that its facts have: of one that it does not name it cannot say that it runs no more. */
async function markCurrent(
  target: Target,
  datasets: readonly DescribedDataset[],
  version: string,
): Promise<void> {
  if (!datasets.some(({ name }) => name === 'engine_versions')) return;
  await target.run(
    `UPDATE ${target.table('engine_versions')} SET is_current = (version = ${quoted(version)})`,
  );
}
