import type { EventLog } from '../../shared/event-log/event-log.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { isInLog, readAfter, readCheckpoints, type Checkpoint } from '../../shared/projection/checkpoints.ts';
import type { Projection } from '../../shared/projection/projection.ts';

/** Where the live projections stand, whatever version they are of. */
export type LiveCheckpoints = {
  byName: ReadonlyMap<string, Checkpoint>;
  /** Of the one that is the furthest. */
  lastPosition: bigint;
  /** From here on, events may have been written through ahead of some checkpoint. */
  readAfter: bigint | null;
};

export async function readLive(sql: Sql, projections: readonly Projection[]): Promise<LiveCheckpoints> {
  const stored = await readCheckpoints(
    sql,
    projections.map((projection) => projection.name),
  );
  const byName = new Map(
    stored.toSorted((a, b) => a.version - b.version).map(({ name, checkpoint }) => [name, checkpoint]),
  );
  const positions = [...byName.values()].map(({ position }) => position);
  const last = positions.reduce((a, b) => (a > b ? a : b), -1n);
  const first = byName.size < projections.length ? -1n : positions.reduce((a, b) => (a < b ? a : b), last);
  return { byName, lastPosition: last, readAfter: readAfter(first) };
}

/** What was built from a log that ends before the live tables would lack what they show. */
export class LogBehindError extends Error {
  constructor(projection: string) {
    super(
      `the log does not hold the event at which projection ${projection} stands: restore the log that it was made from`,
    );
    this.name = 'LogBehindError';
  }
}

/** Throws LogBehindError where the log is another one than that of the live tables, or ends before them. */
export async function requireWholeLog(log: EventLog, { byName }: LiveCheckpoints): Promise<void> {
  for (const [name, checkpoint] of byName) {
    if (checkpoint.stream !== null && !(await isInLog(log, checkpoint))) throw new LogBehindError(name);
  }
}

/** Keeps the live projections where they are until the transaction ends, and tells where that is. */
export async function lockLive(tx: Sql, projections: readonly Projection[]): Promise<LiveCheckpoints> {
  await tx.query(
    'SELECT 1 FROM ops.checkpoints WHERE projection = ANY ($1::text[]) ORDER BY projection FOR UPDATE',
    [projections.map((projection) => projection.name)],
  );
  return readLive(tx, projections);
}
