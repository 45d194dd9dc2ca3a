import { followChain, type ChainState } from '../../shared/audit/chain.ts';
import {
  CorruptEventError,
  metadataOf,
  type EventMetadata,
  type StoredEvent,
} from '../../shared/event-log/stored-event.ts';
import { createStrangers, type Stranger, type Strangers } from '../../shared/event-log/strangers.ts';
import { SKIPPED_STREAM } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { isAudited } from '../../shared/read-models/audit-actions.ts';
import type { AuditRow } from '../../shared/read-models/audit-rows.ts';
import { compare, type Follower, type LogBreak, type LogParts } from './compare-with-log.ts';
import { findHidden } from './hidden-streams.ts';

/** How far the log was read: its last event. */
export type Reached = { position: string; at: string };

const BATCH_EVENTS = 2_000;

export type FollowOptions = {
  /** The tenants, and from where each trail is followed: its newest good checkpoint, or the beginning. */
  starts: ReadonlyMap<string, ChainState>;
  /** Where the stored trails ended before the log's end was asked for: the log makes at least as many rows. */
  lastSeqs: ReadonlyMap<string, number>;
  /** The log's end: what comes later is not looked at. */
  end: bigint;
  /** Where a tenant starts that only the log knows of; left out where others are not asked for. */
  startOfOther?: (tenantId: string) => Promise<ChainState>;
  /** Whether to look also for streams whose beginning is hidden. For that the log is read from its beginning. */
  findsHidden: boolean;
  onProgress?: (position: bigint) => void;
  onStranger?: ((stranger: Stranger) => void) | undefined;
};

export type Followed = { reached: Reached | null; breaks: ReadonlyMap<string, LogBreak | null> };

/**
 * Makes rows of these tenants once more from the log's stored bytes, up to its end, and compares each with the one that
 * is stored. One pass over the log for all of them, from where the first of them starts. A row that is missing may still
 * be on its way: it is waited for, with patience. Then, where asked for, looks whether the first event of each stream can
 * be read from the stream itself: `$maxAge`, `$maxCount`, a truncation and a deletion hide it at once, and take it out of
 * the log only at the next scavenge. Null for a tenant whose rows and log agree. Events that are not ours are passed
 * over, and told.
 */
export async function verifyAgainstLog(parts: LogParts, options: FollowOptions): Promise<Followed> {
  const followers = new Map([...options.starts].map(([id, chain]) => [id, newFollower(chain)]));
  const reached = await followAll(parts, followers, options);
  options.onProgress?.(options.end);
  await compareEnds(parts.sql, followers, options.lastSeqs);
  if (options.findsHidden) {
    for (const [tenantId, follower] of followers) await findHidden(parts, tenantId, follower);
  }
  return { reached, breaks: new Map([...followers].map(([tenantId, { broken }]) => [tenantId, broken])) };
}

const newFollower = (chain: ChainState): Follower => ({
  chain,
  after: BigInt(chain.last?.position ?? -1),
  streams: new Map(),
  broken: null,
});

/** From where the log has to be read: null for its beginning. */
function beginningOf(
  followers: ReadonlyMap<string, Follower>,
  { startOfOther }: FollowOptions,
): bigint | null {
  const [first = -1n] = [...followers.values()].map(({ after }) => after).sort((a, b) => (a < b ? -1 : 1));
  return startOfOther !== undefined || first < 0n ? null : first;
}

async function followAll(
  parts: LogParts,
  followers: Map<string, Follower>,
  options: FollowOptions,
): Promise<Reached | null> {
  let waiting: AuditRow[] = [];
  let at = '';
  let last = -1n;
  const strangers = createStrangers(options.onStranger ?? (() => undefined));
  const events = parts.log.readAll(beginningOf(followers, options));
  for await (const stored of strangers.leftOut(events)) {
    if (stored.position > options.end) break;
    // A store from whose files a record was taken may show its neighbour twice.
    if (stored.position <= last) continue;
    last = stored.position;
    const metadata = readableMetadata(stored);
    if (!metadata) continue;
    at = metadata.occurred_at;
    const follower =
      followers.get(metadata.tenant_id) ?? (await other(followers, metadata.tenant_id, options));
    const row = follower && follow(follower, stored, strangers);
    if (row) waiting.push(row);
    if (waiting.length < BATCH_EVENTS) continue;
    await compare(parts, followers, waiting);
    waiting = [];
    options.onProgress?.(stored.position);
  }
  await compare(parts, followers, waiting);
  return last < 0n ? null : { position: String(last), at };
}

async function other(
  followers: Map<string, Follower>,
  tenantId: string,
  { startOfOther }: FollowOptions,
): Promise<Follower | undefined> {
  if (startOfOther === undefined) return undefined;
  const follower = newFollower(await startOfOther(tenantId));
  followers.set(tenantId, follower);
  return follower;
}

/**
 * An event with corrupt metadata does not tell its tenant. It is passed over: its tenant's chain then has a gap,
 * which the verification reports.
 */
function readableMetadata(stored: StoredEvent): EventMetadata | null {
  try {
    return metadataOf(stored);
  } catch (error) {
    if (error instanceof CorruptEventError) return null;
    throw error;
  }
}

function follow(follower: Follower, stored: StoredEvent, strangers: Strangers): AuditRow | null {
  if (stored.position <= follower.after) return null;
  if (follower.broken) {
    if (follower.broken.missing !== undefined && isAudited(stored.type)) follower.broken.missing += 1;
    return null;
  }
  const { chain, streams } = follower;
  const seq = (chain.last?.seq ?? 0) + 1;
  const { next, firstSeq } = streams.get(stored.stream) ?? {
    // Of a stream that began before the checkpoint, the first event to be seen is any.
    next: follower.after < 0n ? 0 : stored.revision,
    firstSeq: seq,
  };
  streams.set(stored.stream, { next: stored.revision + 1, firstSeq });
  // Records of skipped events stand in one stream for all tenants: the chain tells of a missing one.
  if (stored.revision !== strangers.nextOf(stored.stream, next) && stored.stream !== SKIPPED_STREAM) {
    follower.broken = { seq, event_id: null, problem: 'the event is missing from the log' };
    return null;
  }
  try {
    return followChain(chain, stored);
  } catch {
    follower.broken = { seq, event_id: stored.eventId, problem: 'an event of the log cannot be read' };
    return null;
  }
}

/** A trail that is longer than what the log makes: the end of the log was cut off. */
async function compareEnds(
  sql: Sql,
  followers: ReadonlyMap<string, Follower>,
  lastSeqs: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [tenantId, follower] of followers) {
    if (follower.broken) continue;
    const seq = (follower.chain.last?.seq ?? 0) + 1;
    if (seq > (lastSeqs.get(tenantId) ?? 0)) continue;
    const { rows } = await sql.query<{ event_id: string }>(
      'SELECT event_id FROM audit_rows WHERE tenant_id = $1 AND seq = $2',
      [tenantId, seq],
    );
    follower.broken = { seq, event_id: rows[0]?.event_id ?? null, problem: 'the log ends before the trail' };
  }
}
