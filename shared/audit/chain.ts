import { auditCheckpointSigned, type Checkpoint } from '../../domain/audit/events.ts';
import type { StoredEvent } from '../event-log/stored-event.ts';
import { isAudited } from '../read-models/audit-actions.ts';
import { auditEntryOf, CHAIN_START, chainRow, type AuditRow } from '../read-models/audit-rows.ts';
import {
  BEFORE_THE_FIRST,
  CHECKPOINT_EVERY_ROWS,
  lastOf,
  treeOf,
  treePlace,
  type ChainPlace,
  type LastCheckpoint,
  type TreePlace,
} from './checkpoints.ts';
import { addLeaf, emptyTree, leafHash, type Tree } from './merkle.ts';

/** How far a tenant's chain was followed through the log, and which places of it are not signed yet. */
export type ChainState = {
  /** The last row; null before the first. */
  last: ChainPlace | null;
  /** When the first row that no checkpoint covers happened, ISO 8601; null where all are covered. */
  uncovered_since: string | null;
  checkpoint: LastCheckpoint;
  /** Places at the fixed distance that no checkpoint covers. */
  due: TreePlace[];
  /** Over the rows up to the last one. */
  tree: Tree;
};

export const newChain = (): ChainState => ({
  last: null,
  uncovered_since: null,
  checkpoint: BEFORE_THE_FIRST,
  due: [],
  tree: emptyTree(),
});

/**
 * The chain as a checkpoint signs it, to be followed from there. Without one, and where one was signed before there was a
 * tree, from its beginning.
 */
export function goOnFrom(checkpoint: Checkpoint | null | undefined): ChainState {
  if (!checkpoint) return newChain();
  const tree = treeOf(checkpoint);
  if (!tree) return { ...newChain(), checkpoint: lastOf(checkpoint) };
  const { seq, hash, event_id, position } = checkpoint.statement;
  return { ...newChain(), last: { seq, hash, event_id, position }, checkpoint: lastOf(checkpoint), tree };
}

/** Adds one event of the tenant to its chain; returns the row that it makes, or null for a checkpoint. */
export function followChain(chain: ChainState, stored: StoredEvent): AuditRow | null {
  if (!isAudited(stored.type)) {
    cover(chain, stored);
    return null;
  }
  const entry = auditEntryOf(stored);
  const { last } = chain;
  const head = last === null ? CHAIN_START : { seq: last.seq, hash: Buffer.from(last.hash, 'hex') };
  const row = chainRow(entry, head);
  chain.last = {
    seq: row.seq,
    hash: row.hash.toString('hex'),
    event_id: stored.eventId,
    position: String(stored.position),
  };
  addLeaf(chain.tree, leafHash(row.canonical));
  chain.uncovered_since ??= entry.at;
  const isDue = row.seq % CHECKPOINT_EVERY_ROWS === 0 && row.seq > chain.checkpoint.seq;
  if (isDue) chain.due.push(treePlace(chain.last, chain.tree));
  return row;
}

function cover(chain: ChainState, stored: StoredEvent): void {
  const checkpoint = auditCheckpointSigned.clear.safeParse(stored.data);
  // Anything else in the stream signs nothing; `audit verify` reports it.
  if (!checkpoint.success || checkpoint.data.statement.number !== chain.checkpoint.number + 1) return;
  const { seq, at } = checkpoint.data.statement;
  chain.checkpoint = lastOf(checkpoint.data);
  chain.due = chain.due.filter((place) => place.seq > seq);
  if (chain.last !== null && chain.last.seq <= seq) chain.uncovered_since = null;
  // Rows that came while it was being signed are no older than it.
  else chain.uncovered_since = at;
}
