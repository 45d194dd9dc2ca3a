import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { datasets as allDatasets } from '../../shared/datasets/all.ts';
import type { Dataset, Fact } from '../../shared/datasets/dataset.ts';
import { sessions } from '../../shared/datasets/sessions.ts';
import type { Pool, Sql } from '../../shared/postgres/pool.ts';
import type { Signer } from '../../shared/crypto/signer.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import { writeCursor } from './cursor.ts';
import { DataError } from './data-error.ts';
import { writeDocuments } from './describe/documents.ts';
import {
  catalogueVersion,
  daysBetween,
  rowsOfCatalogue,
  stageDimension,
  versionRows,
  versionsIn,
} from './dimension-rows.ts';
import { openDuck } from './duck.ts';
import { explainFull } from './disk-full.ts';
import { beginDraft, syncFile, type Draft } from './folder.ts';
import type { Format } from './format.ts';
import { anonymise, type Anonymity, type Coarsening } from './k-anonymity.ts';
import { MANIFEST, manifestText, type DatasetEntry, type DocumentEntry, type Statement } from './manifest.ts';
import { behindProjections, type Pace } from './pace.ts';
import { findRecipient, type Recipient, type RecipientName } from './recipients.ts';
import type { DayRange } from './spans.ts';
import { createSettling, settleDatasets, settleFiles } from './settle-files.ts';
import { READ_FROM, withSnapshot, type Snapshot } from './snapshot.ts';
import { stagingOf } from './staging.ts';
import { factQuery, windowOf, type Window } from './window.ts';
import { writeDimension, writeFact, type Writing } from './write-datasets.ts';

export type ExtractParts = {
  pool: Pool;
  signer: Pick<Signer, 'sign'>;
  log: Pick<EventLog, 'lastPosition'>;
};

export type ExtractOptions = RecipientName & {
  /** A folder that is empty or not there yet. */
  folder: string;
  datasets: readonly Dataset[];
  format: Format;
  /** Cursors; null: from the beginning, and up to now. */
  since: string | null;
  until: string | null;
  /** Coarsened until each session stands with at least so many others, this one included; null: not at all. */
  minK?: number | null;
  /** How long the projections may stay behind. */
  waitMs?: number;
  onRows?: (dataset: string, rows: number) => void;
  /** Gives it up: nothing is left of it. */
  signal?: AbortSignal;
};

/** The datasets of these names. Throws DataError. */
export function datasetsNamed(names: readonly string[]): Dataset[] {
  const unknown = names.filter((name) => !allDatasets.some((dataset) => dataset.name === name));
  if (unknown.length > 0) {
    throw new DataError(
      `there is no dataset ${unknown.join(', ')}: name some of ${allDatasets.map(({ name }) => name).join(', ')}`,
    );
  }
  return allDatasets.filter(({ name }) => names.includes(name));
}

/**
 * Writes what changed for a recipient between two cursors into a folder: files of each dataset, what describes them, and a
 * signed manifest. It is whole or not there: everything is written beside it first. The same cursors give the same bytes, but
 * for what was destroyed in between. Throws DataError, and nothing else for what a caller may get wrong; DirectoryInUseError
 * while another run writes into that folder.
 */
export async function extract(parts: ExtractParts, options: ExtractOptions): Promise<Statement> {
  const recipient = await findRecipient(parts.pool, options);
  const draft = await beginDraft(options.folder, recipient);
  const pace = behindProjections(
    parts,
    READ_FROM.map(({ name }) => name),
    { signal: options.signal },
  );
  try {
    const statement = await withSnapshot(
      parts,
      (snapshot) => writeExtract(snapshot, { options, draft, pace }),
      options,
    );
    const signature = await parts.signer.sign(statement);
    await writeFile(path.join(draft.folder, MANIFEST), manifestText({ statement, signature }));
    await syncFile(path.join(draft.folder, MANIFEST));
    await draft.finish();
    return statement;
  } catch (error) {
    await draft.abandon();
    throw explainFull(error);
  }
}

type Work = { options: ExtractOptions; draft: Draft; pace: Pace };

