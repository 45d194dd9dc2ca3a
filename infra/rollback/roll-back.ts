import { eventDefinitions } from '../../shared/event-log/registry.ts';
import type { EventLog } from '../../shared/event-log/event-log.ts';
import { REBUILD_LOCK } from '../../projectors/rebuild/rebuild.ts';
import { withLock, type Lock } from '../../shared/postgres/lock.ts';
import { inTransaction, type Pool, type Sql } from '../../shared/postgres/pool.ts';
import type { Projection } from '../../shared/projection/projection.ts';
import { DROP_FACT_VIEWS } from '../analytics/fact-views.ts';
import { previousRelease, unknownTo, type PreviousRelease } from './previous-release.ts';

/** The release before stands still at an event of the log. */
export class UnreadableForPreviousError extends Error {
  constructor(type: string, version: number, position: bigint) {
    super(
      `the log holds an event that the release before cannot read (${type}, version ${version}, at position ${position}): ` +
        'its projections would stand still there, so stay with this version',
    );
    this.name = 'UnreadableForPreviousError';
  }
}

/** Somebody works with the tables that are to be emptied. Nothing was changed. */
export class TablesInUseError extends Error {
  constructor(why: string) {
    super(`${why}: run rollback again when that has ended`);
    this.name = 'TablesInUseError';
  }
}

/** Nobody may copy or switch the tables meanwhile. */
const ALONE: Lock = {
  table: REBUILD_LOCK,
  refusal: () => new TablesInUseError('a rebuild or a backup is running'),
};
/** Whoever comes after a lock that waits has to wait as well, and a caller's statement ends after 5 s. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

export type RollBackOptions = {
  pool: Pool;
  log: EventLog;
  projections: readonly Projection[];
  /** Default the one that infra/rollback/previous-release.json names. */
  to?: PreviousRelease;
  events?: readonly { type: string; version: number }[];
};

export type RollBackResult = {
  /** The commit that the database is ready for. */
  to: string;
  /** Read models that the release before does not keep: they are empty now. */
  emptied: string[];
  /** What it has to rebuild before its projectors go on with it. */
  rebuild: string[];
};

const versionOf = (metadata: unknown): number => {
  const { schema_version: version } = (metadata ?? {}) as { schema_version?: unknown };
  return typeof version === 'number' ? version : 1;
};

/** Looks for what is newer than the release before, where there can be any: reads the whole log then. */
async function requireReadable(
  log: EventLog,
  to: PreviousRelease,
  events: RollBackOptions['events'],
): Promise<void> {
  const declared = (events ?? eventDefinitions).map(({ type, version }) => ({ name: type, version }));
  const newer = new Set(unknownTo(to.events, declared).map(({ name }) => name));
  if (newer.size === 0) return;
  for await (const { type, metadata, position } of log.readAll(null)) {
    if (!newer.has(type)) continue;
    const version = versionOf(metadata);
    if (version > (to.events[type] ?? 0)) throw new UnreadableForPreviousError(type, version, position);
  }
}

/** No version of a projection: whoever finds a checkpoint of it waits for a rebuild. */
const NO_VERSION = 0;

/**
 * What the release before does not keep up to date would show what it has erased since; and its rebuild takes no table with a
 * view on it. Projectors of this version that still run do not fill them again: they wait for a rebuild.
 */
async function forget(tx: Sql, projections: readonly Projection[]): Promise<void> {
  await tx.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT_MS}ms'`);
  await tx.query(DROP_FACT_VIEWS);
  await tx.query('COMMENT ON SCHEMA facts IS NULL');
  for (const { name, tables } of projections) {
    await tx.query(
      `INSERT INTO ops.checkpoints (projection, version, position, event_id, stream, revision, updated_at)
       SELECT projection, $2, position, event_id, stream, revision, updated_at
       FROM ops.checkpoints WHERE projection = $1 ORDER BY version DESC LIMIT 1
       ON CONFLICT DO NOTHING`,
      [name, NO_VERSION],
    );
    await tx.query('DELETE FROM ops.checkpoints WHERE projection = $1 AND version <> $2', [name, NO_VERSION]);
    await tx.query(`TRUNCATE ${tables.map((table) => `read.${table.name}`).join(', ')}`);
  }
}

async function forgetAlone(pool: Pool, projections: readonly Projection[]): Promise<void> {
  try {
    await withLock(pool, ALONE, () => inTransaction(pool, (tx) => forget(tx, projections)));
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new TablesInUseError('somebody reads a table or a view that has to be emptied');
  }
}

/**
 * Makes the database ready for the release before this one, in one transaction: empties the read models that it does not keep,
 * and takes the views of schema `facts` away. Nothing is lost: `ops migrate` of this version makes the views again, and
 * `ops rebuild --outdated` the read models. May be repeated. Throws UnreadableForPreviousError and TablesInUseError,
 * and changes nothing then.
 */
export async function rollBack(options: RollBackOptions): Promise<RollBackResult> {
  const { pool, log, projections, to = previousRelease } = options;
  await requireReadable(log, to, options.events);
  const changed = unknownTo(to.projections, projections);
  const [known, strange] = [
    changed.filter(({ name }) => name in to.projections),
    changed.filter(({ name }) => !(name in to.projections)),
  ];
  await forgetAlone(pool, strange);
  const namesOf = (some: readonly Projection[]): string[] => some.map(({ name }) => name);
  return { to: to.commit, emptied: namesOf(strange), rebuild: namesOf(known) };
}
