import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import {
  auditCheckpointSigned,
  type Checkpoint,
  type CheckpointStatement,
  type TreeStatement,
} from '../../domain/audit/events.ts';
import { canonicalJson } from '../crypto/canonical-json.ts';
import { sha256 } from '../crypto/seal.ts';
import type { PublicKey, Signer } from '../crypto/signer.ts';
import type { Codec } from '../event-log/codec.ts';
import {
  isDamaged,
  isTombstoned,
  WrongRevisionError,
  type EventLog,
  type ExpectedRevision,
} from '../event-log/event-log.ts';
import type { EncodedEvent } from '../event-log/stored-event.ts';
import { auditStream } from '../event-log/streams.ts';
import { v5 as uuidV5 } from 'uuid';
import { rootOf, treeFrom, type Tree } from './merkle.ts';

/** Rows between two checkpoints: 1,000 rows are verified in a few hundredths of a second. */
export const CHECKPOINT_EVERY_ROWS = 1_000;

/** What the first checkpoint names as the one before it. */
export const NO_CHECKPOINT = '0'.repeat(64);

/** What the next checkpoint names as the one before it: SHA-256 (hex) of the canonical statement. */
export const digestOfStatement = (statement: CheckpointStatement): string =>
  sha256(canonicalJson(statement)).toString('hex');

/** A place of the chain. */
export type ChainPlace = Pick<CheckpointStatement, 'seq' | 'hash' | 'event_id' | 'position'>;
/** A place of the chain as it is signed: with the tree over the rows up to there, its root and what that is made of. */
export type TreePlace = ChainPlace & { root: string; peaks: string[] };

export const treePlace = (place: ChainPlace, { peaks }: Tree): TreePlace => ({
  ...place,
  root: rootOf(peaks).toString('hex'),
  peaks: peaks.map((peak) => peak.toString('hex')),
});

/** The tree of a checkpoint, to be continued; null where it has none, or what it names does not make its root. */
export function treeOf({ statement, peaks = [] }: Checkpoint): Tree | null {
  if (statement.v === 1) return null;
  const tree = treeFrom(statement.tree_size, Buffer.from(peaks.join(''), 'hex'));
  return tree && rootOf(tree.peaks).toString('hex') === statement.root ? tree : null;
}
/** The checkpoint that the next one follows. */
export type LastCheckpoint = { number: number; seq: number; digest: string };
export const BEFORE_THE_FIRST: LastCheckpoint = { number: 0, seq: 0, digest: NO_CHECKPOINT };

export const lastOf = ({ statement }: Checkpoint): LastCheckpoint => ({
  number: statement.number,
  seq: statement.seq,
  digest: digestOfStatement(statement),
});

/** What signs checkpoints and puts them into the log. */
export type CheckpointParts = { log: EventLog; codec: Codec; signer: Signer; now: () => Date };

/**
 * Signs places of a tenant's chain, in order, and appends their checkpoints after `last` in one append. Throws
 * WrongRevisionError where another process has appended a checkpoint meanwhile; then nothing was appended.
 */
export async function signPlaces(
  { log, codec, signer, now }: CheckpointParts,
  tenantId: string,
  { last, places }: { last: LastCheckpoint; places: readonly TreePlace[] },
): Promise<EncodedEvent[]> {
  const events: EncodedEvent[] = [];
  let before = last;
  for (const { root, peaks, ...place } of places) {
    const statement: TreeStatement = {
      v: 2,
      tenant_id: tenantId,
      number: before.number + 1,
      ...place,
      tree_size: place.seq,
      root,
      at: now().toISOString(),
      previous: before.digest,
    };
    const checkpoint = { statement, signature: await signer.sign(statement), peaks };
    events.push(...encode(codec, checkpoint));
    before = lastOf(checkpoint);
  }
  const end = await endOf(log, tenantId);
  const newest = auditCheckpointSigned.clear.safeParse(end.data).data;
  if ((newest?.statement.number ?? 0) !== last.number) throw new WrongRevisionError();
  await log.append(auditStream(tenantId), end.revision, events);
  return events;
}

