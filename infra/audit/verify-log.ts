import { followChain, newChain, type ChainState } from '../../shared/audit/chain.ts';
import { isTombstoned, type EventLog } from '../../shared/event-log/event-log.ts';
import {
  CorruptEventError,
  isStranger,
  metadataOf,
  type StoredEvent,
} from '../../shared/event-log/stored-event.ts';
import { createStrangers, type Stranger, type Strangers } from '../../shared/event-log/strangers.ts';
import { SKIPPED_STREAM } from '../../shared/event-log/streams.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import type { AuditRow } from '../../shared/read-models/audit-rows.ts';

export type LogProblem =
  | 'the row is missing, the log has its event'
  | 'the row differs from its event in the log'
  | 'the event is missing from the log'
  | 'rows stand in another order than the log'
  | 'the log ends before the trail'
  | 'an event of the log cannot be read'
  | 'events of its stream are hidden or deleted in the log';

/** The first place of a tenant's trail at which rows and log disagree. */
export type LogBreak = { seq: number; event_id: string | null; problem: LogProblem };

const BATCH_EVENTS = 2_000;
/** Streams that are looked at together. */
const BATCH_STREAMS = 32;

/** A tenant's trail as the log makes it, beside the rows. */
type Follower = {
  chain: ChainState;
  /** Each of its streams: the next revision, and where its first event stands in the trail. */
  streams: Map<string, { next: number; firstSeq: number }>;
  broken: LogBreak | null;
};

/**
 * Makes the rows of these tenants once more from the log's stored bytes, up to `position`, and compares each with the
 * one that is stored. One pass over the log for all of them. Then looks whether the first event of each stream can be read
 * from the stream itself: `$maxAge`, `$maxCount`, a truncation and a deletion hide it at once, and take it out of the log only
 * at the next scavenge. Null for a tenant whose rows and log agree. Events that are not ours are passed over, and told.
 */
export async function verifyAgainstLog(
  { sql, log }: { sql: Sql; log: EventLog },
  options: {
    /** The tenants, and where the trail of each ends at that position. */
    lastSeqs: ReadonlyMap<string, number>;
    position: bigint;
    onProgress?: (position: bigint) => void;
    onStranger?: ((stranger: Stranger) => void) | undefined;
  },
): Promise<Map<string, LogBreak | null>> {
  const followers = new Map<string, Follower>(
    [...options.lastSeqs.keys()].map((id) => [id, { chain: newChain(), streams: new Map(), broken: null }]),
  );
  let waiting: AuditRow[] = [];
  const compareWaiting = async (): Promise<void> => {
    await compare(sql, log, { followers, rows: waiting });
    waiting = [];
  };
  let lastPosition = -1n;
  const strangers = createStrangers(options.onStranger ?? (() => undefined));
  for await (const stored of strangers.leftOut(log.readAll(null))) {
    if (stored.position > options.position) break;
    lastPosition = stored.position;
    const row = follow(followers, stored, strangers);
    if (row) waiting.push(row);
    if (waiting.length >= BATCH_EVENTS) {
      await compareWaiting();
      options.onProgress?.(lastPosition);
    }
  }
  await compareWaiting();
  options.onProgress?.(options.position);
  await compareEnds(sql, followers, options.lastSeqs);
  for (const [tenantId, follower] of followers) await findHidden({ sql, log }, tenantId, follower);
  return new Map([...followers].map(([tenantId, { broken }]) => [tenantId, broken]));
}

/**
 * An event with corrupt metadata does not tell its tenant. It is passed over: its tenant's chain then has a gap,
 * which the verification reports.
 */
function followerOf(followers: ReadonlyMap<string, Follower>, stored: StoredEvent): Follower | undefined {
  try {
    return followers.get(metadataOf(stored).tenant_id);
  } catch (error) {
    if (error instanceof CorruptEventError) return undefined;
    throw error;
  }
}

