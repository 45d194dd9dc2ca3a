import type { ChainState } from '../../shared/audit/chain.ts';
import { isDamaged, isTombstoned, type EventLog } from '../../shared/event-log/event-log.ts';
import { isStranger, type StoredEvent } from '../../shared/event-log/stored-event.ts';
import type { Sql } from '../../shared/postgres/pool.ts';
import { parsedEntry, type AuditRow } from '../../shared/read-models/audit-rows.ts';
import type { Patience } from './patience.ts';

export type LogProblem =
  | 'the row is missing, the log has its event'
  | 'the row differs from its event in the log'
  | 'the event is missing from the log'
  | 'rows stand in another order than the log'
  | 'the log ends before the trail'
  | 'the rows end before the log'
  | 'an event of the log cannot be read'
  | 'events of its stream are hidden or deleted in the log';

/** The first place of a tenant's trail at which rows and log disagree. */
export type LogBreak = {
  seq: number;
  event_id: string | null;
  problem: LogProblem;
  /** Where the rows end before the log: how many are missing. */
  missing?: number;
};

/** A tenant's trail as the log makes it, beside the rows. */
export type Follower = {
  chain: ChainState;
  /** Where it begins: events up to there are covered by the checkpoint that it goes on from. */
  after: bigint;
  /** Each of its streams: the next revision, and where its first event stands in the trail. */
  streams: Map<string, { next: number; firstSeq: number }>;
  broken: LogBreak | null;
};

export type LogParts = { sql: Sql; log: EventLog; patience: Patience };

type TrailRow = { tenant_id: string; seq: number; event_id: string; hash: Buffer };

const keyOf = (tenantId: string, seq: number): string => `${tenantId}|${seq}`;

/** The stored rows at the places of these. */
async function readStored(sql: Sql, rows: readonly AuditRow[]): Promise<ReadonlyMap<string, TrailRow>> {
  const { rows: stored } = await sql.query<TrailRow>({
    name: 'rows-to-compare',
    text: `SELECT r.tenant_id, r.seq, r.event_id, r.hash
           FROM unnest($1::uuid[], $2::bigint[]) AS g (tenant_id, seq) JOIN audit_rows r USING (tenant_id, seq)`,
    values: [rows.map(({ entry }) => entry.tenant_id), rows.map(({ seq }) => seq)],
  });
  return new Map(stored.map((row) => [keyOf(row.tenant_id, row.seq), row]));
}

/** Compares rows that the log makes with the stored ones, and notes the first of each trail that differs. */
export async function compare(
  { sql, log, patience }: LogParts,
  followers: ReadonlyMap<string, Follower>,
  rows: readonly AuditRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const stored = await patience.read(
    () => readStored(sql, rows),
    (found) => found.size === rows.length,
  );
  for (const row of rows) {
    const { tenant_id, event_id } = row.entry;
    const follower = followers.get(tenant_id);
    if (!follower) continue;
    const found = stored.get(keyOf(tenant_id, row.seq));
    if (row.seq >= (follower.broken?.seq ?? Number.POSITIVE_INFINITY)) {
      if (follower.broken?.missing !== undefined) follower.broken.missing += 1;
      continue;
    }
    if (found?.hash.equals(row.hash) === true) continue;
    const problem = await problemOf(sql, log, { row, stored: found });
    follower.broken = {
      seq: row.seq,
      event_id: found?.event_id ?? event_id,
      problem,
      ...(problem === 'the rows end before the log' && { missing: 1 }),
    };
  }
}

/** What happened where the row that the log makes and the one that is stored have different hashes. */
async function problemOf(
  sql: Sql,
  log: EventLog,
  { row, stored }: { row: AuditRow; stored: TrailRow | undefined },
): Promise<LogProblem> {
  if (!stored) {
    return (await standsBehind(sql, row))
      ? 'the row is missing, the log has its event'
      : 'the rows end before the log';
  }
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

async function standsBehind(sql: Sql, { entry, seq }: AuditRow): Promise<boolean> {
  const { rows } = await sql.query('SELECT 1 FROM audit_rows WHERE tenant_id = $1 AND seq > $2 LIMIT 1', [
    entry.tenant_id,
    seq,
  ]);
  return rows.length > 0;
}

/** How far from its place an event is looked for before it counts as missing. */
const NEIGHBOURS = 100;

async function standsInLog(log: EventLog, canonical: string): Promise<boolean> {
  const { stream, revision, event_id } = parsedEntry(canonical);
  if (typeof stream !== 'string' || typeof revision !== 'number') return false;
  let looked = 0;
  for await (const event of readable(log, stream, Math.max(0, revision - NEIGHBOURS))) {
    if (event.eventId === event_id && !isStranger(event)) return true;
    looked += 1;
    if (looked > 2 * NEIGHBOURS) return false;
  }
  return false;
}

/** The events of a stream that readers may see: none where it was deleted for good, and up to where its files are damaged. */
export async function* readable(
  log: EventLog,
  stream: string,
  from: number,
  maxCount?: number,
): AsyncIterable<StoredEvent> {
  try {
    yield* log.readStream(stream, from, maxCount);
  } catch (error) {
    if (!isTombstoned(error) && !isDamaged(error)) throw error;
  }
}
