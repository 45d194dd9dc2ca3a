import { rm } from 'node:fs/promises';
import path from 'node:path';
import { folderOf } from '../../shared/data-extracts/folder.ts';
import { EXTRACT_COLUMNS, KEPT_MS, OWN_TEAM, type ExtractRow } from '../../shared/data-extracts/record.ts';
import { DirectoryInUseError } from '../../shared/files/directory-lock.ts';
import type { Runnable } from '../../shared/lifecycle/runnable.ts';
import { sleep } from '../../shared/lifecycle/timing.ts';
import type { Logger } from '../../shared/logging/logger.ts';
import { errorCode } from '../../shared/projection/errors.ts';
import { whileLeading } from '../../shared/projection/leases.ts';
import type { Pool } from '../../shared/postgres/pool.ts';
import type { RandomBytes } from '../../shared/crypto/seal.ts';
import { DataError } from './data-error.ts';
import { datasetsNamed, extract, type ExtractParts } from './extract.ts';
import { MANIFEST, measureFile, type Statement } from './manifest.ts';
import { grantRecipient, wasGranted } from './recipients.ts';

const INTERVAL_MS = 1_000;
/** A process that was killed in the middle leaves an extract to the next one; one that ends processes is given up. */
const MAX_ATTEMPTS = 3;
/** For so long, from when it was asked for, it is no failed attempt to find another process at work on it. */
const IN_USE_MS = 24 * 3_600_000;
/** Progress is written so often. */
const TELL_MS = 1_000;

export type AskedExtractsParts = ExtractParts & {
  /** The folder that they are written to; null: none is set, and no call can have asked for one. */
  root: string | null;
  now: () => Date;
  newId: () => string;
  random: RandomBytes;
  /** When the process ends: an extract that is being written is left to the next one. */
  signal?: AbortSignal;
};

/**
 * Writes the oldest extract that a call has asked for, if there is one, and removes files that have expired. Returns how
 * many. One that another process still writes is left to it, and the next one is written.
 */
export async function writeAskedExtracts(parts: AskedExtractsParts): Promise<number> {
  const { root } = parts;
  if (root === null) return 0;
  const expired = await expire(parts, root);
  await giveUp(parts);
  const inUse: string[] = [];
  for (;;) {
    const row = await next(parts, inUse);
    if (row === undefined) return expired;
    if (await writeOne(parts, row, folderOf(root, row.extract_id))) return expired + 1;
    inUse.push(row.extract_id);
  }
}

/**
 * Does so again and again, in one process at a time. The lease goes over `leasePool`: the statements of `pool` may take
 * an hour.
 */