function follow(
  followers: ReadonlyMap<string, Follower>,
  stored: StoredEvent,
  strangers: Strangers,
): AuditRow | null {
  const follower = followerOf(followers, stored);
  if (!follower || follower.broken) return null;
  const { chain, streams } = follower;
  const seq = (chain.last?.seq ?? 0) + 1;
  const { next, firstSeq } = streams.get(stored.stream) ?? { next: 0, firstSeq: seq };
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

type TrailRow = { tenant_id: string; seq: number; event_id: string; hash: Buffer };

async function compare(
  sql: Sql,
  log: EventLog,
  { followers, rows }: { followers: ReadonlyMap<string, Follower>; rows: readonly AuditRow[] },
): Promise<void> {
  const { rows: storedRows } = await sql.query<TrailRow>({
    name: 'rows-to-compare',
    text: `SELECT r.tenant_id, r.seq, r.event_id, r.hash
           FROM unnest($1::uuid[], $2::bigint[]) AS g (tenant_id, seq) JOIN audit_rows r USING (tenant_id, seq)`,
    values: [rows.map(({ entry }) => entry.tenant_id), rows.map(({ seq }) => seq)],
  });
  const byPlace = new Map(storedRows.map((row) => [`${row.tenant_id}|${row.seq}`, row]));
  for (const row of rows) {
    const follower = followers.get(row.entry.tenant_id);
    if (!follower) continue;
    const earlier = follower.broken?.seq ?? Number.POSITIVE_INFINITY;
    const stored = byPlace.get(`${row.entry.tenant_id}|${row.seq}`);
    if (row.seq >= earlier || stored?.hash.equals(row.hash) === true) continue;
    follower.broken = {
      seq: row.seq,
      event_id: stored?.event_id ?? row.entry.event_id,
      problem: await problemOf(sql, log, { row, stored }),
    };
  }
}

/** What happened where the row that the log makes and the one that is stored have different hashes. */
async function problemOf(
  sql: Sql,
  log: EventLog,
  { row, stored }: { row: AuditRow; stored: TrailRow | undefined },
): Promise<LogProblem> {
  if (!stored) return 'the row is missing, the log has its event';
  if (stored.event_id === row.entry.event_id) return 'the row differs from its event in the log';
  const { tenant_id, event_id } = row.entry;
  const { rows } = await sql.query<{ event_id: string; canonical: string }>(
    'SELECT event_id, canonical FROM audit_rows WHERE tenant_id = $1 AND event_id = ANY ($2::uuid[])',
    [tenant_id, [event_id, stored.event_id]],
  );
  if (!rows.some((found) => found.event_id === event_id)) return 'the row is missing, the log has its event';
  const canonical = rows.find((found) => found.event_id === stored.event_id)?.canonical ?? '{}';
  return (await standsInLog(log, canonical))
    ? 'rows stand in another order than the log'
    : 'the event is missing from the log';
}

/** How far from its place an event is looked for before it counts as missing. */
const NEIGHBOURS = 100;

async function standsInLog(log: EventLog, canonical: string): Promise<boolean> {
  const { stream, revision, event_id } = parsed(canonical);
  if (typeof stream !== 'string' || typeof revision !== 'number') return false;
  let looked = 0;
  for await (const event of readable(log, stream, Math.max(0, revision - NEIGHBOURS))) {
    if (event.eventId === event_id && !isStranger(event)) return true;
    looked += 1;
    if (looked > 2 * NEIGHBOURS) return false;
  }
  return false;
}

/** The events of a stream that readers may see; none where it was deleted for good. */
async function* readable(
  log: EventLog,
  stream: string,
  from: number,
  maxCount?: number,
): AsyncIterable<StoredEvent> {
  try {
    yield* log.readStream(stream, from, maxCount);
  } catch (error) {
    if (!isTombstoned(error)) throw error;
  }
}

/** Whatever hides events of a stream hides the first one. */
async function isWhole(log: EventLog, stream: string): Promise<boolean> {
  let first: number | undefined;
  for await (const { revision } of readable(log, stream, 0, 1)) first ??= revision;
  return first === 0;
}

/** The first stream of a tenant that is shorter for its readers than in the log. */
async function findHidden(
  { sql, log }: { sql: Sql; log: EventLog },
  tenantId: string,
  follower: Follower,
): Promise<void> {
  if (follower.broken) return;
  const streams = [...follower.streams];
  for (let from = 0; from < streams.length; from += BATCH_STREAMS) {
    const batch = streams.slice(from, from + BATCH_STREAMS);
    const whole = await Promise.all(batch.map(([stream]) => isWhole(log, stream)));
    const hidden = batch[whole.indexOf(false)];
    if (!hidden) continue;
    const [stream, { firstSeq: seq }] = hidden;
    const { rows } = await sql.query<{ event_id: string }>(
      `SELECT event_id FROM audit_rows WHERE tenant_id = $1 AND seq = $2 AND canonical::jsonb ->> 'stream' = $3`,
      [tenantId, seq, stream],
    );
    const problem = 'events of its stream are hidden or deleted in the log';
    follower.broken = { seq, event_id: rows[0]?.event_id ?? null, problem };
    return;
  }
}

function parsed(canonical: string): Record<string, unknown> {
  try {
    return JSON.parse(canonical) as Record<string, unknown>;
  } catch {
    return {};
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
