import { allProjections } from '../../../projectors/all.ts';
import { rebuild } from '../../../projectors/rebuild/rebuild.ts';
import { isSame, type TableDifference } from '../../../projectors/rebuild/compare-tables.ts';
import type { Pool } from '../../../shared/postgres/pool.ts';
import {
  BEGINNING,
  insertCheckpoint,
  readCheckpoints,
  type Checkpoint,
} from '../../../shared/projection/checkpoints.ts';
import { openBody } from '../../../shared/webhooks/sealed-parts.ts';
import type { Installation } from '../../cli/connection.ts';
import { followersOf, type Work } from './followers.ts';
import { nameOfPart, type Part } from './partition.ts';

/** What is needed of an installation: a bench's or a test's own connections. */
export type Connected = Pick<Installation, 'pool' | 'log' | 'codec' | 'dataKeys' | 'databaseUrl' | 'now'>;

const FAN_OUT_TABLES = ['ops.webhook_messages', 'ops.webhook_deliveries', 'ops.webhook_endpoints'];

export const partsOf = (count: number): Part[] =>
  Array.from({ length: count }, (_, index) => ({ index, count }));

/** The checkpoints of one part, by their names and versions. */
export const checkpointsOfPart = (work: Work, part: Part) =>
  followersOf(work).projections.map(({ name, version }) => ({ name: nameOfPart(name, part), version }));

/** Removes the checkpoints of a work, whole and in parts. */
async function forgetCheckpoints(pool: Pool, work: Work): Promise<void> {
  await pool.query(`DELETE FROM ops.checkpoints WHERE split_part(projection, ' ', 1) = ANY ($1::text[])`, [
    followersOf(work).projections.map(({ name }) => name),
  ]);
}

/**
 * Empties the tables of a work, and puts the checkpoint of each part to the beginning of the log. `keepWritten` leaves the
 * rows that commands write as well, as they stand in a service that runs.
 */
export async function beginAnew(
  { pool, now }: Connected,
  { work, count, keepWritten }: { work: Work; count: number; keepWritten: boolean },
): Promise<void> {
  const { projections } = followersOf(work);
  const tables = projections
    .filter(({ writtenThrough }) => !(keepWritten && writtenThrough))
    .flatMap((projection) => projection.tables.map(({ name }) => `read.${name}`));
  await pool.query(`TRUNCATE ${(work === 'fan-out' ? FAN_OUT_TABLES : tables).join(', ')}`);
  await forgetCheckpoints(pool, work);
  for (const part of partsOf(count)) {
    for (const key of checkpointsOfPart(work, part)) await insertCheckpoint(pool, key, BEGINNING, now());
  }
}

/** Puts one checkpoint in the place of those of the parts: from there one process could go on. */
export async function joinParts({ pool, now }: Connected, work: Work, count: number): Promise<void> {
  const names = partsOf(count).flatMap((part) => checkpointsOfPart(work, part).map(({ name }) => name));
  const stored = await readCheckpoints(pool, names);
  const least = stored.reduce<Checkpoint | undefined>(
    (before, { checkpoint }) => (before && before.position <= checkpoint.position ? before : checkpoint),
    undefined,
  );
  if (!least) throw new Error('there are no parts');
  await forgetCheckpoints(pool, work);
  for (const { name, version } of followersOf(work).projections) {
    await insertCheckpoint(pool, { name, version }, least, now());
  }
}

/** The tables that a rebuild by one process makes otherwise: compared as `npm run ops -- rebuild --all --check` does. */
export async function differingTables(connected: Connected): Promise<TableDifference[]> {
  const { differences } = await rebuild({ ...connected, projections: allProjections, check: true });
  return differences.filter((difference) => !isSame(difference));
}

type MessageRow = { event_id: string; tenant_id: string; key_id: string; body_sealed: Buffer };

/** Every row that the fan-out has written, with bodies opened, and without when a delivery is due. */
export async function fannedOutRows({ pool, dataKeys }: Connected): Promise<ReadonlySet<string>> {
  const rows: string[] = [];
  const { rows: messages } = await pool.query<MessageRow>('SELECT * FROM ops.webhook_messages');
  const keys = await dataKeys.load(pool, new Set(messages.map((row) => row.key_id)));
  for (const { body_sealed: sealed, ...row } of messages) {
    const key = keys.get(row.key_id);
    if (key === undefined) throw new Error('a body has no key');
    const place = { tenantId: row.tenant_id, eventId: row.event_id };
    const body = key === 'destroyed' ? null : openBody(key, place, sealed).toString('utf8');
    rows.push(JSON.stringify({ ...row, body }));
  }
  const others = await pool.query<{ row: unknown }>(
    `SELECT to_jsonb(d) - 'due_at' AS row FROM ops.webhook_deliveries d
     UNION ALL SELECT to_jsonb(e) - 'endpoint_sealed' FROM ops.webhook_endpoints e`,
  );
  return new Set([...rows, ...others.rows.map(({ row }) => JSON.stringify(row))]);
}

/** How many rows only one of two sets holds. */
export const differingRows = (a: ReadonlySet<string>, b: ReadonlySet<string>): number =>
  [...a].filter((row) => !b.has(row)).length + [...b].filter((row) => !a.has(row)).length;
