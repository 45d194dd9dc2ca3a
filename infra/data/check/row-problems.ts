import { createReadStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { hasColumn, type DescribedColumn, type DescribedDataset } from '../described.ts';
import { quoted, type Duck } from '../../../projectors/extracts/duck.ts';
import { DUCK_TYPES, type Format } from '../../../projectors/extracts/format.ts';
import { columnList, identifier, rowsOfFiles } from '../read-files.ts';

/** An extract whose files are as they were signed. */
export type Readable = {
  folder: string;
  format: Format;
  datasets: readonly DescribedDataset[];
};

/** What of the rows is not as their schemas say, or does not fit other rows: a line each. Every check is one query. */
export async function rowProblems(duck: Duck, extract: Readable): Promise<string[]> {
  const problems: string[] = [];
  const sound: DescribedDataset[] = [];
  for (const dataset of extract.datasets.filter(({ files }) => files.length > 0)) {
    const wrong = await shapeProblems(duck, extract, dataset);
    problems.push(...wrong.map((line) => `${dataset.name}: ${line}`));
    if (wrong.length === 0) sound.push(dataset);
  }
  const readable = { ...extract, datasets: sound };
  for (const dataset of sound) {
    const wrong = [
      ...(await valueProblems(duck, readable, dataset)),
      ...(await keyProblems(duck, readable, dataset)),
      ...(await referenceProblems(duck, readable, dataset)),
      ...(await sessionProblems(duck, readable, dataset)),
    ];
    problems.push(...wrong.map((line) => `${dataset.name}: ${line}`));
  }
  return problems;
}

/** Columns and types, before anything else is asked of the rows. */
async function shapeProblems(
  duck: Duck,
  { folder, format }: Readable,
  dataset: DescribedDataset,
): Promise<string[]> {
  for (const file of dataset.files) {
    const place = path.join(folder, file);
    const found = await columnsOf(duck, place, format);
    if (found === null) continue;
    const wanted = dataset.columns.map(({ name, type }) =>
      format === 'csv' ? name : `${name} ${named(DUCK_TYPES[type])}`,
    );
    const missing = wanted.filter((column) => !found.includes(column));
    if (missing.length > 0) return [`${file} lacks columns as its schema has them (${missing.join(', ')})`];
  }
  const count = `SELECT count(*) AS rows, ${dataset.columns.map(({ name }) => `count(${identifier(name)})`).join(', ')}`;
  try {
    await duck.rows(`${count} FROM ${rowsOfFiles(dataset, { folder, format })}`);
    return [];
  } catch {
    return ['some value is of another type than its schema says'];
  }
}

/** As DuckDB itself calls it. */
const named = (type: string): string => (type === 'TIMESTAMPTZ' ? 'TIMESTAMP WITH TIME ZONE' : type);

/** Names of a file's columns, with their types where it tells them; null where it tells neither. */
async function columnsOf(duck: Duck, file: string, format: Format): Promise<string[] | null> {
  if (format === 'ndjson') return null;
  if (format === 'csv') return (await firstLine(file)).split(',');
  const rows = await duck.rows(
    `DESCRIBE SELECT * FROM read_parquet(${quoted(file)}, hive_partitioning = false)`,
  );
  return rows.map((row) => `${String(row['column_name'])} ${String(row['column_type'])}`);
}

async function firstLine(file: string): Promise<string> {
  const input = createReadStream(file);
  try {
    for await (const line of createInterface({ input })) return line;
    return '';
  } finally {
    input.destroy();
  }
}

const isWrong = ({ name, values }: DescribedColumn): string =>
  `${identifier(name)} NOT IN (${(values ?? []).map(quoted).join(', ')})`;

/** Empty where a value has to be, and values that are not in a closed list. */
async function valueProblems(duck: Duck, extract: Readable, dataset: DescribedDataset): Promise<string[]> {
  const checks = dataset.columns.flatMap((column) => [
    ...(column.nullable
      ? []
      : [{ where: `${identifier(column.name)} IS NULL`, says: `without ${column.name}` }]),
    ...(column.values
      ? [{ where: isWrong(column), says: `with a ${column.name} that is not in its list` }]
      : []),
  ]);
  if (checks.length === 0) return [];
  const counts = checks.map(({ where }, index) => `count(*) FILTER (WHERE ${where}) AS wrong_${index}`);
  const [row] = await duck.rows(`SELECT ${counts.join(', ')} FROM ${rowsOfFiles(dataset, extract)}`);
  return checks.flatMap(({ says }, index) => told(row?.[`wrong_${index}`], says));
}

/** A line where there are some. */
export const told = (count: unknown, says: string): string[] =>
  Number(count) === 0 ? [] : [`${Number(count)} ${Number(count) === 1 ? 'row' : 'rows'} ${says}`];

async function keyProblems(duck: Duck, extract: Readable, dataset: DescribedDataset): Promise<string[]> {
  const [row] = await duck.rows(
    `SELECT count(*) AS keys FROM (SELECT 1 FROM ${rowsOfFiles(dataset, extract)} GROUP BY ${columnList(dataset.key)} HAVING count(*) > 1)`,
  );
  const keys = Number(row?.['keys']);
  return keys === 0
    ? []
    : [`${keys} ${keys === 1 ? 'key stands' : 'keys stand'} in several rows (${dataset.key.join(', ')})`];
}

/** Codes that the dimension has not, where the extract has the dimension. */
async function referenceProblems(
  duck: Duck,
  extract: Readable,
  dataset: DescribedDataset,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { name, references } of dataset.columns) {
    const [target, column] = references?.split('.') ?? [];
    const dimension = extract.datasets.find((one) => one.name === target);
    if (dimension === undefined || column === undefined || !hasColumn(dimension, column)) continue;
    const [row] = await duck.rows(
      `SELECT count(*) AS rows FROM ${rowsOfFiles(dataset, extract)} AS f WHERE ${identifier(name)} IS NOT NULL AND ${identifier(name)} NOT IN (SELECT ${identifier(column)} FROM ${rowsOfFiles(dimension, extract)})`,
    );
    problems.push(...told(row?.['rows'], `with a ${name} that ${dimension.name} has not`));
  }
  return problems;
}

/** What belongs to a session comes with it, and nothing of one that was destroyed does. */
async function sessionProblems(duck: Duck, extract: Readable, dataset: DescribedDataset): Promise<string[]> {
  if (!hasColumn(dataset, 'session') || dataset.name === 'tombstones') return [];
  const named = (name: string): DescribedDataset | undefined =>
    extract.datasets.find((one) => one.name === name);
  const [sessions, tombstones] = [named('sessions'), named('tombstones')];
  const rows = `SELECT count(*) AS rows FROM ${rowsOfFiles(dataset, extract)} AS f`;
  const problems: string[] = [];
  if (sessions && dataset.name !== 'sessions') {
    const [row] = await duck.rows(
      `${rows} ANTI JOIN ${rowsOfFiles(sessions, extract)} AS s ON f.session = s.session`,
    );
    problems.push(...told(row?.['rows'], 'of a session that sessions has not'));
  }
  if (tombstones) {
    const [row] = await duck.rows(
      `${rows} SEMI JOIN (SELECT session FROM ${rowsOfFiles(tombstones, extract)} WHERE step = -1) AS g ON f.session = g.session`,
    );
    problems.push(...told(row?.['rows'], 'of a session that was destroyed'));
  }
  return problems;
}