/** The id is derived from the statement, so that repeating an append whose answer was lost is the same append. */
function encode(codec: Codec, checkpoint: Checkpoint): EncodedEvent[] {
  const { tenant_id, number, seq, hash, at } = checkpoint.statement;
  const commandId = uuidV5(`audit-checkpoint|${number}|${seq}|${hash}`, tenant_id);
  return codec.encode([{ type: auditCheckpointSigned.type, data: checkpoint }], {
    stream: auditStream(tenant_id),
    commandId,
    keys: {},
    tokensCharged: 0,
    metadata: {
      tenant_id,
      // Stored in the log, so it stays.
      actor: { type: 'system', id: 'audit-witness' },
      request_id: commandId,
      causation_id: null,
      engine_version: null,
      occurred_at: at,
      test: false,
    },
  });
}

/** More than operators ever had skipped at the end of a stream of checkpoints. */
const TAIL_EVENTS = 100;

/** The revision of a tenant's stream of checkpoints, and the data of its last event that can be read, if any. */
export async function endOf(
  log: EventLog,
  tenantId: string,
): Promise<{ revision: ExpectedRevision; data?: Record<string, unknown> }> {
  let revision: ExpectedRevision = 'no_stream';
  for await (const stored of log.readTail(auditStream(tenantId), TAIL_EVENTS)) {
    if (revision === 'no_stream') revision = stored.revision;
    if (stored.standIn === undefined) return { revision, data: stored.data };
  }
  return { revision };
}

/**
 * All checkpoints of a tenant in the log, oldest first; null for an event that is no valid checkpoint. Without those that
 * were skipped or are not ours. Where somebody has taken one out of the store's files, null stands for it and ends the
 * list; a stream that was deleted for good has none.
 */
export async function readCheckpoints(log: EventLog, tenantId: string): Promise<(Checkpoint | null)[]> {
  const found: (Checkpoint | null)[] = [];
  try {
    for await (const { type, data, standIn } of log.readStream(auditStream(tenantId), 0)) {
      if (standIn !== undefined) continue;
      const parsed = auditCheckpointSigned.clear.safeParse(data);
      const isOne = type === auditCheckpointSigned.type && parsed.success;
      found.push(isOne ? parsed.data : null);
    }
  } catch (error) {
    if (isTombstoned(error)) return [];
    if (!isDamaged(error)) throw error;
    found.push(null);
  }
  return found;
}

/** What is shown of a checkpoint outside of the log: without the subtrees, which are there to go on from. */
export const signedPart = ({ statement, signature }: Checkpoint): Checkpoint => ({ statement, signature });

/** The public keys whose signatures are accepted, by id. */
export type TrustedKeys = ReadonlyMap<string, KeyObject>;

export const trustedKeys = (keys: readonly PublicKey[]): TrustedKeys =>
  new Map(
    keys.map(({ signing_key_id, public_key }) => [
      signing_key_id,
      createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' }),
    ]),
  );

/** Whether one of these keys has signed this statement. */
export function isSigned({ statement, signature }: Checkpoint, keys: TrustedKeys): boolean {
  const key = keys.get(signature.signing_key_id);
  if (key === undefined) return false;
  return verify(null, Buffer.from(canonicalJson(statement)), key, Buffer.from(signature.value, 'base64'));
}

/** What is wrong with a tenant's checkpoints. */
export type CheckpointProblem =
  | 'a checkpoint is missing'
  | 'a checkpoint does not follow on the one before it'
  | 'a checkpoint is not signed by this installation'
  | 'the subtrees of a checkpoint do not make its root';

/** The first broken one of a tenant's checkpoints, by number; null where all are valid. */
export function brokenCheckpoint(
  checkpoints: readonly (Checkpoint | null)[],
  tenantId: string,
  keys: TrustedKeys,
): { number: number; problem: CheckpointProblem } | null {
  let before = BEFORE_THE_FIRST;
  for (const checkpoint of checkpoints) {
    const number = before.number + 1;
    if (checkpoint === null || checkpoint.statement.number !== number) {
      return { number, problem: 'a checkpoint is missing' };
    }
    if (checkpoint.statement.tenant_id !== tenantId || !isSigned(checkpoint, keys)) {
      return { number, problem: 'a checkpoint is not signed by this installation' };
    }
    if (checkpoint.statement.previous !== before.digest || checkpoint.statement.seq <= before.seq) {
      return { number, problem: 'a checkpoint does not follow on the one before it' };
    }
    if (checkpoint.statement.v === 2 && treeOf(checkpoint) === null) {
      return { number, problem: 'the subtrees of a checkpoint do not make its root' };
    }
    before = lastOf(checkpoint);
  }
  return null;
}
