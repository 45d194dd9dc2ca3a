import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { openDuck } from '../../../projectors/extracts/duck.ts';
import { rowsInFooters, rowsOfFile } from '../../../projectors/extracts/file-rows.ts';
import { listFiles } from '../../../projectors/extracts/list-files.ts';
import { isSigned, MANIFEST, measureFile, type Manifest } from '../../../projectors/extracts/manifest.ts';

/** What of an extract's files is not as it was signed: a line each, the signature first. */
export async function fileProblems(
  folder: string,
  manifest: Manifest,
  publicKeys: readonly string[],
): Promise<string[]> {
  const { datasets, documents } = manifest.statement;
  const signed = isSigned(manifest, publicKeys)
    ? []
    : [`${MANIFEST}: not signed by this installation, or changed since`];
  const present = new Set(await listFiles(folder));
  const dataFiles = datasets.flatMap(({ files }) => files);
  const expected = [...dataFiles, ...documents];
  const names = new Set([MANIFEST, ...expected.map((file) => file.path)]);
  const missing = expected.filter((file) => !present.has(file.path));
  const strange = [...present].filter((name) => !names.has(name));
  return [
    ...signed,
    ...missing.map((file) => `${file.path}: missing`),
    ...strange.map((name) => `${name}: not in the manifest`),
    ...(await changedFiles(
      folder,
      expected.filter((file) => present.has(file.path)),
    )),
    ...(await wrongCounts(folder, manifest, present)),
    ...wrongSums(manifest),
  ];
}

async function changedFiles(
  folder: string,
  files: readonly { path: string; bytes: number; sha256: string }[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const file of files) {
    const { bytes, sha256 } = await measureFile(path.join(folder, file.path));
    if (bytes !== file.bytes || sha256 !== file.sha256) problems.push(`${file.path}: changed`);
  }
  return problems;
}

/** Rows as the files themselves have them. */
async function wrongCounts(
  folder: string,
  { statement: { datasets, format } }: Manifest,
  present: ReadonlySet<string>,
): Promise<string[]> {
  const files = datasets.flatMap((dataset) => dataset.files).filter((file) => present.has(file.path));
  const footers = format === 'parquet' ? await readFooters(folder, files) : new Map<string, number>();
  const problems: string[] = [];
  for (const file of files) {
    const lines = format === 'parquet' ? 0 : (await measureFile(path.join(folder, file.path))).lines;
    const rows = rowsOfFile(format, { lines, inFooter: footers.get(file.path) });
    if (rows !== file.rows) problems.push(`${file.path}: ${rows} rows in place of ${file.rows}`);
  }
  return problems;
}

async function readFooters(folder: string, files: readonly { path: string }[]): Promise<Map<string, number>> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'data-check-'));
  const duck = await openDuck(scratch);
  try {
    return await rowsInFooters(
      duck,
      folder,
      files.map((file) => file.path),
    );
  } finally {
    duck.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

const wrongSums = ({ statement: { datasets } }: Manifest): string[] =>
  datasets.flatMap(({ name, rows, files }) => {
    const sum = files.reduce((total, file) => total + file.rows, 0);
    return sum === rows ? [] : [`${name}: ${sum} rows in its files in place of ${rows}`];
  });