async function writeExtract({ sql, reached }: Snapshot, { options, draft, pace }: Work): Promise<Statement> {
  const { format, datasets, onRows } = options;
  // Read again: its key may have been rotated while the projections were waited for.
  const recipient = await findRecipient(sql, options);
  const window = windowOf(recipient, reached, options);
  const duck = await openDuck(draft.staged);
  const counted = new Map<string, number>();
  try {
    const { anonymity, coarsening } = await anonymityOf(sql, options, (fact) =>
      factQuery(fact, recipient, { window }),
    );
    const unit = coarsening?.weeks === true ? 'week' : 'day';
    const settling = createSettling(draft.folder);
    const writing: Writing = { sql, duck, draft, format, unit, settling, pace, ...(onRows && { onRows }) };
    const engineVersion = await catalogueVersion(sql);
    const asked = { recipient, window, datasets, counted, coarsening };
    const days = await writeFacts(writing, asked);
    await writeDimensions(writing, asked, { days, engineVersion });
    const entries = await settleDatasets({ duck, folder: draft.folder, format, settling }, datasets, counted);
    const documents = await describe(draft.folder, { entries, datasets, format, recipient });
    return {
      v: 1,
      kind: 'data-extract',
      tenant_id: recipient.tenantId,
      recipient: {
        recipient_id: recipient.recipientId,
        name: recipient.name,
        generation: recipient.generation,
        exact_times: recipient.exactTimes,
      },
      format,
      since: options.since,
      until: writeCursor(recipient, window.until),
      engine_version: engineVersion,
      k_anonymity: anonymity,
      datasets: entries,
      documents,
    };
  } finally {
    duck.close();
  }
}

type Anonymised = { anonymity: Anonymity | null; coarsening: Coarsening | null };

/** Nothing to say without sessions. Throws DataError for an increment: what came before it was not coarsened in the same way. */
async function anonymityOf(
  sql: Sql,
  { datasets, since, minK = null }: ExtractOptions,
  queryOf: (fact: Fact) => string,
): Promise<Anonymised> {
  if (minK !== null && since !== null) {
    throw new DataError('--min-k goes with a full extract, without --since');
  }
  if (minK === null && !datasets.includes(sessions)) return { anonymity: null, coarsening: null };
  return anonymise(sql, sessions, { query: queryOf(sessions), minK });
}

type Asked = {
  recipient: Recipient;
  window: Window;
  datasets: readonly Dataset[];
  coarsening: Coarsening | null;
  /** Rows of each dataset that were written. */
  counted: Map<string, number>;
};

const spanOver = (one: DayRange | null, other: DayRange | null): DayRange | null =>
  one === null || other === null
    ? (one ?? other)
    : {
        first: one.first < other.first ? one.first : other.first,
        last: one.last > other.last ? one.last : other.last,
      };

async function writeFacts(
  writing: Writing,
  { recipient, window, datasets, counted, coarsening }: Asked,
): Promise<DayRange | null> {
  let over: DayRange | null = null;
  for (const dataset of datasets) {
    if (dataset.kind !== 'fact') continue;
    const staging = stagingOf(dataset, { recipient, window, coarsening });
    const { rows, days } = await writeFact(writing, dataset, staging);
    counted.set(dataset.name, rows);
    over = spanOver(over, days);
  }
  return over;
}

type Made = { days: DayRange | null; engineVersion: string };

async function writeDimensions(
  writing: Writing,
  { recipient, window, datasets, counted }: Asked,
  { days, engineVersion }: Made,
): Promise<void> {
  for (const dataset of datasets) {
    if (dataset.kind !== 'dimension') continue;
    const { name } = dataset;
    const made =
      name === 'calendar'
        ? await daysBetween(writing.sql, days)
        : name === 'engine_versions'
          ? versionRows(await versionsIn(writing.sql, { recipient, window }), engineVersion)
          : await rowsOfCatalogue(writing.sql, name);
    const rows = await stageDimension(writing.draft.staged, name, made);
    await writeDimension(writing, dataset, rows);
    counted.set(name, rows);
  }
}

type Describing = {
  entries: readonly DatasetEntry[];
  datasets: readonly Dataset[];
  format: Format;
  recipient: Recipient;
};

async function describe(
  folder: string,
  { entries, datasets, format, recipient }: Describing,
): Promise<DocumentEntry[]> {
  const described = datasets.map((dataset) => ({
    dataset,
    paths: entries.find(({ name }) => name === dataset.name)?.files.map((file) => file.path) ?? [],
  }));
  const names = await writeDocuments(folder, described, { format, recipient: recipient.name });
  return (await settleFiles(folder, names)).map(({ path: name, bytes, sha256 }) => ({
    path: name,
    bytes,
    sha256,
  }));
}