export function createAskedExtracts(
  parts: AskedExtractsParts & { leasePool: Pool; holder: string; logger: Logger },
): Runnable {
  const { leasePool, logger, holder } = parts;
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function repeat(signal: AbortSignal): Promise<void> {
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      try {
        await writeAskedExtracts({ ...parts, signal });
      } catch (error) {
        if (isOver()) return;
        logger.warn({ error_code: errorCode(error), err: error }, 'an extract could not be written');
      }
      await sleep(INTERVAL_MS, signal);
    }
  }

  return {
    start: () => {
      stopping = new AbortController();
      const lease = { name: 'data-extracts', holder };
      running = whileLeading({ pool: leasePool, lease, logger, signal: stopping.signal }, repeat);
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

/** An extract that this process has begun to write; another one may begin it anew, as a later attempt. */
type Attempt = ExtractRow & { attempts: number };

async function next({ pool }: AskedExtractsParts, but: readonly string[]): Promise<Attempt | undefined> {
  const { rows } = await pool.query<Attempt>(
    `UPDATE ops.data_extracts SET status = 'running', attempts = attempts + 1, rows_written = 0
     WHERE extract_id = (
       SELECT extract_id FROM ops.data_extracts
       WHERE status IN ('queued', 'running') AND extract_id <> ALL ($1::uuid[]) ORDER BY created_at LIMIT 1)
     RETURNING ${EXTRACT_COLUMNS}, attempts`,
    [but],
  );
  return rows[0];
}

/** Changes an extract only while it is of this attempt: true where it was. The values are `$3` and on. */
async function change(
  { pool }: AskedExtractsParts,
  { extract_id, attempts }: Attempt,
  set: string,
  values: readonly unknown[] = [],
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE ops.data_extracts SET ${set} WHERE extract_id = $1 AND attempts = $2 AND status = 'running'`,
    [extract_id, attempts, ...values],
  );
  return rowCount === 1;
}

/** In words for the caller: whatever else went wrong is told to the operator alone. */
const GIVEN_UP = 'the service could not write it: ask its operator';

async function giveUp({ pool, now }: AskedExtractsParts): Promise<void> {
  await pool.query(
    `UPDATE ops.data_extracts SET status = 'failed', problem = $3, finished_at = $2
     WHERE status = 'running' AND attempts >= $1`,
    [MAX_ATTEMPTS, now(), GIVEN_UP],
  );
}

/** Tells the caller every second how many rows there are. */
function telling(parts: AskedExtractsParts, attempt: Attempt): (dataset: string, rows: number) => void {
  const told = { rows: 0, atMs: performance.now() };
  return (_dataset, rows) => {
    told.rows += rows;
    if (performance.now() - told.atMs < TELL_MS) return;
    told.atMs = performance.now();
    change(parts, attempt, 'rows_written = $3', [told.rows]).catch(() => undefined);
  };
}

/** False where another process still writes it, and may end it as what it is. */
async function writeOne(parts: AskedExtractsParts, attempt: Attempt, folder: string): Promise<boolean> {
  const { now, signal } = parts;
  try {
    // Left by an attempt that did not come to say so: rows that were destroyed since must not come back.
    await rm(folder, { recursive: true, force: true });
    await makeOwnTeam(parts, attempt);
    const statement = await extract(parts, {
      tenantId: attempt.tenant_id,
      name: attempt.recipient,
      folder,
      datasets: datasetsNamed(attempt.datasets),
      format: attempt.format,
      since: attempt.since,
      until: null,
      onRows: telling(parts, attempt),
      ...(signal && { signal }),
    });
    await finish(parts, attempt, { statement, folder });
    return true;
  } catch (error) {
    if (error instanceof DataError) {
      const failed = "status = 'failed', problem = $3, finished_at = $4";
      await change(parts, attempt, failed, [error.message, now()]);
      return true;
    }
    if (error instanceof DirectoryInUseError && now().getTime() - attempt.created_at.getTime() < IN_USE_MS) {
      await change(parts, attempt, 'attempts = attempts - 1');
      return false;
    }
    // It was no attempt that failed.
    const putBack = "status = 'queued', attempts = attempts - 1, rows_written = 0";
    if (signal?.aborted === true) await change(parts, attempt, putBack);
    throw error;
  }
}

/** Where a later attempt goes on, what is written is that one's to remove; where none does, it goes. */
async function finish(
  parts: AskedExtractsParts,
  attempt: Attempt,
  { statement, folder }: { statement: Statement; folder: string },
): Promise<void> {
  const finishedAt = parts.now();
  const done =
    "status = 'done', until = $3, files = $4, rows_written = $5, finished_at = $6, expires_at = $7";
  const isDone = await change(parts, attempt, done, [
    statement.until,
    JSON.stringify(await filesOf(folder, statement)),
    statement.datasets.reduce((sum, { rows }) => sum + rows, 0),
    finishedAt,
    new Date(finishedAt.getTime() + KEPT_MS),
  ]);
  if (isDone) return;
  const { rowCount } = await parts.pool.query(
    "SELECT 1 FROM ops.data_extracts WHERE extract_id = $1 AND status = 'failed'",
    [attempt.extract_id],
  );
  if (rowCount === 1) await rm(folder, { recursive: true, force: true });
}

/** The tenant's own team needs no grant: its key is made with its first extract. One that was revoked stays so. */
async function makeOwnTeam(
  { pool, now, newId, random }: AskedExtractsParts,
  { tenant_id: tenantId, recipient: name }: ExtractRow,
): Promise<void> {
  if (name !== OWN_TEAM || (await wasGranted(pool, { tenantId, name }))) return;
  const granted = { recipientId: newId(), tenantId, name, exactTimes: false, grantedAt: now() };
  await grantRecipient(pool, granted, random);
}

/** Every file of an extract, the manifest first. */
async function filesOf(
  folder: string,
  { datasets, documents }: Statement,
): Promise<NonNullable<ExtractRow['files']>> {
  const { bytes, sha256 } = await measureFile(path.join(folder, MANIFEST));
  const listed = [...documents, ...datasets.flatMap(({ files }) => files)];
  return [{ path: MANIFEST, bytes, sha256 }, ...listed].map(({ path: at, bytes: size, sha256: digest }) => ({
    path: at,
    bytes: size,
    sha256: digest,
  }));
}

/** Files go first: a row that says `done` without its files is found again. */
async function expire({ pool, now }: AskedExtractsParts, root: string): Promise<number> {
  const { rows } = await pool.query<{ extract_id: string }>(
    "SELECT extract_id FROM ops.data_extracts WHERE status = 'done' AND expires_at <= $1",
    [now()],
  );
  for (const { extract_id } of rows) {
    await rm(folderOf(root, extract_id), { recursive: true, force: true });
    await pool.query(
      "UPDATE ops.data_extracts SET status = 'expired' WHERE extract_id = $1 AND status = 'done'",
      [extract_id],
    );
  }
  return rows.length;
}
