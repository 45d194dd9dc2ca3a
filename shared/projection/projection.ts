import type { OpenedKey, TenantKeys } from '../crypto/data-keys.ts';
import type { RandomBytes } from '../crypto/seal.ts';
import type { DecodedEvent } from '../event-log/codec.ts';
import type { EventMetadata, StoredEvent } from '../event-log/stored-event.ts';
import type { StreamKind } from '../event-log/streams.ts';
import type { Sql } from '../postgres/pool.ts';

/** A sealed event, as a projection gets it. `metadata` throws CorruptEventError where it is invalid. */
export type LogEvent = { readonly stored: StoredEvent; readonly metadata: EventMetadata };

/** What a projection may use besides its transaction. Its clock is the events' own. */
export type ProjectionContext = {
  /**
   * Opens events, in the order given. Their keys are loaded in one query, and an event is opened once for all
   * projections of a batch. A destroyed key gives null groups. Throws KeyMissingError, TamperedError,
   * CorruptEventError. Groups named by `leaveClosed` are null as well, and their keys are not asked for.
   */
  open(
    events: readonly LogEvent[],
    leaveClosed?: (event: LogEvent) => readonly string[],
  ): Promise<DecodedEvent[]>;
  /** Data keys by id, loaded in one query and kept for the batch. Throws KeyMissingError. */
  keys(keyIds: Iterable<string>): Promise<ReadonlyMap<string, OpenedKey>>;
  tenantKeys(tenantId: string): Promise<TenantKeys>;
  /** The events of one stream up to a revision, for a row that cannot be continued from what is stored of it. */
  history(stream: string, toRevision: number): Promise<LogEvent[]>;
  random: RandomBytes;
  /** False in a rebuild: then nothing but the projection's own tables may be changed. */
  live: boolean;
};

/** A table of a projection and, where it has sealed columns, how a comparison opens them. */
export type ProjectionTable = {
  name: string;
  sealed?: {
    /** Columns that hold other bytes each time they are written, or the id of the key that does it. */
    columns: readonly string[];
    /** What each row holds, as plain JSON values in the order of `rows`. */
    open(rows: readonly Record<string, unknown>[], context: SealedRowContext): Promise<unknown[]>;
  };
  /** Column with the id that the row's stream is named after; for tables that commands write as well. */
  streamId?: string;
};

export type SealedRowContext = Pick<ProjectionContext, 'keys' | 'tenantKeys'>;

/**
 * A read model and how it follows from the log. Its SQL names its own tables without a schema, so that a rebuild
 * runs the same code over tables beside the live ones.
 */
export type Projection = {
  name: string;
  /** To be raised when the same events shall give other rows; the projection then waits for a rebuild. */
  version: number;
  /** Event types, or all of them. */
  handles: readonly string[] | 'all';
  /**
   * Kind of the streams whose revision its rows carry. It gets the stand-in of an event of one that is not ours. Where an
   * event is skipped, it gets a stand-in at the place of the skip, too: it may have passed the event as one that it does not
   * handle, or as parked.
   */
  streams?: StreamKind;
  tables: readonly ProjectionTable[];
  /** Rows carry the revision that they reflect and are written by the command side too, ahead of the checkpoint. */
  writtenThrough: boolean;
  /**
   * Applies events in log order, with statements over many rows rather than one an event. Rows and checkpoint
   * commit together. An error stops this projection at this place, and no other one.
   */
  project: Project;
  /**
   * Called once everything up to the position is committed, with what came by it that was not committed before, whether it
   * handles that or not. Not called where the answer to a commit was lost. Must not throw.
   */
  committed?: (position: bigint, events: readonly StoredEvent[]) => void;
  /**
   * A form for rebuilds, where nobody reads the rows before the end: it may keep unfinished ones in memory from one
   * batch to the next. `finish` writes them. It must make the same rows.
   */
  rebuilding?(): { project: Project; finish: (tx: Sql, context: ProjectionContext) => Promise<void> };
};

type Project = (events: readonly LogEvent[], tx: Sql, context: ProjectionContext) => Promise<void>;
