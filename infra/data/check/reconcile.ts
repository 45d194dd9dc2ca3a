import path from 'node:path';
import { deliveries } from '../../../shared/datasets/account-facts.ts';
import { sessionSteps } from '../../../shared/datasets/session-facts.ts';
import { readCursor } from '../../../projectors/extracts/cursor.ts';
import { DataError } from '../../../projectors/extracts/data-error.ts';
import { hasColumn, type DescribedDataset } from '../described.ts';
import { quoted, type Duck } from '../../../projectors/extracts/duck.ts';
import type { Manifest } from '../../../projectors/extracts/manifest.ts';
import { findRecipient, type Recipient } from '../../../projectors/extracts/recipients.ts';
import { rowsOfFiles } from '../read-files.ts';
import { stageRows } from '../../../projectors/extracts/staged-rows.ts';
import { factQuery } from '../../../projectors/extracts/window.ts';
import { EXPECTED, prepareLog, type Expected } from './expected-rows.ts';
import { told, type Readable } from './row-problems.ts';
import type { Opening } from './conclusions.ts';
import { stageLog } from './staged-log.ts';

/** What the log says and the extract has. */
export type Reconciled = {
  problems: string[];
  /** What was counted in the log. */
  counted: Record<string, number>;
  /** Why nothing was compared; null where it was. */
  leftOut: string | null;
};

type Comparing = { duck: Duck; extract: Readable };

/**
 * Compares an extract with the log itself, not with the tables that it was made of: each session, step, token, entry of the
 * trail and erasure by its pseudonym. What was destroyed after `until` may be missing: an extract made again later lacks it.
 */
export async function reconcile(
  source: Opening,
  {
    duck,
    extract,
    manifest,
    scratch,
  }: { duck: Duck; extract: Readable; manifest: Manifest; scratch: string },
): Promise<Reconciled> {
  const { statement } = manifest;
  const { pool } = source;
  const recipient = await recipientOf(pool, manifest);
  if (typeof recipient === 'string') return { problems: [], counted: {}, leftOut: recipient };
  const since = statement.since === null ? null : readCursor(recipient, statement.since);
  const until = readCursor(recipient, statement.until);
  await stageLog(duck, { source, recipient, file: path.join(scratch, 'log.csv') });
  const comparing = { duck, extract };
  await prepareLog(duck, { since, until });
  const counted: Record<string, number> = {};
  const problems: string[] = [];
  for (const dataset of extract.datasets) {
    const expected = EXPECTED[dataset.name];
    if (expected === undefined) continue;
    const { count, lines } = await compare(comparing, dataset, expected);
    counted[dataset.name] = count;
    problems.push(...lines.map((line) => `${dataset.name}: ${line}`));
  }
  const concluded = await compareConclusions(comparing);
  Object.assign(counted, concluded.counted);
  problems.push(...concluded.problems);
  const tokens = await compareTokens(comparing);
  Object.assign(counted, tokens.counted);
  problems.push(...tokens.problems);
  const settled = extract.datasets.find(({ name }) => name === deliveries.name);
  if (settled) {
    const file = path.join(scratch, 'deliveries.csv');
    await stageRows(pool, factQuery(deliveries, recipient, { window: { since, until } }), { file });
    const { count, lines } = await compareDeliveries(comparing, settled, file);
    counted['deliveries'] = count;
    problems.push(...lines);
  }
  return { problems, counted, leftOut: null };
}

/** Or why there is none. */
async function recipientOf(pool: Opening['pool'], { statement }: Manifest): Promise<Recipient | string> {
  const { recipient_id, name, generation } = statement.recipient;
  try {
    const recipient = await findRecipient(pool, { tenantId: statement.tenant_id, name });
    const isSame = recipient.recipientId === recipient_id && recipient.generation === generation;
    return isSame
      ? recipient
      : "the recipient's key was rotated since: nobody can tell any more whom its pseudonyms stand for";
  } catch (error) {
    if (error instanceof DataError) return error.message;
    throw error;
  }
}

function rowsIn({ extract }: Comparing, dataset: DescribedDataset, { columns, only }: Expected): string {
  const names = columns.join(', ');
  if (dataset.files.length === 0)
    return `(SELECT ${columns.map((name) => `NULL AS ${name}`).join(', ')} WHERE false)`;
  const where = ['tenant_id NOT IN (SELECT tenant_id FROM closed)', ...(only === undefined ? [] : [only])];
  return `(SELECT ${names} FROM ${rowsOfFiles(dataset, extract)} WHERE ${where.join(' AND ')})`;
}

async function compare(
  comparing: Comparing,
  dataset: DescribedDataset,
  expected: Expected,
): Promise<{ count: number; lines: string[] }> {
  const { duck } = comparing;
  const given = rowsIn(comparing, dataset, expected);
  const isSame = expected.columns.map((name) => `e.${name} = g.${name}`).join(' AND ');
  // What is destroyed since may be missing.
  const kept = hasColumn(dataset, 'session')
    ? 'WHERE e.session NOT IN (SELECT session FROM destroyed_later)'
    : '';
  const [row] = await duck.rows(
    `SELECT (SELECT count(*) FROM ${expected.rows}) AS count,
       (SELECT count(*) FROM ${expected.rows} AS e ANTI JOIN ${given} AS g ON ${isSame} ${kept}) AS missing,
       (SELECT count(*) FROM ${given} AS g ANTI JOIN ${expected.possible ?? expected.rows} AS e ON ${isSame}) AS strange`,
  );
  return {
    count: Number(row?.['count']),
    lines: [
      ...told(row?.['missing'], 'missing that the log has'),
      ...told(row?.['strange'], 'that the log has not, or has otherwise'),
    ],
  };
}

/** Level and first diagnosis after each step that still can be opened, and that no rectification has emptied. */
async function compareConclusions(
  comparing: Comparing,
): Promise<{ counted: Record<string, number>; problems: string[] }> {
  const steps = comparing.extract.datasets.find(({ name }) => name === sessionSteps.name);
  if (steps === undefined || !hasColumn(steps, 'top_icd')) return { counted: {}, problems: [] };
  const columns = ['session', 'step', 'triage_level', 'top_icd'];
  const given = rowsIn(comparing, steps, { rows: 'conclusions', columns });
  const [row] = await comparing.duck.rows(
    `SELECT count(*) AS count, count(*) FILTER (WHERE g.triage_level IS DISTINCT FROM c.level OR g.top_icd IS DISTINCT FROM c.icd) AS other
     FROM conclusions AS c JOIN ${given} AS g ON g.session = c.session AND g.step = c.step`,
  );
  return {
    counted: { conclusions: Number(row?.['count']) },
    problems: told(row?.['other'], 'with another level or diagnosis than the log has').map(
      (line) => `${steps.name}: ${line}`,
    ),
  };
}

/** What was charged and granted in all: a difference shows in the rows as well. */
async function compareTokens(
  comparing: Comparing,
): Promise<{ counted: Record<string, number>; problems: string[] }> {
  const ledger = comparing.extract.datasets.find(({ name }) => name === 'token_ledger');
  const expected = EXPECTED['token_ledger'];
  if (ledger === undefined || expected === undefined) return { counted: {}, problems: [] };
  const sums =
    'coalesce(-sum(tokens) FILTER (WHERE tokens < 0), 0) AS charged, coalesce(sum(tokens) FILTER (WHERE tokens > 0), 0) AS granted';
  const [inLog] = await comparing.duck.rows(`SELECT ${sums} FROM ${expected.rows} AS e`);
  const [given] = await comparing.duck.rows(
    `SELECT ${sums} FROM ${rowsIn(comparing, ledger, expected)} AS g`,
  );
  const problems = ['charged', 'granted'].flatMap((name) => {
    const [wanted, found] = [Number(inLog?.[name]), Number(given?.[name])];
    return wanted === found ? [] : [`token_ledger: ${found} tokens ${name} in place of ${wanted}`];
  });
  return {
    counted: { tokens_charged: Number(inLog?.['charged']), tokens_granted: Number(inLog?.['granted']) },
    problems,
  };
}

/** They do not stand in the log: what the table has in the window must be there; what it has no more may be. */
async function compareDeliveries(
  comparing: Comparing,
  dataset: DescribedDataset,
  file: string,
): Promise<{ count: number; lines: string[] }> {
  const { duck } = comparing;
  const place = deliveries.columns.findIndex(({ name }) => name === 'delivery');
  await duck.run(
    `CREATE TABLE settled AS SELECT string_split(line, '\t')[${place + 1}] AS delivery FROM read_csv(${quoted(file)}, header = false, auto_detect = false, delim = '\x01', quote = '', escape = '', columns = {'line': 'VARCHAR'})`,
  );
  const given = rowsIn(comparing, dataset, { rows: 'settled', columns: ['delivery'] });
  const [row] = await duck.rows(
    `SELECT (SELECT count(*) FROM settled) AS count, (SELECT count(*) FROM settled AS e ANTI JOIN ${given} AS g ON e.delivery = g.delivery) AS missing`,
  );
  return {
    count: Number(row?.['count']),
    lines: told(row?.['missing'], 'missing that came to rest in the window').map(
      (line) => `deliveries: ${line}`,
    ),
  };
}
